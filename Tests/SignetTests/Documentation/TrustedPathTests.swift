import Foundation
import Testing
import TestSupport

/// The rows of the table of the article: the file, and what it says of the tests.
private func trustedPath() throws -> [(file: String, tests: String)] {
    let text = try Article("signet/Architecture").text
    let start = try #require(text.range(of: "## The trusted path\n"))
    let end = try #require(text.range(of: "\n## ", range: start.upperBound..<text.endIndex))
    return text[start.upperBound..<end.lowerBound].split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        return (cells[0].filter { $0 != "`" }, cells.count > 2 ? cells[2] : "")
    }
}

@Test func `the trusted path has at most 1,200 lines`() throws {
    let files = try trustedPath().map(\.file)
    #expect(files.count > 10 && Set(files).count == files.count)
    let lines = try files.map { file in
        let url = Article.root.appendingPathComponent("Sources/ManifestVerifier/\(file)")
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
            .count - 1
    }
    #expect(lines.reduce(0, +) <= 1_200)
}

@Test func `every refusal of the trusted path stands beside a test or a vector that exists`() throws {
    let rows = try trustedPath()
    let names = try Article.testNames.union(Article.vectorNames("verification-jws", "verification-headers"))
    for row in rows {
        let quoted = row.tests.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        #expect(!quoted.isEmpty, "\(row.file)")
        #expect(quoted.filter { !names.contains($0) } == [], "\(row.file)")
    }
    // `frozen` is the gate's own: a document that is old may be verified.
    let codes = Set(rows.flatMap { $0.tests.split(separator: "`").map(String.init) })
    for code in [
        "malformed", "unknown-key", "revoked-key", "bad-signature", "other-document", "rollback", "ahead-of-clock",
        "unreadable", "too-large",
    ] {
        #expect(codes.contains(code), "\(code)")
    }
}
