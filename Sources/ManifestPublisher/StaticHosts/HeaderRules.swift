import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree

/// The `_headers` file of Netlify and Cloudflare Pages: the path of each document, and below it the headers to send.
///
/// A web app may have rules of its own in it. Signet's rules are a block between two marks, which is added behind them and
/// replaced as a whole; all else stays as it is, to the byte.
///
/// Paths of documents hold nothing that the format would read as a pattern, and values nothing that ends a line.
struct HeaderRules {
    static let fileName = "_headers"

    static let begin = "# signet publish: from here to the end mark, replaced with each publication: do not edit"
    static let end = "# signet publish: end"

    /// What is before the block, in it and behind it.
    private var (before, block, after): ([UInt8], [UInt8], [UInt8]) = ([], [], [])

    init() {}

    init(of folder: Folder) throws {
        let text = try folder.readIfPresent(Self.fileName, limit: Limits.publicationBytes) ?? []
        try self.init(text, at: folder.child(Self.fileName))
    }

    init(_ text: [UInt8], at path: String) throws(ErrorReport) {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let begins = lines.indices.filter { lines[$0].elementsEqual(Self.begin.utf8) }
        let ends = lines.indices.filter { lines[$0].elementsEqual(Self.end.utf8) }
        guard let first = begins.first, let last = ends.first, begins.count == 1, ends.count == 1, first < last else {
            guard begins.isEmpty, ends.isEmpty else {
                throw ErrorReport(
                    .refused, "\(path): the block of signet publish does not have its two marks, once each",
                    hint: "remove the block and its marks, and publish again")
            }
            before = text
            return
        }
        before = Array(text[..<lines[first].startIndex])
        block = Array(text[lines[first].startIndex..<lines[last].endIndex])
        after = Array(text[lines[last].endIndex...].dropFirst())
    }

    /// The file with a block for these files instead; nil when nothing is left.
    func replacing(_ files: [SiteFile]) -> [UInt8]? {
        guard !files.isEmpty else { return before.isEmpty && after.isEmpty ? nil : before + after }
        let gap = before.isEmpty || before.last == UInt8(ascii: "\n") ? "" : "\n"
        return before + Array("\(gap)\(Self.begin)\n\(Self.text(files))\(Self.end)\n".utf8) + after
    }

    private static func text(_ files: [SiteFile]) -> String {
        files.map { file in "/\(file.path)\n" + file.headers.map { "\(line($0))\n" }.joined() }.joined()
    }

    /// Whether the folder tells hosts which headers to send with Signet's files.
    var hasBlock: Bool { !block.isEmpty }

    /// The headers of the tree that the block has, by path.
    var fields: [String: [HeaderField]] {
        Self.fields(block).mapValues { $0.filter { $0 != PageAccess.header } }
    }

    /// The headers of each path that such a file has, with their names in lower case; lines that are not rules are
    /// skipped.
    private static func fields(_ text: [UInt8]) -> [String: [HeaderField]] {
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

    /// What hosts would silently leave out of the file, or send twice.
    func warnings(_ documents: [VerifiedTree.Document], _ files: [SiteFile]) -> [StaticHostWarning] {
        var warnings: [StaticHostWarning] = []
        let others = Self.fields(before + [UInt8(ascii: "\n")] + after)
        let count = files.count + others.count
        if count > Limits.cloudflareRules { warnings.append(.tooManyRules(count)) }
        let pages = documents.filter { $0.path.rawValue.asciiLowercased.hasSuffix(".html") }
        if !pages.isEmpty { warnings.append(.redirectedPages(pages.map(\.path))) }
        let doubled = others.filter { pattern, fields in
            let start = pattern.prefix { $0 != "*" && $0 != ":" }
            return files.contains { file in
                (start.count < pattern.count ? file.path.hasPrefix(start) : file.path == pattern)
                    && file.headers.contains { header in fields.contains { $0.name == header.name } }
            }
        }
        if !doubled.isEmpty { warnings.append(.doubledHeaders(doubled.keys.sorted().map { "/\($0)" })) }
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
