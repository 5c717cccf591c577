import Testing
@testable import Plan

@Test(arguments: [
    ("<script>", "&lt;script&gt;"), ("</p>", "&lt;/p&gt;"), ("a\" onload='b'", "a&quot; onload=&#39;b&#39;"),
    ("&lt;", "&amp;lt;"), ("]]><!--", "]]&gt;&lt;!--"), ("a\r\nb\0", "a&#13;\nb\u{FFFD}"), ("é\u{301}✓", "é\u{301}✓"),
    ("\u{600}<\u{301}b\u{600}>\u{301}", "\u{600}&lt;\u{301}b\u{600}&gt;\u{301}"), ("", ""),
])
func `a text is no markup, in an element or in an attribute`(text: String, markup: String) {
    #expect(HTML(text).text == markup)
    #expect(
        HTML.element("p", ["title": text], [HTML(text)]).text
            == (text.isEmpty ? "<p title></p>" : "<p title=\"\(markup)\">\(markup)</p>"))
}

@Test func `every character that markup is made of is escaped`() {
    let ascii = String(String.UnicodeScalarView((0..<128).compactMap(Unicode.Scalar.init)))
    let attribute = HTML.element("p", ["title": ascii], []).text.dropFirst("<p title=\"".count).dropLast(
        "\"></p>".count)
    #expect(!attribute.contains { "<>\"'".contains($0) })
    #expect(attribute.split(separator: "&").dropFirst().allSatisfy { $0.contains(";") })
}
