import BundleArchive
import LocalFiles
import ManifestCrypto
import ManifestFormat
import ManifestSigning
import ManifestVerifier
import PublicationTree

/// Changes which web bundles an environment offers: its tree is written anew, with all other documents as they are.
package struct BundleRelease: Sendable {
    let request: BundleRequest
    let tell: @Sendable (BuildEvent) -> Void

    /// - Parameter tell: hears what happens, from any thread.
    package init(_ request: BundleRequest, tell: @escaping @Sendable (BuildEvent) -> Void) {
        self.request = request
        self.tell = tell
    }

    /// Packs the folder that a web build has written, and offers it.
    package func pack(_ path: String, _ offer: BundleOffer) async throws(BundleError) -> BundleReport {
        let folder = try WebFolder(path, apartFrom: [request.output, request.keys])
        try warn(of: folder.page, in: path)
        return try await change { (shelf, workplace) throws(BundleError) in
            let name = DocumentPath.webBundleName(offer.version)
            let byteCount = folder.files.reduce(0) { $0 + $1.byteCount }
            try folder.pack(as: name, into: workplace) { tell(.working("packing", $0, of: byteCount)) }
            try shelf.offer(offer.bundle(try WebArchive(name, in: workplace, madeFrom: path, tell: tell)))
        }
    }

    /// Offers an archive that was packed elsewhere, to the byte.
    package func add(_ path: String, _ offer: BundleOffer) async throws(BundleError) -> BundleReport {
        let (parent, source) = path.parentAndName
        let original = try reading { () throws(FileError) in try Folder(path: parent) }
        return try await change { (shelf, workplace) throws(BundleError) in
            let name = DocumentPath.webBundleName(offer.version)
            // A copy: whoever has the original may go on writing to it.
            try reading { () throws(FileError) in try workplace.copy(name, from: original, named: source) }
            let archive = try WebArchive(name, in: workplace, madeFrom: path, tell: tell)
            try warn(of: archive.page, in: path)
            try shelf.offer(offer.bundle(archive))
        }
    }

    /// Takes a version out of use for good; its archive leaves the tree.
    package func withdraw(_ version: SemanticVersion) async throws(BundleError) -> BundleReport {
        try await change { (shelf, _) throws(BundleError) in try shelf.withdraw(version) }
    }

    /// What the tree offers now.
    package func list() async throws(BundleError) -> BundleReport {
        let keys = try trustedKeys()
        let previous = try await building { () async throws(BuildError) in
            if let place = request.previous {
                return try await PreviousTree.named(
                    place, of: request.environment, keys: keys, .everything, variables: request.variables)
            }
            return try PreviousTree.inOutput(request.output, of: request.environment)
        }
        guard let previous else {
            throw .build(.noFormerTree(request.environment, request.previous ?? request.output))
        }
        let shelf = try BundleShelf(previous, of: request.environment, keys: keys)
        return shelf.report(of: request.environment, at: path)
    }

    private var path: String { "\(request.output)/\(request.environment)" }

    private func warn(of page: [UInt8], in place: String) throws(BundleError) {
        let warnings = WebPage(page).warnings
        for warning in warnings { tell(.pageWarning("\(place)/\(WebPage.name) \(warning.text)", hint: warning.hint)) }
        guard !request.isStrict || warnings.isEmpty else { throw .strict(place, warnings.count) }
    }

    // MARK: The tree

    private func change(
        _ edit: (inout BundleShelf, Folder) throws(BundleError) -> Void
    ) async throws(BundleError) -> BundleReport {
        let environment = request.environment
        guard environment.allows(date: request.date, now: request.now) else {
            throw .build(.dateAhead(environment, request.date))
        }
        let output = try await lockOutput()
        // Under the lock: keys that are rotated while somebody waits are the new ones.
        let (key, keys) = (try await signer(), try trustedKeys())
        let previous = try await previousTree(in: output, keys: keys)
        if previous == nil { tell(.noFormerTree(environment, request.previous ?? request.output)) }
        var shelf = BundleShelf()
        var carried = CarriedTree(environment)
        if let previous {
            carried = try CarriedTree(previous, of: environment, keys: keys)
            shelf = try BundleShelf(previous, of: environment, keys: keys)
        }
        let workplace = try reading { () throws(FileError) in try output.workplace(environment) }
        defer { output.clearWorkplace(environment) }
        try edit(&shelf, workplace)
        try shelf.check(carried.documents.map(\.path), of: environment)
        try await building { () async throws(BuildError) in
            try await sign(carried, shelf, previous, key: key, into: output)
        }
        return shelf.report(of: environment, at: path)
    }

    private func sign(
        _ carried: CarriedTree, _ shelf: BundleShelf, _ previous: PreviousTree?, key: EnvironmentSigner,
        into output: OutputFolder
    ) async throws(BuildError) {
        let verifier = SignatureVerifier(
            keys: key.trusted, environment: request.environment, profile: carried.terms.profile)
        do throws(BuildError) {
            let former = try filing { () throws(FileError) in
                try previous.map { (previous) throws(FileError) in
                    try FormerTree(previous.tree, verifier: verifier)
                }
            }
            _ = try await TreeSigning(
                terms: carried.terms, documents: carried.documents, shelf: shelf, key: key, date: request.date,
                former: former, output: output, tell: tell
            ).run()
            try filing { () throws(FileError) in try output.install(request.environment) }
        } catch {
            output.discard(request.environment)
            throw error
        }
    }

    private func filing<Value>(_ body: () throws(FileError) -> Value) throws(BuildError) -> Value {
        do throws(FileError) { return try body() } catch { throw .file(error) }
    }

    private func building<Value>(
        _ body: () async throws(BuildError) -> Value
    ) async throws(BundleError) -> Value {
        do throws(BuildError) { return try await body() } catch { throw .build(error) }
    }

    // MARK: What there is

    private func lockOutput() async throws(BundleError) -> OutputFolder {
        do throws(FileError) {
            return try await OutputFolder.lock(request.output) { tell(.waiting(request.output)) }
        } catch {
            throw .file(error)
        }
    }

    private func previousTree(
        in output: OutputFolder, keys: TrustedKeys
    ) async throws(BundleError) -> PreviousTree? {
        try await building { () async throws(BuildError) in
            try await PreviousTree.former(
                of: request.environment, keys: keys, in: output, named: request.previous, .everything,
                variables: request.variables)
        }
    }

    private func trustedKeys() throws(BundleError) -> TrustedKeys {
        do throws(KeyFolderError) { return try TrustedKeys.reading(request.keys) } catch { throw .keys(error) }
    }

    private func signer() async throws(BundleError) -> EnvironmentSigner {
        do throws(KeyFolderError) {
            return try await KeyFolder.signer(
                below: request.keys, environment: request.environment, secrets: request.secrets)
        } catch {
            throw .keys(error)
        }
    }
}
