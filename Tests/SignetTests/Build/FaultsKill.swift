import Foundation
import Testing
import TestSupport

@Suite struct `A build that is killed` {
    @Test func `leaves the old tree or the new one, whole, and no leftovers for long`() throws {
        let bench = try FaultBench(fileCount: 50)
        try #require(try bench.build(.a).status == 0)
        // The kills must hit every part of a run, however long one takes here.
        var span =
            try [FaultBench.Version.b, .a, .b, .a].map { version in
                let clock = ContinuousClock()
                let start = clock.now
                try #require(try bench.build(version).status == 0)
                return clock.now - start
            }.max() ?? .zero

        var current = FaultBench.Version.a
        var killed = 0
        for round in 0..<Self.rounds {
            let next = round.isMultiple(of: 2) ? FaultBench.Version.b : .a
            // Every part of the run once, in an order that leaps to and fro.
            if let time = try kill(bench, next, after: span * (round * 5 % Self.rounds) / Self.rounds) {
                // The others were on a busier machine.
                span = min(span, time)
            } else {
                killed += 1
            }
            let found = try #require(try bench.version())
            #expect(found == current || found == next)
            current = found
        }
        // A test in which nothing was killed, or everything at once, has tested nothing.
        #expect(killed >= 3)
        try #require(try bench.build(current.other).status == 0)
        try bench.expectOnly(current.other)
    }

    private static let rounds = 8

    /// Kills a build after a while; gives how long it took when it had ended by itself.
    private func kill(_ bench: FaultBench, _ version: FaultBench.Version, after delay: Duration) throws -> Duration? {
        let process = PeerProcess()
        process.executableURL = URL(fileURLWithPath: signetPath)
        process.arguments = bench.arguments(version)
        process.currentDirectoryURL = URL(fileURLWithPath: bench.folder.root)
        process.standardError = PeerProcess.nowhere
        let clock = ContinuousClock()
        let start = clock.now
        try process.run()
        while process.isRunning, clock.now - start < delay { usleep(500) }
        let time = clock.now - start
        process.kill()
        return process.terminationReason == .uncaughtSignal ? nil : time
    }
}
