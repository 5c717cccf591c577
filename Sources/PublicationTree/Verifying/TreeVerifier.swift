import Diagnostics
import LocalFiles
import ManifestVerifier

/// Checks a finished tree the way a reviewer would: every signature, nothing missing, nothing extra, and the index,
/// the sidecars and the bodies agree.
package struct TreeVerifier: Sendable {
    /// The keys that are known.
    package let keys: TrustedKeys
    /// The fingerprint that the signing key must have, 64 lowercase hexadecimal digits; nil for any key of the ring.
    package let pin: String?
    /// How much of the archives of web bundles is looked at.
    package let archives: Archives

    package init(keys: TrustedKeys, pin: String? = nil, archives: Archives = .present) {
        self.keys = keys
        self.pin = pin
        self.archives = archives
    }

    /// Checks the tree of an environment; what is wrong goes into the report, what cannot be read is an error.
    ///
    /// - Parameter progress: told how many documents are done of how many.
    package func verify(
        _ tree: TreeFolder, environment: EnvironmentName, progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws(FileError) -> VerificationReport {
        var report = VerificationReport()
        for entry in tree.unexpectedEntries { report.refuse(entry.path, entry.reason) }

        guard let publication = try verifiedIndex(of: tree, environment: environment, into: &report) else {
            return report
        }
        checkFiles(of: tree, against: publication, into: &report)

        let counter = ProgressCounter(total: publication.documents.count, report: progress)
        let checked = try await publication.documents.concurrentMap { (document) throws(FileError) in
            defer { counter.step() }
            return try check(document, of: tree, publication: publication)
        }
        for outcome in checked {
            report.documents += outcome.documents
            report.unreadArchives += outcome.unreadArchives
            report.refusals += outcome.refusals
        }
        let key = publication.keyID.flatMap { keys.key(for: $0) }
        try WebBundleCheck(tree: tree, publication: publication, key: key).check(into: &report)
        return report
    }

    // MARK: The index

    private func verifiedIndex(
        of tree: TreeFolder, environment: EnvironmentName, into report: inout VerificationReport
    ) throws(FileError) -> Publication? {
        let refusals = report.refusals.count
        let path = DocumentPath.publication
        guard let files = try tree.read(path, bodyLimit: Limits.publicationBytes) else {
            report.refuse(path.rawValue, "is missing", hint: "build the tree with: signet build")
            return nil
        }
        guard files.headers != nil || files.signature != nil else {
            report.refuse(
                path.rawValue, "is not signed",
                hint: "sign the tree with: signet sign --publication \(tree.folder.path)")
            return nil
        }
        guard let fields = headers(files.headers, path: path, into: &report) else { return nil }
        // The index names its profile, but is not verified yet: the headers say which one to check, and the index must
        // agree with them.
        let body = SignedBody(headers: fields, profile: nil) { BodyDigests(of: files.body, date: $0) }
        guard
            let document = check(
                body, sidecar: files.signature, path: path, format: nil, environment: environment, into: &report)
        else { return nil }

        let publication: Publication
        do throws(DocumentError) {
            publication = try Publication(body: files.body)
        } catch {
            report.refuse(error.place.map { "\(path):\($0)" } ?? path.rawValue, error.reason)
            return nil
        }
        let contradictions = publication.contradictions(
            environment: environment, signer: document.key.id, profile: document.profile)
        for contradiction in contradictions { report.refuse(path.rawValue, contradiction.message) }
        if report.refusals.count == refusals { report.documents.append(document) }
        return publication
    }

    private func checkFiles(
        of tree: TreeFolder, against publication: Publication, into report: inout VerificationReport
    ) {
        var expected: Set<String> = []
        for path in publication.documents.map(\.path) + [DocumentPath.publication] {
            expected.formUnion([path.rawValue, path.signatureSidecar, path.headersSidecar])
        }
        for path in tree.files.subtracting(expected).sorted() {
            report.refuse(path, "is not part of the publication", hint: "remove it, or build the tree again")
        }
    }

    // MARK: Documents

    private func check(
        _ listed: Publication.Document, of tree: TreeFolder, publication: Publication
    ) throws(FileError) -> VerificationReport {
        guard listed.format != .webBundle else {
            return try checkArchive(listed, of: tree, publication: publication)
        }
        var report = VerificationReport()
        let path = listed.path
        guard let body = try tree.body(of: path, listed.format) else {
            report.refuse(path.rawValue, "is missing")
            return report
        }
        let sidecars = try tree.sidecars(of: path)
        guard let fields = headers(sidecars.headers, path: path, into: &report) else { return report }
        let signed = try SignedBody(headers: fields, profile: publication.profile) { (date) throws(FileError) in
            try body.digests(date: date)
        }
        let digests = signed.digests
        if digests.byteCount != listed.byteCount || digests.body.hexadecimal != listed.sha256 {
            report.refuse(path.rawValue, "is not the body that publication.json lists")
        }
        if fields != listed.headers {
            report.refuse(path.headersSidecar, "does not agree with the headers in publication.json")
        }
        guard
            let document = check(
                signed, sidecar: sidecars.signature, path: path, format: listed.format,
                environment: publication.environment, into: &report)
        else { return report }
        if document.key.id != publication.keyID {
            report.refuse(path.rawValue, "is signed by \"\(document.key.id)\", not by the key of the publication")
        }
        if case .bytes(let bytes) = body {
            do throws(DocumentError) {
                _ = try DocumentContent(listed.format, body: bytes)
            } catch {
                let place = error.place.map { "\(path):\($0)" } ?? path.rawValue
                report.refuse(place, "is no \(listed.format.rawValue) document: \(error.reason)")
            }
            if listed.format == .file {
                do throws(OtherMeaning) {
                    try OtherMeaning.check(bytes, as: .file)
                } catch {
                    report.refuse(path.rawValue, error.message, hint: error.hint)
                }
            }
        }
        if report.refusals.isEmpty { report.documents = [document] }
        return report
    }

    /// The fields of a headers sidecar.
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

    /// Checks the signature header of a body and its signature sidecar.
    private func check(
        _ body: SignedBody, sidecar: [UInt8]?, path: DocumentPath, format: DocumentFormat?,
        environment: EnvironmentName, into report: inout VerificationReport
    ) -> VerificationReport.Document? {
        let signature: VerifiedSignature
        do throws(VerificationError) {
            signature = try SignatureVerifier(keys: keys, environment: environment, profile: nil).verify(body)
        } catch {
            report.refuse(path.rawValue, error.message, hint: error.hint)
            return nil
        }
        let key = signature.key
        if let pin, key.publicKey.fingerprint.hexadecimal != pin {
            report.refuse(
                path.rawValue, "is signed by a key with fingerprint \(key.publicKey.fingerprint), not \(pin)")
        }
        if let sidecar {
            do throws(BodySignatureError) {
                try BodySignature(sidecar: sidecar).check(body.digests.body, beside: signature)
            } catch {
                report.refuse(path.signatureSidecar, error.message, hint: error.hint)
            }
        } else {
            report.refuse(path.signatureSidecar, "is missing")
        }
        return VerificationReport.Document(
            path: path.rawValue, format: format, byteCount: body.digests.byteCount, digest: body.digests.body, key: key,
            profile: signature.profile, date: signature.date)
    }
}
