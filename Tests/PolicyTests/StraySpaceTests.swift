import Diagnostics
import Testing

@Test(arguments: [
    (" a", "begins with a space"), ("a ", "ends with a space"), ("a\n", "ends with a line feed"),
    ("\na", "begins with a line feed"), ("\u{A0}a", "begins with a no-break space"),
    ("a\u{A0}", "ends with a no-break space"), ("a\u{2003}", "ends with U+2003"),
    ("\u{3000}段落", "begins with an ideographic space"),
    ("a  b", "has a space next to a space"), ("a \u{A0}b", "has a space next to a no-break space"),
    ("a\u{A0}\u{A0}b", "has a no-break space next to a no-break space"),
    ("文\u{3000}\u{3000}文", "has an ideographic space next to an ideographic space"),
    (" a  b ", "begins with a space and ends with a space and has a space next to a space"),
])
func `warns of spaces around a text and next to one another`(text: String, phrase: String) throws {
    let findings = try TextLint.findings(text, in: "und")
    #expect(findings.map(\.message) == ["text \"welcome\" in \"und\" \(phrase)"])
    #expect(findings.map(\.code) == [.spaces])
    #expect(findings.first?.code.severity == .warning)
    #expect(findings.first?.place == "T.xcstrings:1:7")
}

@Test(arguments: [
    "a b c", "a\n\nb", "a \nb", "a\n b", "a\u{A0}!", "文\u{3000}文", "。 请", "a {storeURL} b", "e\u{301} e\u{301}",
])
func `accepts single spaces and paragraphs`(text: String) throws {
    #expect(try TextLint.findings(text, in: "und").isEmpty)
}

@Test(arguments: [
    ("", "is empty"), ("  ", "contains only white space"), ("\n\u{A0}\u{3000}", "contains only white space"),
])
func `warns of an empty text and says nothing of its spaces`(text: String, phrase: String) throws {
    let findings = try TextLint.findings(text, in: "ja")
    #expect(findings.map(\.message) == ["text \"welcome\" in \"ja\" \(phrase)"])
    #expect(findings.map(\.code) == [.emptyText])
    #expect(findings.first?.code.severity == .warning)
    #expect(findings.first?.place == "T.xcstrings:1:7")
}

@Test(arguments: ["-", "…", "a", "文", "\u{301}"])
func `takes no text with something in it for empty`(text: String) throws {
    #expect(try TextLint.findings(text, in: "ja").isEmpty)
}

@Test func `refuses controls even where there is nothing else`() throws {
    #expect(try TextLint.findings("\t").map(\.code) == [.invisibleCharacter, .emptyText])
}
