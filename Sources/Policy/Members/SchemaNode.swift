import ManifestVerifier

/// The schema of a kind of value; a literal is its members, as JSON.
indirect enum SchemaNode: Sendable, ExpressibleByStringInterpolation {
    case members(String)
    /// An object that has these members and no other.
    ///
    /// - Parameter restrictions: members of a schema that only takes something away, as JSON.
    case object([Property], restrictions: String? = nil)
    /// An array.
    ///
    /// - Parameter more: further members of its schema, as JSON.
    case list(SchemaNode, more: String)
    /// An object with any names of a kind; each value is as the first pattern says that its name matches.
    case map(names: SchemaNode, values: [(pattern: String, node: SchemaNode)], isEmptyAllowed: Bool)
    case either([SchemaNode])
    /// An object, or with the member `extends` a JSON Merge Patch (RFC 7396) for one.
    case laidOver(SchemaNode)
    /// A node that the schema has once, in `$defs`.
    case named(String, SchemaNode)

    init(stringLiteral members: String) { self = .members(members) }

    struct Property: Sendable {
        let name: String
        let about: String
        var isRequired = false
        let node: SchemaNode
    }

    /// Whether a JSON Merge Patch (RFC 7396) for such a value can be another thing than such a value.
    fileprivate var isMerged: Bool {
        switch self {
        case .object, .map, .laidOver: true
        case .named(_, let node): node.isMerged
        case .either(let nodes): nodes.contains(where: \.isMerged)
        case .members, .list: false
        }
    }
}

struct SchemaWriter {
    private(set) var definitions: [JSONMember] = []

    /// - Parameter isPatch: whether the value is a merge patch, in which every member may be missing, or null.
    mutating func members(_ node: SchemaNode, isPatch: Bool = false) -> [JSONMember] {
        switch node {
        case .members(let text): return Self.parsed(text)
        case .object(let properties, let restrictions):
            var members = Self.parsed(#""type": "object", "additionalProperties": false"#)
            let required = properties.filter(\.isRequired).map { JSONValue.string($0.name) }
            if !isPatch, !required.isEmpty { members.append(JSONMember("required", .array(required))) }
            let written = properties.map { property in
                let about = JSONMember("description", .string(property.about))
                return JSONMember(property.name, .object([about] + value(property.node, isPatch: isPatch)))
            }
            members.append(JSONMember("properties", .object(written)))
            if !isPatch, let restrictions {
                members.append(JSONMember("allOf", .array([.object(Self.parsed(restrictions))])))
            }
            return members
        case .list(let element, let more):
            return [JSONMember("type", .string("array"))] + Self.parsed(more)
                + [JSONMember("items", .object(self.members(element)))]
        case .map(let names, let values, let isEmptyAllowed):
            var members = [
                JSONMember("type", .string("object")), JSONMember("propertyNames", .object(self.members(names))),
            ]
            if !isPatch, !isEmptyAllowed { members.append(JSONMember("minProperties", .integer(1))) }
            let patterns = values.map { JSONMember($0.pattern, .object(value($0.node, isPatch: isPatch))) }
            members.append(JSONMember("patternProperties", .object(patterns)))
            return members
        case .either(let nodes):
            return [JSONMember("anyOf", .array(nodes.map { .object(members($0, isPatch: isPatch)) }))]
        case .laidOver(let node):
            return [
                JSONMember("if", .object(Self.parsed(Self.hasBase))),
                JSONMember("then", .object(members(node, isPatch: true))),
                JSONMember("else", .object(members(node))),
            ]
        case .named(let name, let node):
            let isPatch = isPatch && node.isMerged
            let name = isPatch ? "\(name)Patch" : name
            if !definitions.contains(where: { $0.name == name }) {
                // Noted before what it has in itself, so that definitions come in the order of reading.
                let place = definitions.count
                definitions.append(JSONMember(name, .object([])))
                definitions[place].value = .object(members(node, isPatch: isPatch))
            }
            return [JSONMember("$ref", .string("#/$defs/\(name)"))]
        }
    }

    private static let hasBase = #"""
        "required": ["extends"], "properties": { "extends": { "description": "Another environment.", "type": "string" } }
        """#

    private mutating func value(_ node: SchemaNode, isPatch: Bool) -> [JSONMember] {
        let schema = members(node, isPatch: isPatch)
        let null = JSONValue.object([JSONMember("type", .string("null"))])
        return isPatch ? [JSONMember("anyOf", .array([null, .object(schema)]))] : schema
    }

    private static func parsed(_ text: String) -> [JSONMember] {
        guard let value = try? JSONParser.parse(Array("{\(text)}".utf8)), case .object(let members) = value.content
        else {
            preconditionFailure("a schema is JSON: \(text)")
        }
        return members
    }
}

/// The JSON Schema (draft 2020-12) of a kind of document that Signet reads or writes, for editors and other programs.
///
/// A schema is as strict as the parser as far as a single file can show: the contents of a string catalog, the
/// environments of other files and repeated keys are checked by `signet build`.
package struct DocumentSchema: Sendable {
    package let name: String
    package let summary: String
    /// The schema itself, strict JSON without a line feed at the end.
    package let text: String

    package init(_ name: String, _ summary: String, text: String) {
        (self.name, self.summary, self.text) = (name, summary, text)
    }

    package var fileName: String { "\(name).schema.json" }
    package var bytes: [UInt8] { Array("\(text)\n".utf8) }

    /// As the parser reads a policy: both come from the same members.
    package static let policy = {
        var writer = SchemaWriter()
        let members =
            writer.members(
                #"""
                "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Signet policy",
                "description": "Which versions of an app may run, and which documents say so. Comments are allowed."
                """#) + writer.members(.object(Policy.members.map(\.property)))
        let schema = JSONValue.object(members + [JSONMember("$defs", .object(writer.definitions))])
        return DocumentSchema(
            "policy", "policy.json: environments, versions and documents, written by people",
            text: String(decoding: JSONWriter.bytes(of: schema).dropLast(), as: UTF8.self))
    }()
}
