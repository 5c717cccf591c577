import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Fetches files that are too large for memory; `SessionTransport` does it over URLSession.
///
/// The rules are those of ``DocumentTransport``: no compression, no cache, one attempt, redirects only to the same host over
/// https. It need not trust what it gets either: the caller checks the file's hash and signature.
public protocol FileTransport: Sendable {
    /// Fetches a file, or the rest of it, with a GET.
    ///
    /// It tells the receiver of the head of the response, and passes on the body piece by piece where that is wanted. It
    /// does so by one thread at a time, and never again once this method has returned or thrown. A body that ends before
    /// its announced length is ``TransportError/unreachable(_:)``. When the receiver throws, the transfer ends with
    /// ``TransportError/rejected(_:)``.
    func download(_ request: FileRequest, to receiver: any FileReceiver) async throws(TransportError)
}

/// A request for a file.
public struct FileRequest: Equatable, Sendable {
    /// Where the file is.
    public var url: URL
    /// How many bytes of it are there and are not wanted again. Above 0, the request has `Range: bytes=COUNT-`.
    public var receivedCount: Int
    /// The validator of what is there, which is sent as `If-Match`; nil when nothing is.
    public var entityTag: String?
    /// The largest body in bytes; a larger one is refused as soon as its size is known.
    public var byteLimit: Int
    /// How many seconds may pass without a byte. The whole download has no time limit.
    public var silenceLimit: TimeInterval
    /// Whether to end with ``TransportError/metered`` on a network that costs something, where the system knows that.
    public var isUnmeteredOnly: Bool

    /// A request for a whole file.
    public init(_ url: URL, byteLimit: Int, silenceLimit: TimeInterval) {
        self.url = url
        self.byteLimit = byteLimit
        self.silenceLimit = silenceLimit
        receivedCount = 0
        isUnmeteredOnly = false
    }
}

/// Takes the response to a request for a file.
public protocol FileReceiver: Sendable {
    /// The response has begun, after all redirects.
    ///
    /// - Returns: whether its body is wanted; otherwise it is not awaited.
    func begin(status: Int, headers: [HeaderField]) throws -> Bool

    /// Takes the next piece of the body, which is never empty.
    func receive(_ piece: [UInt8]) throws
}
