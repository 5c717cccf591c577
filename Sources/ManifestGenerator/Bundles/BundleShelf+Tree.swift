import LocalFiles
import ManifestCrypto
import ManifestFormat
import ManifestVerifier
import PublicationTree

extension BundleShelf {
    /// Reads what the former tree of an environment offers.
    ///
    /// A tree may come from anywhere: its index of bundles must be signed by a key of the ring that is not revoked, and
    /// every archive must be the one that it names and that this key signed. Nothing else is ever signed anew.
    init(
        _ tree: PreviousTree, of environment: EnvironmentName, keys: TrustedKeys
    ) throws(BundleError) {
        self.init()
        let path = DocumentPath.webBundleIndex
        guard try !reading({ () throws(FileError) in try tree.webBundleDocuments() }).isEmpty else { return }
        let found = try reading { () throws(FileError) in
            try tree.tree.read(path.rawValue, limit: Limits.manifestBytes)
        }
        guard let body = found else { throw Self.missing(path, in: tree) }
        let key: TrustedKey
        let index: WebBundleIndex
        do {
            let fields = try tree.headers(of: path)
            let claim = try SignatureClaim(headers: fields, profile: .dated)
            key = try SignatureVerifier(keys: keys, environment: environment, profile: .dated).verify(claim, body: body)
            index = try WebBundleIndex(body: body)
        } catch let error as FileError {
            throw .file(error)
        } catch let error as VerificationError {
            throw .untrustedIndex(tree.tree.folder.child(path.rawValue), error.message)
        } catch {
            throw .untrustedIndex(tree.tree.folder.child(path.rawValue), "\(error)")
        }
        var offered: [ShelvedBundle] = []
        for entry in index.offered { offered.append(try Self.bundle(entry, in: tree, key: key)) }
        self.init(offered: offered, withdrawn: index.withdrawn)
    }

    /// Why something that is listed is not there.
    private static func missing(_ path: DocumentPath, in tree: PreviousTree) -> BundleError {
        let place = tree.tree.folder.child(path.rawValue)
        guard let download = tree.download else { return .missing(place) }
        let problem = download.problems.first { $0.path == path.rawValue }
        return .notDownloaded(
            download.address.url(of: path.rawValue),
            problem?.failure.message ?? "is not listed by the index of the tree",
            hint: problem?.failure.hint)
    }

    private static func bundle(
        _ entry: WebBundleIndex.Entry, in tree: PreviousTree, key: TrustedKey
    ) throws(BundleError) -> ShelvedBundle {
        let bundle = entry.bundle
        let path = DocumentPath.webBundle(bundle.version)
        let place = tree.tree.folder.child(path.rawValue)
        let body = try reading { () throws(FileError) in try tree.tree.body(of: path, .webBundle) }
        guard case .file(let file)? = body else { throw missing(path, in: tree) }
        let digests = try reading { () throws(FileError) in try BodyDigests(of: file.open(), date: nil) }
        guard digests.byteCount == entry.byteCount, digests.body.hexadecimal == bundle.sha256,
            let signature = try? ECDSASignature(derRepresentation: bundle.signature),
            key.publicKey.isValidSignature(signature, for: digests.body)
        else { throw .differs(place) }
        let kept = BodyFile(
            folder: file.folder, name: file.name, byteCount: file.byteCount, isOurs: tree.isInPlace)
        return ShelvedBundle(
            version: bundle.version, url: bundle.url, minimumShell: bundle.minimumShell,
            maximumShell: bundle.maximumShell, digest: digests.body, file: kept)
    }
}

extension PreviousTree {
    /// The response headers of a document, as its sidecar has them or, in a tree from a host, the index.
    fileprivate func headers(of path: DocumentPath) throws -> [HeaderField] {
        if let sidecar = try tree.sidecars(of: path).headers { return try [HeaderField](sidecarBytes: sidecar) }
        return download?.publication.documents.first { $0.path == path }?.headers ?? []
    }
}

/// The result of `body`, with the error of a file put into one of the bundles.
func reading<Result>(_ body: () throws(FileError) -> Result) throws(BundleError) -> Result {
    do throws(FileError) { return try body() } catch { throw .file(error) }
}
