import ManifestCrypto
import ManifestFormat
import ManifestSigning
import ManifestVerifier
import PublicationTree

/// The web bundles of an environment: which archives are offered, to which shells, and which versions are withdrawn.
///
/// No policy says what is on it: it goes from tree to tree.
struct BundleShelf: Sendable {
    /// What is offered, the newest version first.
    private(set) var offered: [ShelvedBundle] = []
    /// What nobody is to use any more, the newest version first.
    private(set) var withdrawn: [SemanticVersion] = []

    /// A shelf with nothing on it.
    init() {}

    init(offered: [ShelvedBundle], withdrawn: [SemanticVersion]) {
        self.offered = offered.sorted { $0.version > $1.version }
        self.withdrawn = withdrawn.sorted(by: >)
    }

    /// Whether nothing was ever on it.
    var isEmpty: Bool { offered.isEmpty && withdrawn.isEmpty }

    /// The paths of all documents about the bundles, and of the archives.
    var paths: [DocumentPath] {
        guard !isEmpty else { return [] }
        return offered.map(\.path) + [.webBundleIndex] + (offered.isEmpty ? [] : [.webBundleManifest])
    }

    // MARK: What changes

    /// Offers an archive; the same archive may be offered again under other terms.
    mutating func offer(_ bundle: ShelvedBundle) throws(BundleError) {
        guard !withdrawn.contains(bundle.version) else { throw .isWithdrawn(bundle.version) }
        if let former = offered.first(where: { $0.version == bundle.version }), former.digest != bundle.digest {
            throw .otherArchive(bundle.version, former: former.digest, new: bundle.digest)
        }
        let others = offered.filter { $0.version != bundle.version }
        let spelling = bundle.version.spelling.asciiLowercased
        if let other = (others.map(\.version) + withdrawn).first(where: { $0.spelling.asciiLowercased == spelling }) {
            throw .sameButForCase(bundle.version, other)
        }
        guard others.count + withdrawn.count < Limits.webBundles else { throw .tooMany }
        self = BundleShelf(offered: others + [bundle], withdrawn: withdrawn)
    }

    /// Takes a version out of use for good.
    mutating func withdraw(_ version: SemanticVersion) throws(BundleError) {
        guard !withdrawn.contains(version) else { return }
        guard offered.contains(where: { $0.version == version }) else {
            throw .notOffered(version, offered.map(\.version))
        }
        self = BundleShelf(offered: offered.filter { $0.version != version }, withdrawn: withdrawn + [version])
    }

    // MARK: Documents

    /// The index and the manifest; none when nothing was ever on the shelf.
    ///
    /// - Parameter signatures: those over the archives, in the order of `offered`.
    func documents(_ signatures: [ECDSASignature]) -> [RenderedDocument] {
        guard !isEmpty else { return [] }
        let entries = zip(offered, signatures).map { bundle, signature in
            WebBundleIndex.Entry(bundle: bundle.webBundle(signature), byteCount: bundle.file.byteCount)
        }
        let index = WebBundleIndex(offered: entries, withdrawn: withdrawn)
        var documents = [Self.document(.webBundleIndex, .webBundleIndex, index.json)]
        if let newest = index.offered.first {
            documents.append(
                Self.document(
                    .webBundleManifest, .webBundleManifest, WebBundleManifest(bundle: newest.bundle, withdrawn: []).json
                ))
        }
        return documents
    }

    private static func document(
        _ path: DocumentPath, _ format: DocumentFormat, _ json: JSONValue
    ) -> RenderedDocument {
        RenderedDocument(
            path: path, format: format, contentType: MediaType.json, body: JSONWriter.bytes(of: json), origin: nil)
    }
}

/// An archive that is offered, and where its bytes are.
struct ShelvedBundle: Sendable {
    let version: SemanticVersion
    /// Where apps find the archive: an https URL, or a name beside the index.
    let url: String
    let minimumShell: NumericVersion
    /// The newest shell that can run the bundle; nil for any.
    let maximumShell: NumericVersion?
    /// SHA-256 of the archive.
    let digest: SHA256Digest
    /// The archive.
    let file: BodyFile

    /// The path of the archive in the tree.
    var path: DocumentPath { .webBundle(version) }

    /// The response headers beside the signature: an archive is never replaced by other bytes.
    var unsignedFields: [HeaderField] {
        [
            HeaderField(name: HeaderField.contentType, value: MediaType.of(fileName: path.rawValue)),
            HeaderField(name: HeaderField.cacheControl, value: "public, max-age=31536000, immutable"),
        ]
    }

    /// What the documents say of the bundle.
    func webBundle(_ signature: ECDSASignature) -> WebBundle {
        WebBundle(
            version: version, url: url, sha256: digest.hexadecimal, signature: signature.derRepresentation,
            minimumShell: minimumShell, maximumShell: maximumShell)
    }
}

extension BundleShelf {
    /// Fails when a document has a path that the bundles need, or one in their folder by another spelling.
    func check(_ paths: [DocumentPath], of environment: EnvironmentName) throws(BundleError) {
        let folder = DocumentPath.webBundleFolder
        for path in paths {
            let lowercased = path.rawValue.asciiLowercased
            guard lowercased != folder, !lowercased.hasPrefix("\(folder)/") else { throw .collision(environment, path) }
        }
    }
}
