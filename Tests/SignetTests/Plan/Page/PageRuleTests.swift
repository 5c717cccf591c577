import Foundation
import ManifestVerifier
import Testing
import TestSupport

/// What a page shows of rules.
@Suite struct PageRuleTests {
    /// What people see, on a page about a project of rules of which one part changes.
    private func prompts(replacing find: String, with replacement: String, in policy: String) throws -> ReviewedPage {
        let project = try Project.gate()
        try project.folder.write("policy.json", policy)
        #expect(policy.contains(find))
        try project.keepFormer(then: policy.replacing(find, with: replacement))
        var page = try project.page().1
        page.html = try #require(page.html.components(separatedBy: "<section class=\"prompts\"").dropFirst().first)
        return page
    }

    private func headings(_ page: ReviewedPage) -> [String] {
        page.html.matches(of: #/<h5>(.*?)<\/h5>/#).map { String($0.1).replacing(#/<[^>]*>/#, with: "") }
    }

    @Test func `a rule that only changed its text is drawn as it would be signed, and all others are closed`() throws {
        let page = try prompts(
            replacing: "Sorry.", with: "{latestAppVersion} is not for <b>this</b> phone.", in: Project.gatePolicy)
        let due = "required from 1 December 2036 00:00 UTC, after 7d of grace, by 24 December 2036 00:00 UTC"
        let headings = headings(page)
        #expect(
            headings[0] == "recommended: app below 3.2.0; iOS 15 or later; "
                + "model &quot;iPhone8,*&quot;; \(due) at the latest changed")
        #expect(headings.count { $0.hasSuffix("changed") } == 1)
        #expect(page.html.contains(">3.2.0 is not for &lt;b&gt;this&lt;/b&gt; phone.</p>"))
        #expect(page.html.contains(">Sorry.</p>") && !page.html.contains("latestAppVersion"))
        // Nothing else shows what the classic members say.
        #expect(headings.contains("maintenance: everyone") && headings.contains("required: iOS below 13.5"))
        // Without the exemption, which shows nothing.
        #expect(page.html.components(separatedBy: "<summary>Not changed: 9 screens</summary>").count == 2)
    }

    @Test func `rules that show what other documents show are drawn once`() throws {
        let policy = Project.gatePolicy.replacing(
            "\"documents\": {", with: "\"documents\": { \"availability\": \"availability-{platform}\",")
        let page = try prompts(replacing: "\"13.5\"", with: "\"13.6\"", in: policy)
        #expect(headings(page).filter { $0.contains("iOS below 13") } == ["required: iOS below 13.6 changed"])
        #expect(page.html.contains("<p>Before: <del><bdi class=\"quoted\">required: iOS below 13.5</bdi></del></p>"))
        #expect(page.html.contains("<code><bdi>availability-ios</bdi></code>, <code><bdi>gate/ios.json</bdi></code>"))
        // The gate document leads to the store, and has a text for devices that cannot get the update.
        #expect(headings(page).count { $0 == "required: app below 1.0.0" } == 3)
    }

    @Test func `whom a rule blocks is in the first sentence, and in the numbers of a program`() throws {
        let policy = Project.gatePolicy.replacing("\"active\": true", with: "\"active\": false")
        let project = try Project.gate()
        try project.folder.write("policy.json", policy)
        let wider = policy.replacing("[\"2.3.1...2.3.4\", \"2.4.0\"]", with: "[\"2.3.1...2.3.4\", \"2.4.0...2.9.9\"]")
        #expect(wider != policy)
        try project.keepFormer(then: wider)
        try project.folder.write(
            "fleet.csv", "platform,os,app,build,channel,devices\nios,17.0,2.5.0,1,store,40\nios,17.0,3.2.0,1,store,60\n"
        )
        try project.run(Project.paging(["former", "--population", "fleet.csv"]))
        #expect(try ReviewedPage(project).html.contains(">BLOCKS 40 of 100 devices now; "))
    }
}
