import Diagnostics
import ManifestVerifier
import PublicationTree
import WebBundles

/// What one environment publishes of the reviewed list of web bundles: archives, and documents about them.
package struct BundleOffering: Sendable {
    /// A version that has an archive.
    package struct Bundle: Sendable {
        package let version: SemanticVersion
        package let archive: BundleList.Archive
        package let isOffered: Bool
        /// Whom it is offered to; nil for everybody.
        let conditions: BundleConditions?

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
    /// The shells whose surfaces the list has. No document says them: they tell where a bundle may be offered.
    package let recordedShells: [RecordedShell]
    /// The versions on offer, to everybody or not, the newest first.
    package let offered: [Bundle]
    /// The versions of each state that are no longer offered.
    private let ended: [BundleList.State: [SemanticVersion]]
    /// The versions that have an archive and are no longer offered, the newest first.
    private let formerlyOffered: [Bundle]
    private let urlPrefix: String
    private let cacheControl: CacheControl

    package init(_ list: BundleList, file: String, urlPrefix: String, cacheControl: CacheControl) {
        self.file = file
        recordedShells = list.shells
        (self.urlPrefix, self.cacheControl) = (urlPrefix, cacheControl)
        func bundles(_ entries: [BundleList.Entry]) -> [Bundle] {
            entries.compactMap { entry in
                entry.archive.map {
                    Bundle(
                        version: entry.version, archive: $0, isOffered: entry.state == .offered,
                        conditions: entry.conditions)
                }
            }.sorted { $0.version > $1.version }
        }
        offered = bundles(list.entries.filter { $0.state == .offered })
        formerlyOffered = bundles(list.entries.filter { $0.state != .offered })
        ended = Dictionary(grouping: list.entries.filter { $0.state != .offered }, by: \.state)
            .mapValues { $0.map(\.version) }
    }

    /// The versions whose archive signatures the documents contain: those on offer. When there are none, the last one that
    /// was, which the manifest names: only of that one a former tree has a signature, and perhaps nobody the archive.
    package func signed(in former: FormerBundles) -> [Bundle] {
        guard offered.isEmpty else { return offered }
        let signed = formerlyOffered.filter { signature(of: $0, in: former) != nil }
        // The one that is named already stays so.
        let last = signed.first { former.names($0.archive.digest) } ?? signed.first ?? formerlyOffered.first
        return last.map { [$0] } ?? []
    }

    /// The signature over an archive that a former tree has. One on offer is read again when its size or the list of its
    /// files is another one than that tree says.
    package func signature(of bundle: Bundle, in former: FormerBundles) -> ECDSASignature? {
        let archive = bundle.archive
        return former.signature(
            over: archive.digest, of: bundle.isOffered ? (archive.byteCount, archive.files) : nil)
    }

    package var paths: [DocumentPath] {
        offered.map(\.path) + [.webBundleIndex]
            + (offered.isEmpty && formerlyOffered.isEmpty ? [] : [.webBundleManifest])
    }

    /// The index and the manifest.
    ///
    /// - Parameter signed: the signatures over the archives of what is `signed`.
    package func documents(_ signed: [(bundle: Bundle, signature: ECDSASignature)]) -> [RenderedDocument] {
        let signatures = Dictionary(
            signed.map { ($0.bundle.version, $0.signature.derRepresentation) }, uniquingKeysWith: { first, _ in first })
        return documents(naming: signed.first?.bundle) { bundle in
            guard let signature = signatures[bundle.version] else {
                preconditionFailure("the caller has signed what is to be signed")
            }
            return signature
        }
    }

    /// The index and the manifest with the signatures of a tree that was built; nil when it lacks one of them.
    package func documents(signedIn former: FormerBundles) -> [RenderedDocument]? {
        let bundles = signed(in: former)
        let signed = bundles.compactMap { bundle in signature(of: bundle, in: former).map { (bundle, $0) } }
        return signed.count == bundles.count ? documents(signed) : nil
    }

    /// The same with empty signatures, for a comparison of how they reach devices.
    package var unsignedDocuments: [RenderedDocument] {
        documents(naming: offered.first ?? formerlyOffered.first) { _ in [] }
    }

    /// - Parameter last: what the manifest names for no shell when nothing is for everybody on both platforms.
    private func documents(naming last: Bundle?, _ signature: (Bundle) -> [UInt8]) -> [RenderedDocument] {
        let index = index(signature)
        var documents = [document(.webBundleIndex, .webBundleIndex, index.json, .urlPrefix(urlPrefix))]
        // Clients of the manifest need all members.
        let none = last.map { last in
            WebBundleManifest(
                bundle: webBundle(last, signature(last)), shells: .noShell, withdrawn: index.withdrawn)
        }
        if let manifest = WebBundleManifest(of: index) ?? none {
            documents.append(document(.webBundleManifest, .webBundleManifest, manifest.json))
        }
        return documents
    }

    /// The index with empty signatures, for a comparison of what it offers.
    package var unsignedIndex: WebBundleIndex { index { _ in [] } }

    private func index(_ signature: (Bundle) -> [UInt8]) -> WebBundleIndex {
        let entries = offered.map { bundle in
            WebBundleIndex.Entry(
                bundle: webBundle(bundle, signature(bundle)), byteCount: bundle.archive.byteCount,
                shells: bundle.archive.shells, files: bundle.archive.files, conditions: bundle.conditions)
        }
        return WebBundleIndex(
            entries, halted: ended[.halted] ?? [], withdrawn: ended[.withdrawn] ?? [], retired: ended[.retired] ?? [])
    }

    private func webBundle(_ bundle: Bundle, _ signature: [UInt8]) -> WebBundle {
        WebBundle(
            version: bundle.version, url: urlPrefix + DocumentPath.webBundleName(bundle.version),
            sha256: bundle.archive.digest.hexadecimal, signature: signature)
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
    init?(_ rendering: EnvironmentRendering) {
        let (environment, findings) = (rendering.environment, rendering.findings)
        guard let policy = environment.documents.webBundles,
            rendering.isDated(for: "web bundles", at: policy.list.position)
        else { return nil }
        let place = PolicyPlace(file: findings.file, position: policy.list.position)
        let file = place.path(of: policy.list.value)
        let bytes = findings.attempt {
            do {
                return try rendering.files.read(policy.list.value, limit: Limits.bundleListBytes, at: place)
            } catch let error as Finding where error.code == .missingFile {
                throw Finding(
                    error.code, error.file, error.position, error.message,
                    hint: "make it with: signet bundle pack DIR --version 1.0.0 …")
            }
        }
        guard let bytes, let list = BundleList(parsing: bytes, FileFindings(file, findings.all)) else {
            return nil
        }
        self.init(
            list, file: file, urlPrefix: policy.urlPrefix,
            cacheControl: environment.cacheControl.value(of: .webBundleIndex))
    }
}
