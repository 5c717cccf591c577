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
    private let clock: any SteadyClock

    /// A transport; every request has a session of its own, which ends with it.
    ///
    /// - Parameter clock: measures the time limit, which URLSession does not enforce everywhere.
    public init(clock: any SteadyClock = SystemClock.continuous) {
        self.clock = clock
    }

    public func response(
        for url: URL, byteLimit: Int, timeLimit: TimeInterval
    ) async throws(TransportError) -> DocumentResponse {
        let exchange = try exchange(with: url, byteLimit: byteLimit, body: .collected, Silence(on: clock))
        return try await answer(of: exchange, await clock.first(within: timeLimit) { await exchange.result() })
    }

    public func download(_ request: FileRequest, to receiver: any FileReceiver) async throws(TransportError) {
        let silence = Silence(on: clock)
        let exchange = try exchange(
            with: request.url, byteLimit: request.byteLimit, body: .handedOn(request, receiver), silence)
        let result = await clock.first(within: request.silenceLimit, of: silence) { await exchange.result() }
        _ = try await answer(of: exchange, result)
    }

    private func exchange(
        with url: URL, byteLimit: Int, body: Exchange.Body, _ silence: Silence
    ) throws(TransportError) -> Exchange {
        guard url.isFetched else { throw .unacceptableURL(url.absoluteString) }
        return Exchange(url: url, byteLimit: byteLimit, body: body, silence: silence)
    }

    private func answer(
        of exchange: Exchange, _ result: Result<DocumentResponse, TransportError>?
    ) async throws(TransportError) -> DocumentResponse {
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
