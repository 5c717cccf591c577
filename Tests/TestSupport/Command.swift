import CLinux
import Foundation

/// What a program said and how it ended.
package struct CommandResult: Sendable {
    /// The exit code; negative for the signal that ended the program.
    package let status: Int32
    package let output: String
    package let errors: String

    /// Everything that it wrote, on either stream.
    package var said: String { output + errors }

    package init(status: Int32, output: String, errors: String) {
        self.status = status
        self.output = output
        self.errors = errors
    }
}

/// Why a program could not be run.
package struct CannotRun: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}

/// Runs a program to its end.
///
/// - Parameters:
///   - program: a path, or a name on the PATH.
///   - environment: variables that are set beside those of this process.
@discardableResult
package func run(
    _ program: String, _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:],
    input: [UInt8] = []
) throws -> CommandResult {
    guard let path = program.contains("/") ? program : Peer.path(of: program) else {
        throw CannotRun(description: "\(program) is not on the PATH")
    }
    let process = PeerProcess()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.environment = peerEnvironment(environment)
    // Files instead of pipes: no program can fill one and wait for us. Without names they cost the disk nothing.
    let (input, output, errors) = (try NamelessFile(input), try NamelessFile(), try NamelessFile())
    (process.standardInput, process.standardOutput, process.standardError) = (
        input.handle, output.handle, errors.handle
    )
    try process.run()
    process.waitUntilExit()
    return CommandResult(
        status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
        output: try output.text, errors: try errors.text)
}

/// A file in memory that one program reads or writes.
private struct NamelessFile {
    let handle: FileHandle

    /// - Parameter bytes: what the program reads.
    init(_ bytes: [UInt8] = []) throws {
        let descriptor = signet_nameless_file()
        guard descriptor >= 0 else { throw CannotRun(description: "there is no file in memory: \(errno)") }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard !bytes.isEmpty else { return }
        try handle.write(contentsOf: bytes)
        try handle.seek(toOffset: 0)
    }

    /// What the program has written.
    var text: String {
        get throws {
            try handle.seek(toOffset: 0)
            return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
        }
    }
}

/// The environment of a program: the variables that change what it does come from the test alone, also where CI runs it.
package func peerEnvironment(_ variables: [String: String]) -> [String: String] {
    let given = ProcessInfo.processInfo.environment.filter { name, _ in
        name != "CI" && !["SIGNET_", "AWS_", "GIT_"].contains { name.hasPrefix($0) }
            && !name.lowercased().hasSuffix("_proxy")
    }
    return given.merging(variables) { $1 }
}

/// Runs a program that must succeed, and gives what it said on standard output.
@discardableResult
package func check(
    _ program: String, _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:],
    input: [UInt8] = []
) throws -> String {
    let result = try run(program, arguments, in: folder, environment: environment, input: input)
    guard result.status == 0 else {
        throw CannotRun(
            description: "\(program) \(arguments.joined(separator: " ")) ended with \(result.status): "
                + result.output + result.errors)
    }
    return result.output
}

/// What was built with the tests: programs, and the folder `Modules`.
package let builtFolder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent()

/// The command line tool: the one that `SIGNET_TOOL` names, such as the release build, or the one that was built with the
/// tests.
package let signetPath =
    ProcessInfo.processInfo.environment["SIGNET_TOOL"] ?? builtFolder.appendingPathComponent("signet").path

/// Runs `signet` in a folder. What it prints with `--json` must be what its schema promises.
@discardableResult
package func signet(
    _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:]
) throws -> CommandResult {
    let result = try run(signetPath, arguments, in: folder.root, environment: environment)
    try Envelope.check(arguments, result)
    return result
}
