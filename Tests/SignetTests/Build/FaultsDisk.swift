import Foundation
import Testing
import TestSupport

@Suite(.tracing) struct `A disk that fails` {
    @Test(arguments: [
        ("availability-ios", "ENOSPC"), ("availability-ios.sig", "ENOSPC"), ("files/0.txt", "EDQUOT"),
        ("files/0.txt", "EIO"), ("files/7.txt.headers", "ENOSPC"), ("publication.jws", "ENOSPC"),
        ("publication.jws", "EIO"),
    ])
    func `at any file leaves the old tree and no leftovers`(file: String, error: String) throws {
        let bench = try FaultBench()
        try #require(try bench.build(.a).status == 0)
        let path = "output/.production.staging/\(file)"
        let failed = try bench.build(.b, faults: ["write:error=\(error)"], paths: [path])
        #expect(failed.status == 74)
        let reason = error == "EIO" ? "cannot be written: Input/output error" : "cannot be written: no space left"
        #expect(failed.errors.hasPrefix("signet: error: \(path): \(reason)\n"))
        #expect(failed.errors.contains("hint: nothing was changed") == (error != "EIO"))
        try bench.expectOnly(.a)
        #expect(try bench.build(.b).status == 0)
        try bench.expectOnly(.b)
    }

    @Test(arguments: ["close:error=ENOSPC", "write:error=ENOSPC:when=1"])
    func `at the first build leaves nothing at all`(fault: String) throws {
        let bench = try FaultBench()
        let path = "output/.production.staging/files/3.txt"
        let failed = try bench.build(.a, faults: [fault], paths: [path])
        #expect(failed.status == 74)
        #expect(failed.errors.contains("\(path): cannot be written: no space left\n"))
        #expect(!FileManager.default.fileExists(atPath: bench.folder.path("output")))
        #expect(try bench.build(.a).status == 0)
        try bench.expectOnly(.a)
    }

    @Test func `in the middle of a write is finished by another write or not at all`() throws {
        let bench = try FaultBench()
        try #require(try bench.build(.a).status == 0)
        // A write that was interrupted is tried again.
        let path = "output/.production.staging/files/3.txt"
        #expect(try bench.build(.b, faults: ["write:error=EINTR:when=1..3"], paths: [path]).status == 0)
        try bench.expectOnly(.b)
    }

    @Test func `when folders are made leaves the old tree`() throws {
        let bench = try FaultBench()
        try #require(try bench.build(.a).status == 0)
        let failed = try bench.build(.b, faults: ["mkdirat:error=ENOSPC"])
        #expect(failed.status == 74)
        #expect(failed.errors.contains("output/.signet-lock: cannot be written: no space left\n"))
        try bench.expectOnly(.a)
    }

    @Test func `when it is flushed leaves the old tree`() throws {
        let bench = try FaultBench()
        try #require(try bench.build(.a).status == 0)
        let failed = try bench.build(.b, faults: ["syncfs:error=EIO"])
        #expect(failed.status == 74)
        #expect(failed.errors == "signet: error: output: cannot be written: Input/output error\n")
        try bench.expectOnly(.a)
    }

    @Test(arguments: [[], ["renameat2:error=EINVAL"]])
    func `when the former tree is removed has the new tree in its place already`(faults: [String]) throws {
        let bench = try FaultBench()
        try #require(try bench.build(.a).status == 0)
        let failed = try bench.build(.b, faults: faults + ["unlinkat:error=EIO"])
        #expect(failed.status == 74)
        #expect(try bench.version() == .b)
        #expect(try bench.build(.a).status == 0)
        try bench.expectOnly(.a)
    }
}

@Suite(.tracing) struct `A kill` {
    // From the first folder that is made to the last file of the former tree that is removed.
    @Test(arguments: [
        ("mkdirat", 1), ("mkdirat", 2), ("write", 1), ("syncfs", 1), ("renameat2", 1), ("unlinkat", 1),
        ("unlinkat", 5), ("unlinkat", 29),
    ])
    func `at any step leaves a whole tree, and the next run clears the rest`(call: String, count: Int) throws {
        let bench = try FaultBench()
        try #require(try bench.build(.a).status == 0)
        // Other writes than those to the tree are no step of the work.
        let paths = call == "write" ? ["output/.production.staging/files/3.txt"] : []
        let killed = try bench.build(.b, faults: ["\(call):signal=KILL:when=\(count)"], paths: paths)
        #expect(killed.status == -SIGKILL)
        #expect(try bench.version() == (call == "unlinkat" ? .b : .a))
        #expect(try bench.names() != ["production"] || (call, count) == ("mkdirat", 1))
        #expect(try bench.build(.b).status == 0)
        try bench.expectOnly(.b)
    }
}
