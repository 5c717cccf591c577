import Foundation
import Testing
import TestSupport

/// What somebody types who starts with nothing, against a bucket that checks signatures, and a web server of what it holds.
@Suite(.peers(.seaweed, .botocore, .nginx, .python3, .curl)) struct NewcomerTests {
    private let folder: TemporaryFolder
    private let bucket: Bucket
    private let server: NginxServer
    private var variables: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        bucket = try SeaweedServer.makeBucket()
        server = try NginxServer(servingBucket: bucket.openAddress)
        variables = bucket.environment.merging(["CURL_CA_BUNDLE": server.certificate]) { $1 }
    }

    private var stores: [String] {
        [
            "--ios", "https://apps.apple.com/app/id1234567",
            "--android", "https://play.google.com/store/apps/details?id=shop.app",
        ]
    }

    private func said(_ words: [String], in place: String = "shop", _ more: [String: String] = [:]) throws
        -> CommandResult
    {
        try TestSupport.run(signetPath, words, in: folder.path(place), environment: variables.merging(more) { $1 })
    }

    @discardableResult private func done(_ words: String...) throws -> CommandResult {
        let result = try said(words)
        #expect(result.status == 0, "\(words): \(result.said)")
        return result
    }

    @Test func `four commands publish a gate that verifies, and three more block a version`() throws {
        let words = ["init", "shop", "--origin", server.origin, "--publish-to", "s3://\(bucket.name)"] + stores
        // Beside the commands and their flags: a folder and four addresses, a platform and a version.
        #expect(try signet(words, in: folder).status == 0)
        #expect(try done("plan").output.hasPrefix("production   first publication"))
        try done("build")
        #expect(try done("publish").output.contains("live"))
        #expect(try done("verify", server.origin).status == 0)
        func told(_ app: String) throws -> String {
            try done("decide", "\(server.origin)/gate/ios.json", "--platform", "ios", "--os", "17", "--app", app).output
        }
        #expect(try told("1.0.1").hasPrefix("available"))

        try done("block", "ios", "1.0.1")
        try done("build")
        try done("publish")
        #expect(try told("1.0.1").hasPrefix("required"))
        #expect(try told("1.0.2").hasPrefix("available"))
    }

    @Test func `a folder whose origin is not up yet is published as the first tree`() throws {
        let words = ["init", "shop", "--origin", "https://127.0.0.1:9", "--publish-to", "public"] + stores
        #expect(try signet(words, in: folder).status == 0)
        try done("plan", "none")
        try done("build")
        let refused = try said(["publish"])
        #expect(refused.status == 69 && refused.errors.contains("--first"), "\(refused.errors)")
        try done("publish", "--first")
        #expect(folder.exists("shop/public/gate/ios.json.jws"))
    }

    @Test func `nothing is published with an address that init could not know`() throws {
        #expect(try signet(["init", "shop"], in: folder).status == 0)
        for value in [server.origin, stores[1], stores[3]] {
            let plan = try done("plan", "none")
            #expect(plan.errors.contains("[placeholder-value]"))
            try done("build")
            let result = try said(["publish", "--to", "s3://\(bucket.name)"])
            #expect(result.status == 1 && result.errors.contains("is a placeholder"), "\(result.errors)")
            let member = value == server.origin ? "origin" : value == stores[1] ? "ios.storeURL" : "android.storeURL"
            try done("set", "production.\(member)=\(value)")
        }
        try done("build")
        try done("publish", "--to", "s3://\(bucket.name)")
    }

    /// The lines of a pipeline that a shell runs, job by job, with what the host gives them.
    private func lines(_ file: String, from start: String, to end: String?) throws -> [String] {
        let text = try folder.text("shop/\(file)")
        let job = try #require(text.components(separatedBy: start).last).components(separatedBy: end ?? "\u{0}")[0]
        let expression = #/(?m)^ +- (?:run: )?((?:signet|mkdir|git) .*)$/#
        return job.matches(of: expression).map { String($0.1) }
    }

    @Test(.peers(.git), arguments: ["github", "gitlab"])
    func `the pipeline shows a change without a key, and publishes it with a secret`(host: String) throws {
        let words = ["init", "shop", "--origin", server.origin, "--publish-to", "s3://\(bucket.name)", "--ci", host]
        #expect(try signet(words + stores, in: folder).status == 0)
        let file = host == "github" ? ".github/workflows/signet.yml" : ".gitlab-ci.yml"
        #expect(try folder.text("shop/\(file)").split(separator: "\n", omittingEmptySubsequences: false).count <= 41)
        var job = variables
        job["PATH"] =
            "\(URL(fileURLWithPath: signetPath).deletingLastPathComponent().path):"
            + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        func shell(_ line: String, in place: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
            let result = try TestSupport.run(
                "bash", ["-e", "-o", "pipefail", "-c", line], in: folder.path(place), environment: job)
            #expect(result.status == 0, "\(line): \(result.said)", sourceLocation: sourceLocation)
        }
        // Only what is in git reaches CI; the key comes as a secret.
        try shell("signet keys move production env:SIGNET_KEY --to ../secret.pem", in: "shop")
        try shell("signet keys move production env:SIGNET_KEY --confirm", in: "shop")
        job["SIGNET_KEY"] = try folder.text("secret.pem")
        let author = "-c user.name=a -c user.email=a@b"
        try shell("git init -q -b main && git add -A && git \(author) commit -qm one", in: "shop")
        #expect(try !check("git", ["ls-files"], in: folder.path("shop")).contains(".key.pem"))

        let end = host == "github" ? "\n  publish:" : "\npublish:"
        let plan = try lines(file, from: "plan:", to: end)
        let publish = try lines(file, from: end, to: nil)
        #expect(plan.count == (host == "github" ? 2 : 3) && publish.count == 2, "\(plan) \(publish)")
        try shell("git clone -q shop main", in: ".")
        for line in publish { try shell(line, in: "main") }
        #expect(try said(["verify", server.origin], in: "main", job).status == 0)

        try shell("git checkout -q -b change", in: "shop")
        try done("block", "ios", "1.0.1")
        try shell("git \(author) commit -qam two", in: "shop")
        try shell("git checkout -q main && git merge -q --no-ff -m merge change || git checkout -q main", in: "shop")
        try shell("git clone -q shop change", in: ".")
        job["CI_MERGE_REQUEST_TARGET_BRANCH_NAME"] = "main"
        let secret = job.removeValue(forKey: "SIGNET_KEY")
        for line in plan { try shell(line, in: "change") }
        #expect(try folder.text("change/plan.md").contains("1.0.1"))
        job["SIGNET_KEY"] = secret
        for line in publish { try shell(line, in: "change") }
        let gate = try #require(try bucket.get("gate/ios.json"))
        #expect(String(decoding: gate, as: UTF8.self).contains("block-1.0.1"))
    }
}
