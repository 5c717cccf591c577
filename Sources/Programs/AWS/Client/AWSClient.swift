import Diagnostics
import FoundationEssentials
import LocalFiles
import ManifestVerifier

/// The answer of a service to a request that succeeded.
package struct AWSAnswer: Sendable {
    package let status: Int
    /// The fields, with names in lower case.
    package let headers: [HeaderField]
    /// The body; empty where it went to a file.
    package let body: [UInt8]

    package func header(_ name: String) -> String? { headers.first { $0.isNamed(name) }?.value }
}

/// Sends signed requests to one service of AWS, many at once, in rounds; what fails for a moment is signed anew and sent again.
package actor AWSClient {
    private let service: AWSService
    private let endpoint: @Sendable (String) -> AWSEndpoint
    private let curl: Curl
    private let temporaryFolders: String
    private let attempts: Int
    private let chain: CredentialChain
    private var credentials: AWSCredentials?
    private var region: String
    /// What the service's clock is ahead of ours, in seconds. Nothing but requests is dated by it.
    private var clockOffset: Int64 = 0
    /// What the service's clock said in its last answer.
    package private(set) var clock: SignedDate?
    private var pace = Pace(descriptors: descriptorLimit())

    /// - Parameters:
    ///   - region: that of the bucket or key; a service that knows better is believed.
    ///   - endpoint: where the service listens in a region.
    ///   - variables: the environment variables of this process.
    package init(
        _ service: AWSService, region: String, variables: [String: String], timeLimits: Curl.TimeLimits? = nil,
        endpoint: @escaping @Sendable (_ region: String) -> AWSEndpoint
    ) {
        self.service = service
        self.region = region
        self.endpoint = endpoint
        curl = Curl(variables: variables, timeLimits: timeLimits ?? Self.usualTimeLimits)
        temporaryFolders = PrivateFolder.parent(variables)
        attempts = variables["AWS_MAX_ATTEMPTS"].flatMap { Int($0) }.map { max(1, min($0, 50)) } ?? Self.usualAttempts
        chain = CredentialChain(variables: variables) { try await AWSRegion.find(variables: variables) ?? region }
    }

    /// The results in the order of the requests.
    ///
    /// - Parameter progress: receives how many requests have a result, after each round.
    /// - Throws: when there are no credentials, or `curl` or the temporary folder fails.
    package func send(
        _ requests: [AWSRequest], progress: @Sendable (Int) -> Void = { _ in }
    ) async throws -> [Result<AWSAnswer, AWSError>] {
        var results = [Result<AWSAnswer, AWSError>?](repeating: nil, count: requests.count)
        var tries = [Int](repeating: 0, count: requests.count)
        var open = Array(requests.indices)
        var done = 0
        var bad = 0
        while !open.isEmpty {
            let part = Array(open.prefix(pace.round))
            let start = ContinuousClock.now
            let outcomes = try await round(part.map { requests[$0] })
            var again: [Int] = []
            var isBusy = false
            for (index, outcome) in zip(part, outcomes) {
                tries[index] += 1
                switch outcome {
                case .done(let result): results[index] = result
                case .passing(let error) where tries[index] >= attempts,
                    .corrected(let error) where tries[index] >= attempts:
                    results[index] = .failure(error)
                    isBusy = true
                case .passing:
                    again.append(index)
                    isBusy = true
                case .corrected: again.append(index)
                }
            }
            done += part.count - again.count
            progress(done)
            open = again + open.dropFirst(part.count)
            if !isBusy {
                if again.isEmpty { pace.succeeded(part.count, in: .now - start) }
                bad = 0
            } else {
                pace.failed()
                bad += 1
                // Full jitter: many jobs that were refused together do not come back together.
                let longest = min(Self.longestPause, Self.shortestPause * Double(1 << min(bad, 16)))
                try await Task.sleep(for: .seconds(Double.random(in: 0...longest)))
            }
        }
        return results.map { $0 ?? .failure(AWSError(.other, service, saying: "")) }
    }

    package func send(_ request: AWSRequest) async throws -> AWSAnswer {
        try await send([request])[0].get()
    }

    private enum Outcome {
        case done(Result<AWSAnswer, AWSError>)
        /// May succeed when it is sent again.
        case passing(AWSError)
        /// Is sent again, signed with what the service said of region, clock or credentials.
        case corrected(AWSError)
    }

    private struct Terms {
        let credentials: AWSCredentials
        let region: String
        let clockOffset: Int64
    }

    /// Signs requests and sends them in one run of curl.
    private func round(_ requests: [AWSRequest]) async throws -> [Outcome] {
        let credentials = try await currentCredentials()
        let terms = Terms(credentials: credentials, region: region, clockOffset: clockOffset)
        let endpoint = endpoint(region)
        let signer = RequestSigner(
            credentials, region: region, service: service.signingName, secondsSince1970: Self.now + clockOffset)
        let temporary = try PrivateFolder(below: temporaryFolders)
        let folder = temporary.folder
        let transfers = await Array(requests.enumerated()).concurrentMap { number, request in
            let (url, headers) = signer.sign(request, to: endpoint)
            var transfer = Curl.Transfer(request.method, url)
            transfer.headers = headers
            transfer.isPlain = endpoint.isPlain
            transfer.keepsErrors = true
            transfer.destination =
                request.method == .head
                ? nil
                // What a service complains of may be longer than what was asked for.
                : request.destination.map {
                    Curl.Transfer.Destination(
                        folder: $0.folder, name: $0.name, byteLimit: max($0.byteLimit, ServiceComplaint.readBytes))
                }
                    ?? Curl.Transfer.Destination(
                        folder: folder, name: "\(number)", byteLimit: Limits.serviceAnswerBytes)
            transfer.body =
                switch request.body {
                case .none: request.method == .post ? .text("") : .none
                case .text(let text): .text(text)
                case .file(let path, let byteCount, _): .file(path: path, byteCount: byteCount)
                }
            return transfer
        }
        let answers = try await curl.send(transfers, atOnce: pace.atOnce, until: .now + .seconds(3_600))
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(requests.count)
        clock = answers.last { $0.failure == nil }.flatMap { SignedDate(dateOf: $0.headers) } ?? clock
        for (index, answer) in answers.enumerated() {
            outcomes.append(
                try await outcome(of: requests[index], answer, transfers[index], signedWith: terms))
        }
        try temporary.remove()
        return outcomes
    }

    private func outcome(
        of request: AWSRequest, _ answer: Curl.Answer, _ transfer: Curl.Transfer, signedWith terms: Terms
    ) async throws -> Outcome {
        guard let failure = try answer.failure ?? request.excess() else {
            let hasBody = request.destination == nil && request.method != .head
            let body = hasBody ? try transfer.smallBody() : []
            return .done(.success(AWSAnswer(status: answer.status, headers: answer.headers, body: body)))
        }
        switch failure {
        case .status, .redirect: break
        case .tooLarge where !(200..<300).contains(answer.status): break
        case .untrustedHost, .tooLarge: return .done(.failure(AWSError(failure, service)))
        default: return .passing(AWSError(failure, service))
        }
        let complaint = ServiceComplaint(status: answer.status, body: try transfer.smallBody())
        if let destination = request.destination { try? destination.folder.remove(destination.name) }
        let error = AWSError(complaint.cause, service, saying: complaint.words)
        if complaint.isPassing { return .passing(error) }
        let isCorrected =
            correctRegion(answer, complaint, since: terms.region) || correctClock(answer, since: terms.clockOffset)
            ? true : try await correctCredentials(complaint.cause, answer.status, since: terms.credentials)
        return isCorrected ? .corrected(error) : .done(.failure(error))
    }

    /// Takes over the region that S3 names, if it is another one. Not every service that speaks like S3 does so in a header.
    private func correctRegion(
        _ answer: Curl.Answer, _ complaint: ServiceComplaint, since region: String
    ) -> Bool {
        let header = answer.headers.first { $0.isNamed("x-amz-bucket-region") }?.value
        guard let named = header ?? complaint.expectedRegion, AWSRegion.isValid(named), named != region else {
            return false
        }
        self.region = named
        return true
    }

    /// Takes over the clock of a service that refused a request, if it is far from ours. The answer to a HEAD has no code.
    private func correctClock(_ answer: Curl.Answer, since used: Int64) -> Bool {
        guard answer.status == 403, let date = SignedDate(dateOf: answer.headers) else { return false }
        let offset = date.secondsSince1970 - Self.now
        guard abs(offset - used) > Self.clockTolerance else { return false }
        clockOffset = offset
        return true
    }

    /// Fetches new credentials where a service says that they have ended; false when there are no others.
    private func correctCredentials(
        _ cause: AWSError.Cause, _ status: Int, since used: AWSCredentials
    ) async throws -> Bool {
        // The answer to a HEAD has no code, and S3 says 400.
        guard cause == .expiredCredentials || (status == 400 && cause == .other) else { return false }
        if credentials == used { credentials = try await chain.credentials() }
        return credentials != used
    }

    private func currentCredentials() async throws -> AWSCredentials {
        if let credentials, (credentials.expiration ?? .max) - Self.now > Self.clockTolerance { return credentials }
        let found = try await chain.credentials()
        credentials = found
        return found
    }

    private static var now: Int64 { Int64(Date().timeIntervalSince1970) }
    /// Seconds by which S3 lets a clock be wrong are 15 minutes; credentials are renewed this long before they end.
    private static let clockTolerance: Int64 = 300
    private static let usualAttempts = 6
    private static let usualTimeLimits = Curl.TimeLimits(
        connection: .seconds(10), file: .seconds(60), whole: .seconds(3_600))
    private static let shortestPause = 0.1
    private static let longestPause = 20.0
}

extension AWSRequest {
    /// That the body of an answer is larger than was asked for; nil when it is not.
    fileprivate func excess() throws(FileError) -> TransferFailure? {
        guard method != .head, let destination, destination.folder.kind(of: destination.name) == .file,
            try destination.folder.file(destination.name).size > destination.byteLimit
        else { return nil }
        return .tooLarge(limit: destination.byteLimit)
    }
}

extension Curl.Transfer {
    /// The body of an answer that is small, or its beginning; curl makes no file for an empty one.
    fileprivate func smallBody() throws(FileError) -> [UInt8] {
        guard let destination, let file = try? destination.folder.file(destination.name) else { return [] }
        return file.size > Limits.serviceAnswerBytes ? [] : try file.bytes(limit: Limits.serviceAnswerBytes)
    }
}
