/// What came over the network or from a disk, not trusted yet.
public struct Download: Sendable {
    /// The bytes of the body as received.
    public let body: [UInt8]
    /// The response headers as received.
    public let headers: [HeaderField]

    /// A body and its headers.
    public init(body: [UInt8], headers: [HeaderField]) {
        self.body = body
        self.headers = headers
    }

    /// A body and the headers sidecar that `signet build` writes beside it, for a document that an app ships; nil when
    /// the sidecar is malformed.
    public init?(body: [UInt8], headersSidecar: [UInt8]) {
        guard let headers = try? [HeaderField](sidecarBytes: headersSidecar) else { return nil }
        self.init(body: body, headers: headers)
    }
}
