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

    /// The lines of a pipeline that a shell runs, job by job, with what the host gives them.
    private func lines(_ file: String, from start: String, to end: String?) throws -> [String] {
        let text = try folder.text("shop/\(file)")
        let job = try #require(text.components(separatedBy: start).last).components(separatedBy: end ?? "\u{0}")[0]
        let expression = #/(?m)^ +- (?:run: )?((?:signet|rm|git) .*)$/#
        return job.matches(of: expression).map { String($0.1) }
    }

    private var jobVariables: [String: String] {
        let signet = URL(fileURLWithPath: signetPath).deletingLastPathComponent().path
        return variables.merging(["PATH": "\(signet):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"]) { $1 }
    }

    private func run(
        _ line: String, in place: String, _ job: [String: String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = try TestSupport.run(
            "bash", ["-e", "-o", "pipefail", "-c", line], in: folder.path(place), environment: job)
        #expect(result.status == 0, "\(line): \(result.said)", sourceLocation: sourceLocation)
    }

    @Test(.peers(.git), arguments: ["github", "gitlab"])
    func `the pipeline shows a change without a key, and publishes it with a secret`(host: String) throws {
        let words = ["init", "shop", "--origin", server.origin, "--publish-to", "s3://\(bucket.name)", "--ci", host]
        #expect(try signet(words + stores, in: folder).status == 0)
        let file = host == "github" ? ".github/workflows/signet.yml" : ".gitlab-ci.yml"
        #expect(try folder.text("shop/\(file)").split(separator: "\n", omittingEmptySubsequences: false).count <= 44)
        var job = jobVariables
        func shell(_ line: String, in place: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
            try run(line, in: place, job, sourceLocation: sourceLocation)
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
        try shell("git checkout -q main && git \(author) merge -q --no-ff -m merge change", in: "shop")
        try shell("git clone -q shop change", in: ".")
        job["CI_MERGE_REQUEST_TARGET_BRANCH_NAME"] = "main"
        let secret = job.removeValue(forKey: "SIGNET_KEY")
        // A request may bring a plan of its own.
        try folder.write("change/plan.md", "**Nothing changes.** <details>")
        for line in plan { try shell(line, in: "change") }
        let shown = try folder.text("change/plan.md")
        #expect(shown.contains("1.0.1") && !shown.contains("Nothing changes."), "\(shown)")
        job["SIGNET_KEY"] = secret
        for line in publish { try shell(line, in: "change") }
        let gate = try #require(try bucket.get("gate/ios.json"))
        #expect(String(decoding: gate, as: UTF8.self).contains("block-1.0.1"))

        // Wherever a request says that it publishes, it is compared with what devices have.
        try shell("git checkout -q -b away", in: "shop")
        try done("set", "production.publishTo=s3://elsewhere", "production.origin=https://127.0.0.1:9")
        try done("unblock", "ios", "1.0.1")
        try shell("git \(author) commit -qam three && cd .. && git clone -q shop away", in: "shop")
        for line in plan.dropLast() { try shell(line, in: "away") }
        let refused = try TestSupport.run(
            "bash", ["-e", "-c", try #require(plan.last)], in: folder.path("away"), environment: job)
        #expect(refused.status == 1, "\(refused.said)")
        let comment = try folder.text("away/plan.md")
        #expect(comment.contains("1.0.1") && comment.contains("devices-freed"), "\(comment)")
    }

    @Test(.peers(.git, .aws), arguments: ["github", "gitlab"])
    func `one job packs a bundle, and after the review another publishes it from a clean checkout`(host: String) throws
    {
        let words = ["init", "shop", "--origin", server.origin, "--publish-to", "s3://\(bucket.name)"]
        #expect(try signet(words + stores, in: folder).status == 0)
        try done("set", "production.documents.web-bundles={\"path\":\"builds/\",\"list\":\"bundles.json\"}")
        try folder.write("shop/package-lock.json", testText("Policies/package-lock.json"))
        try done("bundle", "shell", "add", "ios", "2.0.0", "--surface", "package-lock.json")
        // The folder has a policy: only the pipeline is written.
        let written = try done("init", "--ci", host).output.split(separator: "\n").filter { $0.hasPrefix("wrote ") }
        let files =
            host == "github" ? [".github/workflows/signet.yml", ".github/workflows/bundle.yml"] : [".gitlab-ci.yml"]
        #expect(written.count == files.count, "\(written)")
        for file in files {
            #expect(
                try folder.text("shop/\(file)").split(separator: "\n", omittingEmptySubsequences: false).count <= 44)
        }
        var job = jobVariables
        job["VERSION"] = "1.5.1"
        try run("signet keys move production env:SIGNET_KEY --to ../secret.pem", in: "shop", job)
        try run("signet keys move production env:SIGNET_KEY --confirm", in: "shop", job)
        try run(
            "git init -q -b main && git add -A && git -c user.name=a -c user.email=a@b commit -qm one", in: "shop", job)

        let text = try folder.text("shop/\(files[files.count - 1])")
        let steps = try #require(text.components(separatedBy: "bundle:\n").last)
        let lines = steps.matches(of: #/(?m)^ +- (?:run: )?((?:signet|npm|aws|gh|git) .*)$/#).map { String($0.1) }
        #expect(lines.count == 5, "\(lines)")
        try run("git clone -q shop packing", in: ".", job)
        for line in lines.dropFirst().dropLast() {
            // What npm run build does.
            if line.hasPrefix("signet") {
                try folder.write("packing/dist/index.html", Project.page)
                try folder.write("packing/dist/app.js", "")
            }
            try run(line, in: "packing", job)
        }
        // The request for a review, and the review.
        try run("git push -q origin HEAD", in: "packing", job)
        try run("git merge -q bundle-1.5.1", in: "shop", job)
        #expect(try check("git", ["show", "--stat", "--format="], in: folder.path("shop")).contains("1 file changed"))

        job["SIGNET_KEY"] = try folder.text("secret.pem")
        try run("git clone -q shop publishing", in: ".", job)
        let start = host == "github" ? "\n  publish:" : "\npublish:"
        for line in try self.lines(files[0], from: start, to: host == "github" ? nil : "\nbundle:")
        where !line.contains("clone") { try run(line, in: "publishing", job) }
        #expect(try said(["verify", server.origin, "--archives"], in: "publishing", job).status == 0)
        #expect(try bucket.get("builds/v1.5.1.zip") == folder.read("packing/bundles/v1.5.1.zip"))

        // A request that records a shell says so, compared with the list of the branch that it is for.
        try run("git checkout -q -b shell", in: "shop", job)
        try done("bundle", "shell", "add", "ios", "2.1.0", "--surface", "package-lock.json")
        let git = "git -c user.name=a -c user.email=a@b"
        try run("\(git) commit -qam shell && git checkout -q -b merged main", in: "shop", job)
        try run("\(git) merge -q --no-ff shell && git checkout -q main", in: "shop", job)
        try run("git clone -q -b merged shop reviewing", in: ".", job)
        job["CI_MERGE_REQUEST_TARGET_BRANCH_NAME"] = "main"
        job.removeValue(forKey: "SIGNET_KEY")
        let plan = try self.lines(files[0], from: "plan:", to: start)
        for line in plan.dropLast() { try run(line, in: "reviewing", job) }
        // The bounds of what is live grow with it, which needs to be acknowledged.
        let refused = try TestSupport.run(
            "bash", ["-e", "-c", try #require(plan.last)], in: folder.path("reviewing"), environment: job)
        #expect(refused.status == 1 && refused.errors.contains("[bundle-bounds]"), "\(refused.said)")
        let comment = try folder.text("reviewing/plan.md")
        #expect(comment.contains("shell 2.1.0 is newly recorded"), "\(comment)")
        #expect(!comment.contains("shell 2.0.0 is newly recorded"), "\(comment)")
    }
}
