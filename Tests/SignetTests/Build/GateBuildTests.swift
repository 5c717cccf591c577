import ManifestVerifier
import PublicationTree
import Testing
import TestSupport

@Suite struct GateBuildTests {
    @Test(arguments: ["ios", "android"])
    func `the gate documents of the contract hold nothing that apps would skip`(platform: String) throws {
        let content = try GateDocument(
            body: Array(testText("SignetTests/Build/Golden/rules/gate/\(platform).json").utf8))
        #expect(content.unusable == [])
        #expect(!content.rules.flatMap(\.conditions).contains { if case .unknown = $0 { true } else { false } })
    }

    @Test func `the rules in the article are built, and a plan has nothing against them`() throws {
        let block = try #require(Article("signet/Policy").blocks(in: "Rules", language: "json").first)
        let rules = try #require(block.code.firstRange(of: "{").map { block.code[$0.upperBound...] })
        let members = try #require(rules.lastIndex(of: "}").map { rules[..<$0] })
        let keys = ["app-required", "app-recommended", "ask-support", "payments-closed"]
        let texts = keys.reduce(String(members)) { $0.replacing("\"\($1)\"", with: "\"required\"") }
        let start = try #require(Project.gatePolicy.firstRange(of: "        \"latest\": ["))
        let end = try #require(Project.gatePolicy.firstRange(of: "\n      },\n      \"android\""))
        let project = try Project.gate(
            replacing: String(Project.gatePolicy[start.lowerBound..<end.lowerBound]), with: texts)
        let said = try project.expectDone(["plan", "none", "--strict", "--at", "2026-11-01T00:00:00Z"])
        #expect(!said.errors.contains(" ["), "\(said.errors)")
        try project.expectDone(["build"])
    }
}
