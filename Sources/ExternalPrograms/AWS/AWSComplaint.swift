/// What the program `aws` says on its standard error when it fails.
package struct AWSComplaint: Equatable, Sendable {
    /// The code in `An error occurred (CODE) when calling the … operation`; nil when no service answered.
    package let code: String?
    /// The beginning of its words, on one line.
    package let words: String
    private let text: String

    package init(_ bytes: [UInt8]) {
        let lines = bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
        // It must not steer anybody's terminal.
        let printable = lines.map { String(decoding: $0.filter(\.isPrintableASCII), as: UTF8.self) }
            .filter { !$0.allSatisfy { $0 == " " } }
        text = printable.joined(separator: "\n")
        code = Self.code(in: text)
        // A usage error begins with a page of usage.
        let telling = printable.filter { line in Self.tellingWords.contains { line.contains($0) } }
        words = String((telling + printable).prefix(Self.lines).joined(separator: " ").prefix(Self.wordsBytes))
    }

    /// Whether it says this anywhere.
    package func says(_ phrase: String) -> Bool { text.contains(phrase) }

    private static func code(in text: String) -> String? {
        guard let start = text.firstRange(of: "An error occurred (")?.upperBound,
            let end = text[start...].firstIndex(of: ")")
        else { return nil }
        return String(text[start..<end])
    }

    private static let tellingWords = ["Unknown options", ": error: ", "Invalid choice"]
    private static let lines = 3
    private static let wordsBytes = 400
}
