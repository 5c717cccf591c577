import Foundation
import Testing
import TestSupport

/// Texts in which a sign of markup is one character together with what is before or behind it.
private let attacks = [
    "؀[Approved by the release bot؀](//evil-host.dev/x) ؀<img src=//evil-host.dev/ok.png?؀>",
    "x؀<table title=x؀>؀<tr title=x؀>؀<td title=x؀>؀<details title=x؀>", "؀`code؀`؀** strong ؀**؀@team ؀#7 www؀.evil.example",
    "- a ؀| b ؀| ؀&lt;b؀&gt; ؀~~gone؀~~",
]

@Test(.peers(.python3, .cmarkGFM, .html5lib), arguments: attacks)
func `no text of a policy is markup in the comment on a pull request`(attack: String) throws {
    let project = try TeamCase.project()
    try project.expectDone(["build"])
    try check("mv", ["output", "published"], in: project.folder.root)
    let escaped = attack.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    try project.change("Texts.xcstrings", "An update is there.", escaped)
    let plan = try project.run(["plan", "published", "--markdown"])
    let rendered = try #require(try RenderedMarkdown.all([plan.output]).first)
    #expect(rendered.references.isEmpty, "\(rendered.references)")
    let ours = ["b", "blockquote", "code", "del", "details", "h3", "li", "p", "strong", "summary", "ul"]
    #expect(Set(rendered.elements).isSubset(of: ours), "\(rendered.elements)")
    // Struck through and bold are words, not characters.
    for word in attack.split(separator: " ") { #expect(rendered.text.contains(word), "\(word): \(rendered.text)") }
}
