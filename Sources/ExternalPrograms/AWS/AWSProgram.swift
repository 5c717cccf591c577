import Diagnostics
import ManifestVerifier

/// The program `aws`, which brings credentials, roles, regions and retries.
package struct AWSProgram: Sendable {
    private let service: AWSService
    private let variables: ProgramVariables
    private let timeLimit: Duration

    /// - Parameters:
    ///   - service: what is asked, for messages.
    ///   - variables: those of this process; what they say of region, credentials, endpoints and retries is left as it is.
    ///   - timeLimit: for one run.
    package init(_ service: AWSService, variables: [String: String], timeLimit: Duration) {
        // By default the program would wait for input from a terminal, or give up when a service is busy.
        let settings = [
            "AWS_PAGER": "", "AWS_CLI_AUTO_PROMPT": "off", "AWS_RETRY_MODE": "standard",
            "AWS_MAX_ATTEMPTS": String(Self.attempts),
        ]
        self.service = service
        self.variables = ProgramVariables.aws(variables).merging(defaults: settings)
        self.timeLimit = timeLimit
    }

    /// Runs one operation.
    ///
    /// - Parameters:
    ///   - words: the service, the operation and its flags. Every user of the machine can read them.
    ///   - input: what it reads from its standard input, also as the file `/dev/stdin`.
    ///   - fileSizeLimit: the largest file that it may write, in bytes.
    /// - Returns: the JSON object that it prints; nil when it prints nothing.
    package func run(
        _ words: [String], input: ProgramInput = .bytes([]), fileSizeLimit: Int? = nil
    ) async throws(AWSError) -> JSONValue? {
        let process = ChildProcess(
            "aws", words + ["--output", "json"], variables: variables, input: input, timeLimit: timeLimit,
            fileSizeLimit: fileSizeLimit, outputLimit: Limits.programOutputBytes, errorLimit: Limits.programErrorBytes)
        let result: ChildProcess.Result
        do throws(ChildProcessError) {
            result = try await process.run()
        } catch {
            throw AWSError(error, service)
        }
        guard result.ending == .exited(0) else { throw AWSError(complaint: result.errors, of: service) }
        if result.output.isEmpty { return nil }
        guard let answer = try? JSONParser.parse(result.output), case .object = answer.content else {
            throw .notJSON
        }
        return answer
    }

    /// How often it asks when a service is busy, with pauses of 31 seconds in all at most.
    private static let attempts = 6
}

extension AWSError {
    /// The program's output is not a JSON object.
    package static var notJSON: AWSError {
        AWSError(
            unusable: "aws printed something other than JSON", hint: "check which program aws is: aws --version")
    }
}
