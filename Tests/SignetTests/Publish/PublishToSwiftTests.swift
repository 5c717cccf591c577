import TestSupport
import Testing

private let ios = "distribution/availability-ios"

/// Publishing to a server that verifies the hash of each body and the region, and knows no conditions.
@Suite(.peers(.openstackSwift, .botocore, .python3, .curl)) struct PublishToSwiftTests {
    private let bench: BucketBench

    init() throws { bench = try BucketBench(hasFiles: true, bucket: SwiftObjectServer.makeBucket()) }

    private func expectVerified(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try bench.project.expectDone(
            ["verify", "s3://\(bench.bucket.name)/app", "--settle", "0"], environment: bench.environment,
            sourceLocation: sourceLocation)
        for path in [ios, "files/notes.txt"] {
            #expect(
                try bench.body(path) == bench.project.folder.read("output/production/\(path)"),
                sourceLocation: sourceLocation)
        }
    }

    @Test func `a tree is published, then what changed, and verified there`() throws {
        let first = try bench.publish()
        #expect(first.output.hasSuffix("s3://tree/app/: 5 sent, 0 removed, 0 left alone\n"))
        #expect(first.errors.contains("cannot replace an object on a condition: let one job publish at a time"))
        try expectVerified()

        try bench.build("2026-08-04T10:00:00Z", minimum: "3.1.0")
        let count = try bench.requests().count
        try bench.publish()
        let sent = try bench.sent(after: count)
        #expect(sent.contains(ios) && sent.last == "publication.jws")
        try expectVerified()
        #expect(try bench.publish().output == "s3://tree/app/: 0 sent, 0 removed, 5 left alone\n")
    }

    @Test func `an index that changes while documents are sent is noticed without a condition, and stays`() throws {
        try bench.publish()
        try bench.build("2026-08-04T10:00:00Z", minimum: "3.1.0")
        let other = bench.bucket.commandToPut("app/publication.jws", "of another job")
        // The second look is the only HEAD of the index.
        try bench.fail(.init("HEAD", path: "/publication.jws", numbers: 1...1, .command(other)))
        try bench.refuse(
            1,
            ["publication.jws: was changed while this run was sending; the index was not sent", "let one job publish"])
        #expect(try bench.body("publication.jws") == Array("of another job".utf8))
    }

    @Test func `a file that changes after it was verified is refused, and the index is not sent`() throws {
        let file = bench.project.folder.path("output/production/files/notes.txt")
        try bench.fail(.init("GET", path: "list-type", .command("echo other > '\(file)'")))
        let result = try bench.project.run(bench.words, environment: bench.environment)
        #expect(result.status == 1)
        #expect(result.errors.contains("files/notes.txt: the file was changed after it was verified"))
        #expect(try bench.keys().allSatisfy { !$0.contains("publication.jws") && !$0.hasSuffix("notes.txt") })
    }

    @Test func `a wrong region is corrected by the first answer, and a tree published and verified`() throws {
        let region = ["AWS_REGION": "us-east-1", "AWS_DEFAULT_REGION": "us-east-1"]
        let environment = bench.environment.merging(region) { $1 }
        try bench.project.expectDone(bench.words, environment: environment)
        // The first request, for a list, is the only one that is refused.
        #expect(try bench.proxy.requests().filter { $0.status == 400 }.map(\.method) == ["GET"])
        try bench.project.expectDone(
            ["verify", "s3://\(bench.bucket.name)/app", "--settle", "0"], environment: environment)
    }
}
