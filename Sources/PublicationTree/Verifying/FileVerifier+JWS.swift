import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier

extension FileVerifier {
    /// A document that carries its own signature, which verifies.
    typealias VerifiedJWS = (document: JWS, signature: VerifiedSignature)

    func checkJWS(_ name: String, in folder: Folder) throws -> VerificationReport.Document {
        let limit = JWS.byteLimit(ofBody: Limits.publicationBytes)
        let (document, signature) = try verify(folder.read(name, limit: limit))
        if document.header.path != .publication, document.body.count > Limits.manifestBytes {
            throw VerificationError.tooLarge(.body(limit: Limits.manifestBytes))
        }
        try checkPin(of: signature.key)
        return VerificationReport.Document(
            path: folder.child(name), byteCount: document.body.count, digest: SHA256.hash(document.body),
            key: signature.key, date: signature.date, jws: document.header)
    }

    /// Checks the `.jws` beside a body.
    ///
    /// - Parameters:
    ///   - digests: of the body that it must hold.
    ///   - header: the signature of the response headers, which must be by the same key and of the same date.
    func verify(
        _ jws: [UInt8], around digests: BodyDigests, beside header: VerifiedSignature?
    ) throws -> VerifiedJWS {
        let web = try verify(jws)
        func refuse(_ reason: String) -> Refusal {
            Refusal(reason: "its .jws \(reason)", hint: "sign the file again, in all of its envelopes")
        }
        guard SHA256.hash(web.document.body) == digests.body else { throw refuse("holds another body") }
        if let header {
            guard header.key.id == web.signature.key.id else {
                throw refuse("is signed by \"\(web.signature.key.id)\", and its headers by \"\(header.key.id)\"")
            }
            if let date = header.date, let webDate = web.signature.date, date != webDate {
                throw refuse("has the date \(webDate), and its headers have \(date)")
            }
        }
        return web
    }

    private func verify(_ jws: [UInt8]) throws(VerificationError) -> VerifiedJWS {
        let (document, signature, _) = try keys.verify(jws, at: path, environment: environment)
        return (document, signature)
    }
}

/// The sidecars beside a file that hold signatures of it.
struct SidecarFiles {
    var signature: [UInt8]?
    var jws: [UInt8]?

    init() {}

    init(beside name: String, in folder: Folder, bodyBytes: Int) throws(FileError) {
        signature = try folder.readIfPresent(name + DocumentPath.signatureSuffix, limit: Limits.sidecarBytes)
        jws = try folder.readIfPresent(
            name + DocumentPath.jwsSuffix, limit: JWS.byteLimit(ofBody: bodyBytes))
    }

    /// Checks the `.sig`, if it is there.
    ///
    /// - Parameter header: the signature of the response headers, if they have one.
    func check(_ digests: BodyDigests, key: TrustedKey, header: VerifiedSignature?) throws {
        guard let signature else { return }
        let parsed = try BodySignature(sidecar: signature)
        if let header {
            try parsed.check(digests.body, beside: header)
        } else {
            try parsed.check(digest: digests.body, key: key.publicKey)
        }
    }
}
