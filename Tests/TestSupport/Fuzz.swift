import Foundation

/// How much tests with random input try.
package enum Fuzz {
    /// All rounds in a release build, in which `.ci/run` runs the libraries; a tenth where somebody waits.
    package static func rounds(_ all: Int) -> Int {
        #if DEBUG
            max(1, all / 10)
        #else
            all
        #endif
    }

    /// Rounds of two users of one store, each with its own process.
    package static var races: Int {
        #if DEBUG
            8
        #else
            3_000
        #endif
    }

    /// All with `SIGNET_FUZZ=all`, for what takes minutes; otherwise a 250th.
    package static func part(_ all: Int) -> Int { isAll ? all : max(1, all / 250) }

    /// How many parts of a document there are for each that is changed: one in a release build, so many where somebody waits.
    package static func step(_ step: Int) -> Int {
        #if DEBUG
            step
        #else
            1
        #endif
    }

    /// Whether everything is asked for that can be tried.
    package static var isAll: Bool { variable("SIGNET_FUZZ") == "all" }

    /// That of `SIGNET_FUZZ_SEED`; otherwise always the same, so that a change is not judged by another's bad luck, and with
    /// `SIGNET_FUZZ=all` another one in each run.
    package static var seed: UInt64 {
        if let seed = variable("SIGNET_FUZZ_SEED").flatMap({ UInt64($0) }) { return seed }
        return isAll ? UInt64(Date().timeIntervalSince1970 * 1_000) : 1
    }

    private static func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}
