import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Fetches one URL; `SessionTransport` does it over URLSession.
///
/// A transport asks for no compression and refuses a compressed response, uses no cache, sends no validators, and follows
/// redirects only to the same host over https. It need not trust what it gets: the gate verifies it.
public protocol DocumentTransport: Sendable {
    /// The response to a GET.
    ///
    /// - Parameters:
    ///   - url: where the document is.
    ///   - byteLimit: the largest body in bytes; a larger one is refused as soon as its size is known.
    ///   - timeLimit: in seconds, for the whole exchange, from the request to the last byte.
    func response(
        for url: URL, byteLimit: Int, timeLimit: TimeInterval
    ) async throws(TransportError) -> DocumentResponse
}

extension DocumentTransport {
    /// The response to one request for a gate's document.
    func response(
        for configuration: GateConfiguration, on clock: any SteadyClock
    ) async -> Result<DocumentResponse, CheckFailure> {
        let (url, byteLimit) = (configuration.url, configuration.byteLimit)
        let timeLimit = configuration.requestTimeLimit
        // The transport has the same limit; one that ignores it must not block all later fetches.
        let result = await clock.first(within: timeLimit) { () -> Result<DocumentResponse, CheckFailure> in
            do throws(TransportError) {
                return .success(try await self.response(for: url, byteLimit: byteLimit, timeLimit: timeLimit))
            } catch {
                return .failure(.transport(error))
            }
        }
        return result ?? .failure(.transport(.timedOut))
    }
}

/// What a server answered.
public struct DocumentResponse: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The headers as received, repeated ones included.
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

/// Answers every request with the same document, or with none: previews and tests of an app need no network.
///
/// It lends no trust. The gate verifies the document like any other, so that it must be signed by a key on the ring.
public struct FixedTransport: DocumentTransport {
    private let document: Download?

    /// A transport with one answer.
    ///
    /// - Parameter document: a body with its headers, or a `.jws`, as in a tree; nil to be a device without a network.
    public init(_ document: Download?) {
        self.document = document
    }

    /// The document with status 200, else ``TransportError/unreachable(_:)``.
    public func response(
        for url: URL, byteLimit: Int, timeLimit: TimeInterval
    ) async throws(TransportError) -> DocumentResponse {
        guard let document else { throw .unreachable("there is no network here") }
        return DocumentResponse(status: 200, headers: document.headers, body: document.body)
    }
}

/// Why there is no response.
public enum TransportError: Error, Equatable, Sendable {
    /// The address may not be fetched: it is not https.
    case unacceptableURL(String)
    /// There is no connection, or it is not trusted or was lost, for this reason.
    case unreachable(String)
    /// There was no complete answer in time, or nothing came for too long.
    case timedOut
    /// The body is longer than the limit, in bytes.
    case bodyTooLarge(limit: Int)
    /// A redirect to another host, or away from https.
    case redirected(to: String)
    /// The body is compressed in this way, though no compression was asked for.
    case encoded(String)
    /// The receiver of the body refused the rest of it, for this reason.
    case rejected(String)
    /// The network costs something, and the request was for another one.
    case metered
    /// The caller cancelled.
    case cancelled
}
