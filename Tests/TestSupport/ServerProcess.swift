import Foundation

/// A server in Python that was started for a test; it ends with this object.
package final class ServerProcess: Sendable {
    /// The port of the loopback interface on which it listens.
    package var port: Int { ports[0] }
    /// All ports that it says.
    package let ports: [Int]
    private let process = PeerProcess()
    private let lifeline = Pipe()

    /// Starts a program and waits for the line with its port.
    ///
    /// - Parameters:
    ///   - script: the program; it prints its port when it listens, and ends with its standard input.
    ///   - folder: where it runs; what it says on standard error goes to `server.log` there.
    package convenience init(_ script: String, _ arguments: [String] = [], in folder: TemporaryFolder) throws {
        try folder.write("server.py", script)
        try self.init(running: folder.path("server.py"), arguments, in: folder)
    }

    /// Starts a program of the folder `Tests/Servers`.
    package convenience init(named name: String, _ arguments: [String] = [], in folder: TemporaryFolder) throws {
        try self.init(running: serversFolder.appending(path: name).path, arguments, in: folder)
    }

    private init(running path: String, _ arguments: [String], in folder: TemporaryFolder) throws {
        try folder.write("server.log", [])
        process.executableURL = URL(fileURLWithPath: try Self.python.get())
        // Without leaving compiled modules beside them.
        process.arguments = ["-B", path] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.root)
        // The server ends with this end of the pipe, also when the tests crash.
        process.standardInput = lifeline
        let answer = Pipe()
        process.standardOutput = answer
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("server.log")))
        try process.run()
        var said = Data()
        while said.last != UInt8(ascii: "\n"), case let more = answer.fileHandleForReading.availableData, !more.isEmpty
        {
            said += more
        }
        let line = String(decoding: said, as: UTF8.self)
        let words = line.split(whereSeparator: \.isWhitespace)
        let ports = words.compactMap { Int($0) }
        guard !ports.isEmpty, ports.count == words.count else {
            process.kill()
            throw CannotRun(description: "the server did not start: \(line)\((try? folder.text("server.log")) ?? "")")
        }
        self.ports = ports
    }

    deinit { process.kill() }

    /// Lets the server end by itself, and waits for that: for one that has processes of its own.
    package func end() {
        try? lifeline.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Python itself: what is on the PATH may be a slow script that looks for it.
    package static let python = Result {
        try check("python3", ["-c", "import sys; print(sys.executable, end='')"])
    }
}

/// Servers and other programs in Python that the tests and the benchmarks start.
package let serversFolder = repositoryRoot.appending(path: "Tests/Servers")

/// The path of one of them.
package func peerProgram(_ name: String) -> String { serversFolder.appending(path: name).path }

/// The environment variables with which curl trusts a certificate.
package func curlEnvironment(trusting certificate: String) -> [String: String] {
    ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "CURL_CA_BUNDLE": certificate]
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
