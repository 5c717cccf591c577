import Foundation

/// A server that was started for a test; it ends with this object.
package final class ServerProcess: Sendable {
    /// The text that it printed until it was ready.
    package let greeting: String
    private let process: PeerProcess
    private let lifeline = Pipe()

    /// Starts a program and waits until it has printed, on standard output or error, something that `isReady` accepts.
    package init(
        _ program: String, _ arguments: [String], in folder: TemporaryFolder, isReady: (String) -> Bool
    ) throws {
        guard let path = Peer.path(of: program) else { throw CannotRun(description: "\(program) is not on the PATH") }
        try folder.write("server.log", [])
        let log = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("server.log")))
        process = PeerProcess()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.root)
        process.standardInput = lifeline
        process.standardOutput = log
        process.standardError = log
        try process.run()
        let deadline = ContinuousClock.now + Self.patience
        while ContinuousClock.now < deadline, process.isRunning {
            let text = try folder.text("server.log")
            if isReady(text) {
                greeting = text
                return
            }
            Thread.sleep(forTimeInterval: 0.05)
        }
        process.kill()
        throw CannotRun(description: "\(program) did not start: \((try? folder.text("server.log")) ?? "")")
    }

    deinit { process.kill() }

    /// How long a program may take to start on a machine that starts many.
    private static let patience = Duration.seconds(1_200)
}

/// What leads the program `aws` to a server of a test, and to nothing else.
package func awsEnvironment(origin: String) -> [String: String] {
    [
        "AWS_ENDPOINT_URL_KMS": origin, "AWS_ENDPOINT_URL": origin, "AWS_REGION": "eu-west-2",
        "AWS_DEFAULT_REGION": "eu-west-2", "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE",
        "AWS_SECRET_ACCESS_KEY": "secret-access-key-of-the-tests", "AWS_CONFIG_FILE": "/nonexistent/config",
        "AWS_SHARED_CREDENTIALS_FILE": "/nonexistent/credentials", "AWS_EC2_METADATA_DISABLED": "true",
        "NO_PROXY": "127.0.0.1",
    ]
}
