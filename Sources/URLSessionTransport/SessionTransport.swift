import AppGate
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Fetches documents and files over URLSession.
///
/// There is no cache, no cookie and no credential, no compression is asked for, and what comes compressed all the same is
/// refused before a byte of it is expanded. Redirects are followed to the same host over https only.
public struct SessionTransport: DocumentTransport, FileTransport {
    private let clock: any Clock<Duration>

    /// A transport; every request has a session of its own, which ends with it.
    ///
    /// - Parameter clock: measures the time limit, which URLSession does not keep everywhere.
    public init(clock: any Clock<Duration> = ContinuousClock()) {
        self.clock = clock
    }

    public func response(
        for url: URL, byteLimit: Int, timeLimit: Duration
    ) async throws(TransportError) -> DocumentResponse {
        try await answer(from: url, byteLimit: byteLimit, timeLimit: timeLimit, body: .collected)
    }

    public func download(
        _ url: URL, byteLimit: Int, timeLimit: Duration, receive: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws(TransportError) -> Int {
        try await answer(from: url, byteLimit: byteLimit, timeLimit: timeLimit, body: .handedOn(receive)).status
    }

    private func answer(
        from url: URL, byteLimit: Int, timeLimit: Duration, body: Exchange.Body
    ) async throws(TransportError) -> DocumentResponse {
        guard url.isFetched else { throw .unacceptableURL(url.absoluteString) }
        let exchange = Exchange(url: url, byteLimit: byteLimit, body: body)
        let result = await clock.first(within: timeLimit) { await exchange.result() }
        // Also when it is over: a session that is not ended keeps its delegate for ever.
        await exchange.cancel()
        guard let result else { throw Task.isCancelled ? .cancelled : .timedOut }
        return try result.get()
    }
}

extension URL {
    /// Whether anything is fetched from there: over https, or from this very machine.
    var isFetched: Bool {
        switch scheme?.lowercased() {
        case "https": host != nil
        case "http": ["127.0.0.1", "localhost", "::1"].contains(host)
        default: false
        }
    }

    /// Whether a redirect from here to `target` is followed.
    package func redirects(to target: URL) -> Bool {
        target.isFetched && target.host?.lowercased() == host?.lowercased()
            && (target.scheme?.lowercased() == "https" || scheme?.lowercased() == "http")
            && target.user == nil && target.password == nil
    }
}
