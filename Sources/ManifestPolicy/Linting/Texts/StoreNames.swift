import Diagnostics
import ManifestVerifier

/// Finds the name of a store that the readers of a text do not have.
enum StoreNames {
    /// The problem of a text in documents of a platform.
    static func problem(in text: [Unicode.Scalar], on platform: Platform) -> TextProblem? {
        let (stores, reader, other) =
            switch platform {
            case .android: (ofApple, "Android", "the App Store")
            case .ios: (ofGoogle, "iOS", "Google Play")
            }
        guard let found = stores.first(where: { $0.occurs(in: text) }) else { return nil }
        return TextProblem(
            .wrongStore, "says \"\(found.first) \(found.second)\" in a document for \(reader)",
            hint: "use a text for \(reader) that does not mention \(other)")
    }

    private static let ofApple = [StoreName("App", "Store")]
    private static let ofGoogle = [StoreName("Google", "Play"), StoreName("Play", "Store")]
}

/// The name of a store: two words, written apart, as one, or with a hyphen.
private struct StoreName: Sendable {
    let first: String
    let second: String
    private let lowercased: (first: [Unicode.Scalar], second: [Unicode.Scalar])

    init(_ first: String, _ second: String) {
        self.first = first
        self.second = second
        lowercased = (Array(first.asciiLowercased.unicodeScalars), Array(second.asciiLowercased.unicodeScalars))
    }

    /// Whether the name occurs in a text as a whole.
    func occurs(in text: [Unicode.Scalar]) -> Bool {
        var isInWord = false
        for index in text.indices {
            if !isInWord, text[index].asciiLowercased == lowercased.first[0], occurs(in: text, at: index) {
                return true
            }
            isInWord = text[index].isWordPart
        }
        return false
    }

    private func occurs(in text: [Unicode.Scalar], at start: Int) -> Bool {
        var rest = text[start...]
        guard rest.take(lowercased.first) else { return false }
        if let separator = rest.first, separator.isWhiteSpace || separator.isHyphen { rest.removeFirst() }
        return rest.take(lowercased.second) && rest.first?.isWordPart != true
    }
}

extension ArraySlice<Unicode.Scalar> {
    /// Removes a word from the start, ignoring the case of ASCII letters; false when the text starts with something else.
    fileprivate mutating func take(_ word: [Unicode.Scalar]) -> Bool {
        guard prefix(word.count).map(\.asciiLowercased) == word else { return false }
        removeFirst(word.count)
        return true
    }
}

extension Unicode.Scalar {
    fileprivate var asciiLowercased: Unicode.Scalar {
        isASCII ? Unicode.Scalar(UInt8(truncatingIfNeeded: value).asciiLowercased) : self
    }

    fileprivate var isHyphen: Bool { self == "-" || self == "\u{2010}" || self == "\u{2011}" }
}
