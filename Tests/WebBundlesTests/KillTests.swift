import AppGate
import Foundation
import TestSupport
import Testing
import WebBundles

@Suite struct `A process that is killed` {
    /// Every call of an update, a start and a confirmation that changes something, one after the other.
    @Test(
        .inCI, .tracing,
        arguments: ["mkdirat", "write", "fsync", "syncfs", "renameat2", "renameat,?rename", "unlinkat", "flock"])
    func `at any call leaves a store that opens and shows a whole bundle`(calls: String) async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0")
        try await bench.publish("1.5.0", "1.5.1")
        try bench.writeSite()
        try check("cp", ["-a", bench.folder.path("store"), bench.folder.path("before")])
        var killed = 0
        for call in calls.split(separator: ",") {
            for count in 1...200 {
                try bench.folder.remove("store")
                try check("cp", ["-a", bench.folder.path("before"), bench.folder.path("store")])
                let result = try bench.drive(
                    ["update", "start", "confirm"], fault: "\(call):signal=KILL:when=\(count)")
                if result.status == 0 { break }
                #expect(result.status == -SIGKILL, "\(result.output)\(result.errors)")
                killed += 1
                let store = try bench.store(health: HealthPolicy(starts: 1_000))
                let shown = try await bench.expectWhole(store)
                #expect(["v1.5.0", "v1.5.1"].contains(shown))
                // The next run may go on with a download.
                let names = Set(try bench.names().filter { !$0.hasPrefix("download-") })
                #expect(
                    names.isSubset(of: ["index", "signed-v1.5.0", "signed-v1.5.1", "state.json", "v1.5.0", "v1.5.1"]),
                    "\(names)")
                #expect(names.isSuperset(of: ["index", "signed-v1.5.0", "state.json", "v1.5.0"]), "\(names)")
                // And the next run gets there.
                let next = try bench.drive(["update", "start", "confirm"])
                #expect(next.status == 0 && next.output.contains("start v1.5.1 1.5.1*8"), "\(next.output)")
            }
        }
        // A test in which nothing was killed has tested nothing.
        #expect(killed > 0)
    }

    @Test(.tracing) func `before it could look at a new version has counted its start`() async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        try bench.writeSite()
        #expect(try bench.drive(["update"]).status == 0)
        let proof = ["-P", bench.folder.path("store/signed-v1.5.0"), "-P", "signed-v1.5.0"]
        for count in 1...2 {
            let options = proof + ["-e", "trace=openat", "-e", "inject=openat:signal=KILL:when=1"]
            #expect(try bench.drive(["learn", "start"], tracing: options).status == -SIGKILL)
            #expect(try bench.folder.text("store/state.json").contains("\"starts\": \(count)"))
        }
    }

    @Test func `at any moment leaves one, too`() async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0")
        try bench.writeSite()
        let steps = ["update", "start", "confirm", "collect"]
        let start = SystemClock.continuous.now
        #expect(try bench.drive(steps).status == 0)
        var span = SystemClock.continuous.now - start
        var (round, killed) = (0, 0)
        // A run may take less than the first one, on a busier machine, has taken.
        while round < 8 || (killed < 3 && round < 200) {
            round += 1
            try await bench.publish("1.5.\(round)", minutesLater: round)
            try bench.writeSite()
            // Every part of a run once, in an order that leaps to and fro; the first part is but the start of a program.
            if try bench.kill(steps, after: span * TimeInterval(2 + round * 3 % 8) / 10) {
                killed += 1
            } else {
                span = span * 7 / 8
            }
            try await bench.expectWhole(try bench.store(health: HealthPolicy(starts: 1_000)))
            #expect(try bench.names().filter { $0.hasPrefix(".") } == [])
        }
        #expect(killed >= 3)
    }
}

@Suite struct `Two processes in one store` {
    @Test func `show whole bundles, whatever the other one does`() async throws {
        let bench = try StoreBench()
        var lines = 0
        for round in 1...8 {
            try await bench.publish("1.5.\(round)", minutesLater: round)
            try bench.writeSite()
            let steps = Array(repeating: ["start", "update", "start", "pause", "confirm", "collect"], count: 3).flatMap(
                \.self)
            async let first = Self.drive(bench, steps)
            async let second = Self.drive(bench, steps)
            for result in try await [first, second] {
                #expect(result.status == 0, "\(result.output)\(result.errors)")
                #expect(!result.output.contains("failed"), "\(result.output)")
                for line in result.output.split(separator: "\n") where line.hasPrefix("start ") {
                    let words = line.split(separator: " ")
                    let version = words[1] == "embedded" ? "1.4.0" : words[1].dropFirst()
                    #expect(words.count == 3 && words[2] == "\(version)*8", "\(line)")
                    lines += 1
                }
            }
            #expect(try await bench.expectWhole() == "v1.5.\(round)")
        }
        #expect(lines == 8 * 2 * 6)
        #expect(
            try bench.names() == [
                "index", "signed-v1.5.6", "signed-v1.5.7", "signed-v1.5.8", "state.json", "v1.5.6", "v1.5.7", "v1.5.8",
            ])
    }

    /// On a thread of its own: the tests' own threads may be too few to wait for two programs at once.
    private static func drive(_ bench: StoreBench, _ steps: [String]) async throws -> CommandResult {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try bench.drive(steps) }) }
        }
    }
}
