import Foundation
import Testing
import TestSupport

private let ios = "distribution/availability-ios"

/// What happens when runs meet or end in the middle.
@Suite(.peers(.seaweed, .python3, .curl)) struct PublishRaceTests {
    /// Starts `signet`; its process id is in the file `pid` of the folder before it does anything.
    private func start(_ bench: BucketBench, in folder: String) throws -> (process: PeerProcess, errors: Pipe) {
        let process = PeerProcess()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "echo $$ > pid; exec \"$0\" \"$@\"", signetPath] + bench.words
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = peerEnvironment(bench.environment)
        process.standardOutput = PeerProcess.nowhere
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        return (process, errors)
    }

    private func expectVerified(_ bench: BucketBench, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try bench.project.expectDone(
            ["verify", "s3://\(bench.bucket.name)/app", "--settle", "0"], environment: bench.environment,
            sourceLocation: sourceLocation)
    }

    @Test func `of two who publish at once one is told, and one more run leaves a tree that verifies`() throws {
        let bench = try BucketBench()
        try bench.publish()
        let folder = bench.project.folder
        let other = try TemporaryFolder()
        // Both have compared before either sends its index.
        try bench.proxy.set(.init("PUT", path: "/publication.jws", .delay(milliseconds: 100)))
        var told = 0
        for round in 0..<8 {
            try bench.build("2026-08-04T10:\(10 + round):00Z", minimum: "3.0.\(2 * round + 1)")
            try check("cp", ["-a", folder.root + "/.", other.root + "/project"])
            try bench.build("2026-08-04T10:\(10 + round):30Z", minimum: "3.0.\(2 * round + 2)")
            let runs = [try start(bench, in: other.root + "/project"), try start(bench, in: folder.root)]
            var statuses: [Int32] = []
            for run in runs {
                let said = String(decoding: run.errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                run.process.waitUntilExit()
                statuses.append(run.process.terminationStatus)
                guard run.process.terminationStatus != 0 else { continue }
                // Changed meanwhile or, for one that came after the other, older than what is there.
                let reasons = ["let one job publish at a time", "a signed date never goes back", "[devices-freed]"]
                #expect(reasons.contains { said.contains($0) }, "\(said)")
            }
            #expect(statuses.contains(0) && statuses.allSatisfy { $0 == 0 || $0 == 1 }, "\(statuses)")
            told += statuses.count { $0 == 1 }
            try bench.publish()
            try expectVerified(bench)
            #expect(try bench.body("publication.jws") == folder.read("output/production/publication.jws"))
            try FileManager.default.removeItem(atPath: other.root + "/project")
        }
        #expect(told > 0)
    }

    @Test func `of two first publications, one that comes late does not replace the index of the other`() throws {
        let name = "publication.jws"
        let bench = try BucketBench()
        let other = bench.bucket.commandToPut("app/\(name)", "other")
        // After the last look at it, when nothing was there.
        try bench.fail(.init("PUT", path: "/publication.jws", numbers: 1...1, .command(other)))
        try bench.refuse(1, ["\(name): was changed while this run was sending", "let one job publish at a time"])
        #expect(try bench.body(name) == Array("other".utf8))
    }

    @Test func `of two first publications at once exactly one leaves its index`() throws {
        let bench = try BucketBench()
        let folder = bench.project.folder
        let other = try TemporaryFolder()
        try check("cp", ["-a", folder.root + "/.", other.root + "/project"])
        try bench.build("2026-08-04T10:00:00Z", minimum: "3.1.0")
        // Neither goes on before both have looked, and seen that nothing is there.
        let both = "echo >> seen; while [ $(wc -l < seen) -lt 2 ]; do sleep 0.02; done"
        try bench.fail(.init("HEAD", path: "/publication.jws", .command(both)))
        let runs = [try start(bench, in: other.root + "/project"), try start(bench, in: folder.root)]
        let said = runs.map { run in
            String(decoding: run.errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        runs.forEach { $0.process.waitUntilExit() }
        let statuses = runs.map(\.process.terminationStatus)
        #expect(statuses.sorted() == [0, 1], "\(said)")
        guard let winner = statuses.firstIndex(of: 0) else { return }
        #expect(said[1 - winner].contains("let one job publish at a time"), "\(said)")
        let trees = [other.path("project"), folder.root]
        let path = "\(trees[winner])/output/production/publication.jws"
        #expect(try bench.body("publication.jws") == [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    }

    @Test func `an index that another job replaces at the last moment is not replaced again`() throws {
        let name = "publication.jws"
        let bench = try BucketBench()
        try bench.publish()
        try bench.build("2026-08-04T10:00:00Z", minimum: "3.1.0")
        // After the last look at it.
        let other = bench.bucket.commandToPut("app/\(name)", "other")
        try bench.fail(.init("PUT", path: "/publication.jws", numbers: 1...1, .command(other)))
        try bench.refuse(1, ["\(name): was changed while this run was sending", "let one job publish at a time"])
        #expect(try bench.body(name) == Array("other".utf8))
    }

    @Test func `a run that is killed at any request is finished by the next`() throws {
        let bench = try BucketBench(hasFiles: true)
        var number = 0
        while true {
            number += 1
            try bench.build("2026-08-04T10:\(10 + number):00Z", minimum: "3.0.\(number)")
            let pid = bench.project.folder.path("pid")
            let count = try bench.requests().count
            try bench.fail(.init(numbers: number...number, .command("kill -9 $(cat \(pid))")))
            let run = try start(bench, in: bench.project.folder.root)
            _ = run.errors.fileHandleForReading.readDataToEndOfFile()
            run.process.waitUntilExit()
            try bench.fail()
            let wasKilled = run.process.terminationReason == .uncaughtSignal
            if !wasKilled {
                #expect(run.process.terminationStatus == 0)
                #expect(try bench.requests().count - count < number)
            }
            try bench.publish()
            try expectVerified(bench)
            #expect(try bench.publish().output.contains(": 0 sent, 0 removed, "))
            if !wasKilled { break }
            try #require(number < 60)
        }
        // The index and a list; documents; the index again.
        #expect(number > 6)
    }

    @Test func `a file that changes after it was verified is refused, and the index is not sent`() throws {
        let bench = try BucketBench(hasFiles: true)
        let file = bench.project.folder.path("output/production/files/notes.txt")
        try bench.fail(.init("GET", path: "list-type", .command("echo other > \(file)")))
        let result = try bench.project.run(bench.words, environment: bench.environment)
        #expect(result.status == 1)
        #expect(result.errors.contains("files/notes.txt: the file was changed after it was verified"))
        #expect(result.errors.contains("the index was not"))
        #expect(try bench.keys().allSatisfy { !$0.contains("publication.jws") && !$0.hasSuffix("notes.txt") })
    }

    @Test func `an index whose answer is lost is known to be ours`() throws {
        let bench = try BucketBench()
        // Whether the first index or one that replaces another: only comparing tells that the 412 is about our own.
        for minor in [1, 2] {
            try bench.build("2026-08-04T10:0\(minor):00Z", minimum: "3.\(minor).0")
            try bench.proxy.set(.init("PUT", path: "publication.jws", numbers: 1...1, .lostAnswer))
            try bench.publish()
            try bench.fail()
            try expectVerified(bench)
        }
    }

    @Test func `a host without conditions is told of, and published to`() throws {
        let bench = try BucketBench()
        // It answers the first request with a condition.
        try bench.proxy.set(
            .init("PUT", path: "publication.jws", numbers: 1...1, .answer(501, code: "NotImplemented")))
        let result = try bench.publish()
        #expect(result.errors.contains("cannot replace an object on a condition: let one job publish at a time"))
        try bench.fail()
        try expectVerified(bench)
    }

    @Test func `a storm of refusals ends, and everything is there`() throws {
        let bench = try BucketBench(hasFiles: true)
        for number in 0..<40 { try bench.project.folder.write("static/\(number).txt", "text \(number)\n") }
        try bench.build("2026-08-04T10:00:00Z")
        try bench.fail(.init(numbers: 1...80, pattern: "10", .answer(503, code: "SlowDown")))
        try bench.publish()
        try bench.fail()
        try expectVerified(bench)
        #expect(try bench.keys().count == 5 + 80)
    }

    @Test func `a former tree comes from the bucket`() throws {
        let bench = try BucketBench(hasFiles: true)
        try bench.publish()
        try bench.project.folder.remove("output")
        let address = "s3://\(bench.bucket.name)/app"
        let built = try bench.project.expectDone(
            ["build", "--previous", address, "--at", "2026-08-03T11:00:00Z"], environment: bench.environment)
        #expect(!built.errors.contains("no former tree"))
        try bench.project.expectDone(["plan", address], environment: bench.environment)
        try bench.build("2026-08-04T10:00:00Z", minimum: "2.0.0")
        let plan = try bench.project.run(["plan", address], environment: bench.environment)
        #expect(plan.said.contains("3.0.0 → 2.0.0"))
        try bench.project.expectRefusal(
            ["verify", "s3://\(bench.bucket.name)/nothing"], code: 1, ["404"],
            environment: bench.environment)
    }

    @Test func `archives that are only in the bucket are read from there`() throws {
        let bench = try BucketBench()
        try bench.project.writeWebBuild()
        try bench.project.pack("1.0.0", at: "2026-08-03T10:01:00Z")
        try bench.publish()
        for name in ["output", "bundles"] { try bench.project.folder.remove(name) }
        let address = "s3://\(bench.bucket.name)/app"
        for more in [["--archives", "\(address)/builds"], ["--previous", address, "--fresh"]] {
            try bench.project.expectDone(["build"] + more, environment: bench.environment)
            try bench.project.expectDone(["verify", "output/production"])
            #expect(bench.project.folder.exists("output/production/builds/v1.0.0.zip.sig"))
            // What had to be read is in the tree.
            guard more[0] == "--archives" else { continue }
            #expect(
                try bench.project.folder.read("output/production/builds/v1.0.0.zip") == bench.body("builds/v1.0.0.zip"))
            try bench.project.folder.remove("output")
        }
        try bench.project.folder.remove("output")
        try bench.project.expectRefusal(["build"], code: 66, ["v1.0.0 has to be signed", "--archives"])
        try bench.project.expectRefusal(
            ["build", "--archives", "s3://no//bucket"], code: 64, ["is not s3://BUCKET or s3://BUCKET/PREFIX"])
    }
}
