import Foundation
import Testing
import TestSupport

@Suite(.tracing) struct `Where folders cannot be exchanged` {
    @Test(arguments: ["EINVAL", "ENOSYS"])
    func `two renames put the new tree in its place`(error: String) throws {
        let bench = try FaultBench()
        // The first tree, then one over it.
        #expect(try bench.build(.a, faults: ["renameat2:error=\(error)"]).status == 0)
        try bench.expectOnly(.a)
        #expect(try bench.build(.b, faults: ["renameat2:error=\(error)"]).status == 0)
        try bench.expectOnly(.b)
    }

    /// What is there when the run dies at a rename, and what the next run must find.
    @Test(arguments: [
        (1, [".production.staging", ".signet-lock", "production"]),
        (2, [".production.former", ".production.staging", ".signet-lock"]),
    ])
    func `a kill at a rename is repaired by the next run`(count: Int, left: [String]) throws {
        let bench = try FaultBench()
        try #require(try bench.build(.a).status == 0)
        let killed = try bench.build(
            .b, faults: ["renameat2:error=EINVAL", "renameat:signal=KILL:when=\(count)"])
        #expect(killed.status == -SIGKILL)
        #expect(try bench.names() == left)
        // The next run takes the old tree back before anything else, so that an unchanged policy leaves it alone.
        let next = try bench.build(.a)
        #expect(next.status == 0)
        #expect(next.errors.isEmpty)
        try bench.expectOnly(.a)
    }

    @Test(arguments: ["EINVAL", "EXDEV", "EPERM"])
    func `a file system that refuses renames as well leaves the old tree and a hint`(error: String) throws {
        let bench = try FaultBench()
        try #require(try bench.build(.a).status == 0)
        let refused = try bench.build(.b, faults: ["renameat2:error=EINVAL", "renameat:error=\(error)"])
        #expect(refused.status == 73)
        #expect(
            refused.errors == """
                signet: error: output/production: the file system can neither exchange nor rename this folder
                hint: nothing was changed; choose another place with --output DIR

                """)
        try bench.expectOnly(.a)
    }

    @Test(arguments: [1, 2])
    func `a rename that fails leaves the old tree`(count: Int) throws {
        let bench = try FaultBench()
        try #require(try bench.build(.a).status == 0)
        let refused = try bench.build(.b, faults: ["renameat2:error=EINVAL", "renameat:error=EIO:when=\(count)"])
        #expect(refused.status == 73)
        try bench.expectOnly(.a)
    }

    @Test func `two renames are all that it takes`() throws {
        let bench = try FaultBench()
        try #require(try bench.build(.a).status == 0)
        // A third that fails would leave the new tree in place and say that nothing was changed.
        let built = try bench.build(.b, faults: ["renameat2:error=EINVAL", "renameat:error=EIO:when=3+"])
        #expect(built.status == 0)
        #expect(built.errors.isEmpty)
        try bench.expectOnly(.b)
    }

    @Test func `a refused exchange leaves the old tree`() throws {
        let bench = try FaultBench()
        try #require(try bench.build(.a).status == 0)
        let refused = try bench.build(.b, faults: ["renameat2:error=EPERM"])
        #expect(refused.status == 73)
        #expect(refused.errors.hasPrefix("signet: error: output/production: may not be written\n"))
        try bench.expectOnly(.a)
    }
}
