import AppGate
import Foundation
import ManifestVerifier

/// A transport that answers what a test tells it to, when it is told to.
actor ScriptedTransport: DocumentTransport {
    private var answers: [Result<DocumentResponse, TransportError>] = []
    private var waiting: [Int: CheckedContinuation<Result<DocumentResponse, TransportError>, Never>] = [:]
    /// What was asked for, in order.
    private(set) var requests: [URL] = []
    /// The largest body that was asked for last, in bytes.
    private(set) var byteLimit: Int?
    /// How many requests wait for their answer.
    var openRequests: Int { waiting.count }
    private let heedsCancellation: Bool

    /// - Parameter heedsCancellation: whether a cancelled request ends at once.
    init(heedsCancellation: Bool = true) {
        self.heedsCancellation = heedsCancellation
    }

    /// Answers the next request that has no answer, waiting or not.
    func answer(_ result: Result<DocumentResponse, TransportError>) {
        if let first = waiting.keys.min(), let continuation = waiting.removeValue(forKey: first) {
            continuation.resume(returning: result)
        } else {
            answers.append(result)
        }
    }

    /// Answers with a signed document and status 200.
    func answer(_ download: Download, status: Int = 200) {
        answer(.success(DocumentResponse(status: status, headers: download.headers, body: download.body)))
    }

    func response(
        for url: URL, byteLimit: Int, timeLimit: TimeInterval
    ) async throws(TransportError) -> DocumentResponse {
        requests.append(url)
        self.byteLimit = byteLimit
        guard answers.isEmpty else { return try answers.removeFirst().get() }
        let id = requests.count
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { waiting[id] = $0 }
        } onCancel: {
            Task { await self.cancelled(id) }
        }
        return try result.get()
    }

    private func cancelled(_ id: Int) {
        guard heedsCancellation else { return }
        waiting.removeValue(forKey: id)?.resume(returning: .failure(.cancelled))
    }
}
