/// What came from the network or a disk, not trusted yet, in the envelope that the app is configured for.
public struct Download: Sendable {
    /// The bytes as received: of the whole `.jws`, or of a body whose signature is elsewhere.
    public let body: [UInt8]
    /// The response headers as received; with ``Envelope/jws`` they say nothing.
    public let headers: [HeaderField]
    /// Where the signature is.
    public let envelope: Envelope

    /// The bytes of a `.jws`.
    public init(jws: [UInt8]) { self.init(body: jws, headers: [], in: .jws) }

    /// What a server answered to an app that is configured for an envelope.
    package init(body: [UInt8], headers: [HeaderField], in envelope: Envelope) {
        self.body = body
        self.headers = envelope == .jws ? [] : headers
        self.envelope = envelope
    }

    /// Reads what ``kept`` gives in one of these envelopes; nil for anything else.
    package init?(kept bytes: [UInt8], in envelopes: [Envelope]) {
        guard let download = envelopes.lazy.compactMap({ $0.form.download(kept: bytes) }).first else { return nil }
        self = download
    }

    /// The content of the file that keeps it.
    package var kept: [UInt8] { envelope.form.kept(self) }
}
