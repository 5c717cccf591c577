import Diagnostics

/// One run of an external program, without a shell.
package struct ChildProcess: Sendable {
    package enum Ending: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
        /// The system kept no status.
        case unknown
    }

    package struct Result: Sendable {
        package let ending: Ending
        package let output: [UInt8]
        /// The beginning of its standard error.
        package let errors: [UInt8]
    }

    /// The name of the program, which is looked for in the `PATH` of its variables.
    package let program: String
    /// The words after the program's name. Every user of the machine can read them: secrets go into the input.
    package let arguments: [String]
    package let variables: ProgramVariables
    package let input: [UInt8]
    /// When it is killed.
    package let timeLimit: Duration
    /// The bytes beyond which writing to a file fails in the program; nil for no limit.
    package let fileSizeLimit: Int?
    /// The bytes of standard output beyond which it is killed.
    package let outputLimit: Int
    /// The bytes of standard error that are kept; the rest is read and dropped.
    package let errorLimit: Int

    package init(
        _ program: String, _ arguments: [String], variables: ProgramVariables, input: [UInt8] = [],
        timeLimit: Duration, fileSizeLimit: Int? = nil, outputLimit: Int, errorLimit: Int
    ) {
        precondition(!program.utf8.contains(UInt8(ascii: "/")), "a program is looked for by its name")
        precondition((arguments + [program]).allSatisfy { !$0.utf8.contains(0) }, "C ends a word at a null byte")
        self.program = program
        self.arguments = arguments
        self.variables = variables
        self.input = input
        self.timeLimit = timeLimit
        self.fileSizeLimit = fileSizeLimit
        self.outputLimit = outputLimit
        self.errorLimit = errorLimit
    }

    /// Runs the program to its end; it never outlives this call, also when the task is cancelled.
    ///
    /// The program is polled instead of waited for: no thread is blocked, and no child of the program that still holds its
    /// streams can keep us waiting.
    package func run() async throws(ChildProcessError) -> Result {
        guard let path = SpawnedProgram.find(program, path: variables.values["PATH"] ?? "") else {
            throw .notFound(program)
        }
        let child = try SpawnedProgram(
            path: path, arguments: [program] + arguments, variables: variables.values, input: input,
            fileSizeLimit: fileSizeLimit)
        let deadline = ContinuousClock.now + timeLimit
        var (output, errors): ([UInt8], [UInt8]) = ([], [])
        var pause = Self.shortestPause
        var ending: Ending?
        while true {
            // Polled before the pipes are emptied, so that they hold everything it wrote if it has ended.
            if ending == nil { ending = child.reap() }
            let hasWritten = [
                child.output.drain(into: &output, limit: outputLimit),
                child.errors.drain(into: &errors, limit: errorLimit),
            ].contains(true)
            guard output.count <= outputLimit else { throw .tooMuchOutput(program, limit: outputLimit) }
            // It may have ended in time even if we only look now.
            if let ending {
                return Result(ending: ending, output: output, errors: Array(errors.prefix(errorLimit)))
            }
            guard !Task.isCancelled else { throw .cancelled(program) }
            guard ContinuousClock.now < deadline else { throw .tookTooLong(program, limit: timeLimit) }
            pause = hasWritten ? Self.shortestPause : min(pause * 2, Self.longestPause)
            // A cancelled wait ends at once, and the next round sees why.
            try? await Task.sleep(for: pause)
        }
    }

    private static let shortestPause = Duration.milliseconds(1)
    private static let longestPause = Duration.milliseconds(20)
}

/// Why a program gave no result.
package enum ChildProcessError: ReportableError, Equatable {
    /// There is no such program on the `PATH`.
    case notFound(String)
    /// The system would not start it.
    case cannotStart(String, reason: String)
    /// It was killed when its time ran out.
    case tookTooLong(String, limit: Duration)
    /// It was killed when it had printed more than this many bytes.
    case tooMuchOutput(String, limit: Int)
    /// It was killed because the caller was cancelled.
    case cancelled(String)

    package var report: ErrorReport {
        switch self {
        case .notFound(let program):
            ErrorReport(
                .unavailable, "there is no program \(program) on the PATH",
                hint: "install \(program), or put its folder on the PATH")
        case .cannotStart(let program, let reason):
            ErrorReport(.unavailable, "\(program) cannot be started: \(reason)")
        case .tookTooLong(let program, let limit):
            ErrorReport(.unavailable, "\(program) did not finish within \(limit)", hint: "try again in a few minutes")
        case .tooMuchOutput(let program, let limit):
            ErrorReport(.unavailable, "\(program) printed more than \(limit) bytes")
        case .cancelled(let program):
            ErrorReport(.unavailable, "\(program) was stopped before it finished")
        }
    }
}
