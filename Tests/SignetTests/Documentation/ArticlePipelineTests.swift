import Foundation
import Testing
import TestSupport

/// A place for the shell lines of the articles, run as they stand against moto, a KMS and web servers: one that serves what
/// the bucket holds, and one that serves Pages.
struct Pipeline {
    let project: Project
    let moto = Result { try MotoServer() }
    let kms = Result { try KMSServer() }
    private let environment: [String: String]
    private let replacements: [(String, String)]
    private let server: NginxServer
    private let pages: HTTPSServer

    init() throws {
        // Few documents, each of which is some runs of `aws`, and nothing to be warned of.
        project = try Project(
            policy: """
                { "environments": { "production": {
                  "origin": "https://distribution.example.com", "profile": "dated", "envelopes": ["headers"],
                  "ios": {
                    "minimumOSVersion": { "value": "13.5.0", "description": { "en": "This iOS is too old." } },
                    "minimumAppVersion": { "value": "3.0.0", "description": { "en": "This version is too old." } },
                    "latestAppVersion": { "value": "3.2.0" } },
                  "documents": {
                    "availability": "distribution/availability-{platform}", "files": { "files/": "static/" } } } } }
                """, keys: [])
        let (moto, kms) = (try moto.get(), try kms.get())
        server = try NginxServer(servingBucket: "\(moto.origin)/example-distribution/")
        pages = try HTTPSServer(serving: project.folder.path("pages"))
        environment = moto.environment.merging([
            "AWS_ENDPOINT_URL_KMS": kms.origin, "CURL_CA_BUNDLE": server.certificate,
            "PATH": "\(URL(fileURLWithPath: signetPath).deletingLastPathComponent().path):"
                + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
            "GITHUB_STEP_SUMMARY": project.folder.path("summary.md"), "AWS_ID_TOKEN": "token",
            "AWS_WEB_IDENTITY_TOKEN_FILE": project.folder.path("aws-token"),
        ]) { $1 }
        try project.expectDone(
            ["keys", "add", "production", "--environment", "production", "--signer", "awskms:alias/production"],
            environment: environment)
        try project.expectDone(["keys", "generate", "production-2", "--environment", "production"])
        try moto.makeBucket("example-distribution")
        try moto.openBucket("example-distribution")
        replacements = [
            ("https://distribution.example.com", server.origin),
            (Self.pagesOrigin, "\(pages.origin)/project"), ("E1EXAMPLE", try moto.makeDistribution()),
        ]
        try setOrigin("https://distribution.example.com", more: ", \"publishTo\": \"s3://example-distribution\"")
    }

    /// Where the article has the site of a repository; its server serves the folder `pages`.
    static let pagesOrigin = "https://team.github.io/project"

    /// Sets the origin of the policy to what stands for an address of the articles.
    func setOrigin(_ address: String, more: String = "") throws {
        let origin = replacements.first { $0.0 == address }?.1 ?? address
        var policy = try project.folder.text("policy.json")
        if more.contains("envelopes") { policy = policy.replacing(", \"envelopes\": [\"headers\"]", with: "") }
        try project.folder.write(
            "policy.json",
            policy.replacing(#/"origin": "[^"]*"(, "publishTo": "[^"]*")?/#, with: "\"origin\": \"\(origin)\"\(more)"))
    }

    /// Runs lines of a job, which begins with a clean checkout.
    func run(job lines: some Sequence<String>) throws {
        if project.folder.exists("output") { try project.folder.remove("output") }
        for line in lines { try run(line) }
    }

    /// What a line says, and how it ends.
    func said(_ line: String) throws -> CommandResult {
        var line = line
        for (text, other) in replacements { line = line.replacingOccurrences(of: text, with: other) }
        return try TestSupport.run(
            "bash", ["-e", "-o", "pipefail", "-c", line], in: project.folder.root, environment: environment)
    }

    /// Runs a line, which must succeed.
    func run(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let result = try said(line)
        #expect(result.status == 0, "\(line): \(result.output)\(result.errors)", sourceLocation: sourceLocation)
        for text in [result.output, result.errors] {
            #expect(!text.contains("secret-access-key-of-the-tests"), sourceLocation: sourceLocation)
        }
    }
}

@Test(
    .peers(.aws, .moto, .nginx, .python3, .cryptography, .openssl, .curl),
    arguments: [".github/workflows/publish.yml", ".gitlab-ci.yml"])
func `the pipelines of the article run as they stand`(name: String) throws {
    let block = try Article("signet/ContinuousIntegration").code(name, language: "yaml")
    let lines = block.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.compactMap {
        line -> String? in
        if line.hasPrefix("- run: ") { return String(line.dropFirst("- run: ".count)) }
        return line.hasPrefix("- signet ") || line.hasPrefix("- (") ? String(line.dropFirst(2)) : nil
    }
    #expect(lines.count == (name.hasPrefix(".github") ? 3 : 4))
    let pipeline = try Pipeline()
    let end = try #require(lines.firstIndex { $0.hasPrefix("signet plan") })
    try pipeline.run(job: lines[...end])
    #expect(try pipeline.project.folder.text("plan.html").contains("nothing here is signed yet"))
    func sent() throws -> [String] {
        try pipeline.moto.get().requests().filter { $0.hasPrefix("PUT /example-distribution/") }
    }
    let publish = lines[(end + 1)...]
    try pipeline.run(job: publish)
    let first = try sent()
    #expect(first.contains("PUT /example-distribution/publication.jws"))
    try pipeline.project.expectDone(["verify", "output/production"])
    // The schedule, when nothing has changed.
    try pipeline.run(job: publish)
    #expect(try sent() == first)
}

@Test(.peers(.moto, .nginx, .python3, .cryptography, .openssl, .curl))
func `the workflow of the article publishes to GitHub Pages, first and again`() throws {
    let block = try Article("signet/ContinuousIntegration").code(".github/workflows/pages.yml", language: "yaml")
    let lines = block.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { $0.hasPrefix("- run: ") }.map { String($0.dropFirst("- run: ".count)) }
    #expect(lines.count == 3)
    #expect(block.contains("path: public"))
    let pipeline = try Pipeline()
    let folder = pipeline.project.folder
    try pipeline.setOrigin(Pipeline.pagesOrigin, more: ", \"envelopes\": [\"jws\"]")
    try check("mkdir", ["pages"], in: folder.root)
    for round in 1...3 {
        for line in lines {
            try pipeline.run(line)
            guard line.hasPrefix("signet publish") else { continue }
            // What upload-pages-artifact and deploy-pages do: another checkout has neither.
            if folder.exists("pages/project") { try folder.remove("pages/project") }
            try check("mv", ["public", "pages/project"], in: folder.root)
            try folder.remove("output")
        }
        #expect(folder.exists("pages/project/.nojekyll"), "\(round)")
    }
}

@Test(.peers(.aws, .moto, .nginx, .python3, .cryptography, .openssl, .curl))
func `the commands of the articles publish to a bucket, compare with what is served and check it`() throws {
    let pipeline = try Pipeline()
    func lines(_ article: Article, _ section: String) throws -> [String] {
        try article.blocks(in: section, language: "sh").flatMap {
            $0.code.split(separator: "\n").map(String.init)
        }
    }
    let (publishing, reviewing) = (try Article("signet/Publishing"), try Article("signet/Reviewing"))
    for line in ["signet build", "signet publish --environment production --to s3://example-distribution"] {
        try pipeline.run(line)
    }
    let all =
        try lines(publishing, "See what changes") + lines(.readme, "Publish") + lines(publishing, "To a bucket")
        + lines(publishing, "Check what is live") + lines(.readme, "Review")
        + lines(reviewing, "A page for reviewers") + lines(reviewing, "A change to the policy")
    #expect(all.count == 13)
    for line in all { try pipeline.run(line) }
    #expect(try pipeline.project.folder.text("plan.html").contains("<p class=\"verdict nothing\">"))
}

@Test(arguments: [0, 1, 3])
func `the commands of the article for bad days run as they stand, on a ring of any age`(rotations: Int) throws {
    let folder = try TemporaryFolder()
    try check(signetPath, ["init"], in: folder.root)
    func keys(_ state: String) throws -> [String] {
        try check(signetPath, ["keys", "list"], in: folder.root).split(separator: "\n")
            .filter { $0.contains("  \(state)  ") }.map { String($0.prefix { $0 != " " }) }
    }
    // The ring that the text before each block has: next keys that are shipped.
    func ship() throws {
        for name in try keys("next") { try check(signetPath, ["keys", "shipped", name, "3.1.0"], in: folder.root) }
    }
    for _ in 0..<rotations {
        try ship()
        try check(signetPath, ["keys", "rotate", "production"], in: folder.root)
    }
    try check(signetPath, ["build"], in: folder.root)
    let blocks = try Article("signet/KeysForTheLongRun").blocks.filter { $0.language == "sh" }
    #expect(blocks.count == 5)
    try folder.write("fleet.csv", "platform,os,app,devices\nios,17.4,3.1.0,990\nandroid,34,3.0.9,10\n")
    let path =
        "\(URL(fileURLWithPath: signetPath).deletingLastPathComponent().path):"
        + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    for block in blocks {
        try ship()
        let (before, next) = (try keys("active"), try keys("next"))
        try check("bash", ["-e", "-c", block.code], in: folder.root, environment: ["PATH": path])
        let rotates = block.code.contains("keys rotate")
        #expect(try keys("active") == (rotates ? [next[0]] : before))
        #expect(try keys("revoked") == (block.code.contains("keys revoke") ? before : []))
        // The ring can go on: what signs verifies, and another key is ready.
        #expect(try !keys("next").isEmpty)
        try check(signetPath, ["build"], in: folder.root)
        #expect(
            try check(signetPath, ["verify", "output/production"], in: folder.root)
                .contains("key \"\(try keys("active")[0])\""))
    }
}
