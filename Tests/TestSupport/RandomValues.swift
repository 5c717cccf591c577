import Foundation

/// A reproducible source of random values (SplitMix64).
package struct RandomValues: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A whole number of the range.
    package mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// True once in `count` times.
    package mutating func once(in count: Int) -> Bool { number(1...count) == 1 }

    /// One of the values.
    package mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0...(values.count - 1))] }

    /// Some of the values, in their order.
    package mutating func some<Value>(_ values: [Value]) -> [Value] { values.filter { _ in once(in: 2) } }

    /// A text of many scripts, with all that JSON escapes, not normalised; nothing in it is an error.
    package mutating func text() -> String {
        let pieces = [
            "Update", " now", "é", "e\u{301}", "\u{212B}", "\"", "\\", "/", "\n", "<b>&amp;</b>", "}", "'", "…",
            "100 %",
            "يُرجى", "חדשה", "می\u{200C}خواهم", "引き続き", "更新", "กรุณา", "क\u{94D}ष", "한국어", "\u{1F468}\u{200D}\u{1F469}",
            "\u{10FFFD}", "\u{A0}", "ẞ", "İ", "ﬁ",
        ]
        return (0...number(0...7)).map { _ in pick(pieces) }.joined()
    }

    /// Languages, English among them, ordered by their bytes.
    package mutating func languages() -> [String] {
        let others = ["ar", "cy", "de-CH", "EL", "fa", "he", "ja", "pt-BR", "sr-Latn", "th", "x-a", "zh-Hant"]
        return (some(others) + ["en"]).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// A version of three numbers, above another one, in one of its spellings.
    package mutating func version(above minimum: [Int] = [0, 0, 0]) -> (numbers: [Int], spelling: String) {
        let numbers = [minimum[0] + number(0...3), minimum[1] + number(0...30), minimum[2] + number(0...9)]
        return (numbers, numbers.map { once(in: 8) ? "0\($0)" : "\($0)" }.joined(separator: "."))
    }
}
