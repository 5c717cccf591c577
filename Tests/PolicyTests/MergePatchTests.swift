import ManifestVerifier
import Policy
import Testing
import TestSupport

/// The examples of RFC 7396, appendix A: original, patch, result.
@Test(arguments: [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
    (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
    (#"{"a":"foo"}"#, "null", "null"),
    (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
    (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
    (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
])
func `a merge patch gives what RFC 7396 says`(original: String, patch: String, result: String) throws {
    let merged = try JSONParser.parse(Array(original.utf8)).merging(JSONParser.parse(Array(patch.utf8)))
    #expect(try JSONWriter.bytes(of: merged) == JSONWriter.bytes(of: JSONParser.parse(Array(result.utf8))))
}

@Test func `a merged value keeps the place where it was written`() throws {
    let base = try JSONParser.parse(Array("{ \"a\": 1,\n  \"b\": 2 }".utf8))
    let merged = try base.merging(JSONParser.parse(Array("{ \"a\":\n\n3 }".utf8)))
    #expect(merged["a"]?.position == TextPosition(line: 3, column: 1))
    #expect(merged["b"]?.position == TextPosition(line: 2, column: 8))
}
