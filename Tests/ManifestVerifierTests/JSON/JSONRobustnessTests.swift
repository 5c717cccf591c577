import Classic
import ManifestVerifier
import Testing
import TestSupport

private let small = Array("{ \"a\":[-1.5e+3,true, \"\\n\\uD83D\\uDE00é😀\"],\n\"b\":{} } //".utf8)

/// A value that the parser gives must come back from the writer as the same value, and what reads without a tree must
/// take and refuse the same texts for the same reasons.
private func parseWithoutHarm(_ bytes: [UInt8]) throws {
    #expect(
        refusal { () throws(JSONError) in _ = try JSONParser.parse(bytes) }
            == refusal { () throws(JSONError) in _ = try DocumentOutline(strict: bytes) })
    _ = DocumentOutline(lenient: bytes)
    for allowsComments in [false, true] {
        guard let value = try? JSONParser.parse(bytes, allowsComments: allowsComments) else { continue }
        #expect(JSONTree(try JSONParser.parse(JSONWriter.bytes(of: value))) == JSONTree(value))
    }
}

private func refusal(_ read: () throws(JSONError) -> Void) -> JSONError? {
    do throws(JSONError) { try read() } catch { return error }
    return nil
}

@Test func `every change of one byte among many names is the same with and without a tree`() throws {
    let members = (0..<12).map { "\"\($0 % 10)\($0 / 10)\":[{}]" }.joined(separator: ",")
    let text = Array("{\"minimumOSVersion\":{\(members)},\(members)}".utf8)
    for index in text.indices {
        for byte in Array("0123\\\"{}[]:,u x".utf8) {
            var mutated = text
            mutated[index] = byte
            try parseWithoutHarm(mutated)
        }
    }
}

@Test func `every prefix of a document ends in a value or an error`() throws {
    for count in 0...small.count { try parseWithoutHarm(Array(small.prefix(count))) }
    let object = Array("{\"a\":[1,\"é\\n\"]}".utf8)
    for count in 0..<object.count {
        #expect(throws: JSONError.self) { try JSONParser.parse(Array(object.prefix(count))) }
    }
}

@Test func `every change of one byte ends in a value or an error`() throws {
    for index in small.indices {
        for byte in UInt8.min...UInt8.max {
            var mutated = small
            mutated[index] = byte
            try parseWithoutHarm(mutated)
        }
    }
}

@Test func `every loss or doubling of one byte ends in a value or an error`() throws {
    for index in small.indices {
        var mutated = small
        mutated.remove(at: index)
        try parseWithoutHarm(mutated)
        mutated.insert(contentsOf: [small[index], small[index]], at: index)
        try parseWithoutHarm(mutated)
    }
}

@Test(arguments: [1, 2, 3, 4] as [UInt64])
func `random bytes end in a value or an error`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "D83D", "1", "-", ".", "e", "true", "/*", "*/", "\n",
    ]
    .map { Array($0.utf8) }
    for _ in 0..<1_000 {
        let length = Int.random(in: 0..<40, using: &random)
        try parseWithoutHarm((0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        try parseWithoutHarm((0..<length).flatMap { _ in pieces.randomElement(using: &random) ?? [] })
    }
}

private struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: @Sendable (Int) -> String
}

private let shapes = [
    Shape(testDescription: "one long string") { "\"" + String(repeating: "a", count: 32 * $0) + "\"" },
    Shape(testDescription: "one long line of numbers") { "[" + String(repeating: "1, ", count: 8 * $0) + "1]" },
    Shape(testDescription: "many members") { count in
        "{" + (0..<count).map { "\"member\($0)\":\($0)" }.joined(separator: ",") + "}"
    },
    Shape(testDescription: "many deep arrays") { count in
        let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
        return "[" + Array(repeating: deep, count: count / 16).joined(separator: ",") + "]"
    },
    Shape(testDescription: "many escapes") { "\"" + String(repeating: "\\u00e9\\n", count: 4 * $0) + "\"" },
    Shape(testDescription: "many scalars of four bytes on one line") {
        "[\"" + String(repeating: "😀", count: 8 * $0) + "\"" + String(repeating: ",1", count: $0) + "]"
    },
    Shape(testDescription: "one long comment") { "1/*" + String(repeating: "*\n", count: 16 * $0) + "*/" },
    Shape(testDescription: "one long number") { String(repeating: "1", count: 32 * $0) },
    Shape(testDescription: "one long word") { String(repeating: "a", count: 32 * $0) },
]

@Test(arguments: shapes)
private func `the time to parse grows with the size and no faster`(shape: Shape) {
    let (small, large) = (Array(shape.text(500).utf8), Array(shape.text(8_000).utf8))
    var times = (small: 1_000.0, large: 1_000.0)
    func time(_ bytes: [UInt8]) -> Double {
        threadSeconds { _ = try? JSONParser.parse(bytes, allowsComments: true) }
    }
    // Sixteen times the size: linear work takes sixteen times as long, quadratic work 256 times. Only this thread's own time
    // counts, and the best run: other work on the machine only ever adds.
    var isLinear = false
    for _ in 0..<5 where !isLinear {
        times = (min(times.small, time(small)), min(times.large, time(large)))
        isLinear = times.large < times.small * 48 + 0.010
    }
    #expect(isLinear, "\(times.large) against \(times.small)")
}
