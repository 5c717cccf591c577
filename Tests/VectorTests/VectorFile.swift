import Classic
import Foundation
import ManifestVerifier
import TestSupport

/// One file of `Tests/Vectors`, read strictly: a member that nothing here reads is an error, and so is a name that appears
/// twice.
struct VectorFile {
    /// The bodies, by name.
    let documents: [String: [UInt8]]
    /// The key rings, by name.
    let rings: [String: TrustedKeys]
    /// The cases, in their order.
    let cases: [Members]

    /// Why a file is not one of vectors.
    struct Defect: Error, CustomStringConvertible {
        let description: String
    }

    static let folder = repositoryRoot.appending(path: "Tests/Vectors", directoryHint: .isDirectory)
    /// More than this is awkward to read for the tools of others, in bytes.
    private static let byteLimit = 1 << 20

    /// Reads a file of the folder.
    init(_ name: String) throws {
        try self.init([UInt8](Data(contentsOf: Self.folder.appending(path: name))))
    }

    init(_ bytes: [UInt8]) throws {
        guard bytes.count <= Self.byteLimit else { throw Defect(description: "the file is too large") }
        var file = try Members(JSONParser.parse(bytes))
        _ = try file.text("about")
        documents = try Self.named(file.optional("documents")) { try Self.bytes($0) }
        rings = try Self.named(file.optional("rings")) { try TrustedKeys(exported: JSONWriter.bytes(of: $0)) }
        cases = try file.elements("cases").map { try Members($0) }
        try file.end()
        var names: Set<String> = []
        for var `case` in cases {
            let name = try `case`.text("name")
            guard names.insert(name).inserted else { throw Defect(description: "two cases are named \"\(name)\"") }
        }
        guard !cases.isEmpty else { throw Defect(description: "there are no cases") }
    }

    private static func named<Value>(_ value: JSONValue?, _ read: (JSONValue) throws -> Value) throws -> [String: Value]
    {
        guard let value else { return [:] }
        return try Dictionary(
            JSONObject(value).members.map { ($0.name, try read($0.value)) },
            uniquingKeysWith: { _, _ in throw Defect(description: "two names are equivalent") })
    }

    /// A text, or `{ "base64": … }` for bytes that are none.
    static func bytes(_ value: JSONValue) throws -> [UInt8] {
        if case .string(let text) = value.content { return Array(text.utf8) }
        var members = try Members(value)
        let text = try members.text("base64")
        try members.end()
        guard let bytes = Base64.decode(text) else { throw Defect(description: "not base64: \(text)") }
        return bytes
    }

    /// The document of that name.
    func document(_ name: String) throws -> [UInt8] {
        guard let body = documents[name] else { throw Defect(description: "there is no document \"\(name)\"") }
        return body
    }

    /// A body with its headers, or a `.jws`.
    func download(_ value: JSONValue) throws -> Download {
        var members = try Members(value)
        defer { _ = members }
        if let jws = members.optional("jws") {
            try members.end()
            return Download(jws: try Self.bytes(jws))
        }
        let body = try members.required("body")
        let headers = try members.elements("headers").map { element in
            let field = try element.asArray().map { try $0.asString() }
            guard field.count == 2, let header = HeaderField(name: field[0], value: field[1]) else {
                throw Defect(description: "not the name and the value of a header: \(field)")
            }
            return header
        }
        try members.end()
        guard case .string(let name) = body.content else {
            return Download(body: try Self.bytes(body), headers: headers)
        }
        return Download(body: try document(name), headers: headers)
    }
}

/// The members of one object, each of which must be read.
struct Members {
    private var object: JSONObject

    init(_ value: JSONValue) throws { object = try JSONObject(value) }

    /// The names of the members, in their order.
    var names: [String] { object.members.map(\.name) }

    mutating func required(_ name: String) throws -> JSONValue { try object.required(name) }
    mutating func optional(_ name: String) -> JSONValue? { object.optional(name) }
    mutating func text(_ name: String) throws -> String { try object.required(name).asString() }
    mutating func optionalText(_ name: String) throws -> String? { try object.optional(name)?.asString() }
    mutating func integer(_ name: String) throws -> Int { try object.required(name).asInteger() }
    mutating func optionalInteger(_ name: String) throws -> Int? { try object.optional(name)?.asInteger() }
    mutating func elements(_ name: String) throws -> [JSONValue] { try object.required(name).asArray() }

    /// A member that is one of the words of a type.
    mutating func word<Word: RawRepresentable<String>>(_ name: String, _ type: Word.Type = Word.self) throws -> Word {
        let text = try text(name)
        guard let word = Word(rawValue: text) else { throw VectorFile.Defect(description: "\"\(name)\": \(text)") }
        return word
    }

    /// The reader that an app names for its documents.
    mutating func reader() throws -> any DocumentReader {
        try value("format") { name in (ClassicReader.all + [.file]).first { $0.format.rawValue == name } }
    }

    /// The envelope that an app is configured for.
    mutating func envelope() throws -> Envelope {
        try value("envelope") { name in [Envelope.headers, .jws].first { $0.description == name } }
    }

    /// A member that a type reads from its text.
    mutating func value<Value>(_ name: String, _ read: (String) throws -> Value?) throws -> Value {
        let text = try text(name)
        guard let value = try read(text) else { throw VectorFile.Defect(description: "\"\(name)\": \(text)") }
        return value
    }

    /// A moment, `2026-11-20T08:00:00Z`.
    mutating func moment(_ name: String) throws -> Date {
        Date(timeIntervalSince1970: Double(try value(name, SignedDate.init(vector:)).secondsSince1970))
    }

    /// Fails for a member that was not read.
    func end() throws { try object.refuseUnknownMembers() }
}

extension SignedDate {
    /// Reads `2026-11-20T08:00:00Z`; nil for any other form.
    init?(vector text: String) {
        let strategy = Date.ISO8601FormatStyle()
        guard let date = try? Date(text, strategy: strategy),
            let signed = SignedDate(secondsSince1970: Int64(date.timeIntervalSince1970)), signed.rfc3339 == text
        else { return nil }
        self = signed
    }
}
