import ManifestVerifier
import Testing
import TestSupport
@testable import Diagnostics

/// What attackers and translators write: markup of every kind, and what combines with it into one `Character`.
private let pieces = [
    "[a](//evil.example)", "![a](//evil.example/x.png)", "[a]: //evil.example", "[a][b]", "[^1]",
    "<img src=//evil.example>",
    "<b>", "</details>", "<table title=x>", "<!--", "-->", "<![CDATA[", "<https://evil.example>",
    "https://evil.example",
    "ftp://evil.example", "www.evil.example", "WWW.evil.example", "a@evil.example", "mailto:a@evil.example", "@team",
    "#7",
    "GH-7", "own/other#7", "!7", "%7", "~bug", "&7", "$x$", "$`x`$", ":tada:", ":+1:", "**a**", "__a__", "*a*", "_a_",
    "~~a~~",
    "`a`", "```", "~~~", "| a | b |", "|", "\\", "\\|", "\\\\", "&amp;", "&#60;", "&lt;img&gt;", "# a", "> a", "- a",
    "* a",
    "+ a", "1. a", "2) a", "---", "===", "***", "    a", "- [x] a", "  ", "\t", "\n", "\r\n", "<", ">", "[", "]", "(",
    ")",
    "*", "_", "`", "~", "&", ";", "!", "\"", "'", ":", "/", "//", ".", "www", "-", "+", "=", "1", "a", " ", "é", "文",
]

/// Scalars that make one `Character` of what is before or behind them, or that are not seen.
private let joining = [
    "\u{600}", "\u{605}", "\u{6DD}", "\u{70F}", "\u{890}", "\u{8E2}", "\u{D4E}", "\u{110BD}", "\u{111C2}", "\u{11A3A}",
    "\u{301}", "\u{20E3}", "\u{338}", "\u{903}", "\u{E31}", "\u{FE0F}", "\u{E0041}", "\u{E0100}", "\u{200B}",
    "\u{200C}",
    "\u{200D}", "\u{AD}", "\u{34F}", "\u{2060}", "\u{202E}", "\u{2066}", "\u{FEFF}", "\u{2028}", "\u{85}", "\u{1B}",
]

/// A text as a line, a quote, a paragraph, a cell of a table, and beside a former one, as commands write them.
private let forms: [@Sendable (String) -> String] = [
    { "- \($0.markdown)" }, { "  > \($0.markdown)" }, { $0.markdown },
    { "| a | b |\n|---|---|\n| \($0.markdown) | c |" }, { "  > <del>\($0.markdown)</del> <b>\($0.markdown)</b>" },
    { "| a |\n|---|\n| \($0.markdownCode) |" },
]
private let shown: [@Sendable (String) -> String] = [
    { $0 }, { $0 }, { $0 }, { "a b \($0) c" }, { "\($0) \($0)" }, { "a \($0)" },
]
private let elements = [["li", "ul"], ["blockquote", "p"], ["p"], [], ["b", "blockquote", "del", "p"], []]

/// Whether texts come to themselves and to nothing else, in every form.
private func expectNoMarkup(_ texts: [String]) throws {
    let all = try RenderedMarkdown.all(forms.flatMap(texts.map))
    try #require(all.count == forms.count * texts.count)
    for (index, rendered) in all.enumerated() {
        let (form, text) = (index / texts.count, texts[index % texts.count])
        let expected = shown[form](text.withoutControls).withPlainSpaces
        let found = rendered.elements.filter { !["table", "thead", "tbody", "tr", "th", "td", "code"].contains($0) }
        #expect(
            rendered.text.hasSameBytes(as: expected) && rendered.references.isEmpty
                && Set(found).isSubset(of: elements[form]),
            "\(text.debugDescription) as \(forms[form](text)): \(rendered)")
    }
}

@Suite(.peers(.python3, .cmarkGFM, .html5lib)) struct MarkdownTests {
    @Test func `each sign of markup is text behind each scalar that makes one character with it, and before one`()
        throws
    {
        let signs = (0x20...0x7E).compactMap(Unicode.Scalar.init).filter { !$0.properties.isAlphabetic }.map {
            String($0)
        }
        let joined = joining.map { joining in (signs.map { joining + $0 } + signs.map { $0 + joining }).joined() }
        try expectNoMarkup(joined + pieces + pieces.map { "\u{600}\($0)" } + pieces.map { "\($0)\u{301}" })
    }

    @Test func `a link, an image and a table behind Arabic number signs are text`() throws {
        try expectNoMarkup([
            "x؀<table title=x؀>؀<tr title=x؀>؀<td title=x؀>؀<details title=x؀>",
            "؀[Approved by the release bot؀](//evil-host.dev/x) ؀<img src=//evil-host.dev/ok.png?؀>",
        ])
    }

    @Test func `random texts come to themselves`() throws {
        var random = SystemRandomNumberGenerator()
        let texts = (0..<Fuzz.rounds(1_000)).map { _ in
            (0...Int.random(in: 0...9, using: &random)).map { _ in
                (Bool.random(using: &random) ? pieces : joining).randomElement(using: &random) ?? ""
            }.joined()
        }
        try expectNoMarkup(texts)
    }
}
