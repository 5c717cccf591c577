import Classic
import ManifestVerifier
import Testing

@Test func `a headers sidecar is one line a header and reads back as it was`() throws {
    let fields = [
        HeaderField(unchecked: "content-type", value: "application/json"),
        HeaderField(unchecked: "cache-control", value: "public, max-age=300: \"x\" ~"),
        HeaderField(unchecked: "x-amz-meta-signature", value: "keyId=\"a:b/c\",signature=\"AA==\""),
        HeaderField(unchecked: "x-9", value: ":"),
    ]
    let bytes = Array(
        """
        content-type: application/json
        cache-control: public, max-age=300: "x" ~
        x-amz-meta-signature: keyId="a:b/c",signature="AA=="
        x-9: :

        """.utf8)
    #expect(fields.sidecarBytes == bytes)
    #expect(try [HeaderField](sidecarBytes: bytes) == fields)
}

@Test(arguments: [
    ("", HeaderFieldsError.missingLineFeed), ("a: b", .missingLineFeed), ("a: b\nc: d", .missingLineFeed),
    ("\n", .notOneNameAndValue(line: 1)), ("a: b\n\n", .notOneNameAndValue(line: 2)),
    ("\na: b\n", .notOneNameAndValue(line: 1)), ("a: b\n\nc: d\n", .notOneNameAndValue(line: 2)),
    ("a\n", .notOneNameAndValue(line: 1)), ("a:b\n", .notOneNameAndValue(line: 1)),
    ("a:\n", .notOneNameAndValue(line: 1)), ("a: \n", .notOneNameAndValue(line: 1)),
    ("a:  b\n", .notOneNameAndValue(line: 1)), ("a: b \n", .notOneNameAndValue(line: 1)),
    ("a : b\n", .notOneNameAndValue(line: 1)), (" a: b\n", .notOneNameAndValue(line: 1)),
    (": b\n", .notOneNameAndValue(line: 1)), ("A: b\n", .notOneNameAndValue(line: 1)),
    ("a_b: c\n", .notOneNameAndValue(line: 1)), ("a: b\r\n", .notOneNameAndValue(line: 1)),
    ("a: b\rc: d\n", .notOneNameAndValue(line: 1)), ("a:\tb\n", .notOneNameAndValue(line: 1)),
    ("a: é\n", .notOneNameAndValue(line: 1)), ("é: a\n", .notOneNameAndValue(line: 1)),
    ("a: b\u{0}\n", .notOneNameAndValue(line: 1)), ("a: b\u{7F}\n", .notOneNameAndValue(line: 1)),
    ("ok: 1\n folded\n", .notOneNameAndValue(line: 2)), ("\u{FEFF}a: b\n", .notOneNameAndValue(line: 1)),
    ("a: b\na: b\n", .duplicateName("a", line: 2)), ("a: b\nc: d\na: e\n", .duplicateName("a", line: 3)),
])
func `a headers sidecar of another form is refused with its reason`(text: String, error: HeaderFieldsError) {
    #expect(throws: error) { try [HeaderField](sidecarBytes: Array(text.utf8)) }
}

@Test func `a header's name is matched without regard to case`() throws {
    let field = try #require(HeaderField(name: "X-Amz-Meta-Signature", value: ""))
    #expect(field.name == "X-Amz-Meta-Signature")
    #expect(field.isNamed("x-amz-meta-signature"))
    #expect(field.isNamed("X-AMZ-meta-signature"))
    #expect(!field.isNamed("x-amz-meta-signature-date"))
    #expect(HeaderField(name: "content-type", value: "")?.isNamed("content_type") == false)
}

@Test func `headers are the same when their names are in any case and their values to the byte`() {
    let field = HeaderField(unchecked: "content-type", value: "\u{E9}")
    #expect(field == HeaderField(unchecked: "Content-Type", value: "\u{E9}"))
    #expect(Set([field, HeaderField(unchecked: "Content-Type", value: "\u{E9}")]).count == 1)
    #expect(field != HeaderField(unchecked: "content-type", value: "e\u{301}"))
    #expect(field != HeaderField(unchecked: "content-typ", value: "\u{E9}"))
}

@Test(arguments: ["a", "X-Amz-Meta-Signature", "!#$%&'*+-.^_`|~09azAZ"])
func `a token is the name of a header`(name: String) {
    #expect(HeaderField(name: name, value: "")?.name == name)
}

@Test(arguments: [
    "", " ", "a b", "a ", "a:", "a\r", "a\n", "\u{0}", "\u{7F}", "a\"b", "(a)", "a/b", "[a]", "\u{E9}", "\u{212A}",
])
func `what is not a token is not the name of a header`(name: String) {
    #expect(HeaderField(name: name, value: "") == nil)
}

@Test(arguments: [
    (HeaderFieldsError.notOneNameAndValue(line: 3), "line 3 is not \"name: value\" in printable ASCII"),
    (.missingLineFeed, "the last line has no line feed"),
    (.duplicateName("a", line: 2), "line 2 repeats the header \"a\""),
])
func `a refused sidecar says which line it is`(error: HeaderFieldsError, message: String) {
    #expect(error.message == message)
}
