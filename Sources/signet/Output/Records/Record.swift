import ManifestVerifier
import Policy

/// Something that the schema of `--json` describes by a name.
protocol Described: Sendable {
    var name: String { get }
    /// Its member of `$defs`.
    var definition: String { get }
    /// What its definition refers to.
    var parts: [any Described] { get }
}

extension Described {
    fileprivate var reference: String { "\"$ref\": \"#/$defs/\(name)\"" }

    /// It and all that its definition needs.
    var withParts: [any Described] { [self] + parts.flatMap(\.withParts) }
}

/// What `--json` prints of one kind of thing: the list from which both the JSON of a value and its schema are made.
struct Record<Value>: Described {
    let name: String
    private let fields: [Field<Value>]

    init(_ name: String, _ fields: Field<Value>...) { self.init(name, fields) }

    init(_ name: String, _ fields: [Field<Value>]) { (self.name, self.fields) = (name, fields) }

    func json(_ value: Value) -> JSONValue {
        .object(fields.compactMap { field in field.json(value).map { JSONMember(field.name, $0) } })
    }

    var parts: [any Described] { fields.compactMap(\.described) }

    var definition: String {
        let required = fields.filter { !$0.isOptional }.map { "\"\($0.name)\"" }.joined(separator: ", ")
        return #"""
            "\#(name)": {
              "type": "object",
              "additionalProperties": false,
              "required": [\#(required)],
              "properties": {
            \#(fields.map(\.schema).joined(separator: ",\n").indented(2))
              }
            }
            """#
    }
}

struct RecordChoice: Described {
    let name: String
    let parts: [any Described]

    init(_ name: String, _ alternatives: any Described...) { (self.name, parts) = (name, alternatives) }

    var definition: String {
        "\"\(name)\": { \"anyOf\": [\(parts.map { "{ \($0.reference) }" }.joined(separator: ", "))] }"
    }
}

extension JSONValue {
    static var null: JSONValue { JSONValue(.null) }
    static func bool(_ value: Bool) -> JSONValue { JSONValue(.bool(value)) }
    static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

/// One member of a record: what it is called, what it is, and where its value comes from.
struct Field<Root>: Sendable {
    let name: String
    /// Whether it may be left out, which its name says with a question mark behind it.
    let isOptional: Bool
    /// Its member of `properties`.
    let schema: String
    /// What its value is, if that has a name.
    let described: (any Described)?
    /// Its JSON; nil where it is left out.
    let json: @Sendable (Root) -> JSONValue?

    private init<Value>(
        _ head: String, _ about: String, _ shape: String, of described: (any Described)? = nil,
        _ value: @escaping Source<Value>, _ json: @escaping @Sendable (Value) -> JSONValue?
    ) {
        self.described = described
        isOptional = head.hasSuffix("?")
        name = isOptional ? String(head.dropLast()) : head
        schema = "\"\(name)\": { \"description\": \"\(about)\", \(shape) }"
        self.json = { value($0).flatMap(json) }
    }

    /// Reads the value of a member; nil if it is absent.
    typealias Source<Value> = @Sendable (Root) -> Value?

    static func text(_ name: String, _ about: String, _ value: @escaping Source<String>) -> Field {
        Field(name, about, #""type": "string""#, value) { .string($0) }
    }

    /// A text, or null; left out where `isThere` says no.
    static func textOrNull(
        _ name: String, _ about: String, isThere: @escaping @Sendable (Root) -> Bool = { _ in true },
        _ value: @escaping Source<String>
    ) -> Field {
        Field(name, about, #""type": ["string", "null"]"#, { $0 }) { root in
            isThere(root) ? value(root).map { .string($0) } ?? .null : nil
        }
    }

    static func texts(_ name: String, _ about: String, _ value: @escaping Source<[String]>) -> Field {
        Field(name, about, #""type": "array", "items": { "type": "string" }"#, value) { .strings($0) }
    }

    static func count(_ name: String, _ about: String, _ value: @escaping Source<Int>) -> Field {
        Field(name, about, #""type": "integer", "minimum": 0"#, value) { .integer($0) }
    }

    static func flag(_ name: String, _ about: String, _ value: @escaping Source<Bool>) -> Field {
        Field(name, about, #""type": "boolean""#, value) { .bool($0) }
    }

    static func date(_ name: String, _ about: String, _ value: @escaping Source<String>) -> Field {
        let pattern = #""type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$""#
        return Field(name, about, pattern, value) { .string($0) }
    }

    static func digest(_ name: String, _ about: String, _ value: @escaping Source<String>) -> Field {
        Field(name, about, #""type": "string", "pattern": "^[0-9a-f]{64}$""#, value) { .string($0) }
    }

    static func word(
        _ name: String, _ about: String, of words: [String], _ value: @escaping Source<String>
    ) -> Field {
        let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
        return Field(name, about, "\"enum\": [\(list)]", value) { .string($0) }
    }

    /// One of all that a type has.
    static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ name: String, _ about: String, _ value: @escaping Source<Word>
    ) -> Field {
        word(name, about, of: Word.allCases.map(\.rawValue)) { value($0)?.rawValue }
    }

    static func record<Value>(
        _ name: String, _ about: String, _ record: Record<Value>, _ value: @escaping Source<Value>
    ) -> Field {
        Field(name, about, record.reference, of: record, value) { record.json($0) }
    }

    /// Something that has a record, or null.
    static func recordOrNull<Value>(
        _ name: String, _ about: String, _ record: Record<Value>, _ value: @escaping Source<Value>
    ) -> Field {
        Field(name, about, "\"anyOf\": [{ \"type\": \"null\" }, { \(record.reference) }]", of: record, { $0 }) {
            value($0).map(record.json) ?? .null
        }
    }

    static func list<Value>(
        _ name: String, _ about: String, _ record: Record<Value>, _ value: @escaping Source<[Value]>
    ) -> Field {
        let shape = "\"type\": \"array\", \"items\": { \(record.reference) }"
        return Field(name, about, shape, of: record, value) { .array($0.map(record.json)) }
    }

    static func object(_ name: String, _ about: String, _ value: @escaping Source<JSONValue>) -> Field {
        Field(name, about, #""type": "object""#, value) { $0 }
    }

    static func any(_ name: String, _ about: String, _ value: @escaping Source<JSONValue>) -> Field {
        Field(name, about, #""type": ["object", "array", "string", "number", "boolean", "null"]"#, value) { $0 }
    }
}

extension String {
    /// The text with every line indented by `levels` times two spaces.
    func indented(_ levels: Int) -> String {
        split(separator: "\n").map { String(repeating: "  ", count: levels) + $0 }.joined(separator: "\n")
    }
}
