import Diagnostics
import ManifestVerifier
import Testing

@Test(arguments: [
    ("{\n  \"a\": 1\n}", 2, 3, "      \"a\": 1", "      ^"),
    ("x", 1, 1, "    x", "    ^"),
    // Behind the last character, where a text ends too early.
    ("{", 1, 2, "    {", "     ^"),
    ("a\r\nbc\r\n", 2, 2, "    bc", "     ^"),
    // A tab stays one in both lines.
    ("\t\"a\":\t1", 1, 6, "    \t\"a\":\t1", "    \t    ^"),
    ("\t\"a\":\t1", 1, 7, "    \t\"a\":\t1", "    \t    \t^"),
    // Wide ones take two columns, combining ones none, and an escape as many as it is long.
    ("\"更新\": 1", 1, 7, "    \"更新\": 1", "            ^"),
    ("\"🚀\": 1", 1, 6, "    \"🚀\": 1", "          ^"),
    ("e\u{301}x", 1, 3, "    e\u{301}x", "     ^"),
    ("\u{1B}[2Jx", 1, 5, #"    \u{1B}[2Jx"#, "             ^"),
])
func `the caret is below the column`(text: String, line: Int, column: Int, shown: String, caret: String) throws {
    let lines = try #require(
        SourceExcerpt.lines(of: Array(text.utf8), at: TextPosition(line: line, column: column)))
    #expect(lines.map { Array($0.utf8) } == [Array(shown.utf8), Array(caret.utf8)])
}

@Test(arguments: [0, 5, 44, 45, 46, 100, 199, 200])
func `of a long line the part around the column is shown`(index: Int) throws {
    let text = String((0..<200).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
    let lines = try #require(
        SourceExcerpt.lines(of: Array(text.utf8), at: TextPosition(line: 1, column: index + 1)))
    let (shown, caret) = (Array(lines[0]), Array(lines[1]))
    #expect(shown.count <= Limits.excerptScalars + 6)
    #expect(caret.last == "^")
    if index < 200 { #expect(shown[caret.count - 1] == Array(text)[index]) }
    #expect((shown[4] == "…") == (index > Limits.excerptScalars / 2))
}

@Test(arguments: [(0, 1), (1, 0), (1, 4), (3, 1), (4, 1), (-1, -1)])
func `a place that the text does not have is not shown`(line: Int, column: Int) {
    #expect(SourceExcerpt.lines(of: Array("ab\nc\n".utf8), at: TextPosition(line: line, column: column)) == nil)
}
