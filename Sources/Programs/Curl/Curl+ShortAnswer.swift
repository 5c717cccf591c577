import Diagnostics
import ManifestVerifier

extension Curl {
    /// Sends one request and keeps the body of its answer in memory: what it says must never be on a disk.
    ///
    /// - Parameters:
    ///   - transfer: has no destination.
    ///   - bodyLimit: the bytes that the body may have.
    package func send(
        _ transfer: Transfer, bodyLimit: Int, until deadline: ContinuousClock.Instant
    ) async throws -> (answer: Answer, body: [UInt8]) {
        precondition(transfer.destination == nil, "the body stays in memory")
        let result: ChildProcess.Result
        do {
            result = try await run(
                configuration(for: [transfer], bodyLimit: bodyLimit), fileSizeLimit: nil, outputLimit: bodyLimit,
                errorLimit: Limits.responseHeaderBytes, until: deadline)
        } catch ChildProcessError.tooMuchOutput {
            // Before version 8.4 curl checks only the announced size.
            return (Answer(status: 0, headers: [], failure: .tooLarge(limit: bodyLimit)), [])
        }
        guard let report = CurlReport.reading(result.errors, count: 1)[0] else {
            throw Self.noReport(CurlReport.firstLine(result.errors))
        }
        let failure = report.failure(of: transfer, byteLimit: bodyLimit)
        return (
            Answer(status: report.status, headers: try report.headers(of: transfer), failure: failure), result.output
        )
    }
}
