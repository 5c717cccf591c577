import Foundation
import Testing
import TestSupport

/// A page that `signet plan` wrote, as a text.
struct ReviewedPage {
    var html: String

    init(_ project: Project, _ name: String = "plan.html") throws { html = try project.folder.text(name) }

    /// The texts of all elements of a name, in order.
    func texts(of name: String) -> [String] {
        html.components(separatedBy: "<\(name)").dropFirst().compactMap { piece in
            piece.components(separatedBy: "</\(name)>").first?.split(separator: ">", maxSplits: 1).last.map(String.init)
        }.map(Self.unescaped)
    }

    /// The attribute of a document of the page; nil when it has none.
    func attribute(_ name: String, of path: String) -> String? {
        range(of: name, path).map { String(html[$0]) }
    }

    /// The page with another value of an attribute.
    func replacing(_ name: String, of path: String, with value: String) -> ReviewedPage {
        var page = self
        if let range = range(of: name, path) { page.html.replaceSubrange(range, with: value) }
        return page
    }

    private func range(of name: String, _ path: String) -> Range<String.Index>? {
        guard let place = html.range(of: "<p class=\"path\"><code><bdi>\(path)</bdi></code></p>"),
            let item = html.range(
                of: "<li class=\"document\"", options: .backwards, range: html.startIndex..<place.lowerBound),
            let start = html.range(of: " \(name)=\"", range: item.upperBound..<place.lowerBound),
            let end = html.range(of: "\"", range: start.upperBound..<place.lowerBound)
        else { return nil }
        return start.upperBound..<end.lowerBound
    }

    private static func unescaped(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
}

extension Project {
    /// The moment of the pages of the tests.
    static let reviewDate = ["--at", "2026-08-03T22:59:35Z"]

    /// Builds, keeps the tree as `former`, and changes the policy.
    func keepFormer(then policy: String) throws {
        try expectDone(["build"])
        try check("cp", ["-a", "output", "former"], in: folder.root)
        try folder.write("policy.json", policy)
    }

    /// Writes a page that must be written, and reads it.
    @discardableResult
    func page(_ arguments: [String] = ["former"]) throws -> (CommandResult, ReviewedPage) {
        let result = try run(Self.paging(arguments))
        #expect([0, 1].contains(result.status), "\(result.errors)")
        return (result, try ReviewedPage(self))
    }

    /// The words for a page.
    static func paging(_ arguments: [String] = ["former"]) -> [String] {
        ["plan"] + arguments + ["--page", "plan.html"] + reviewDate
    }
}
