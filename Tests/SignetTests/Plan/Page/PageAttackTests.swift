import Foundation
import Policy
import Testing
import TestSupport

/// What is in a page that was opened.
private struct Found: Decodable, Sendable {
    let elements: Set<String>
    let attributes: Set<String>
    let links: Set<String>
    let hasRun: Bool
    /// The texts of all elements for texts of others.
    let quoted: Set<String>
    /// Elements outside those in which there is a text of others.
    let escaped: [String]
    /// Our own marks and headings.
    let marks: Set<String>
    let scripts: Int

    static let script = """
        document.getElementById("verify").click();
        for (const element of document.querySelectorAll("details")) element.open = true;
        const all = [...document.querySelectorAll("*")];
        const escaped = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const parent = walker.currentNode.parentElement;
          if (walker.currentNode.data.includes("P!WN") && !parent.closest("bdi, .prompts")) escaped.push(parent.outerHTML);
        }
        return {
          elements: all.map((element) => element.localName),
          attributes: all.flatMap((element) => element.getAttributeNames()),
          links: all.flatMap((element) => ["href", "src", "action", "srcset", "xlink:href"]
            .map((name) => element.getAttribute(name)).filter((value) => value !== null)),
          hasRun: "pwned" in globalThis,
          quoted: [...document.querySelectorAll("bdi")].map((element) => element.textContent),
          escaped,
          marks: [...document.querySelectorAll("h1, h2, h3, h4, .badge, .note, .state, #verified, summary > *:not(code)")]
            .filter((element) => !element.closest(".prompts")).map((element) => element.textContent),
          scripts: document.scripts.length,
        };
        """
}

@Suite struct PageAttackTests {
    private static let elements: Set<String> = [
        "a", "bdi", "body", "button", "code", "dd", "del", "details", "div", "dl", "dt", "figcaption", "figure",
        "footer",
        "h1", "h2", "h3", "h4", "h5", "head", "header", "html", "input", "ins", "label", "li", "main", "meta", "nav",
        "noscript", "p", "pre", "script", "section",
        "span", "strong", "style", "summary", "time", "title", "ul",
    ]
    private static let attributes: Set<String> = [
        "aria-hidden", "aria-label", "aria-labelledby", "aria-live", "charset", "class", "content", "data-body",
        "data-date",
        "data-header", "data-key", "data-sha256", "data-sidecar", "data-spki", "datetime", "dir", "disabled", "hidden",
        "href", "http-equiv", "id", "lang", "multiple", "name", "open", "role", "type",
    ]

    @Test(.peers(.chromium, .python3), .unlessHung)
    func `nothing that a pull request sets runs, leaves its place or looks like a mark of ours`() throws {
        let project = try HostilePolicy.project()
        try project.run(
            Project.paging(["former", "--policy", HostilePolicy.policyName]))
        let visit = try visit(project.folder.path("plan.html"), script: Found.script, returning: Found.self)
        let found = visit.result
        #expect(!found.hasRun && found.scripts == 1)
        #expect(found.elements.isSubset(of: Self.elements), "\(found.elements.subtracting(Self.elements))")
        #expect(found.attributes.isSubset(of: Self.attributes), "\(found.attributes.subtracting(Self.attributes))")
        #expect(found.links.allSatisfy { $0.hasPrefix("#") }, "\(found.links)")
        #expect(found.escaped == [])
        #expect(found.marks.allSatisfy { !$0.contains("P!WN") })
        #expect(visit.violations.isEmpty && visit.exceptions.isEmpty && visit.dialogs.isEmpty && visit.windows.isEmpty)
        #expect(visit.requests.count == 1 && visit.navigations.count == 1 && visit.downloads.isEmpty)
        // Every text is there as it is written, but for what is shown by number.
        for name in HostilePolicy.names {
            let entry = Self.revealed("devices-freed at \(name), from \(name) to \(name)")
            #expect(found.quoted.contains(entry), "\(name.prefix(60))")
        }
        for text in HostilePolicy.texts {
            let words = Self.revealed(text).split(separator: " ")
            #expect(found.quoted.contains { quoted in words.allSatisfy { quoted.contains($0) } }, "\(text.prefix(60))")
        }
        #expect(found.quoted.contains(Self.revealed(HostilePolicy.policyName)))
    }

    @Test func `half a character in a policy is refused`() throws {
        let project = try Project()
        try project.keepFormer(then: Project.policy(more: #", "x": "\ud800""#))
        let result = try project.run(Project.paging())
        #expect(result.status == 65 || result.status == 1)
        #expect(!FileManager.default.fileExists(atPath: project.folder.path("plan.html")))
    }

    @Test func `what is invisible in a name is shown by its number`() {
        #expect(RevealedText("a\u{202E}b").parts == [.text("a"), .escape("\\u{202E}"), .text("b")])
        #expect(RevealedText("\u{200B}\u{0}\n").parts == [.escape("\\u{200B}\\u{0}\\n")])
        #expect(RevealedText("a\u{200B}").parts == [.text("a"), .escape("\\u{200B}")])
        // What scripts need is no secret.
        for text in ["می\u{200C}خواهم", "👨\u{200D}👩\u{200D}👧", "❤\u{FE0F}", "क्\u{200D}ष", "กำลัง"] {
            #expect(RevealedText(text).parts == [.text(text)])
        }
        let piled = RevealedText("a" + String(repeating: "\u{301}", count: 10)).parts
        #expect(piled == [.text("a" + String(repeating: "\u{301}", count: 8)), .escape("\\u{301}\\u{301}")])
    }

    @Test(.peers(.openssl)) func `the folder of a tree is no command in the lines of the page`() throws {
        let project = try Project()
        let folder = "o'u\"t $(touch hacked) `touch hacked`"
        try project.expectDone(["build", "--output", folder])
        let (_, page) = try project.page([folder, "--output", folder])
        let lines = page.texts(of: "pre")
        try shell(#require(lines.last), in: project.folder)
        try shell(lines[0], in: project.folder)
        #expect(!FileManager.default.fileExists(atPath: project.folder.path("hacked")))
    }

    private static func revealed(_ text: String) -> String {
        RevealedText(text).parts.map { part in
            switch part {
            case .text(let text), .escape(let text): text
            }
        }.joined()
    }
}
