import AppGate
import Foundation
import ManifestVerifier
import TestSupport
import WebBundles

/// A server in memory.
final class Site: DocumentTransport, FileTransport {
    /// What the server has at a path.
    enum Resource: Sendable {
        case document(Download)
        case file([UInt8])
        case status(Int)
        case failure(TransportError)
        /// So many bytes of a file, and then no more.
        case broken([UInt8])
        /// A file that comes as a whole, whatever the limit is.
        case generous([UInt8])
        /// A file that comes byte for byte until whoever waits is cancelled; a document that does not come.
        case endless
    }

    private struct State {
        var resources: [String: Resource] = [:]
        var requests: [String] = []
        var events: [String: @Sendable () async -> Void] = [:]
    }

    private let state = Locked(State())

    /// The last parts of the paths that were asked for, in order.
    var requests: [String] { state.withLock { $0.requests } }

    /// Everything that the server has, by the last parts of the paths.
    var resources: [String: Resource] { state.withLock { $0.resources } }

    func set(_ name: String, _ resource: Resource) { state.withLock { $0.resources[name] = resource } }
    /// Has something happen once, while a file is on its way.
    func during(_ name: String, _ event: @escaping @Sendable () async -> Void) {
        state.withLock { $0.events[name] = event }
    }
    func resource(_ name: String) -> Resource? { state.withLock { $0.resources[name] } }

    private func ask(_ url: URL) -> Resource {
        state.withLock { state in
            state.requests.append(url.lastPathComponent)
            return state.resources[url.lastPathComponent] ?? .status(404)
        }
    }

    func response(
        for url: URL, byteLimit: Int, timeLimit: TimeInterval
    ) async throws(TransportError) -> DocumentResponse {
        switch ask(url) {
        case .document(let download):
            return DocumentResponse(status: 200, headers: download.headers, body: download.body)
        case .status(let status): return DocumentResponse(status: status, headers: [], body: [])
        case .failure(let error): throw error
        case .file, .generous, .broken: throw .unreachable("no document")
        case .endless:
            try? await Task.sleep(for: .seconds(3_600))
            throw .timedOut
        }
    }

    func download(_ request: FileRequest, to receiver: any FileReceiver) async throws(TransportError) {
        let resource = ask(request.url)
        await state.withLock { $0.events.removeValue(forKey: request.url.lastPathComponent) }?()
        switch resource {
        case .generous(let bytes): try send(bytes, to: receiver)
        case .file(let bytes): try send(bytes, announced: true, to: receiver)
        case .status(let status): try send([], status: status, to: receiver)
        case .failure(let error): throw error
        case .broken(let bytes):
            try send(bytes, to: receiver)
            throw .unreachable("the body ended early")
        case .endless:
            try send([0x50], to: receiver)
            while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
            throw .cancelled
        case .document: throw .unreachable("no file")
        }
    }

    private func send(
        _ bytes: [UInt8], status: Int = 200, announced: Bool = false, to receiver: any FileReceiver
    ) throws(TransportError) {
        do {
            let length = announced ? HeaderField(name: "Content-Length", value: "\(bytes.count)") : nil
            guard try receiver.begin(status: status, headers: [length].compactMap(\.self)) else { return }
            for start in stride(from: 0, to: bytes.count, by: 1_000) {
                try receiver.receive(Array(bytes[start..<min(start + 1_000, bytes.count)]))
            }
        } catch {
            throw .rejected("\(error)")
        }
    }
}
