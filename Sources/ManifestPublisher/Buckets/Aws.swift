import ChildProcesses
import ManifestFormat

/// The program `aws`, which brings credentials, roles, regions and retries.
struct Aws: Sendable {
    /// The environment variables.
    let variables: [String: String]
    /// Another endpoint than Amazon's; nil for the usual one.
    let endpoint: String?

    /// Runs a command and reads the JSON that it prints; nil when it prints nothing.
    ///
    /// - Parameters:
    ///   - words: the service, the operation and its flags. Everybody on the machine can read them.
    ///   - input: what it reads from its standard input.
    func run(_ words: [String], input: [UInt8] = []) async throws(AwsFailure) -> JSONValue? {
        var arguments = words + ["--output", "json"]
        if let endpoint { arguments += ["--endpoint-url", endpoint] }
        let process = ChildProcess(
            "aws", arguments, variables: variables.merging(Self.defaults) { given, _ in given }, input: input,
            timeLimit: Self.timeLimit, outputLimit: Limits.programOutputBytes, errorLimit: Limits.programErrorBytes)
        let result: ChildProcess.Result
        do throws(ChildProcessError) {
            result = try await process.run()
        } catch {
            throw .program(error)
        }
        guard result.ending == .exited(0) else { throw AwsFailure(said: result.errors) }
        guard result.output.contains(where: { !$0.isWhitespace }) else { return nil }
        guard let value = try? JSONParser.parse(result.output) else {
            throw .unexpected("its output is no JSON")
        }
        return value
    }

    /// Retries are the program's own (AWS CLI, "Retries"); it asks nobody anything.
    private static let defaults = [
        "AWS_RETRY_MODE": "standard", "AWS_MAX_ATTEMPTS": "5", "AWS_PAGER": "", "AWS_CLI_AUTO_PROMPT": "off",
    ]
    private static let timeLimit = Duration.seconds(15 * 60)
}

extension UInt8 {
    fileprivate var isWhitespace: Bool { [0x20, 0x0A, 0x0D, 0x09].contains(self) }
}
