import Foundation
import Testing
import TestSupport

@Suite struct `An output folder that cannot be written` {
    @Test func `is refused when it is a file`() throws {
        let bench = try FaultBench()
        try bench.folder.write("output", "kept")
        let refused = try bench.build(.a)
        #expect(refused.status == 73)
        #expect(refused.errors.hasPrefix("signet: error: output: is not a folder\n"))
        #expect(try bench.folder.text("output") == "kept")
    }

    @Test func `is refused when a file is above it`() throws {
        let bench = try FaultBench()
        try bench.folder.write("file", "kept")
        let refused = try bench.build(.a, "--output", "file/output")
        #expect(refused.status == 73)
        #expect(refused.errors.hasPrefix("signet: error: file/output: is not a folder\n"))
        #expect(try bench.folder.text("file") == "kept")
    }

    // Permissions do not bind root.
    @Test(.enabled(if: geteuid() != 0, "permissions do not bind root"))
    func `is refused when it is read-only`() throws {
        let bench = try FaultBench()
        try #require(try bench.build(.a).status == 0)
        let output = bench.folder.path("output")
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: output)
        let refused = try bench.build(.b)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: output)
        #expect(refused.status == 73)
        #expect(refused.errors.hasPrefix("signet: error: output/.production.staging: may not be written\n"))
        try bench.expectOnly(.a)
    }

    @Test(.tracing) func `is refused when its file system is read-only`() throws {
        let bench = try FaultBench()
        try #require(try bench.build(.a).status == 0)
        let refused = try bench.build(.b, faults: ["mkdirat:error=EROFS"])
        #expect(refused.status == 73)
        #expect(refused.errors.hasPrefix("signet: error: output/.production.staging: may not be written\n"))
        try bench.expectOnly(.a)
    }

    @Test func `is refused when a link stands in the place of a tree`() throws {
        let bench = try FaultBench()
        try bench.folder.write("elsewhere/file", "kept")
        try FileManager.default.createDirectory(atPath: bench.folder.path("output"), withIntermediateDirectories: true)
        try check("ln", ["-s", "../elsewhere", bench.folder.path("output/production")])
        let refused = try bench.build(.a)
        #expect(refused.status != 0)
        #expect(refused.errors.contains("is a symbolic link, which is never followed here"))
        #expect(try bench.folder.snapshot("elsewhere") == ["file": Array("kept".utf8)])
    }
}
