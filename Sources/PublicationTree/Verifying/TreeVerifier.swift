import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier

/// Checks a finished tree the way a reviewer would: every signature, nothing missing, nothing extra, and the index,
/// the sidecars and the bodies agree.
package struct TreeVerifier: Sendable {
    package let keys: TrustedKeys
    /// The fingerprint that the signing key must have, 64 lowercase hexadecimal digits; nil for any key of the ring.
    package let pin: String?
    /// How thoroughly the archives of web bundles are checked.
    package let archives: Archives

    package init(keys: TrustedKeys, pin: String? = nil, archives: Archives = .present) {
        self.keys = keys
        self.pin = pin
        self.archives = archives
    }

    /// Checks the tree of an environment; what is wrong goes into the report, what cannot be read is an error.
    ///
    /// - Parameter progress: receives the number of finished documents and the total.
    package func verify(
        _ tree: TreeFolder, environment: EnvironmentName, progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws(FileError) -> VerificationReport {
        try await examine(tree, environment: environment, keepsBytes: false, progress: progress).report
    }

    struct Examination: Sendable {
        var report = VerificationReport()
        /// The index, if a trusted key signed it.
        var index: VerifiedIndex?
        /// What was verified of the documents in the order of the index, if it was to be kept.
        var documents: [Document] = []

        struct Document: Sendable {
            var report = VerificationReport()
            var sidecar: [UInt8]?
            var date: SignedDate?
            var jws: VerifiedTree.JWSFile?
            /// The body of a rendered document; static files and archives may be large and are not kept.
            var body: [UInt8]?
        }
    }

    /// - Parameter keepsBytes: whether the examination also has the bytes that were verified.
    func examine(
        _ tree: TreeFolder, environment: EnvironmentName, keepsBytes: Bool,
        progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws(FileError) -> Examination {
        var examination = Examination()
        for entry in tree.unexpectedEntries { examination.report.refuse(entry.path, entry.reason) }
        guard let index = try index(of: tree, environment: environment, into: &examination.report) else {
            return examination
        }
        examination.index = index
        let publication = index.publication
        checkFiles(of: tree, against: publication, into: &examination.report)

        let counter = ProgressCounter(total: publication.documents.count, report: progress)
        let documents = try await publication.documents.concurrentMap { (listed) throws(FileError) in
            defer { counter.step() }
            let document = try check(listed, of: tree, index)
            return keepsBytes ? document : Examination.Document(report: document.report)
        }
        for document in documents {
            examination.report.documents += document.report.documents
            examination.report.unreadArchives += document.report.unreadArchives
            examination.report.refusals += document.report.refusals
        }
        if keepsBytes { examination.documents = documents }
        try WebBundleCheck(tree: tree, publication: publication, key: index.key).check(into: &examination.report)
        return examination
    }

    private func checkFiles(
        of tree: TreeFolder, against publication: Publication, into report: inout VerificationReport
    ) {
        var expected: Set<String> = []
        for document in publication.documents {
            let path = document.path
            expected.formUnion([path.rawValue, path.signatureSidecar, path.headersSidecar])
            if document.jws != nil { expected.insert(path.jwsSidecar) }
        }
        expected.insert(DocumentPath.publication.file)
        let hint =
            tree.files.contains(TreeFolder.siteList)
            ? "signet publish wrote this folder for a host; check it where it is served: signet verify https://…"
            : "remove it, or build the tree again"
        for path in tree.files.subtracting(expected).sorted() {
            report.refuse(path, "is not part of the publication", hint: hint)
        }
    }

    private func check(
        _ listed: Publication.Document, of tree: TreeFolder, _ index: VerifiedIndex
    ) throws(FileError) -> Examination.Document {
        guard listed.format != .webBundle else { return try checkArchive(listed, of: tree, key: index.key) }
        var checked = Examination.Document()
        let path = listed.path
        guard let body = try tree.read(path.rawValue, limit: listed.format.byteLimit) else {
            checked.report.refuse(path.rawValue, "is missing")
            return checked
        }
        let sidecars = try tree.sidecars(of: path)
        guard let fields = headers(sidecars.headers, path: path, into: &checked.report) else { return checked }
        if body.count != listed.byteCount || !listed.digest.matches(SHA256.hash(body)) {
            checked.report.refuse(path.rawValue, "is not the body that publication.jws lists")
        }
        if fields != listed.headers {
            checked.report.refuse(path.headersSidecar, "does not agree with the headers in publication.jws")
        }
        let subject = SignedSubject(
            listed: listed, index: index, body: body, fields: fields, sidecar: sidecars.signature)
        guard let verified = try check(subject, of: tree, into: &checked.report) else { return checked }
        if verified.document.key.id != index.key.id {
            checked.report.refuse(
                path.rawValue, "is signed by \"\(verified.document.key.id)\", not by the key of the publication")
        }
        checkContent(of: listed, body, into: &checked.report)
        if checked.report.refusals.isEmpty { checked.report.documents = [verified.document] }
        checked.sidecar = sidecars.signature
        checked.date = verified.document.date
        checked.jws = verified.jws
        if listed.format != .file { checked.body = body }
        return checked
    }

    private func checkContent(
        of listed: Publication.Document, _ body: [UInt8], into report: inout VerificationReport
    ) {
        let path = listed.path
        guard listed.format != .file else {
            do throws(OtherMeaning) {
                try OtherMeaning.check(body, as: .file)
            } catch {
                report.refuse(path.rawValue, error.message, hint: error.hint)
            }
            return
        }
        do throws(DocumentError) {
            _ = try listed.format.reader.read(body)
        } catch {
            let place = error.place.map { "\(path):\($0)" } ?? path.rawValue
            report.refuse(place, "is not a document of format \(listed.format.rawValue): \(error.reason)")
        }
    }

    func headers(
        _ sidecar: [UInt8]?, path: DocumentPath, into report: inout VerificationReport
    ) -> [HeaderField]? {
        guard let bytes = sidecar else {
            report.refuse(path.headersSidecar, "is missing")
            return nil
        }
        do throws(HeaderFieldsError) {
            return try [HeaderField](sidecarBytes: bytes)
        } catch {
            report.refuse(path.headersSidecar, error.message)
            return nil
        }
    }

    func checkPin(of key: TrustedKey, _ path: String, into report: inout VerificationReport) {
        guard let pin, key.publicKey.fingerprint.hexadecimal != pin else { return }
        report.refuse(path, "is signed by a key with fingerprint \(key.publicKey.fingerprint), not \(pin)")
    }

    func checkSidecar(
        _ sidecar: [UInt8]?, _ path: DocumentPath, into report: inout VerificationReport,
        _ check: (BodySignature) throws(BodySignatureError) -> Void
    ) {
        guard let sidecar else { return report.refuse(path.signatureSidecar, "is missing") }
        do throws(BodySignatureError) {
            try check(BodySignature(sidecar: sidecar))
        } catch {
            report.refuse(path.signatureSidecar, error.message, hint: error.hint)
        }
    }

    /// Checks the index of a tree.
    ///
    /// - Returns: nil when no trusted key signed it, so that none of it counts.
    func index(
        of tree: TreeFolder, environment: EnvironmentName, into report: inout VerificationReport
    ) throws(FileError) -> VerifiedIndex? {
        let path = DocumentPath.publication
        guard let file = try tree.read(path.file, limit: VerifiedIndex.byteLimit) else {
            if tree.files.contains(path.rawValue) {
                report.refuse(
                    path.rawValue, "is not signed",
                    hint: "sign the tree with: signet sign --publication \(tree.folder.path)")
            } else {
                report.refuse(path.file, "is missing", hint: "build the tree with: signet build")
            }
            return nil
        }
        do throws(VerifiedIndex.Failure) {
            let index = try VerifiedIndex(file, keys: keys, environment: environment)
            checkPin(of: index.key, path.file, into: &report)
            checkKeys(of: index.publication, into: &report)
            if report.refusals.isEmpty { report.documents.append(index.report) }
            return index
        } catch {
            report.refuse(path.file, error.message, hint: error.hint)
            return nil
        }
    }

    /// Checks that no id stands for another key than on the ring. States may have changed since the tree was built.
    private func checkKeys(of publication: Publication, into report: inout VerificationReport) {
        for listed in publication.keys {
            guard let key = keys.key(for: listed.id) else { continue }
            if key.publicKey.fingerprint.hexadecimal != listed.sha256 {
                report.refuse(
                    DocumentPath.publication.file, "has another key as \"\(listed.id)\" than the key ring")
            }
        }
    }
}
