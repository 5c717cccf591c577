import CLinux
import Glibc

/// A program that was started; killed and reaped with this object, if it has not ended before.
@safe final class SpawnedProgram {
    let output: Descriptor
    let errors: Descriptor
    private let pid: pid_t
    private var isReaped = false

    /// Starts the program at `path` with three standard streams and nothing else that we have open.
    ///
    /// - Parameters:
    ///   - arguments: with the program's own name as the first.
    ///   - fileSizeLimit: the bytes beyond which writing to a file fails in the program.
    init(
        path: String, arguments: [String], variables: [String: String], input: [UInt8], fileSizeLimit: Int?
    ) throws(ChildProcessError) {
        guard let input = Descriptor.namelessFile(holding: input), let output = Descriptor.pipe(),
            let errors = Descriptor.pipe(), output.reading.setNonBlocking(), errors.reading.setNonBlocking()
        else { throw Self.failure(path, errno) }
        let standard = [input, output.writing, errors.writing].map(\.number)
        let (code, pid) = UnfinishedWork.ofThisProcess.start {
            Self.spawn(
                path, arguments: arguments, variables: variables.map { "\($0)=\($1)" }, standard: standard,
                blocked: fileSizeLimit == nil ? [] : [SIGXFSZ])
        }
        withExtendedLifetime((input, output, errors)) {}
        guard code == 0 else { throw Self.failure(path, code) }
        self.pid = pid
        self.output = output.reading
        self.errors = errors.reading
        // posix_spawn cannot do this before the start. What the program has already written counts as well: the limit is
        // on the file, not on a single write. Only a child that the program has already started escapes it.
        if let fileSizeLimit, signet_limit_file_size(pid, UInt64(fileSizeLimit)) != 0, errno != ESRCH {
            throw Self.failure(path, errno)
        }
    }

    deinit {
        guard !isReaped else { return }
        kill(pid, SIGKILL)
        // Short: nothing outlives this signal.
        var status: CInt = 0
        _ = UnfinishedWork.ofThisProcess.wait(for: pid, &status, options: 0)
    }

    /// How the program ended; nil while it runs.
    func reap() -> ChildProcess.Ending? {
        var status: CInt = 0
        let reaped = UnfinishedWork.ofThisProcess.wait(for: pid, &status, options: WNOHANG)
        if reaped == 0 { return nil }
        isReaped = true
        // If our parent process ignores SIGCHLD, the kernel keeps no status.
        guard reaped == pid else { return .unknown }
        // WIFEXITED, WEXITSTATUS and WTERMSIG are macros.
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
    }

    /// The first executable file of that name in the folders of a `PATH`.
    ///
    /// Folders that are not absolute are left out: which program runs must not depend on the current folder.
    static func find(_ name: String, path: String) -> String? {
        for folder in path.split(separator: ":") where folder.hasPrefix("/") {
            let candidate = "\(folder)/\(name)"
            var status = stat()
            if unsafe stat(candidate, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                unsafe access(candidate, X_OK) == 0
            {
                return candidate
            }
        }
        return nil
    }

    private static func failure(_ path: String, _ code: CInt) -> ChildProcessError {
        .cannotStart(path, reason: unsafe String(cString: strerror(code)))
    }

    private static func spawn(
        _ path: String, arguments: [String], variables: [String], standard: [CInt], blocked: [CInt]
    ) -> (code: CInt, pid: pid_t) {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (target, number) in standard.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, number, CInt(target))
        }
        // Ours are closed anyway; a library's may not be, and its reader would wait for the end.
        unsafe signet_close_from(&actions, STDERR_FILENO + 1)

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // A blocked SIGXFSZ stays pending, and the write fails instead of killing the whole program.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for signal in blocked { unsafe sigaddset(&signals, signal) }
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        // Programs expect to end when their output is not read, whatever we do about that signal.
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, CShort(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var pid: pid_t = 0
        let code = unsafe withCStrings(arguments) { arguments in
            unsafe withCStrings(variables) { variables in
                unsafe posix_spawn(&pid, path, &actions, &attributes, arguments, variables)
            }
        }
        return (code, pid)
    }

    /// Calls `body` with an array of C strings that ends with a null pointer.
    private static func withCStrings(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt
    ) -> CInt {
        var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
        return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return ENOMEM }
            return unsafe body(start)
        }
    }
}
