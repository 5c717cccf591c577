import AppGate
import Foundation
import ManifestVerifier

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request and its answer.
///
/// URLSession calls its delegate on one serial queue, and all that changes here changes there.
final class Exchange: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    enum Body: Sendable {
        /// It is kept as part of the answer.
        case collected
        /// It is passed on as it arrives to one who asked for this.
        case handedOn(FileRequest, any FileReceiver)
    }

    private let url: URL
    private let byteLimit: Int
    private let queue = OperationQueue()
    private var session: URLSession?
    private var continuation: CheckedContinuation<Result<DocumentResponse, TransportError>, Never>?
    private var isOver = false
    private let body: Body
    private let silence: Silence
    private var head: (status: Int, headers: [HeaderField])?
    private var announcedCount: Int64?
    private var count = 0
    /// Appended in one copy: what arrives faster than it is taken piles up before the queue.
    private var collected = Data()

    /// A request that is not sent yet; a body of more than `byteLimit` bytes ends it, and what comes ends the silence.
    init(url: URL, byteLimit: Int, body: Body, silence: Silence) {
        self.url = url
        self.byteLimit = byteLimit
        self.body = body
        self.silence = silence
        queue.maxConcurrentOperationCount = 1
    }

    /// Sends the request and waits for the whole answer; to be called once.
    func result() async -> Result<DocumentResponse, TransportError> {
        await withCheckedContinuation { continuation in
            queue.addOperation {
                guard !self.isOver else { return continuation.resume(returning: .failure(.cancelled)) }
                self.continuation = continuation
                let session = URLSession(configuration: Self.configuration, delegate: self, delegateQueue: self.queue)
                self.session = session
                session.dataTask(with: self.request).resume()
            }
        }
    }

    /// Ends the exchange, with or without an answer; no part of the body is passed on afterwards.
    func cancel() async {
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let operation = BlockOperation {
                self.end(.failure(.cancelled))
                done.resume()
            }
            // Before anything that has arrived but was not passed on yet.
            operation.queuePriority = .veryHigh
            queue.addOperation(operation)
        }
    }

    private func end(_ result: Result<DocumentResponse, TransportError>) {
        guard !isOver else { return }
        isOver = true
        session?.invalidateAndCancel()
        session = nil
        continuation?.resume(returning: result)
        continuation = nil
        collected = Data()
    }

    // MARK: The request

    private static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.urlCredentialStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // The caller limits the time; the default would end an exchange that is idle for a minute.
        configuration.timeoutIntervalForRequest = 7 * 24 * 3_600
        return configuration
    }

    private var request: URLRequest { asked(for: url) }

    /// The request, here or where a redirect leads to.
    private func asked(for url: URL) -> URLRequest {
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        guard case .handedOn(let file, _) = body else { return request }
        if file.receivedCount > 0 {
            request.setValue("bytes=\(file.receivedCount)-", forHTTPHeaderField: "Range")
            request.setValue(file.entityTag, forHTTPHeaderField: "If-Match")
        }
        #if !canImport(FoundationNetworking)
            request.allowsExpensiveNetworkAccess = !file.isUnmeteredOnly
            request.allowsConstrainedNetworkAccess = !file.isUnmeteredOnly
        #endif
        return request
    }

    // MARK: The answer

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard !isOver else {
            #if !canImport(FoundationNetworking)
                completionHandler(nil)
            #endif
            // In FoundationNetworking, an answer for a task that was cancelled meanwhile ends the process.
            return
        }
        guard let target = request.url, url.redirects(to: target) else {
            completionHandler(nil)
            return end(.failure(.redirected(to: request.url?.absoluteString ?? "")))
        }
        completionHandler(asked(for: target))
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let response = response as? HTTPURLResponse else {
            completionHandler(.cancel)
            return end(.failure(.unreachable("the answer is not an HTTP response")))
        }
        // Data and a response may still be delivered after a cancellation.
        guard !isOver else { return completionHandler(.cancel) }
        silence.end()
        let headers = response.fields
        if case .handedOn(_, let receiver) = body {
            let isWanted: Bool
            do { isWanted = try receiver.begin(status: response.statusCode, headers: headers) } catch {
                completionHandler(.cancel)
                return end(.failure(.rejected("\(error)")))
            }
            guard isWanted else {
                completionHandler(.cancel)
                return end(.success(DocumentResponse(status: response.statusCode, headers: headers, body: [])))
            }
        }
        if let encoding = headers.first(where: { $0.isNamed("content-encoding") })?.value,
            encoding.lowercased() != "identity"
        {
            completionHandler(.cancel)
            return end(.failure(.encoded(encoding)))
        }
        guard response.expectedContentLength <= Int64(byteLimit) else {
            completionHandler(.cancel)
            return end(.failure(.bodyTooLarge(limit: byteLimit)))
        }
        head = (response.statusCode, headers)
        // Other answers, such as 304, may announce a body that they do not have.
        announcedCount = [200, 206].contains(response.statusCode) ? response.expectedContentLength : nil
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard !isOver, !data.isEmpty else { return }
        silence.end()
        guard count + data.count <= byteLimit else { return end(.failure(.bodyTooLarge(limit: byteLimit))) }
        count += data.count
        switch body {
        case .collected: collected.append(data)
        case .handedOn(_, let receiver):
            do { try receiver.receive([UInt8](data)) } catch { end(.failure(.rejected("\(error)"))) }
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard !isOver else { return }
        if let error {
            #if !canImport(FoundationNetworking)
                if case .handedOn(let file, _) = body, file.isUnmeteredOnly,
                    (error as? URLError)?.networkUnavailableReason != nil
                {
                    return end(.failure(.metered))
                }
            #endif
            return end(.failure(.unreachable(error.localizedDescription)))
        }
        guard let head else { return end(.failure(.unreachable("there was no answer"))) }
        if let announcedCount, announcedCount >= 0, announcedCount != count {
            return end(.failure(.unreachable("the body ended after \(count) of \(announcedCount) bytes")))
        }
        end(.success(DocumentResponse(status: head.status, headers: head.headers, body: [UInt8](collected))))
    }
}

extension HTTPURLResponse {
    fileprivate var fields: [HeaderField] {
        allHeaderFields.compactMap { name, value in
            guard let name = name as? String, let value = value as? String else { return nil }
            return HeaderField(name: name, value: value)
        }
    }
}
