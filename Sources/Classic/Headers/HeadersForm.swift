import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Envelope {
    /// In response headers, beside the body.
    public static let headers = Envelope("headers", HeadersForm())
}

/// Reads documents whose signature is in response headers.
private struct HeadersForm: SignatureForm {
    func path(of document: DocumentPath) -> String { document.rawValue }

    func byteLimit(ofBody byteCount: Int) -> Int { byteCount }

    func read(
        _ download: Download, profile: SignatureProfile?, bodyLimit: Int
    ) throws(VerificationError) -> ClaimedBody {
        let body = download.body
        guard body.count <= bodyLimit else { throw .tooLarge(.body(limit: bodyLimit)) }
        let claim = try SignatureClaim(headers: download.headers, profile: profile)
        let fields = SignatureHeader(keyID: claim.keyID, signature: claim.signature.derRepresentation)
            .fields(date: claim.date)
        return ClaimedBody(
            claim: claim, digest: SHA256.hash(SignatureProfile.prefix(date: claim.date), body), body: body,
            download: Download(body: body, headers: fields))
    }

    func kept(_ download: Download) -> [UInt8] {
        Self.mark + download.headers.sidecarBytes + [UInt8(ascii: "\n")] + download.body
    }

    func download(kept bytes: [UInt8]) -> Download? {
        guard bytes.starts(with: Self.mark) else { return nil }
        let content = bytes.dropFirst(Self.mark.count)
        // Headers, an empty line, and the body.
        let start = content.prefix(Limits.sidecarBytes)
        guard let end = start.indices.first(where: { content[$0...].starts(with: Self.emptyLine) }),
            let headers = try? [HeaderField](sidecarBytes: Array(content[...end]))
        else { return nil }
        return Download(body: Array(content[(end + Self.emptyLine.count)...]), headers: headers)
    }

    private static let mark = Array("signet-manifest: 1\n".utf8)
    private static let emptyLine = Array("\n\n".utf8)
}

extension Download {
    /// A body and its headers.
    public init(body: [UInt8], headers: [HeaderField]) {
        self.init(body: body, headers: headers, in: .headers)
    }

    /// A body and the headers sidecar published beside it, for a document that an app ships; nil when the sidecar is
    /// malformed.
    public init?(body: [UInt8], headersSidecar: [UInt8]) {
        guard let headers = try? [HeaderField](sidecarBytes: headersSidecar) else { return nil }
        self.init(body: body, headers: headers)
    }
}

extension Verifier {
    /// Checks what came over the network with its signature in headers.
    ///
    /// - Parameters:
    ///   - download: a body and the response headers that came with it; a `.jws` has none, and needs a path.
    ///   - stored: the newest manifest of this document that is known, stored or embedded. A key that comes before its
    ///     key on the ring is refused; under the same key, so is what is older (rollback), and another body of the same
    ///     date.
    ///   - now: the time on the clock.
    public func verify(
        _ download: Download, stored: VerifiedManifest?, now: Date
    ) throws(VerificationError) -> VerifiedManifest {
        try verify(Download(body: download.body, headers: download.headers), path: nil, stored: stored, now: now)
    }
}
