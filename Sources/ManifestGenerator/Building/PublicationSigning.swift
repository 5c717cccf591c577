import LocalFiles
import ManifestVerifier
import PublicationTree
import SigningKeys

/// Signs a tree that was rendered without a key, to the byte.
package struct PublicationSigning: Sendable {
    private let path: String
    private let digest: String?
    private let keys: String
    private let secrets: SignerSecrets
    private let date: SignedDate
    private let now: SignedDate
    private let tell: @Sendable (BuildEvent) -> Void

    /// - Parameters:
    ///   - path: the tree, whose folder is called like its environment.
    ///   - digest: the SHA-256 that its index must have, in lowercase hexadecimal digits; nil for any.
    ///   - keys: the folder of the keys.
    ///   - secrets: what opens private keys.
    ///   - date: the date to sign, with profile `dated`.
    ///   - now: what the clock says.
    ///   - tell: hears what happens, from any thread.
    package init(
        _ path: String, digest: String?, keys: String, secrets: SignerSecrets, date: SignedDate, now: SignedDate,
        tell: @escaping @Sendable (BuildEvent) -> Void
    ) {
        self.path = path
        self.digest = digest
        self.keys = keys
        self.secrets = secrets
        self.date = date
        self.now = now
        self.tell = tell
    }

    /// Signs every document and the index, and puts the signed tree in the place of the other in one step.
    package func run() async throws -> BuildReport {
        let (parent, name) = path.parentAndName
        guard let environment = EnvironmentName(name) else { throw UnsignedTreeError.namesNoEnvironment(path) }
        guard environment.allows(date: date, now: now) else { throw BuildError.dateAhead(environment, date) }
        let (output, tree) = try await open(environment, in: parent)
        let unsigned = try UnsignedTree(tree, environment: environment, digest: digest)
        let key = try await KeyFolder.signer(below: keys, environment: environment, secrets: secrets)
        do {
            let signed = try await TreeSigning(
                terms: unsigned.terms, documents: unsigned.documents, key: key, date: date, former: nil, output: output,
                tell: tell
            ).run()
            try install(environment, in: output)
            return BuildReport(
                environment: environment, path: path, keyID: key.signer.keyID, keyName: key.name,
                profile: unsigned.terms.profile, documents: signed, isUnchanged: false)
        } catch {
            output.discard(environment)
            throw error
        }
    }

    private func open(
        _ environment: EnvironmentName, in parent: String
    ) async throws -> (OutputFolder, TreeFolder) {
        // A folder that is not there is an error here, and is not made.
        _ = try Folder(path: path)
        let output = try await OutputFolder.lock(parent) { tell(.waiting(parent)) }
        guard let tree = try output.tree(of: environment) else { throw FileError(path, .read, .notFound) }
        return (output, tree)
    }

    private func install(_ environment: EnvironmentName, in output: OutputFolder) throws {
        try output.install(environment)
    }
}
