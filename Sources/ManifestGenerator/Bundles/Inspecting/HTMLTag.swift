import ManifestVerifier

/// The start of an element, as a browser finds it.
struct HTMLTag {
    let name: String
    let offset: Int
    /// What stands between its start and its end, if no browser looks for tags there.
    private(set) var text: ArraySlice<UInt8>?
    private(set) var attributes: [(name: String, value: String, offset: Int)] = []

    /// Of two attributes of one name a browser takes the first.
    subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// Whether a script element holds what runs, or says where modules come from, and not data.
    var isProgram: Bool {
        let type = self["type"]?.asciiLowercased ?? ""
        return ["", "module", "importmap"].contains(type) || type.hasSuffix("/javascript")
            || type.hasSuffix("/ecmascript")
    }

    /// All start tags, those in comments and in scripts left out.
    static func all(in bytes: [UInt8]) -> [HTMLTag] {
        var tags: [HTMLTag] = []
        var rest = bytes[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(start + 1)...]
            if rest.starts(with: Array("!--".utf8)) {
                rest.skip(past: "-->")
            } else if rest.first?.isASCIILetter == true {
                var tag = HTMLTag(&rest, at: start)
                // The text of a script holds no tags, whatever it looks like.
                if ["script", "style", "textarea", "title"].contains(tag.name) {
                    let begin = rest.startIndex
                    rest.skip(to: "</\(tag.name)")
                    tag.text = bytes[begin..<rest.startIndex]
                }
                tags.append(tag)
            }
        }
        return tags
    }

    private init(_ rest: inout ArraySlice<UInt8>, at offset: Int) {
        self.offset = offset
        name = String(decoding: rest.take { !$0.endsTagName }, as: UTF8.self).asciiLowercased
        while true {
            _ = rest.take { $0.isHTMLSpace || $0 == UInt8(ascii: "/") }
            guard let next = rest.first, next != UInt8(ascii: ">") else {
                rest = rest.dropFirst()
                return
            }
            let start = rest.startIndex
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
            attributes.append((attribute, String(decoding: value, as: UTF8.self).withoutReferences, start))
        }
    }
}

extension String {
    /// The text that character references stand for, as far as tools write them into attributes.
    fileprivate var withoutReferences: String {
        guard contains("&") else { return self }
        let references = [
            ("&#39;", "'"), ("&#x27;", "'"), ("&apos;", "'"), ("&quot;", "\""), ("&#34;", "\""), ("&amp;", "&"),
        ]
        return references.reduce(self) { $0.replacing($1.0, with: $1.1) }
    }
}

extension UInt8 {
    fileprivate var isHTMLSpace: Bool { [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(self) }
    fileprivate var endsTagName: Bool { isHTMLSpace || self == UInt8(ascii: "/") || self == UInt8(ascii: ">") }
}

extension ArraySlice<UInt8> {
    /// Takes bytes from the start as long as they fit.
    fileprivate mutating func take(while fits: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = prefix(while: fits)
        self = self[taken.endIndex...]
        return taken
    }

    /// Skips what comes before the next `text` and that text; where none comes, everything.
    fileprivate mutating func skip(past text: String) {
        skip(to: text)
        self = dropFirst(text.utf8.count)
    }

    /// Skips what comes before the next `text`, in capitals or not; where none comes, everything.
    fileprivate mutating func skip(to text: String) {
        let wanted = Array(text.utf8)
        let last = indices.dropLast(Swift.max(0, wanted.count - 1))
        let found = last.first { start in
            wanted.indices.allSatisfy { self[start + $0].asciiLowercased == wanted[$0] }
        }
        self = self[(found ?? endIndex)...]
    }
}
