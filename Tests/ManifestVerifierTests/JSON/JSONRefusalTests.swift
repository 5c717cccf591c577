import Classic
import ManifestVerifier
import Testing

private struct Refused: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let reason: JSONError.Reason
    let place: String

    init(_ name: String, _ text: String, _ reason: JSONError.Reason, at place: String) {
        self.init(name, Array(text.utf8), reason, at: place)
    }

    init(_ name: String, _ bytes: [UInt8], _ reason: JSONError.Reason, at place: String) {
        (self.name, self.bytes, self.reason, self.place) = (name, bytes, reason, place)
    }

    var testDescription: String { name }
}

private let structure: [Refused] = [
    Refused("nothing", "", .unexpectedEnd, at: "1:1"),
    Refused("only white space", " \t\r\n ", .unexpectedEnd, at: "2:2"),
    Refused("a byte order mark", "\u{FEFF}{}", .byteOrderMark, at: "1:1"),
    Refused("an array without its end", "[1", .unexpectedEnd, at: "1:3"),
    Refused("an array that ends after a comma", "[1,", .unexpectedEnd, at: "1:4"),
    Refused("an object that ends after its brace", "{", .unexpectedEnd, at: "1:2"),
    Refused("an object that ends after a name", #"{"a""#, .unexpectedEnd, at: "1:5"),
    Refused("an object that ends after a colon", #"{"a":"#, .unexpectedEnd, at: "1:6"),
    Refused("an object that ends after a value", #"{"a":1"#, .unexpectedEnd, at: "1:7"),
    Refused("an object that ends after a comma", #"{"a":1,"#, .unexpectedEnd, at: "1:8"),
    Refused("a trailing comma in an array", "[1,\n ]", .trailingComma, at: "1:3"),
    Refused("a trailing comma in an object", "{\"a\": 1 ,\n}", .trailingComma, at: "1:9"),
    Refused("a trailing comma deep inside", #"{"a":[[1,]]}"#, .trailingComma, at: "1:9"),
    Refused("two trailing commas", "[1,,]", .expected("a value"), at: "1:4"),
    Refused("only a comma in an array", "[,]", .expected("a value"), at: "1:2"),
    Refused("only a comma in an object", "{,}", .expected("a member name in double quotes"), at: "1:2"),
    Refused("a missing comma", "[1 2]", .expected("\",\" or \"]\""), at: "1:4"),
    Refused("a missing comma between members", #"{"a":1 "b":2}"#, .expected("\",\" or \"}\""), at: "1:8"),
    Refused("a missing colon", #"{"a" 1}"#, .expected("\":\""), at: "1:6"),
    Refused("a missing value", #"{"a":}"#, .expected("a value"), at: "1:6"),
    Refused("an array closed as an object", "[1}", .expected("\",\" or \"]\""), at: "1:3"),
    Refused("an object closed as an array", #"{"a":1]"#, .expected("\",\" or \"}\""), at: "1:7"),
    Refused("a closing bracket alone", "]", .expected("a value"), at: "1:1"),
    Refused("a name in single quotes", "{'a':1}", .expected("a member name in double quotes"), at: "1:2"),
    Refused("a name without quotes", "{a:1}", .expected("a member name in double quotes"), at: "1:2"),
    Refused("a number as a name", "{1:1}", .expected("a member name in double quotes"), at: "1:2"),
    Refused("a string in single quotes", "['a']", .expected("a value"), at: "1:2"),
    Refused("a second value", "{} {}", .contentAfterValue, at: "1:4"),
    Refused("a word after the value", "[]x", .contentAfterValue, at: "1:3"),
    Refused("a comma after the value", "1,", .contentAfterValue, at: "1:2"),
    Refused("a NUL after the value", "1\n\u{0}", .contentAfterValue, at: "2:1"),
    Refused("a form feed as white space", "\u{C}1", .expected("a value"), at: "1:1"),
    Refused("a no-break space as white space", "\u{A0}1", .expected("a value"), at: "1:1"),
    Refused("a comment", "[1, // one\n2]", .commentNotAllowed, at: "1:5"),
    Refused("a block comment", "/* */1", .commentNotAllowed, at: "1:1"),
    Refused("a comment with a number sign", "# 1", .expected("a value"), at: "1:1"),
]

private let scalars: [Refused] = [
    Refused("NaN", "NaN", .invalidLiteral("NaN"), at: "1:1"),
    Refused("Infinity", "[Infinity]", .invalidLiteral("Infinity"), at: "1:2"),
    Refused("minus Infinity", "-Infinity", .invalidNumber, at: "1:1"),
    Refused("undefined", #"{"a":undefined}"#, .invalidLiteral("undefined"), at: "1:6"),
    Refused("True as Python has it", "True", .invalidLiteral("True"), at: "1:1"),
    Refused("a word that goes on", "nullnull", .invalidLiteral("nullnull"), at: "1:1"),
    Refused("a word cut short", "tru", .invalidLiteral("tru"), at: "1:1"),
    Refused("a digit after a word", "true1", .contentAfterValue, at: "1:5"),
    Refused("a leading zero", "[01]", .leadingZero, at: "1:2"),
    Refused("two zeros", "00", .leadingZero, at: "1:1"),
    Refused("a leading zero below zero", "-01", .leadingZero, at: "1:1"),
    Refused("a leading zero before a fraction", "01.5", .leadingZero, at: "1:1"),
    Refused("a plus sign", "+1", .expected("a value"), at: "1:1"),
    Refused("a point at the end", "[1.]", .invalidNumber, at: "1:2"),
    Refused("a point at the start", ".5", .expected("a value"), at: "1:1"),
    Refused("an exponent without digits", "1e", .invalidNumber, at: "1:1"),
    Refused("an exponent with only a sign", "1e+", .invalidNumber, at: "1:1"),
    Refused("a point before an exponent", "1.e5", .invalidNumber, at: "1:1"),
    Refused("a fraction in an exponent", "1e2.5", .contentAfterValue, at: "1:4"),
    Refused("a minus sign alone", "[ -]", .invalidNumber, at: "1:3"),
    Refused("two minus signs", "--1", .invalidNumber, at: "1:1"),
    Refused("a hexadecimal number", "0x10", .contentAfterValue, at: "1:2"),
    Refused("a number with underscores", "1_000", .contentAfterValue, at: "1:2"),
    Refused("digits of another script", "[١]", .expected("a value"), at: "1:2"),
]

private let strings: [Refused] = [
    Refused("a string without its end", #"["a"#, .unexpectedEnd, at: "1:4"),
    Refused("a string that ends in a backslash", "\"a\\", .unexpectedEnd, at: "1:3"),
    Refused("an escape cut short by the end", #""\u00"#, .unexpectedEnd, at: "1:6"),
    Refused("an unknown escape", #""a\x41""#, .invalidEscape, at: "1:3"),
    Refused("an escaped single quote", #""\'""#, .invalidEscape, at: "1:2"),
    Refused("an escape with three digits", #""\u00g0""#, .invalidEscape, at: "1:2"),
    Refused("an escape cut short by the quote", #""\u12""#, .invalidEscape, at: "1:2"),
    Refused("a capital U escape", #""\U0041""#, .invalidEscape, at: "1:2"),
    Refused("a high surrogate alone", #""a\uD800""#, .loneSurrogate, at: "1:3"),
    Refused("a high surrogate before a letter", #""\uD800a""#, .loneSurrogate, at: "1:2"),
    Refused("a high surrogate before another escape", #""\uD800\n""#, .loneSurrogate, at: "1:2"),
    Refused("a high surrogate before another scalar", #""\uD800\u0041""#, .loneSurrogate, at: "1:2"),
    Refused("a high surrogate before what follows the low ones", #""\uD800\uE000""#, .loneSurrogate, at: "1:2"),
    Refused("a high surrogate before what precedes the low ones", #""\uD800\uDBFF""#, .loneSurrogate, at: "1:2"),
    Refused("two high surrogates", #""\uD800\uD800""#, .loneSurrogate, at: "1:2"),
    Refused("a low surrogate alone", #""\uDC00""#, .loneSurrogate, at: "1:2"),
    Refused("a reversed pair", #""\uDE00\uD83D""#, .loneSurrogate, at: "1:2"),
    Refused("a lone surrogate in a name", #"{"\uDFFF":1}"#, .loneSurrogate, at: "1:3"),
    Refused("a raw line feed", "\"a\nb\"", .controlCharacter(0x0A), at: "1:3"),
    Refused("a raw tab", "\"\t\"", .controlCharacter(0x09), at: "1:2"),
    Refused("a raw NUL", "\"\u{0}\"", .controlCharacter(0), at: "1:2"),
    Refused("a raw unit separator in a name", "{\"\u{1F}\":1}", .controlCharacter(0x1F), at: "1:3"),
]

private let duplicates: [Refused] = [
    Refused("a member twice", "{\"a\":1,\n \"a\":1}", .duplicateMember("a"), at: "2:2"),
    Refused("a member twice, once escaped", #"{"a":1,"\u0061":2}"#, .duplicateMember("a"), at: "1:8"),
    Refused("an empty name twice", #"{"":1,"":2}"#, .duplicateMember(""), at: "1:7"),
    Refused("a member twice in an inner object", #"{"a":{"b":1,"b":2}}"#, .duplicateMember("b"), at: "1:13"),
    Refused(
        "a ninth member that was there", #"{"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1,"1":1}"#,
        .duplicateMember("1"), at: "1:50"),
    Refused(
        "the last of twenty members that was the first", many(20, repeating: 0), .duplicateMember("m0"), at: "21:1"),
    Refused(
        "the last of twenty members that was the tenth", many(20, repeating: 9), .duplicateMember("m9"), at: "21:1"),
    Refused(
        "the last of twenty members that was the one before", many(20, repeating: 19), .duplicateMember("m19"),
        at: "21:1"),
]

private func many(_ count: Int, repeating index: Int) -> String {
    let names = (0..<count).map { "\"m\($0)\":0" } + ["\"m\(index)\":0"]
    return "{" + names.joined(separator: ",\n") + "}"
}

@Test(arguments: structure + scalars + strings + duplicates)
private func `a text that is no strict JSON is refused with its reason and place`(vector: Refused) throws {
    let error = try #require(throws: JSONError.self) { try JSONParser.parse(vector.bytes) }
    #expect(error.reason == vector.reason)
    #expect(error.position.description == vector.place)
    #expect(throws: error, "without a tree as well") { try DocumentOutline(strict: vector.bytes) }
}

@Test(arguments: 1...24) func `no member of an object is forgotten when names are compared`(count: Int) throws {
    for index in 0..<count {
        let text = Array(many(count, repeating: index).utf8)
        let error = try #require(throws: JSONError.self) { try JSONParser.parse(text) }
        #expect(error.reason == .duplicateMember("m\(index)"))
    }
}

@Test func `two canonically equivalent names among many are two members`() throws {
    let fillers = (0..<12).map { "\"m\($0)\":0," }.joined()
    let text = "{\(fillers)\"\u{E9}\":1,\"e\u{301}\":2}"
    #expect(try JSONObject(JSONParser.parse(Array(text.utf8))).members.count == 14)
}

@Test func `a member that is there twice is found among any number of members`() throws {
    let names = (0..<5_000).map { $0.isMultiple(of: 3) ? "\\u006d\($0)" : "m\($0)" }
    let members = names.map { "\"\($0)\":0" }.joined(separator: ",")
    #expect(try JSONObject(JSONParser.parse(Array("{\(members)}".utf8))).members.count == 5_000)
    for index in [0, 7, 8, 9, 47, 48, 49, 1_234, 4_999] {
        let text = Array("{\(members),\"m\(index)\":0}".utf8)
        let error = try #require(throws: JSONError.self) { try JSONParser.parse(text) }
        #expect(error.reason == .duplicateMember("m\(index)"))
        #expect(throws: error) { try DocumentOutline(strict: text) }
    }
}
