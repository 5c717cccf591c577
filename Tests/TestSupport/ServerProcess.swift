import Foundation

/// A server in Python that was started for a test; it ends with this object.
package final class ServerProcess: Sendable {
    /// The port of the loopback interface on which it listens.
    package var port: Int { ports[0] }
    /// All ports that it says.
    package let ports: [Int]
    /// Its standard input, with which it ends, also when the tests crash.
    private let input: FileHandle
    /// Its standard output, which ends with it.
    private let output: FileHandle

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
        try self.init(running: peerProgram(name), arguments, in: folder)
    }

    private init(running path: String, _ arguments: [String], in folder: TemporaryFolder) throws {
        try folder.write("server.log", [])
        (input, output) = try ForkServer.server(for: path).start(path, arguments, in: folder)
        let line = output.readLine()
        let words = line.split(whereSeparator: \.isWhitespace)
        let ports = words.compactMap { Int($0) }
        guard !ports.isEmpty, ports.count == words.count else {
            try? input.close()
            throw CannotRun(description: "the server did not start: \(line)\((try? folder.text("server.log")) ?? "")")
        }
        self.ports = ports
    }

    deinit { try? input.close() }

    /// Lets the server end by itself, and waits for that: for one that has processes of its own.
    package func end() {
        try? input.close()
        while !output.availableData.isEmpty {}
    }

    /// Python itself: what is on the PATH may be a slow script that looks for it.
    package static let python = Result {
        try check("python3", ["-c", "import sys; print(sys.executable, end='')"])
    }
}

/// A Python that has imported what servers need, and forks for each of them: to start one anew takes a tenth of a second, and
/// moto a whole one.
private final class ForkServer: Sendable {
    /// What the program reads to start a server.
    private struct Job: Encodable {
        let script: String
        let arguments: [String]
        let folder, input, output: String
    }

    private static let plain = Result {
        try ForkServer(importing: ["http.server", "ssl", "asyncio", "cryptography.hazmat.primitives.asymmetric.ec"])
    }
    private static let moto = Result {
        let services = ["iam", "s3", "kms", "sts", "cloudfront"]
        return try ForkServer(importing: ["moto.server"] + services.map { "moto.\($0).responses" })
    }

    /// The one that starts a program.
    static func server(for script: String) throws -> ForkServer {
        try (script.hasSuffix("/moto-server.py") ? moto : plain).get()
    }

    private let process = PeerProcess()
    private let jobs: Locked<FileHandle>

    private init(importing modules: [String]) throws {
        // The program ends with this pipe, also when the tests crash.
        let (input, output) = (Pipe(), Pipe())
        jobs = Locked(input.fileHandleForWriting)
        process.executableURL = URL(fileURLWithPath: try ServerProcess.python.get())
        // Without leaving compiled modules beside them.
        process.arguments = ["-B", peerProgram("fork-server.py")] + modules
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        let line = output.fileHandleForReading.readLine()
        guard line == "ready\n" else { throw CannotRun(description: "fork-server.py did not start: \(line)") }
    }

    /// Starts a program in a folder that has its `server.log`.
    func start(
        _ script: String, _ arguments: [String], in folder: TemporaryFolder
    ) throws -> (input: FileHandle, output: FileHandle) {
        let job = Job(
            script: script, arguments: arguments, folder: folder.root, input: folder.path(UUID().uuidString),
            output: folder.path(UUID().uuidString))
        for pipe in [job.input, job.output] {
            guard unsafe mkfifo(pipe, 0o600) == 0 else { throw CannotRun(description: "\(pipe) cannot be made") }
        }
        let line = try JSONEncoder().encode(job) + [UInt8(ascii: "\n")]
        // For reading as well, so that neither end waits for the other.
        let input = FileHandle(forUpdatingAtPath: job.input)
        try jobs.withLock { try $0.write(contentsOf: line) }
        // Waits until the server has opened this one, after the other.
        let output = FileHandle(forReadingAtPath: job.output)
        for pipe in [job.input, job.output] { try FileManager.default.removeItem(atPath: pipe) }
        guard let input, let output else { throw CannotRun(description: "the pipes of \(script) cannot be opened") }
        return (input, output)
    }
}

extension FileHandle {
    /// What comes up to the first end of a line, or to the end.
    fileprivate func readLine() -> String {
        var said = Data()
        while said.last != UInt8(ascii: "\n"), case let more = availableData, !more.isEmpty { said += more }
        return String(decoding: said, as: UTF8.self)
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
