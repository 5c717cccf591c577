import ManifestVerifier
import Testing

private func value(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

@Test func `a missing member is reported where its object begins`() throws {
    var object = try JSONObject(value("\n  { \"b\": 1 }"))
    let error = #expect(throws: JSONShapeError.self) { try object.required("a") }
    #expect(error == JSONShapeError(.missingMember("a"), at: TextPosition(line: 2, column: 3)))
    #expect(error?.message == #"missing member "a""#)
}

@Test func `the first member that nobody asked for is reported with the names that are known`() throws {
    var object = try JSONObject(value("{\"a\": 1,\n \"iso\": 2, \"x\": 3}"))
    _ = object.optional("a")
    _ = object.optional("ios")
    let error = #expect(throws: JSONShapeError.self) { try object.refuseUnknownMembers() }
    #expect(error == JSONShapeError(.unknownMember("iso", known: ["a", "ios"]), at: TextPosition(line: 2, column: 2)))
    #expect(error?.message == #"unknown member "iso""#)
}

@Test func `a member that was asked for is known whether it is there or not`() throws {
    var object = try JSONObject(value(#"{"a": 1}"#))
    #expect(object.optional("b") == nil)
    #expect(try object.required("a").asInteger() == 1)
    try object.refuseUnknownMembers()
}

@Test func `names are told apart by their bytes`() throws {
    var object = try JSONObject(value("{\"e\u{301}\": 1}"))
    #expect(object.optional("\u{E9}") == nil)
    #expect(throws: JSONShapeError.self) { try object.refuseUnknownMembers() }
    #expect(try value("{\"e\u{301}\": 1}")["\u{E9}"] == nil)
    #expect(try value("{\"e\u{301}\": 1}")["e\u{301}"]?.asInteger() == 1)
    #expect(try value("[1]")["a"] == nil)
}

private enum Wanted: String, CaseIterable, Sendable {
    case object = "an object"
    case string = "a string"
    case bool = "true or false"
    case array = "an array"
    case integer = "an integer"

    func read(_ value: JSONValue) throws {
        switch self {
        case .object: _ = try JSONObject(value)
        case .string: _ = try value.asString()
        case .bool: _ = try value.asBool()
        case .array: _ = try value.asArray()
        case .integer: _ = try value.asInteger()
        }
    }
}

@Test(
    arguments: Wanted.allCases,
    [
        ("null", "null"), ("true", "a boolean"), ("1", "a number"), ("\"a\"", "a string"), ("[]", "an array"),
        ("{}", "an object"),
    ])
private func `a value of another type is named and placed`(wanted: Wanted, text: (spelling: String, kind: String))
    throws
{
    let found = try #require(try value("[\n \(text.spelling)]").asArray().first)
    let isWanted =
        switch wanted {
        case .bool: text.kind == "a boolean"
        case .integer: text.kind == "a number"
        default: text.kind == wanted.rawValue
        }
    if isWanted {
        try wanted.read(found)
    } else {
        let error = #expect(throws: JSONShapeError.self) { try wanted.read(found) }
        #expect(
            error
                == JSONShapeError(
                    .wrongType(expected: wanted.rawValue, found: text.kind), at: TextPosition(line: 2, column: 2)))
        #expect(error?.message == "expected \(wanted.rawValue), found \(text.kind)")
    }
}

@Test(arguments: [("0", 0), ("-1", -1), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min)])
func `an integer is read to its last digit`(spelling: String, number: Int) throws {
    #expect(try value(spelling).asInteger() == number)
}

@Test(arguments: [
    "23.0", "2.3e1", "23e0", "-0", "0.0", "1E2", "9223372036854775808", "-9223372036854775809", "1e-1",
    "123456789012345678901234567890",
])
func `a number that is not spelled as an integer of 64 bits is refused`(spelling: String) throws {
    let number = try value(" \(spelling)")
    let error = #expect(throws: JSONShapeError.self) { try number.asInteger() }
    #expect(
        error
            == JSONShapeError(
                .unacceptable("\(spelling) is not an integer of 64 bits"), at: TextPosition(line: 1, column: 2)))
}
