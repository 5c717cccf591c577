import Diagnostics
import ManifestVerifier

/// The program `aws`, which brings credentials, roles, regions and retries.
package struct AWSProgram: Sendable {
    /// Why it gave no output.
    package enum Failure: Error, Equatable, Sendable {
        /// It did not run to its end.
        case program(ChildProcessError)
        /// It ended with an error.
        case complaint(AWSComplaint)
    }

    private let variables: ProgramVariables
    private let timeLimit: Duration

    /// - Parameters:
    ///   - variables: those of this process; what they say of region, credentials, endpoints and retries is left as it is.
    ///   - timeLimit: for one run.
    package init(variables: [String: String], timeLimit: Duration) {
        // Of the program's defaults these wait for somebody at a terminal, or give up when a service is busy.
        let settings = [
            "AWS_PAGER": "", "AWS_CLI_AUTO_PROMPT": "off", "AWS_RETRY_MODE": "standard",
            "AWS_MAX_ATTEMPTS": String(Self.attempts),
        ]
        self.variables = ProgramVariables.aws(variables).merging(defaults: settings)
        self.timeLimit = timeLimit
    }

    /// Runs one operation; gives the JSON that it prints, as bytes.
    ///
    /// - Parameters:
    ///   - words: the service, the operation and its flags. Everybody on the machine can read them.
    ///   - input: what it reads from its standard input, also as the file `/dev/stdin`.
    ///   - fileSizeLimit: the bytes beyond which it writes no file.
    package func run(
        _ words: [String], input: ProgramInput = .bytes([]), fileSizeLimit: Int? = nil
    ) async throws(Failure) -> [UInt8] {
        let process = ChildProcess(
            "aws", words + ["--output", "json"], variables: variables, input: input, timeLimit: timeLimit,
            fileSizeLimit: fileSizeLimit, outputLimit: Limits.programOutputBytes, errorLimit: Limits.programErrorBytes)
        let result: ChildProcess.Result
        do throws(ChildProcessError) {
            result = try await process.run()
        } catch {
            throw .program(error)
        }
        guard result.ending == .exited(0) else { throw .complaint(AWSComplaint(result.errors)) }
        return result.output
    }

    /// How often it asks when a service is busy, with pauses of 31 seconds in all at most.
    private static let attempts = 6
}
