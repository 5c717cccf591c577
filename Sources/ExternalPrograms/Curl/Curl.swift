import Diagnostics
import LocalFiles
import ManifestVerifier

/// Downloads files with the program `curl`, many in one run.
///
/// curl reads its configuration from standard input, so that the length of a command line does not matter. `-q` ignores the
/// user's `.curlrc`: one that says `insecure` or prints more than asked must change nothing here; a proxy or a bundle of
/// certificates is named by the environment (`https_proxy`, `CURL_CA_BUNDLE`). Redirects are not followed: a tree is served
/// where its address says.
package struct Curl: Sendable {
    /// One file to get.
    package struct Transfer: Sendable {
        package let url: String
        /// Where the file goes.
        package let folder: Folder
        package let name: String
        package let byteLimit: Int
        /// The file of the same folder that gets the response headers, if they are wanted.
        package let headersName: String?
        /// Whether only the headers are asked for, which then are what the file gets.
        package let isHead: Bool

        /// Asks for the headers alone, with HEAD.
        package init(headersOf url: String, folder: Folder, name: String) {
            self.url = url
            self.folder = folder
            self.name = name
            byteLimit = Limits.responseHeaderBytes
            headersName = nil
            isHead = true
        }

        /// Asks for a body.
        package init(url: String, folder: Folder, name: String, byteLimit: Int, headersName: String? = nil) {
            isHead = false
            self.url = url
            self.folder = folder
            self.name = name
            self.byteLimit = byteLimit
            self.headersName = headersName
        }

        /// What a file takes beyond the time of a small one, at one MiB a second.
        fileprivate func extraTime(from freeBytes: Int) -> Duration {
            .seconds(max(0, byteLimit - freeBytes) >> 20)
        }
    }

    /// How long things may take.
    package struct TimeLimits: Sendable {
        /// Until a host accepts a connection.
        package var connection: Duration
        /// For one file, from asking for it to its end.
        package var file: Duration
        /// For everything.
        package var whole: Duration

        package init(
            connection: Duration = .seconds(15), file: Duration = .seconds(120), whole: Duration = .seconds(600)
        ) {
            self.connection = connection
            self.file = file
            self.whole = whole
        }
    }

    /// The environment variables that it gets.
    let variables: ProgramVariables
    let timeLimits: Curl.TimeLimits

    package init(variables: [String: String], timeLimits: Curl.TimeLimits) {
        self.variables = .curl(variables)
        self.timeLimits = timeLimits
    }

    /// Gets the files and reports for each why it failed; what is left of such a file is up to the caller.
    package func fetch(_ transfers: [Transfer], until deadline: ContinuousClock.Instant) async throws
        -> [TransferFailure?]
    {
        let deadline = transfers.reduce(deadline) { $0 + $1.extraTime(from: Limits.manifestBytes) }
        var failures: [TransferFailure?] = []
        for start in stride(from: 0, to: transfers.count, by: Self.transfersOfOneRun) {
            let part = transfers[start..<min(start + Self.transfersOfOneRun, transfers.count)]
            failures += try await run(Array(part), until: deadline)
        }
        return failures
    }

    private func run(_ transfers: [Transfer], until deadline: ContinuousClock.Instant) async throws
        -> [TransferFailure?]
    {
        let process = ChildProcess(
            "curl", ["-q", "--config", "-"],
            variables: variables,
            input: .bytes(Array(configuration(for: transfers).utf8)),
            timeLimit: max(.zero, deadline - .now),
            // Before version 8.4 curl checks only the announced size, and an endless answer announces none.
            fileSizeLimit: (transfers.map(\.byteLimit).max() ?? 0) + 1,
            outputLimit: Limits.programOutputBytes, errorLimit: Limits.programErrorBytes)
        let result: ChildProcess.Result
        do throws(ChildProcessError) {
            result = try await process.run()
        } catch {
            switch error {
            case .tookTooLong(let program, _):
                // The last part had only the rest of the time.
                throw ChildProcessError.tookTooLong(program, limit: timeLimits.whole)
            case .notFound(let program):
                throw ErrorReport(
                    .unavailable, "there is no program \(program) on the PATH, which downloads published trees",
                    hint: "install \(program), or name a folder instead of a URL")
            default: throw error
            }
        }
        let reports = Self.reports(String(decoding: result.output, as: UTF8.self), count: transfers.count)
        var failures: [TransferFailure?] = []
        for (transfer, report) in zip(transfers, reports) {
            guard let report else { throw Self.noReport(Self.firstLine(result.errors)) }
            // For an endless file such a curl reports success, or that it could not be written.
            if let size = try? transfer.folder.file(transfer.name).size, size > transfer.byteLimit {
                failures.append(.tooLarge(limit: transfer.byteLimit))
            } else {
                failures.append(
                    TransferFailure(
                        status: report.status, exitCode: report.exitCode, message: report.message,
                        byteLimit: transfer.byteLimit))
            }
        }
        return failures
    }

    /// `curl` ended without reporting the transfers.
    private static func noReport(_ said: String) -> ErrorReport {
        ErrorReport(
            .unavailable, said.isEmpty ? "curl did not report its transfers" : "curl said only: \(said)",
            hint: "curl 7.75 or later is needed; curl --version shows the installed one")
    }

    // MARK: Configuration

    func configuration(for transfers: [Transfer]) -> String {
        // Each URL begins a set of options of its own, which inherits nothing.
        let sets = transfers.enumerated().map { number, transfer in
            """
            url = \(Self.quoted(transfer.url))
            output = \(Self.quoted(transfer.folder.child(transfer.name)))
            globoff
            path-as-is
            proto = "=https"
            tlsv1.2
            fail
            connect-timeout = \(Self.seconds(timeLimits.connection))
            max-time = \(Self.seconds(timeLimits.file + transfer.extraTime(from: Limits.staticFileBytes)))
            \(transfer.isHead ? "head" : "max-filesize = \(max(1, transfer.byteLimit))")
            write-out = "\(number) %{response_code} %{exitcode} %{errormsg}\\n"

            """
                + (transfer.headersName.map { "dump-header = \(Self.quoted(transfer.folder.child($0)))\n" } ?? "")
        }
        return """
            parallel
            parallel-max = \(Self.transfersAtOnce)
            no-progress-meter

            """ + sets.joined(separator: "next\n")
    }

    /// A word as it is quoted in a configuration of curl.
    static func quoted(_ text: String) -> String {
        var bytes = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes += Array("\\n".utf8)
            case UInt8(ascii: "\r"): bytes += Array("\\r".utf8)
            case UInt8(ascii: "\t"): bytes += Array("\\t".utf8)
            case 0x0B: bytes += Array("\\v".utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
    }

    /// Seconds with three digits after the point; zero would be no limit at all.
    private static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = max(1, seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
        let fraction = String(milliseconds % 1_000)
        return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }

    // MARK: Output

    /// The line of every transfer, as `write-out` asks for it: its number, HTTP status, exit code, and a message.
    private static func reports(_ output: String, count: Int) -> [(status: Int, exitCode: Int, message: String)?] {
        var reports = [(status: Int, exitCode: Int, message: String)?](repeating: nil, count: count)
        for line in output.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
            guard words.count == 4, let number = Int(words[0]), reports.indices.contains(number),
                let status = Int(words[1]), let exitCode = Int(words[2])
            else { continue }
            reports[number] = (status, exitCode, printable(words[3].utf8))
        }
        return reports
    }

    private static func firstLine(_ errors: [UInt8]) -> String {
        printable(errors.prefix { $0 != UInt8(ascii: "\n") })
    }

    /// A message may quote what a host sent: it must not control the terminal.
    private static func printable(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.filter(\.isPrintableASCII).prefix(300), as: UTF8.self)
    }

    private static let transfersAtOnce = 16
    /// Far below what curl can take, and enough that the time to start it does not matter.
    private static let transfersOfOneRun = 2_000
}
