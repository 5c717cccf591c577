import LocalFiles
import ManifestCrypto
import ManifestFormat
import ManifestVerifier
import PublicationTree

/// The documents of a former tree that stay as they are when only its web bundles change.
struct CarriedTree {
    let terms: SigningTerms
    let documents: [RenderedDocument]

    /// A tree without documents, for an environment that has none yet.
    init(_ environment: EnvironmentName) {
        terms = SigningTerms(
            name: environment, profile: .dated, resignAfter: PublishingTerms.resignAfter,
            cacheControl: PublishingTerms.cacheControl)
        documents = []
    }

    /// Reads all documents that the signed index of a tree lists, web bundles aside.
    init(
        _ tree: PreviousTree, of environment: EnvironmentName, keys: TrustedKeys
    ) throws(BundleError) {
        let place = tree.tree.folder.path
        let publication = try Self.publication(of: tree, environment, keys: keys)
        guard publication.profile == .dated else { throw .profile(place) }
        var documents: [RenderedDocument] = []
        for listed in publication.documents where !listed.format.concernsWebBundles {
            let body = try reading { () throws(FileError) in try tree.tree.body(of: listed.path, listed.format) }
            guard case .bytes(let bytes)? = body, bytes.count == listed.byteCount,
                SHA256.hash(bytes).hexadecimal == listed.sha256
            else { throw .otherDocument("\(place)/\(listed.path)") }
            documents.append(
                RenderedDocument(
                    path: listed.path, format: listed.format, contentType: listed.contentType ?? "", body: bytes,
                    origin: nil))
        }
        // The policy gives one for all documents; archives have their own.
        let cacheControl = publication.documents.first { $0.format != .webBundle }?.headers
            .first { $0.isNamed(HeaderField.cacheControl) }?.value
        self.documents = documents
        terms = SigningTerms(
            name: environment, profile: .dated, resignAfter: PublishingTerms.resignAfter,
            cacheControl: cacheControl ?? PublishingTerms.cacheControl, isCarried: true)
    }

    /// The index of the tree, signed by a key of the ring that is not revoked.
    private static func publication(
        of tree: PreviousTree, _ environment: EnvironmentName, keys: TrustedKeys
    ) throws(BundleError) -> Publication {
        if let download = tree.download { return download.publication }
        let path = DocumentPath.publication
        let place = tree.tree.folder.child(path.rawValue)
        let files = try reading { () throws(FileError) in
            try tree.tree.read(path, bodyLimit: Limits.publicationBytes)
        }
        guard let files else { throw .missing(place) }
        do {
            let fields = try [HeaderField](sidecarBytes: files.headers ?? [])
            let isDated = fields.contains { $0.isNamed(SignatureHeader.dateName) }
            let profile: SignatureProfile = isDated ? .dated : .body
            let claim = try SignatureClaim(headers: fields, profile: profile)
            _ = try SignatureVerifier(keys: keys, environment: environment, profile: profile)
                .verify(claim, body: files.body)
            return try Publication(JSONParser.parse(files.body))
        } catch let error as VerificationError {
            throw .untrustedTree(place, error.message)
        } catch {
            throw .untrustedTree(place, "its index or its headers cannot be read")
        }
    }
}
