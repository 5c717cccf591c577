import Testing
import TestSupport

private let ios = "distribution/availability-ios"

/// The documented pipeline to a bucket, behind a web server that serves what the bucket holds.
@Suite(.peers(.seaweed, .nginx, .python3, .openssl, .curl)) struct PublishPipelineTests {
    /// A bucket and what serves it.
    private struct Bench {
        let job: Job
        let bucket: Bucket
        let cdn: NginxServer

        init(_ delivery: Delivery) throws {
            bucket = try SeaweedServer.makeBucket()
            cdn = try NginxServer(servingBucket: bucket.openAddress, below: "app/")
            job = Job(
                project: try Project(), origin: cdn.origin, bucket: "s3://\(bucket.name)/app", delivery: delivery,
                variables: bucket.environment.merging(curlEnvironment(trusting: cdn.certificate)) { $1 })
            try job.writePolicy()
        }

        /// Builds and publishes; gives the paths that were sent, all of which the live check found.
        func run(at time: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws -> Set<String> {
            try job.build(at: time)
            let output = try job.publish(sourceLocation: sourceLocation)
            #expect(
                output.hasSuffix("\(cdn.origin): all 3 documents are live\n"), "\(output)",
                sourceLocation: sourceLocation)
            return Set(output.matches(of: #/sent  (.*)  \(/#).map { String($0.1) })
        }
    }

    @Test(arguments: Delivery.all)
    func `a clean checkout with nothing to change sends nothing, and all of it is live`(delivery: Delivery) throws {
        let bench = try Bench(delivery)
        #expect(try bench.run(at: Job.hours(-2)).count == (delivery.hasJWS ? 7 : 5))
        let before = try bench.bucket.keys().map { try bench.bucket.get($0) }
        let tree = try bench.job.project.folder.snapshot("output")
        for _ in 1...2 { #expect(try bench.run() == []) }
        #expect(try bench.bucket.keys().map { try bench.bucket.get($0) } == before)
        // What was built on a clean checkout is the live tree.
        #expect(try bench.job.project.folder.snapshot("output") == tree)
        // All is two hours old.
        try bench.job.writePolicy(resignAfter: "1h")
        // The index says what the policy does.
        #expect(try bench.run() == delivery.dated.union(["publication.jws"]))
        #expect(try bench.run() == [])
        try bench.job.writePolicy(minimum: "3.1.0", resignAfter: "1h")
        let changed = try bench.run()
        #expect(changed.isSuperset(of: [ios, "\(ios).sig", "publication.jws"]))
        #expect(changed.isDisjoint(with: ["files/notes.txt", "files/notes.txt.sig", "files/notes.txt.jws"]))
    }

    @Test(arguments: Delivery.all)
    func `a cache that serves something older than the bucket is seen also when nothing is sent`(
        delivery: Delivery
    ) throws {
        let bench = try Bench(delivery)
        _ = try bench.run(at: Job.hours(-3))
        try bench.bucket.copy("app/", to: "cache/")
        let cache = try NginxServer(servingBucket: bench.bucket.openAddress, below: "cache/")
        try bench.job.writePolicy(minimum: "3.1.0", resignAfter: "2h")
        _ = try bench.run(at: Job.hours(-1))
        #expect(try bench.run() == [])
        let result = try bench.job.project.run(
            [
                "publish", "--environment", "production", "--to", "s3://\(bench.bucket.name)/app", "--url",
                cache.origin, "--settle", "0",
            ], environment: bench.job.variables)
        #expect(result.status == 1)
        #expect(result.output.contains("app/: 0 sent (0 bytes), 0 removed, "))
        var stale: Set = [ios, "publication.jws"]
        if delivery.profile == "dated" || delivery.hasJWS { stale.insert("files/notes.txt") }
        let named = result.errors.matches(of: #/error: https:\/\/[0-9.:]+\/(.*?): /#).map { String($0.1) }
        #expect(Set(named) == stale, "\(result.errors)")
    }

    @Test(arguments: Delivery.all.filter(\.hasHeaders))
    func `headers that somebody changed in the bucket are sent again, with a look whether it is live or without`(
        delivery: Delivery
    ) throws {
        let bench = try Bench(delivery)
        _ = try bench.run()
        let key = "app/\(ios)"
        let (body, headers) = (try #require(try bench.bucket.get(key)), try #require(try bench.bucket.headers(key)))
        func spoil() throws { try bench.bucket.put(key, body, headers: ["content-type": "text/html"]) }
        func isSound() throws -> Bool {
            let now = try bench.bucket.headers(key) ?? [:]
            return ["content-type", "cache-control", "x-amz-meta-signature"].allSatisfy { now[$0] == headers[$0] }
        }
        try spoil()
        #expect(try bench.run() == [ios])
        #expect(try isSound())
        try spoil()
        #expect(try bench.job.publish("--no-live-check").contains("sent  \(ios)  "))
        #expect(try isSound())
    }

    @Test func `a bucket that takes the place of another one is compared with what apps get now`() throws {
        let bench = try Bench(Delivery.all[0])
        _ = try bench.run()
        let other = try SeaweedServer.makeBucket()
        try bench.job.writePolicy(minimum: "2.0.0")
        try bench.job.build()
        let words = ["publish", "--environment", "production", "--to", "s3://\(other.name)/app"]
        let variables = bench.job.variables.merging(other.environment) { $1 }
        try bench.job.project.expectRefusal(
            words, code: 1, ["3.0.0 → 2.0.0", "[devices-freed]", "nothing was published"], environment: variables)
        try bench.job.project.expectRefusal(
            words + ["--first"], code: 1, ["--first is for a place where nothing was published"],
            environment: variables)
        #expect(try other.keys() == [])
    }
}
