import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier

/// A body of a tree, with what has to prove it.
struct SignedSubject {
    let listed: Publication.Document
    let index: VerifiedIndex
    let body: [UInt8]
    let fields: [HeaderField]
    let sidecar: [UInt8]?

    var path: DocumentPath { listed.path }
    var publication: Publication { index.publication }
}

extension TreeVerifier {
    typealias VerifiedSubject = (document: VerificationReport.Document, jws: VerifiedTree.JWSFile?)

    /// Checks every signature of a body, and that they agree.
    ///
    /// - Returns: nil when the headers, which must be signed, are not.
    func check(
        _ subject: SignedSubject, of tree: TreeFolder, into report: inout VerificationReport
    ) throws(FileError) -> VerifiedSubject? {
        let path = subject.path
        let listedJWS = jws(of: subject, into: &report)
        let body = SignedBody(headers: subject.fields, profile: subject.publication.profile) {
            BodyDigests(of: subject.body, date: $0)
        }
        var header: VerifiedSignature?
        if subject.publication.envelopes.hasHeaders {
            header = verifiedHeader(body, of: subject, into: &report)
            guard header != nil else { return nil }
        } else if subject.fields.contains(where: \.carriesSignature) {
            report.refuse(path.headersSidecar, "has a signature, and the envelopes of publication.jws have no headers")
        }
        let web = try listedJWS.flatMap { (listed) throws(FileError) in
            try verifiedJWS(listed, of: subject, in: tree, into: &report)
        }
        // A body that only its `.sig` proves is by the key of the publication.
        let key = header?.key ?? web?.signature.key ?? subject.index.key
        if let web = web?.signature {
            if web.key.id != key.id {
                report.refuse(path.jwsSidecar, "is signed by \"\(web.key.id)\", and the headers by \"\(key.id)\"")
            }
            if let date = header?.date, let webDate = web.date, date != webDate {
                report.refuse(path.jwsSidecar, "has the date \(webDate), and the headers have \(date)")
            }
        }
        checkPin(of: key, path.rawValue, into: &report)
        checkSidecar(subject.sidecar, path, into: &report) { (sidecar) throws(BodySignatureError) in
            if let header {
                try sidecar.check(body.digests.body, beside: header)
            } else {
                try sidecar.check(digest: body.digests.body, key: key.publicKey)
            }
        }
        let document = VerificationReport.Document(
            path: path.rawValue, format: subject.listed.format, byteCount: subject.body.count,
            digest: body.digests.body,
            key: key, profile: header?.profile, date: header?.date ?? web?.signature.date, jws: web?.header)
        return (document, web?.file)
    }

    private func verifiedHeader(
        _ body: SignedBody, of subject: SignedSubject, into report: inout VerificationReport
    ) -> VerifiedSignature? {
        do throws(VerificationError) {
            return try verifier(of: subject).verify(body)
        } catch {
            report.refuse(subject.path.rawValue, error.message, hint: error.hint)
            return nil
        }
    }

    private func verifier(of subject: SignedSubject) -> SignatureVerifier {
        SignatureVerifier(keys: keys, environment: subject.publication.environment, profile: nil)
    }

    /// The `.jws` that the index lists and that the document can have.
    private func jws(of subject: SignedSubject, into report: inout VerificationReport) -> ListedDigest? {
        let (listed, path) = (subject.listed, subject.path.rawValue)
        let exclusion = JWS.exclusion(of: subject.body, as: listed.format)
        switch (listed.jwsDigest, subject.publication.envelopes.hasJWS, exclusion) {
        case (let digest?, true, nil): return digest
        case (nil, true, nil): report.refuse(path, "has no .jws in publication.jws")
        case (_?, true, let reason?):
            report.refuse(path, "has a .jws in publication.jws, and can have none: \(reason.message)")
        case (_?, false, _): report.refuse(path, "has a .jws in publication.jws, whose envelopes have no jws")
        case (nil, _, _): break
        }
        return nil
    }

    private struct FoundJWS {
        let file: VerifiedTree.JWSFile
        let header: JWS.Header
        let signature: VerifiedSignature
    }

    /// Checks the `.jws` that a body must have; nil if it is missing or cannot be read.
    private func verifiedJWS(
        _ listed: ListedDigest, of subject: SignedSubject, in tree: TreeFolder, into report: inout VerificationReport
    ) throws(FileError) -> FoundJWS? {
        guard let (bytes, file) = try foundJWS(listed, of: subject, in: tree, into: &report) else { return nil }
        do throws(VerificationError) {
            let document = try translating(JWS(bytes), to: VerificationError.malformed)
            let signature = try verifier(of: subject).verify(document, path: subject.path)
            if document.body != subject.body {
                report.refuse(file.path, "holds another body than \(subject.path)")
            }
            return FoundJWS(file: file, header: document.header, signature: signature)
        } catch {
            report.refuse(file.path, error.message, hint: error.hint)
            return nil
        }
    }

    /// The bytes of the `.jws` that a body must have; nil if it is missing.
    private func foundJWS(
        _ listed: ListedDigest, of subject: SignedSubject, in tree: TreeFolder, into report: inout VerificationReport
    ) throws(FileError) -> (bytes: [UInt8], file: VerifiedTree.JWSFile)? {
        let path = subject.path.jwsSidecar
        let bytes: [UInt8]?
        do throws(FileError) {
            bytes = try tree.read(path, limit: JWS.byteLimit(ofBody: subject.body.count))
        } catch {
            guard case .tooLarge = error.reason else { throw error }
            report.refuse(path, "is larger than it can be")
            return nil
        }
        guard let bytes else {
            report.refuse(path, "is missing")
            return nil
        }
        let digest = SHA256.hash(bytes)
        if !listed.matches(digest) { report.refuse(path, "is not the file that publication.jws lists") }
        return (bytes, VerifiedTree.JWSFile(path: path, byteCount: bytes.count, digest: ListedDigest(digest)))
    }
}

extension HeaderField {
    package var carriesSignature: Bool { isNamed(SignatureHeader.name) || isNamed(SignatureHeader.dateName) }
}
