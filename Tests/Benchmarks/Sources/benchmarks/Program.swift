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

extension Program {
    /// Runs the program to its end, and gives the most memory that it and the programs it started had at once, in bytes:
    /// the sum of what each has resident, looked at every 10 ms.
    func runWithPrograms() throws -> Int {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardOutput = FileHandle(forWritingAtPath: "/dev/null")
        try process.run()
        var peak = 0
        while process.isRunning {
            peak = max(peak, Self.residentBytes(of: process.processIdentifier))
            usleep(10_000)
        }
        guard process.terminationStatus == 0 else {
            throw BenchmarkError(description: "failed: \(arguments.joined(separator: " "))")
        }
        return peak
    }

    private static func residentBytes(of process: pid_t) -> Int {
        func text(_ name: String) -> String {
            (try? String(contentsOfFile: "/proc/\(process)/\(name)", encoding: .utf8)) ?? ""
        }
        let pages = Int(text("statm").split(separator: " ").dropFirst().first ?? "") ?? 0
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        let children = tasks.flatMap { text("task/\($0)/children").split(separator: " ").compactMap { pid_t($0) } }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE))) + children.map(residentBytes).reduce(0, +)
    }
}

/// Why nothing can be measured.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
}
