import ManifestVerifier

/// The page that an app loads first, as far as a reviewer should know of it.
///
/// Only tags are looked at, as a browser finds them in plain pages (HTML, "The syntax"): what a script writes later
/// is not visible here.
struct WebPage {
    static let name = "index.html"
    /// Bytes of a page that is looked at.
    static let byteLimit = 8 << 20

    private let tags: [Tag]

    init(_ bytes: [UInt8]) { tags = Tag.all(in: bytes) }

    /// What may be wrong with the page, each a phrase and a hint.
    var warnings: [(text: String, hint: String)] {
        var warnings: [(text: String, hint: String)] = []
        let policies = tags.filter { $0.name == "meta" }
            .filter { $0.attributes["http-equiv"]?.asciiLowercased == "content-security-policy" }
            .compactMap { $0.attributes["content"] }
            .filter { !$0.utf8.allSatisfy { [0x20, 0x3B].contains($0) } }
        if policies.isEmpty {
            warnings.append(
                (
                    "has no Content-Security-Policy",
                    "a script that gets into the page can do whatever the page can: add <meta "
                        + "http-equiv=\"Content-Security-Policy\" content=\"default-src 'self'\">"
                ))
        }
        if policies.contains(where: { $0.asciiLowercased.contains("'unsafe-eval'") }) {
            warnings.append(
                (
                    "allows 'unsafe-eval' in its Content-Security-Policy",
                    "text that reaches eval runs as a script; take it out, or 'wasm-unsafe-eval' for WebAssembly alone"
                ))
        }
        for source in tags.filter({ $0.name == "script" }).compactMap({ $0.attributes["src"] })
        where Self.isRemote(source) {
            warnings.append(
                (
                    "loads a script from \(source)",
                    "it is not signed: the owner of that host runs code in the app; pack the script into the bundle"
                ))
        }
        for base in tags.filter({ $0.name == "base" }).compactMap({ $0.attributes["href"] }) where Self.isRemote(base) {
            warnings.append(
                (
                    "takes \(base) for the base of its links",
                    "every script with a relative address would come from there; leave out <base>, or name a folder"
                ))
        }
        return warnings
    }

    /// Whether an address leads to another host, as a browser reads it: blanks before it do not count, line ends nowhere,
    /// and a backslash is a slash (the URL standard, "Writing" and "Parsing").
    private static func isRemote(_ source: String) -> Bool {
        let bytes = source.asciiLowercased.utf8.filter { ![0x09, 0x0A, 0x0D].contains($0) }.drop { $0 <= 0x20 }
        let address = String(decoding: bytes.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
        return address.hasPrefix("//") || address.hasPrefix("http:") || address.hasPrefix("https:")
    }
}

private struct Tag {
    let name: String
    private(set) var attributes: [String: String] = [:]

    /// All start tags, those in comments and in scripts left out.
    static func all(in bytes: [UInt8]) -> [Tag] {
        var tags: [Tag] = []
        var rest = bytes[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(start + 1)...]
            if rest.starts(with: Array("!--".utf8)) {
                rest.skip(past: "-->")
            } else if rest.first?.isASCIILetter == true {
                let tag = Tag(&rest)
                tags.append(tag)
                // The text of a script holds no tags, whatever it looks like.
                if ["script", "style", "textarea", "title"].contains(tag.name) { rest.skip(to: "</\(tag.name)") }
            }
        }
        return tags
    }

    private init(_ rest: inout ArraySlice<UInt8>) {
        name = String(decoding: rest.take { !$0.endsTagName }, as: UTF8.self).asciiLowercased
        while true {
            _ = rest.take { $0.isHTMLSpace || $0 == UInt8(ascii: "/") }
            guard let next = rest.first, next != UInt8(ascii: ">") else {
                rest = rest.dropFirst()
                return
            }
            let attribute = String(
                decoding: rest.take { !$0.endsTagName && $0 != UInt8(ascii: "=") }, as: UTF8.self
            ).asciiLowercased
            _ = rest.take(while: \.isHTMLSpace)
            var value: ArraySlice<UInt8> = []
            if rest.first == UInt8(ascii: "=") {
                rest = rest.dropFirst()
                _ = rest.take(while: \.isHTMLSpace)
                if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                    rest = rest.dropFirst()
                    value = rest.take { $0 != quote }
                    rest = rest.dropFirst()
                } else {
                    value = rest.take { !$0.isHTMLSpace && $0 != UInt8(ascii: ">") }
                }
            }
            // Of two attributes of one name a browser takes the first.
            if attributes[attribute] == nil { attributes[attribute] = String(decoding: value, as: UTF8.self) }
        }
    }
}

extension UInt8 {
    fileprivate var isHTMLSpace: Bool { [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(self) }
    fileprivate var isASCIILetter: Bool { isASCIIAlphanumeric && !isASCIIDigit }
    fileprivate var endsTagName: Bool { isHTMLSpace || self == UInt8(ascii: "/") || self == UInt8(ascii: ">") }
}

extension ArraySlice<UInt8> {
    /// Takes bytes from the start as long as they fit.
    fileprivate mutating func take(while fits: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = prefix(while: fits)
        self = self[taken.endIndex...]
        return taken
    }

    /// Skips past the next `text`, or to the end when there is none.
    fileprivate mutating func skip(past text: String) {
        skip(to: text)
        self = dropFirst(text.utf8.count)
    }

    /// Skips to the next `text` in any case of letters, or to the end when there is none.
    fileprivate mutating func skip(to text: String) {
        let wanted = Array(text.utf8)
        let last = indices.dropLast(Swift.max(0, wanted.count - 1))
        let found = last.first { start in
            wanted.indices.allSatisfy { self[start + $0].asciiLowercased == wanted[$0] }
        }
        self = self[(found ?? endIndex)...]
    }
}
