import Foundation
import ManifestVerifier
import Testing
import TestSupport

private let documents = [
    "null", "[]", "{}", "[1, -0, 1.0, 1e3, 0.1, -2.5E-3, 123456789012345678901234567890]",
    #"{"b": 1, "a": {"c": [true, false, null]}, "": ""}"#, #"["\"\\\/\b\f\n\r\t", "\u0000\u001f\u007f", "/"]"#,
    #"["é", "\u00e9", "e\u0301", "\uD83D\uDE00", "😀", "\uFFFF", "中文", "مرحبا"]"#,
    " \t\r\n{ \"é\" : 1 , \"e\u{301}\" : 2 }\r\n", "\"\u{2028}\u{2029}\u{FEFF}\u{80}\"",
    "[" + String(repeating: "[", count: 60) + String(repeating: "]", count: 60) + "]",
]

/// Texts that both refuse, but for those that Python is known to take.
private let invalid = [
    "", " ", "[1,]", "{\"a\":1,}", "01", "+1", "1.", ".5", "1e", "-", "'a'", "{a:1}", "[1 2]", "\"\\x\"", "\"\n\"",
    "[", "{\"a\"}", "1 2", "// a\n1", "\u{FEFF}1", "undefined", "tru",
]

@Test(.peers(.python3))
func `Python reads every document and what is written of it as the same value`() throws {
    let folder = try TemporaryFolder()
    for (index, document) in documents.enumerated() {
        try folder.write("valid/\(index).original", document)
        try folder.write("valid/\(index).written", JSONWriter.bytes(of: try JSONParser.parse(Array(document.utf8))))
    }
    for (index, document) in invalid.enumerated() {
        try folder.write("invalid/\(index)", document)
        #expect(throws: JSONError.self) { try JSONParser.parse(Array(document.utf8)) }
    }
    let output = try check("python3", [peerProgram("json-comparison.py")], in: folder.root)
    #expect(output == "\(documents.count + invalid.count)\n")
}

@Test(.peers(.python3))
func `the form of what is written is the one of Python's own writer`() throws {
    let text = #"{"b":[1,"é/\u0001\n\"\\",[],{}],"a":{"c":null,"d":[[true]]}}"#
    let program = """
        import json, sys
        value = json.loads(sys.stdin.buffer.read())
        sys.stdout.buffer.write((json.dumps(value, indent=2, ensure_ascii=False) + "\\n").encode())
        """
    let output = try check("python3", ["-c", program], input: Array(text.utf8))
    #expect(String(decoding: JSONWriter.bytes(of: try JSONParser.parse(Array(text.utf8))), as: UTF8.self) == output)
}
