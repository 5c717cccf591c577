/// Reads documents that carry their own signature.
struct JWSForm: SignatureForm {
    func path(of document: DocumentPath) -> String { document.jwsSidecar }

    func byteLimit(ofBody byteCount: Int) -> Int { JWS.byteLimit(ofBody: byteCount) }

    /// A profile has no meaning here: there always is a signed date.
    func read(
        _ download: Download, profile: SignatureProfile?, bodyLimit: Int
    ) throws(VerificationError) -> ClaimedBody {
        let file = download.body
        guard file.count <= byteLimit(ofBody: bodyLimit) else { throw .tooLarge(.body(limit: bodyLimit)) }
        let document = try translating(JWS(file), to: VerificationError.malformed)
        guard document.body.count <= bodyLimit else { throw .tooLarge(.body(limit: bodyLimit)) }
        return ClaimedBody(
            claim: SignatureClaim(document), digest: document.digest, body: document.body,
            download: Download(jws: file))
    }

    func kept(_ download: Download) -> [UInt8] { Self.mark + download.body }

    func download(kept bytes: [UInt8]) -> Download? {
        bytes.starts(with: Self.mark) ? Download(jws: Array(bytes.dropFirst(Self.mark.count))) : nil
    }

    private static let mark = Array("signet-jws: 1\n".utf8)
}
