import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Fetches one URL; `SessionTransport` does it over URLSession.
///
/// A transport asks for no compression and refuses a response that has any, uses no cache and sends no validators, and
/// follows redirects only to the same host over https. It need not trust what it gets: the gate verifies it.
public protocol DocumentTransport: Sendable {
    /// The response to a GET.
    ///
    /// - Parameters:
    ///   - url: where the document is.
    ///   - byteLimit: a longer body is refused as soon as that is known, in bytes.
    ///   - timeLimit: for all of it, from asking to the last byte.
    func response(
        for url: URL, byteLimit: Int, timeLimit: Duration
    ) async throws(TransportError) -> DocumentResponse
}

/// What a server answered.
public struct DocumentResponse: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The headers as received, repeated ones as often as they came.
    public let headers: [HeaderField]
    /// The body as received.
    public let body: [UInt8]

    /// An answer.
    public init(status: Int, headers: [HeaderField], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Why there is no response.
public enum TransportError: Error, Equatable, Sendable {
    /// The address is not one that may be fetched: not https.
    case unacceptableURL(String)
    /// No connection, none that can be trusted, or none that lasted, for this reason.
    case unreachable(String)
    /// There was no whole answer in time.
    case timedOut
    /// The body is longer than the limit, in bytes.
    case bodyTooLarge(limit: Int)
    /// A redirect to another host, or away from https.
    case redirected(to: String)
    /// The body is compressed in this way, though no compression was asked for.
    case encoded(String)
    /// Whoever takes the body wanted no more of it, for this reason.
    case rejected(String)
    /// Whoever waited does so no longer.
    case cancelled
}
