import Diagnostics
import Testing
import TestSupport

@Test func `the article shows what the tool prints`() throws {
    let blocks = try Article("signet/signet").blocks(in: "What it prints")
    try #require(blocks.map(\.language) == ["", "json"])
    let project = try TeamCase.project()
    try project.change("policy.json", "\"title\": \"title\", ", "")
    let result = try project.run(["build", "--json"])
    #expect(result.errors == blocks[0].code)
    #expect(result.output == blocks[1].code)
}

@Test(arguments: ErrorReport.Kind.allCases)
func `the article names the code of every kind of error`(kind: ErrorReport.Kind) throws {
    #expect(try Article("signet/signet").text.contains("`\(kind.rawValue)`"))
}
