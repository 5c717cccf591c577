import Foundation
import Testing
import TestSupport

@Suite struct `Builds in one output folder` {
    @Test func `at once wait for each other`() async throws {
        let bench = try FaultBench(fileCount: 10)
        for _ in 0..<8 {
            async let first = Self.build(bench, .a)
            async let second = Self.build(bench, .b)
            for result in try await [first, second] {
                #expect(result.status == 0)
                #expect(result.errors.isEmpty)
            }
            let version = try #require(try bench.version())
            try bench.expectOnly(version)
        }
    }

    /// On a thread of its own: the tests' own threads may be too few to wait for two programs at once.
    private static func build(_ bench: FaultBench, _ version: FaultBench.Version) async throws -> CommandResult {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try bench.build(version) }) }
        }
    }

    @Test func `that take turns leave a tree that another process has open`() throws {
        let bench = try FaultBench()
        try #require(try bench.build(.a).status == 0)
        // `sh` sits in the tree while it is replaced and removed below it.
        let script = "cd output/production && \"$0\" build --policy ../../B.json --keys ../../keys --output .. --quiet"
        #expect(try run("sh", ["-c", script, signetPath], in: bench.folder.root).status == 0)
        try bench.expectOnly(.b)
    }
}
