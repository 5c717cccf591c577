import Diagnostics
import ManifestVerifier
import Policy

/// A script or a style sheet, as far as the words in it say what it loads and registers.
///
/// It is not parsed: what a program puts together as it runs is not visible here.
struct WebScript {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    func judge(_ pages: WebPageRules, _ add: WebFindings) {
        var place = bytes.startIndex
        while place < bytes.endIndex {
            let word: String? =
                switch bytes[place] {
                case UInt8(ascii: "i"): "import"
                case UInt8(ascii: "f"): "from"
                case UInt8(ascii: "s"):
                    bytes[place...].starts(with: "so".utf8) ? "sourceMappingURL=data:" : "serviceWorker"
                case UInt8(ascii: "u"): "url("
                default: nil
                }
            if let word, bytes[place...].starts(with: word.utf8), !isWithinWord(place), !isComment(place) {
                judge(word, at: place, pages, add)
                place += word.utf8.count
            } else {
                place += 1
            }
        }
    }

    private func judge(_ word: String, at place: Int, _ pages: WebPageRules, _ add: WebFindings) {
        var rest = bytes[(place + word.utf8.count)...]
        switch word {
        case "import", "from":
            if word == "import", rest.starts(with: "Scripts".utf8) { rest = rest.dropFirst("Scripts".utf8.count) }
            rest.skipComments()
            if word == "import", rest.first == UInt8(ascii: "(") { rest = rest.dropFirst() }
            guard let address = rest.literal() else { return }
            pages.judgeScript(from: address, at: place, add)
            if word == "import" { pages.judgeAddress(address, at: place, add) }
        case "url(":
            rest.skipBlanks()
            let address =
                rest.literal() ?? String(decoding: rest.prefix(256).prefix { $0 != UInt8(ascii: ")") }, as: UTF8.self)
            pages.judgeAddress(address, at: place, add)
        case "serviceWorker": judgeWorker(at: place, rest, pages, add)
        default:
            add(
                .sourceMap, "has its source map within it", place,
                "build without (Vite: build.sourcemap, Angular: sourceMap)")
        }
    }

    private func judgeWorker(
        at place: Int, _ text: ArraySlice<UInt8>, _ pages: WebPageRules, _ add: WebFindings
    ) {
        var rest = text
        if rest.first == UInt8(ascii: "?") { rest = rest.dropFirst() }
        rest.skipBlanks()
        guard rest.starts(with: ".register".utf8) else { return }
        rest = rest.dropFirst(".register".utf8.count)
        rest.skipBlanks()
        guard rest.first == UInt8(ascii: "(") else { return }
        guard pages.served == .versioned else {
            add(
                .serviceWorker, "registers a service worker, which would answer for the bundles after it, too", place,
                "leave it out of the build for apps: a bundle is on the device already")
            return
        }
        rest = rest.dropFirst()
        let arguments = rest.prefix(512).prefix { $0 != UInt8(ascii: ")") }
        var addresses = [rest.literal()]
        if let scope = arguments.indices.first(where: { arguments[$0...].starts(with: "scope:".utf8) }) {
            rest = arguments[(scope + "scope:".utf8.count)...]
            rest.skipBlanks()
            addresses.append(rest.literal())
        }
        for address in addresses.compactMap(\.self)
        where address.isRootRelative || address.isRemote || address.hasPrefix("..") {
            add(
                .serviceWorker, "registers a service worker for \(address), outside of the bundle's own path", place,
                "register it below its version's path, by a relative address and scope, or leave it out")
        }
    }

    /// Whether a name that only ends like the word is there, or a member of something.
    private func isWithinWord(_ place: Int) -> Bool {
        guard place > bytes.startIndex else { return false }
        let before = bytes[place - 1]
        let isMember = before == UInt8(ascii: ".") && bytes[place] != UInt8(ascii: "s")
        return isMember || before.isASCIIAlphanumeric || before == UInt8(ascii: "_") || before == UInt8(ascii: "$")
    }

    /// Whether the line up to there is a comment.
    private func isComment(_ place: Int) -> Bool {
        // Not a whole program on one line, again and again.
        let before = bytes[..<place].suffix(1_024)
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.startIndex
        guard place - start < 1_024 else { return false }
        let line = String(decoding: before[start...], as: UTF8.self).drop(while: \.isWhitespace)
        let mapping = bytes[place...].starts(with: "source".utf8)
        return !mapping
            && (line.hasPrefix("//") || (line.hasPrefix("*") || line.hasPrefix("/*")) && !line.contains("*/"))
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func skipBlanks() { self = drop { [0x09, 0x0A, 0x0D, 0x20].contains($0) } }

    /// Skips blanks, and comments such as `/* @vite-ignore */`.
    fileprivate mutating func skipComments() {
        skipBlanks()
        while starts(with: "/*".utf8) {
            let comment = prefix(1_024)
            let end = comment.indices.dropFirst(2).first { comment[$0...].starts(with: "*/".utf8) }
            self = end.map { self[($0 + 2)...] } ?? self[endIndex...]
            skipBlanks()
        }
    }

    /// The text between the quotes that come next.
    fileprivate mutating func literal() -> String? {
        skipComments()
        guard let quote = first, [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`")].contains(quote) else {
            return nil
        }
        let text = dropFirst().prefix(2_048).prefix { $0 != quote && $0 != UInt8(ascii: "\n") }
        return String(decoding: text, as: UTF8.self)
    }
}

extension String {
    /// The address as a browser reads it: blanks before it do not count, line ends nowhere, and a backslash is a slash (the
    /// URL standard, "Writing" and "Parsing").
    private var plainAddress: String {
        let bytes = asciiLowercased.utf8.filter { ![0x09, 0x0A, 0x0D].contains($0) }.drop { $0 <= 0x20 }
        return String(decoding: bytes.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
    }

    /// Whether an address leads to another host.
    var isRemote: Bool { ["//", "http:", "https:"].contains { plainAddress.hasPrefix($0) } }

    /// Whether an address is a program, which runs when it is followed.
    var isScript: Bool { plainAddress.hasPrefix("javascript:") }

    var isRootRelative: Bool { plainAddress.hasPrefix("/") && !plainAddress.hasPrefix("//") }
}

extension String? {
    static let relativeAddresses =
        "build with relative addresses (Vite: base: './', Angular: baseHref \"./\"); "
        + "where Capacitor serves, write \"served\": \"root\" into the list"
}
