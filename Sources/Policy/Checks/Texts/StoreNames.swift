import Diagnostics
import ManifestVerifier

/// Finds the name of a store that the readers of a text do not have, written as the name that it is: in a sentence, an app
/// store can be any.
enum StoreNames {
    static func problem(in text: [Unicode.Scalar], on platform: Platform) -> TextProblem? {
        let (stores, reader, other) =
            switch platform {
            case .android: (ofApple, "Android", "the App Store")
            case .ios: (ofAndroid, "iOS", "a store for Android")
            }
        guard let found = stores.first(where: { occurs($0, in: text) }) else { return nil }
        return TextProblem(
            code: .wrongStore, phrase: "says \"\(found)\" in a document for \(reader)", quote: found,
            hint: "use a text for \(reader) that does not mention \(other)")
    }

    private static let hyphens: [Unicode.Scalar] = ["-", "\u{2010}", "\u{2011}"]
    private static let ofApple = ["App Store"]
    private static let ofAndroid = ["Google Play", "Play Store", "AppGallery", "Galaxy Store", "Amazon Appstore"]

    /// Whether a text has the words of a name, in their own case: apart, as one, or with a hyphen.
    private static func occurs(_ name: String, in text: [Unicode.Scalar]) -> Bool {
        text.indices.contains { start in
            guard start == 0 || !text[start - 1].isWordPart else { return false }
            var rest = text[start...]
            for scalar in name.unicodeScalars {
                if scalar == " " {
                    if let separator = rest.first, separator.isWhiteSpace || hyphens.contains(separator) {
                        rest.removeFirst()
                    }
                } else if rest.popFirst() != scalar {
                    return false
                }
            }
            return rest.first?.isWordPart != true
        }
    }
}
