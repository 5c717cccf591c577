import AppGate
import Foundation
import ManifestVerifier

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Fetches documents and files over URLSession.
///
/// It uses no cache, cookies or credentials and asks for no compression; a compressed response is refused before any of it
/// is expanded. Redirects are followed only to the same host over https.
public struct SessionTransport: DocumentTransport, FileTransport {
    private let clock: any Clock<Duration>

    /// A transport; every request has a session of its own, which ends with it.
    ///
    /// - Parameter clock: measures the time limit, which URLSession does not enforce everywhere.
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
        // Even when it is over: a session that is not invalidated keeps its delegate forever.
        await exchange.cancel()
        guard let result else { throw Task.isCancelled ? .cancelled : .timedOut }
        return try result.get()
    }
}

extension URL {
    /// Whether a transport fetches from there: over https, or over http from this very machine.
    var isFetched: Bool {
        switch scheme?.lowercased() {
        case "https": host != nil
        case "http": host.map(WebAddress.isThisMachine) ?? false
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
