import Diagnostics
import ManifestVerifier
import PublicationTree

/// What one environment publishes of the reviewed list of web bundles: archives, and documents about them.
package struct BundleOffering: Sendable {
    /// A version that has an archive.
    package struct Bundle: Sendable {
        package let version: SemanticVersion
        package let archive: BundleList.Archive

        package var path: DocumentPath { .webBundle(version) }
        /// The response headers of the archive, which is never replaced by other bytes.
        package var fields: [HeaderField] {
            [
                HeaderField(unchecked: HeaderField.contentType, value: MediaType.of(fileName: path.rawValue)),
                CacheControl.immutable.field,
            ]
        }
    }

    package let file: String
    /// The offered versions, the newest first.
    package let offered: [Bundle]
    /// The versions that clients must abandon.
    let withdrawn: [SemanticVersion]
    /// The versions that are no longer offered but may be kept.
    let retired: [SemanticVersion]
    /// The newest version that is no longer offered; the manifest names it when nothing is offered.
    private let last: Bundle?
    /// What precedes an archive's name in its URL.
    private let urlPrefix: String
    private let cacheControl: CacheControl

    init(_ list: BundleList, file: String, urlPrefix: String, cacheControl: CacheControl) {
        self.file = file
        self.urlPrefix = urlPrefix
        self.cacheControl = cacheControl
        func bundles(_ isIncluded: (BundleList.State) -> Bool) -> [Bundle] {
            list.entries.filter { isIncluded($0.state) }
                .compactMap { entry in entry.archive.map { Bundle(version: entry.version, archive: $0) } }
                .sorted { $0.version > $1.version }
        }
        offered = bundles { $0 == .offered }
        last = bundles { $0 != .offered }.first
        withdrawn = list.entries.filter { $0.state == .withdrawn }.map(\.version)
        retired = list.entries.filter { $0.state == .retired }.map(\.version)
    }

    /// The versions whose archive signatures the documents contain: the offered ones, else the last one.
    package var signed: [Bundle] { offered.isEmpty ? last.map { [$0] } ?? [] : offered }

    package var paths: [DocumentPath] {
        offered.map(\.path) + [.webBundleIndex] + (signed.isEmpty ? [] : [.webBundleManifest])
    }

    // MARK: Documents

    /// The index and the manifest.
    ///
    /// - Parameter signatures: the signatures over the archives of `signed`, in that order.
    package func documents(_ signatures: [ECDSASignature]) -> [RenderedDocument] {
        let index = index(signatures.map(\.derRepresentation))
        var documents = [document(.webBundleIndex, .webBundleIndex, index.json, .urlPrefix(urlPrefix))]
        if let manifest = manifest(index, signatures) {
            documents.append(document(.webBundleManifest, .webBundleManifest, manifest.json))
        }
        return documents
    }

    /// The index with empty signatures, for a comparison of what it offers.
    package var unsignedIndex: WebBundleIndex { index(signed.map { _ in [] }) }

    private func index(_ signatures: [[UInt8]]) -> WebBundleIndex {
        let entries = zip(offered, signatures).map { bundle, signature in
            WebBundleIndex.Entry(bundle: webBundle(bundle, signature), byteCount: bundle.archive.byteCount)
        }
        return WebBundleIndex(offered: entries, withdrawn: withdrawn, retired: retired)
    }

    private func manifest(_ index: WebBundleIndex, _ signatures: [ECDSASignature]) -> WebBundleManifest? {
        if let newest = index.offered.first { return WebBundleManifest(bundle: newest.bundle, withdrawn: withdrawn) }
        guard let last, let signature = signatures.first else { return nil }
        return WebBundleManifest(
            bundle: webBundle(last, signature.derRepresentation).forNoShell, withdrawn: withdrawn)
    }

    private func webBundle(_ bundle: Bundle, _ signature: [UInt8]) -> WebBundle {
        WebBundle(
            version: bundle.version, url: urlPrefix + DocumentPath.webBundleName(bundle.version),
            sha256: bundle.archive.digest.hexadecimal, signature: signature,
            minimumShell: bundle.archive.minimumShell, maximumShell: bundle.archive.maximumShell)
    }

    private func document(
        _ path: DocumentPath, _ format: DocumentFormat, _ json: JSONValue, _ knowledge: ReaderKnowledge? = nil
    ) -> RenderedDocument {
        RenderedDocument(
            path: path, format: format, contentType: MediaType.json, cacheControl: cacheControl,
            body: JSONWriter.bytes(of: json), knowledge: knowledge, origin: nil)
    }
}

extension BundleOffering {
    /// Reads the list that an environment names; nil when it names none or, with findings, when the list is invalid.
    init?(context: RenderingContext, files: any PolicyFiles) {
        let environment = context.environment
        guard let policy = environment.documents.webBundles else { return nil }
        guard environment.profile == .dated else {
            context.findings.add(
                .invalidValue,
                "environment \"\(environment.name)\" signs with profile body, and web bundles need a signed date",
                at: policy.list.position, hint: "set \"profile\": \"dated\"")
            return nil
        }
        let place = PolicyPlace(file: context.findings.file, position: policy.list.position)
        let file = place.path(of: policy.list.value)
        let bytes = context.findings.attempt {
            do {
                return try files.read(policy.list.value, limit: Limits.policyBytes, at: place)
            } catch let error as Finding where error.code == .missingFile {
                throw Finding(
                    error.code, error.file, error.position, error.message,
                    hint: "make it with: signet bundle pack DIR --version 1.0.0 …")
            }
        }
        guard let bytes, let list = BundleList(parsing: bytes, FileFindings(file, context.findings.all)) else {
            return nil
        }
        self.init(
            list, file: file, urlPrefix: policy.urlPrefix,
            cacheControl: environment.cacheControl.value(of: .webBundleIndex))
    }
}
