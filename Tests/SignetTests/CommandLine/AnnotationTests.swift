import Testing
import TestSupport

@Suite struct AnnotationTests {
    @Test func `a plan and a build annotate each finding for GitHub, and say it on standard error as ever`() throws {
        let project = try TeamCase.project()
        try project.change("policy.json", "\"13.5\"", "\"15\"")
        try project.change("policy.json", "\"title\": \"title\", ", "")
        try project.change(
            "policy.json", "{ \"value\": 31, \"title\": \"title\"", "{ \"value\": 31, \"title\": \"100%\"")
        for command in [["plan", "none"], ["build"]] {
            let plain = try project.run(command)
            let result = try project.run(command + ["--github"])
            #expect(result.status == 1)
            #expect(result.errors == plain.errors)
            #expect(
                result.output == testText("Expected/annotations.txt"))
            #expect(try project.run(command + ["--github", "--quiet"]).output.contains("::error "))
        }
    }

    @Test func `names with the signs of a property are escaped, and no name begins a command of its own`() throws {
        let project = try TeamCase.project()
        let name = "a:b,c%\r\n::error::d.json"
        try project.folder.write(name, "{")
        let result = try project.run(["plan", "none", "--policy", name, "--github"])
        #expect(result.status == 65)
        #expect(
            result.output
                == "::error file=a%3Ab%2Cc%25%0D%0A%3A%3Aerror%3A%3Ad.json,line=1,col=2,title=syntax::the text ends too early\n"
        )
        #expect(result.errors.split(separator: "\n").allSatisfy { !$0.hasPrefix("::") })
    }

    @Test func `an error that is about no file, and what publishing refuses, are annotated`() throws {
        let project = try Project(policy: BucketBench.policy())
        try project.folder.write("keys/keyring.json", "{")
        let ring = try project.run(["build", "--github"])
        #expect(ring.status == 65)
        #expect(ring.output == "::error title=unparsable::keys/keyring.json:1:2: the text ends too early\n")

        let live = try Project(policy: BucketBench.policy())
        let words = ["publish", "--environment", "production", "--to", "public"]
        try live.expectDone(["build", "--at", "2026-08-03T10:00:00Z"])
        try live.expectDone(words + ["--first"])
        try live.folder.write("policy.json", BucketBench.policy(minimum: "2.0.0"))
        try live.expectDone(["build", "--at", "2026-08-04T10:00:00Z"])
        let refused = try live.run(words + ["--github"])
        #expect(refused.status == 1)
        #expect(
            refused.output.contains("::error file=policy.json,line=9,col=30,title=devices-freed::"),
            "\(refused.output)")
        #expect(!(refused.output + refused.errors).contains("production: production"))
        #expect(!refused.errors.contains("production: error: production"))
    }

    @Test(arguments: [
        ["plan", "--github", "--json"], ["build", "--github", "--json"], ["plan", "--markdown", "--json"],
    ])
    func `there is one form of standard output`(words: [String]) throws {
        let result = try signet(words, in: TemporaryFolder())
        #expect(result.status == 64)
        #expect(result.errors.contains("exclude each other"))
    }
}
