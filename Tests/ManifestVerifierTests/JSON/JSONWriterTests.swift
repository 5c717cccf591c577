import ManifestVerifier
import Testing
import TestSupport

@Test func `a value is written in the one form`() {
    let value = JSONValue.object([
        JSONMember("b", .string("é/😀 \"\\ \u{7F}\u{2028}")),
        JSONMember("a", .array([.integer(-1), JSONValue(.number("5.00")), JSONValue(.null), JSONValue(.bool(true))])),
        JSONMember("empty array", .array([])),
        JSONMember("empty object", .object([])),
        JSONMember("\n", .array([.array([.object([JSONMember("", JSONValue(.bool(false)))])])])),
        JSONMember("controls", .string("\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{10}\u{1F}")),
    ])
    let golden = testText("Expected/written.json")
    #expect(JSONWriter.bytes(of: value) == Array(golden.utf8))
}

@Test(arguments: [
    (JSONValue(.null), "null\n"), (.string(""), "\"\"\n"), (.array([]), "[]\n"), (.object([]), "{}\n"),
    (.integer(Int.min), "-9223372036854775808\n"),
])
func `a lone value ends in one line feed`(value: JSONValue, text: String) {
    #expect(JSONWriter.bytes(of: value) == Array(text.utf8))
}

@Test(arguments: 1...50 as ClosedRange<UInt64>)
func `what is written reads as the same value, and always with the same bytes`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let value = randomValue(depth: 5, using: &random)
    let bytes = JSONWriter.bytes(of: value)
    let parsed = try JSONParser.parse(bytes)
    #expect(JSONTree(parsed) == JSONTree(value))
    #expect(JSONWriter.bytes(of: parsed) == bytes)
    #expect(JSONWriter.bytes(of: value) == bytes)
}

private func randomValue(depth: Int, using random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: return JSONValue(.null)
    case 1: return JSONValue(.bool(Bool.random(using: &random)))
    case 2: return .integer(Int.random(in: .min ... .max, using: &random))
    case 3: return JSONValue(.number(["-0", "1e3", "5.00", "0.1E-7"].randomElement(using: &random) ?? "0"))
    case 4: return .string(randomText(using: &random))
    case 5:
        return .array(
            (0..<Int.random(in: 0..<4, using: &random)).map { _ in
                randomValue(depth: depth - 1, using: &random)
            })
    default:
        return .object(
            (0..<Int.random(in: 0..<12, using: &random)).map { index in
                JSONMember("\(index)\(randomText(using: &random))", randomValue(depth: depth - 1, using: &random))
            })
    }
}

private func randomText(using random: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0..<10, using: &random) {
        let bound: UInt32 = [0x20, 0x80, 0x3000, 0x11_0000].randomElement(using: &random) ?? 0x80
        // A surrogate is no scalar and is left out.
        if let scalar = Unicode.Scalar(UInt32.random(in: 0..<bound, using: &random)) {
            text.unicodeScalars.append(scalar)
        }
    }
    return text
}
