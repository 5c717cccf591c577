import Foundation

/// A program of `Tests/Servers`, which ends with this one.
final class Server {
    /// The ports that it says it has.
    let ports: [Int]
    private let process = Process()
    private let lifeline = Pipe()

    init(_ name: String, _ arguments: String..., in folder: URL) throws {
        let script = URL(fileURLWithPath: "Tests/Servers/\(name)").absoluteURL
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for file in ["requests.log", "faults.json", "errors.log"] {
            try Data("[]".utf8).write(to: folder.appending(path: file))
        }
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-B", script.path] + arguments
        process.currentDirectoryURL = folder
        process.standardInput = lifeline
        let answer = Pipe()
        process.standardOutput = answer
        process.standardError = try FileHandle(forWritingTo: folder.appending(path: "errors.log"))
        try process.run()
        var said = Data()
        while said.last != UInt8(ascii: "\n"), case let more = answer.fileHandleForReading.availableData, !more.isEmpty
        {
            said += more
        }
        ports = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard !ports.isEmpty else { throw BenchmarkError(description: "\(name) does not start: see \(folder.path)") }
    }

    /// The origin at a port.
    func origin(_ index: Int = 0) -> String { "http://127.0.0.1:\(ports[index])" }

    /// Lets it end, and what it has started.
    func end() {
        try? lifeline.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

/// A SeaweedFS, and a way to it that takes 30 ms.
final class Store {
    private let seaweed, delay: Server
    private var count = 0
    /// The bucket that is written to.
    private(set) var bucket = ""

    static let region = "eu-west-2"

    init(in folder: URL) throws {
        let (key, secret) = ("AKIABENCHMARK", "secret-of-the-benchmark")
        seaweed = try Server("seaweed.py", key, secret, Self.region, in: folder.appending(path: "seaweed"))
        delay = try Server(
            "delay-proxy.py", "127.0.0.1:\(seaweed.ports[0])", "30", in: folder.appending(path: "delay"))
        for (name, value) in [
            "AWS_ACCESS_KEY_ID": key, "AWS_SECRET_ACCESS_KEY": secret, "AWS_REGION": Self.region,
            "AWS_DEFAULT_REGION": Self.region, "AWS_EC2_METADATA_DISABLED": "true", "AWS_CONFIG_FILE": "/nonexistent",
            "AWS_SHARED_CREDENTIALS_FILE": "/nonexistent", "NO_PROXY": "127.0.0.1",
        ] { setenv(name, value, 1) }
    }

    func end() {
        delay.end()
        seaweed.end()
    }

    func origin(isFar: Bool) -> String { isFar ? delay.origin() : seaweed.origin() }

    /// Makes a new bucket, which has had its first write: that one makes the server do more.
    func makeBucket() throws {
        count += 1
        bucket = "bucket-\(count)"
        let door = seaweed.origin(1)
        try Program("curl", "-sSf", "-X", "PUT", "\(door)/\(bucket)").run()
        try Program("curl", "-sSf", "-X", "PUT", "--data-binary", "first", "\(door)/\(bucket)/other").run()
    }

    /// A program that finds the store by its environment.
    func program(isFar: Bool = false, _ program: String, _ arguments: [String]) -> Program {
        Program("env", ["AWS_ENDPOINT_URL_S3=\(origin(isFar: isFar))", program] + arguments)
    }

    /// `aws s3 sync` of a tree.
    func sync(_ tree: String) -> Program {
        program("aws", ["s3", "sync", "--quiet", "--exclude", "*.headers", tree, "s3://\(bucket)/app"])
    }

    func rclone(_ tree: String, isFar: Bool) -> Program {
        let remote = [
            "RCLONE_CONFIG=/dev/null", "RCLONE_CONFIG_STORE_TYPE=s3", "RCLONE_CONFIG_STORE_PROVIDER=SeaweedFS",
            "RCLONE_CONFIG_STORE_ENV_AUTH=true", "RCLONE_CONFIG_STORE_REGION=\(Self.region)",
            "RCLONE_CONFIG_STORE_ENDPOINT=\(origin(isFar: isFar))",
        ]
        return Program(
            "env",
            remote + ["rclone", "copy", "--transfers", "64", "--checkers", "64", "--exclude", "*.headers", tree]
                + ["store:\(bucket)/app"])
    }

    func s5cmd(_ tree: String, isFar: Bool) -> Program {
        program(
            "s5cmd",
            ["--endpoint-url", origin(isFar: isFar), "--log", "error", "cp", "--exclude", "*.headers", tree + "/"]
                + ["s3://\(bucket)/app/"])
    }
}
