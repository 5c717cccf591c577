import Diagnostics
import ManifestVerifier
import PublicationTree

/// The `_headers` file of Netlify and Cloudflare Pages: the path of each document, and below it the headers to send.
///
/// Paths of documents hold nothing that the format would read as a pattern, and values nothing that ends a line.
enum HeaderRules {
    /// The name of the file, at the top of the site.
    static let fileName = "_headers"

    static func text(_ files: [SiteFile]) -> String {
        files.map { file in "/\(file.path)\n" + file.headers.map { "\(line($0))\n" }.joined() }.joined()
    }

    /// The headers of each path that such a file has, with their names in lower case; lines that are not rules are
    /// skipped.
    static func fields(_ text: [UInt8]) -> [String: [HeaderField]] {
        var rules: [String: [HeaderField]] = [:]
        var path: String?
        for line in text.split(separator: UInt8(ascii: "\n")) {
            if line.first == UInt8(ascii: "/") {
                path = String(decoding: line.dropFirst(), as: UTF8.self)
            } else if let path, line.first == UInt8(ascii: " ") {
                let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
                guard parts.count == 2 else { continue }
                let name = String(decoding: parts[0], as: UTF8.self).filter { $0 != " " }.asciiLowercased
                guard let field = HeaderField(line: Array("\(name):".utf8) + parts[1]) else { continue }
                rules[path, default: []].append(field)
            }
        }
        return rules
    }

    /// What hosts would silently leave out of the file.
    static func warnings(_ documents: [VerifiedTree.Document], _ files: [SiteFile]) -> [StaticHostWarning] {
        var warnings: [StaticHostWarning] = []
        if files.count > Limits.cloudflareRules { warnings.append(.tooManyRules(files.count)) }
        let pages = documents.filter { $0.path.rawValue.asciiLowercased.hasSuffix(".html") }
        if !pages.isEmpty { warnings.append(.redirectedPages(pages.map(\.path))) }
        return warnings
    }

    /// The header of a document that is longer than hosts take, if there is one; a policy allows none.
    static func longHeader(of document: VerifiedTree.Document) -> HeaderField? {
        document.headers.first { line($0).utf8.count > Limits.headerRuleBytes }
    }

    private static func line(_ field: HeaderField) -> String { "  \(capitalized(field.name)): \(field.value)" }

    /// `content-type` as `Content-Type`: Netlify sends its own content type as well when the name is in lower case.
    private static func capitalized(_ name: String) -> String {
        name.split(separator: "-", omittingEmptySubsequences: false)
            .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-")
    }
}
