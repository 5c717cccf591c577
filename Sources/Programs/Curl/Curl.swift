import Diagnostics
import LocalFiles
import ManifestVerifier

/// Sends requests with the program `curl`, many in one run.
///
/// curl reads its configuration from standard input, so that the length of a command line does not matter and no user of the
/// machine sees a signature. `-q` ignores the user's `.curlrc`: one that says `insecure` or prints more than asked must change
/// nothing here; a proxy or a bundle of certificates is named by the environment (`https_proxy`, `CURL_CA_BUNDLE`). Redirects
/// are not followed: a tree is served where its address says.
package struct Curl: Sendable {
    /// How long things may take.
    package struct TimeLimits: Sendable {
        /// Until a host accepts a connection.
        package var connection: Duration
        /// For one file, from asking for it to its end.
        package var file: Duration
        /// For everything.
        package var whole: Duration
        /// What each mebibyte of a large file adds to that.
        package var mebibyte: Duration

        package init(
            connection: Duration = .seconds(15), file: Duration = .seconds(120), whole: Duration = .seconds(600),
            mebibyte: Duration = .seconds(1)
        ) {
            self.connection = connection
            self.file = file
            self.whole = whole
            self.mebibyte = mebibyte
        }
    }

    package struct Answer: Sendable {
        /// The HTTP status; 0 when none came.
        package let status: Int
        /// The fields of the answer; their names are in lower case where they came with the report.
        package let headers: [HeaderField]
        /// Why the request did not succeed; nil for an answer with status 200 that came to its end and, for a request that
        /// changes something, for any status from 200 to 299.
        package let failure: TransferFailure?

        package init(status: Int, headers: [HeaderField], failure: TransferFailure?) {
            self.status = status
            self.headers = headers
            self.failure = failure
        }
    }

    let variables: ProgramVariables
    let timeLimits: Curl.TimeLimits

    package init(variables: [String: String], timeLimits: Curl.TimeLimits) {
        self.variables = .curl(variables)
        self.timeLimits = timeLimits
    }

    /// Sends the requests; the answers are in their order.
    ///
    /// What a request without success left of its file is up to the caller.
    package func send(
        _ transfers: [Transfer], atOnce: Int = Curl.transfersAtOnce, until deadline: ContinuousClock.Instant
    ) async throws -> [Answer] {
        let deadline = transfers.reduce(deadline) { $0 + $1.extraTime(from: Limits.manifestBytes, timeLimits) }
        var answers: [Answer] = []
        answers.reserveCapacity(transfers.count)
        for start in stride(from: 0, to: transfers.count, by: Self.transfersOfOneRun) {
            let part = transfers[start..<min(start + Self.transfersOfOneRun, transfers.count)]
            answers += try await run(Array(part), atOnce: atOnce, until: deadline)
        }
        return answers
    }

    private func run(
        _ transfers: [Transfer], atOnce: Int, until deadline: ContinuousClock.Instant
    ) async throws -> [Answer] {
        let result = try await run(
            configuration(for: transfers, atOnce: atOnce),
            // Before version 8.4 curl checks only the announced size, and an endless answer announces none.
            fileSizeLimit: (transfers.compactMap(\.destination?.byteLimit).max() ?? 0) + 1,
            outputLimit: Limits.curlReportBytes, errorLimit: Limits.programErrorBytes, until: deadline)
        let reports = CurlReport.reading(result.output, count: transfers.count)
        return try zip(transfers, reports).map { transfer, report in
            guard let report else { throw Self.noReport(CurlReport.firstLine(result.errors)) }
            return Answer(
                status: report.status, headers: try report.headers(of: transfer), failure: report.failure(of: transfer))
        }
    }

    func run(
        _ configuration: String, fileSizeLimit: Int?, outputLimit: Int, errorLimit: Int,
        until deadline: ContinuousClock.Instant
    ) async throws -> ChildProcess.Result {
        let process = ChildProcess(
            "curl", ["-q", "--config", "-"], variables: variables, input: Array(configuration.utf8),
            timeLimit: max(.zero, deadline - .now), fileSizeLimit: fileSizeLimit, outputLimit: outputLimit,
            errorLimit: errorLimit)
        do throws(ChildProcessError) {
            return try await process.run()
        } catch {
            switch error {
            case .tookTooLong(let program, _):
                // The last part had only the rest of the time.
                throw ChildProcessError.tookTooLong(program, limit: timeLimits.whole)
            case .notFound(let program):
                throw ErrorReport(
                    .unavailable, "there is no program \(program) on the PATH, which sends and gets what is published",
                    hint: "install \(program), or name a folder instead of a URL")
            default: throw error
            }
        }
    }

    /// `curl` ended without reporting the transfers.
    static func noReport(_ said: String) -> ErrorReport {
        ErrorReport(
            .unavailable, said.isEmpty ? "curl did not report its transfers" : "curl said only: \(said)",
            hint: "curl 7.83 or later is needed; curl --version shows the installed one")
    }

    /// How many transfers run at once; a connection with TLS takes some 20 ms of processor time.
    package static let transfersAtOnce = 16
    /// Far below what curl can take, and enough that the time to start it does not matter.
    package static let transfersOfOneRun = 2_000
}

extension SignedDate {
    /// What the clock of a host said when it answered: its `Date` (RFC 9110 §6.6.1), later by the `Age` that a cache has
    /// added; nil without one.
    package init?(dateOf fields: [HeaderField]) {
        // HTTP writes the date of a signature with another name for the zone.
        guard let text = fields.first(where: { $0.isNamed("date") })?.value,
            let date = SignedDate(headerValue: text.replacing("GMT", with: "UTC"))
        else { return nil }
        let age = fields.first { $0.isNamed("age") }.flatMap { Int64($0.value) } ?? 0
        self.init(secondsSince1970: date.secondsSince1970 + max(0, min(age, Int64(Int32.max))))
    }
}
