import ManifestFormat

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
}
