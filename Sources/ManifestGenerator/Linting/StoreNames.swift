import ManifestFormat

/// The names by which texts speak of a store.
enum StoreNames {
    /// The store of the other platform, if the text speaks of it.
    static func other(than platform: Platform, in scalars: [Unicode.Scalar]) -> String? {
        let names = platform == .ios ? googlePlay : appStore
        guard scalars.contains(where: { $0 == "p" || $0 == "P" }) else { return nil }
        let folded = scalars.map(folded)
        for start in folded.indices {
            for name in names where folded[start...].starts(with: name.spelling) {
                if LatinRuns.isWord(start..<start + name.spelling.count, in: scalars) { return name.shown }
            }
        }
        return nil
    }

    private typealias Name = (shown: String, spelling: [Unicode.Scalar])

    private static let appStore = ["app store", "appstore"].map { name($0, "the App Store") }
    private static let googlePlay = ["google play", "googleplay", "play store", "playstore"].map {
        name($0, "Google Play")
    }

    private static func name(_ spelling: String, _ shown: String) -> Name { (shown, Array(spelling.unicodeScalars)) }

    /// In small letters, and with a space that does not break as a space.
    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x41...0x5A: Unicode.Scalar(UInt8(scalar.value + 0x20))
        case 0xA0: " "
        default: scalar
        }
    }
}
