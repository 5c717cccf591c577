import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A program with its arguments, to be run and measured.
struct Program {
    let arguments: [String]

    init(_ program: String, _ arguments: [String]) { self.arguments = [program] + arguments }
    init(_ program: String, _ arguments: String...) { self.init(program, arguments) }

    /// What one run took.
    struct Cost {
        /// Seconds that passed, and seconds of all cores that were used.
        let time, processorTime: Double
        /// The most memory that was resident at once, in bytes; the kernel counts at least what this program has.
        let peak: Int
    }

    /// Runs the program to its end; fails unless it says that all is well.
    @discardableResult
    func run(output: String = "/dev/null") throws(BenchmarkError) -> Cost {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        let words = arguments.map { strdup($0) }
        defer { for word in words { free(word) } }
        var (process, status, usage) = (pid_t(), CInt(), rusage())
        let clock = ContinuousClock()
        let start = clock.now
        guard posix_spawnp(&process, arguments[0], &actions, nil, words + [nil], environ) == 0,
            wait4(process, &status, 0, &usage) == process, status == 0
        else { throw BenchmarkError(description: "failed (status \(status)): \(arguments.joined(separator: " "))") }
        let time = (clock.now - start) / .seconds(1)
        let used = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }.reduce(0, +)
        return Cost(time: time, processorTime: used, peak: usage.ru_maxrss << 10)
    }
}

/// Why nothing can be measured.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
}
