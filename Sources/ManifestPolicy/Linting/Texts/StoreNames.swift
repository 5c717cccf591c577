import Diagnostics
import ManifestVerifier

/// Finds the name of a store that the readers of a text do not have, written as the name that it is: in a sentence, an app
/// store can be any.
enum StoreNames {
    /// The problem of a text in documents of a platform.
    static func problem(in text: [Unicode.Scalar], on platform: Platform) -> TextProblem? {
        let (stores, reader, other) =
            switch platform {
            case .android: (ofApple, "Android", "the App Store")
            case .ios: (ofAndroid, "iOS", "a store for Android")
            }
        guard let found = stores.first(where: { $0.occurs(in: text) }) else { return nil }
        return TextProblem(
            .wrongStore, "says \"\(found.name)\" in a document for \(reader)", quote: found.name,
            hint: "use a text for \(reader) that does not mention \(other)")
    }

    private static let ofApple = [StoreName("App Store")]
    private static let ofAndroid = [
        "Google Play", "Play Store", "AppGallery", "Galaxy Store", "Amazon Appstore",
    ].map(StoreName.init)
}

/// The name of a store: words in their own case, apart, as one, or with a hyphen.
private struct StoreName: Sendable {
    let name: String
    private let words: [[Unicode.Scalar]]

    init(_ name: String) {
        self.name = name
        words = name.split(separator: " ").map { Array($0.unicodeScalars) }
    }

    /// Whether the name occurs in a text as a whole.
    func occurs(in text: [Unicode.Scalar]) -> Bool {
        var isInWord = false
        for index in text.indices {
            if !isInWord, text[index] == words[0][0], occurs(in: text, at: index) { return true }
            isInWord = text[index].isWordPart
        }
        return false
    }

    private func occurs(in text: [Unicode.Scalar], at start: Int) -> Bool {
        var rest = text[start...]
        for (index, word) in words.enumerated() {
            if index > 0, let separator = rest.first, separator.isWhiteSpace || separator.isHyphen {
                rest.removeFirst()
            }
            guard rest.starts(with: word) else { return false }
            rest.removeFirst(word.count)
        }
        return rest.first?.isWordPart != true
    }
}

extension Unicode.Scalar {
    fileprivate var isHyphen: Bool { self == "-" || self == "\u{2010}" || self == "\u{2011}" }
}
