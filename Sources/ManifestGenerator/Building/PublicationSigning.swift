import Diagnostics
import LocalFiles
import ManifestVerifier
import Policy
import PublicationTree
import SigningKeys

package enum PublicationSigning {
    /// Signs every document and the index of a tree that was rendered without a key, to the byte, and puts the signed tree in
    /// the place of the other in one step.
    ///
    /// - Parameters:
    ///   - path: the tree, whose folder is called like its environment.
    ///   - digest: the SHA-256 that its index must have, in lowercase hexadecimal digits; nil for any.
    package static func run(
        _ path: String, digest: String?, keys: String, secrets: SignerSecrets, date: SignedDate, now: SignedDate,
        report: @escaping @Sendable (BuildEvent) -> Void
    ) async throws -> BuildReport {
        let (parent, name) = path.parentAndName
        guard let environment = EnvironmentName(name) else {
            throw ErrorReport(
                .usage, "\(path) is not a folder called like its environment",
                hint: "name the tree: signet sign --publication output/production")
        }
        try environment.check(date: date, now: now)
        // A folder that does not exist is an error here, and is not made.
        _ = try Folder(path: path)
        return try await TreeTransaction.run(in: parent, report: report) { transaction in
            guard let tree = try transaction.output.tree(of: environment) else {
                throw FileError(path, .read, .notFound)
            }
            let unsigned = try UnsignedTree(tree, environment: environment, digest: digest)
            let key = try await KeyFolder.signer(below: keys, environment: environment, secrets: secrets)
            let signed = try await TreeSigning(
                documents: unsigned.documents, archives: [],
                signing: DocumentSigning(terms: unsigned.terms, key: key, date: date, former: nil),
                transaction: transaction, isInPlace: false, report: report
            ).run().documents
            return BuildReport(
                environment: environment, path: path, key: (key.signer.keyID, key.name), digest: nil,
                profile: unsigned.terms.profile, envelopes: unsigned.terms.envelopes, documents: signed,
                isUnchanged: false, plan: nil, rendered: nil)
        }
    }
}
