import CLinux
import CTestSupport
import Foundation

/// A program that a test runs.
///
/// Foundation's `Process` waits with `select`, which knows no descriptor above 1,023: with as many tests at once as there
/// are, it would wait for ever. This one is used in the same way, by one thread at a time.
package final class PeerProcess: @unchecked Sendable {
    package var executableURL: URL?
    package var arguments: [String] = []
    package var currentDirectoryURL: URL?
    package var environment: [String: String]?
    /// Each is a `FileHandle` or a `Pipe`; nil for what the tests have themselves.
    package var standardInput: Any?
    package var standardOutput: Any?
    package var standardError: Any?
    package private(set) var processIdentifier: pid_t = 0
    private var ending: Int32?

    package init() {}

    /// Where output goes that nobody reads; `FileHandle.nullDevice` has no descriptor here.
    package static var nowhere: FileHandle? { FileHandle(forWritingAtPath: "/dev/null") }

    /// Starts the program, which gets no descriptor but its three.
    package func run() throws {
        guard let path = executableURL?.path, FileManager.default.isExecutableFile(atPath: path) else {
            throw CannotRun(description: "\(executableURL?.path ?? "nothing") cannot be run")
        }
        let words = [path] + arguments
        let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0.key)=\($0.value)" }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        let streams = [
            Self.end(of: standardInput, isRead: true), Self.end(of: standardOutput, isRead: false),
            Self.end(of: standardError, isRead: false),
        ]
        for (number, stream) in streams.enumerated() {
            if let stream { unsafe posix_spawn_file_actions_adddup2(&actions, stream.fileDescriptor, Int32(number)) }
        }
        if let folder = currentDirectoryURL { _ = unsafe signet_change_folder(&actions, folder.path) }
        unsafe signet_close_from(&actions, 3)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // Whatever the thread blocks that starts it, and whatever this process ignores: below nohup a hang-up.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGHUP, SIGINT] { unsafe sigaddset(&signals, signal) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var pid: pid_t = 0
        let code = unsafe Self.withCStrings(words) { words in
            unsafe Self.withCStrings(variables) { variables in
                unsafe posix_spawn(&pid, path, &actions, &attributes, words, variables)
            }
        }
        guard code == 0 else { throw CannotRun(description: "\(path) cannot be run: \(code)") }
        processIdentifier = pid
        // The other end must see the end of the program.
        for pipe in [standardInput as? Pipe].compactMap(\.self) { try pipe.fileHandleForReading.close() }
        for pipe in [standardOutput as? Pipe, standardError as? Pipe].compactMap(\.self) {
            try pipe.fileHandleForWriting.close()
        }
    }

    /// Whether the program has not ended yet.
    package var isRunning: Bool {
        guard ending == nil else { return false }
        var status: Int32 = 0
        guard unsafe waitpid(processIdentifier, &status, WNOHANG) == processIdentifier else { return true }
        ending = status
        return false
    }

    /// Waits for the end of the program.
    package func waitUntilExit() {
        guard ending == nil, processIdentifier > 0 else { return }
        var status: Int32 = 0
        while unsafe waitpid(processIdentifier, &status, 0) < 0 {
            guard errno == EINTR else { return }
        }
        ending = status
    }

    /// Ends the program if it still runs, and waits for its end; nobody else can have its id before that.
    package func kill() {
        guard isRunning else { return }
        _ = Foundation.kill(processIdentifier, SIGKILL)
        waitUntilExit()
    }

    // WIFEXITED, WEXITSTATUS and WTERMSIG are macros.
    package var terminationReason: Process.TerminationReason {
        (ending ?? 0) & 0x7F == 0 ? .exit : .uncaughtSignal
    }
    package var terminationStatus: Int32 {
        let status = ending ?? 0
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : status & 0x7F
    }

    private static func end(of stream: Any?, isRead: Bool) -> FileHandle? {
        guard let pipe = stream as? Pipe else { return stream as? FileHandle }
        return isRead ? pipe.fileHandleForReading : pipe.fileHandleForWriting
    }

    private static func withCStrings(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32
    ) -> Int32 {
        var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
        return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return ENOMEM }
            return unsafe body(start)
        }
    }
}
