import ManifestVerifier
import Policy

/// Something that the schema of `--json` describes by a name.
protocol Described: Sendable {
    var name: String { get }
    /// Its member of `$defs`.
    var definition: String { get }
}

extension Described {
    fileprivate var reference: String { "\"$ref\": \"#/$defs/\(name)\"" }
}

/// What `--json` prints of one kind of thing: the list from which both the JSON of a value and its schema are made.
struct Record<Value>: Described {
    let name: String
    private let fields: [Field<Value>]

    init(_ name: String, _ fields: [Field<Value>]) { (self.name, self.fields) = (name, fields) }

    func json(_ value: Value) -> JSONValue {
        .object(fields.compactMap { field in field.json(value).map { JSONMember(field.name, $0) } })
    }

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
    let alternatives: [any Described]

    init(_ name: String, _ alternatives: [any Described]) { (self.name, self.alternatives) = (name, alternatives) }

    var definition: String {
        "\"\(name)\": { \"anyOf\": [\(alternatives.map { "{ \($0.reference) }" }.joined(separator: ", "))] }"
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
    let isOptional: Bool
    /// Its member of `properties`.
    let schema: String
    /// Its JSON; nil where it is left out.
    let json: @Sendable (Root) -> JSONValue?

    private init<Value>(
        _ name: String, _ about: String, _ shape: String, _ isOptional: Bool,
        _ value: @escaping @Sendable (Root) -> Value?, _ json: @escaping @Sendable (Value) -> JSONValue?
    ) {
        (self.name, self.isOptional) = (name, isOptional)
        schema = "\"\(name)\": { \"description\": \"\(about)\", \(shape) }"
        self.json = { value($0).flatMap(json) }
    }

    static func text(
        _ name: String, _ about: String, isOptional: Bool = false, _ value: @escaping @Sendable (Root) -> String?
    ) -> Field {
        Field(name, about, #""type": "string""#, isOptional, value) { .string($0) }
    }

    /// A text, or null; left out where `isThere` says no.
    static func textOrNull(
        _ name: String, _ about: String, isThere: (@Sendable (Root) -> Bool)? = nil,
        _ value: @escaping @Sendable (Root) -> String?
    ) -> Field {
        Field(name, about, #""type": ["string", "null"]"#, isThere != nil, { $0 }) { root in
            isThere?(root) == false ? nil : value(root).map { .string($0) } ?? .null
        }
    }

    static func texts(
        _ name: String, _ about: String, isOptional: Bool = false, _ value: @escaping @Sendable (Root) -> [String]?
    ) -> Field {
        Field(name, about, #""type": "array", "items": { "type": "string" }"#, isOptional, value) { .strings($0) }
    }

    static func count(
        _ name: String, _ about: String, isOptional: Bool = false, _ value: @escaping @Sendable (Root) -> Int?
    ) -> Field {
        Field(name, about, #""type": "integer", "minimum": 0"#, isOptional, value) { .integer($0) }
    }

    static func flag(
        _ name: String, _ about: String, isOptional: Bool = false, _ value: @escaping @Sendable (Root) -> Bool?
    ) -> Field {
        Field(name, about, #""type": "boolean""#, isOptional, value) { .bool($0) }
    }

    static func date(
        _ name: String, _ about: String, isOptional: Bool = false, _ value: @escaping @Sendable (Root) -> String?
    ) -> Field {
        let pattern = #""type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$""#
        return Field(name, about, pattern, isOptional, value) { .string($0) }
    }

    static func digest(
        _ name: String, _ about: String, isOptional: Bool = false, _ value: @escaping @Sendable (Root) -> String?
    ) -> Field {
        Field(name, about, #""type": "string", "pattern": "^[0-9a-f]{64}$""#, isOptional, value) { .string($0) }
    }

    static func word(
        _ name: String, _ about: String, of words: [String], isOptional: Bool = false,
        _ value: @escaping @Sendable (Root) -> String?
    ) -> Field {
        let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
        return Field(name, about, "\"enum\": [\(list)]", isOptional, value) { .string($0) }
    }

    static func record<Value>(
        _ name: String, _ about: String, _ record: Record<Value>, isOptional: Bool = false,
        _ value: @escaping @Sendable (Root) -> Value?
    ) -> Field {
        Field(name, about, record.reference, isOptional, value) { record.json($0) }
    }

    /// Something that has a record, or null.
    static func recordOrNull<Value>(
        _ name: String, _ about: String, _ record: Record<Value>, _ value: @escaping @Sendable (Root) -> Value?
    ) -> Field {
        Field(name, about, "\"anyOf\": [{ \"type\": \"null\" }, { \(record.reference) }]", false, { $0 }) {
            value($0).map(record.json) ?? .null
        }
    }

    static func list<Value>(
        _ name: String, _ about: String, _ record: Record<Value>, isOptional: Bool = false,
        _ value: @escaping @Sendable (Root) -> [Value]?
    ) -> Field {
        list(name, about, of: record, isOptional: isOptional) { value($0)?.map(record.json) }
    }

    /// A list of JSON that was made by what describes it.
    static func list(
        _ name: String, _ about: String, of element: any Described, isOptional: Bool = false,
        _ value: @escaping @Sendable (Root) -> [JSONValue]?
    ) -> Field {
        Field(name, about, "\"type\": \"array\", \"items\": { \(element.reference) }", isOptional, value) { .array($0) }
    }

    static func object(
        _ name: String, _ about: String, isOptional: Bool = false, _ value: @escaping @Sendable (Root) -> JSONValue?
    ) -> Field {
        Field(name, about, #""type": "object""#, isOptional, value) { $0 }
    }

    static func any(
        _ name: String, _ about: String, isOptional: Bool = false, _ value: @escaping @Sendable (Root) -> JSONValue?
    ) -> Field {
        Field(
            name, about, #""type": ["object", "array", "string", "number", "boolean", "null"]"#, isOptional, value
        ) { $0 }
    }
}

extension String {
    /// The text with every line indented by `levels` times two spaces.
    func indented(_ levels: Int) -> String {
        split(separator: "\n").map { String(repeating: "  ", count: levels) + $0 }.joined(separator: "\n")
    }
}
