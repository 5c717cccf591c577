extension DocumentSchema {
    /// What `--json` prints. The result of a command has its own definition, called like the command.
    static let output = DocumentSchema(
        "output", "what --json prints: one envelope for every command", title: "Signet output",
        description: "What --json prints, whether a command succeeds or not; $defs has the result of each command.",
        members: #"""
            "additionalProperties": false,
            "required": ["ok", "findings", "result"],
            "properties": {
              "ok": { "description": "Whether the command did what it was asked to.", "type": "boolean" },
              "findings": {
                "description": "Every error, warning and note, in the order in which they came up.",
                "type": "array",
                "items": { "$ref": "#/$defs/finding" }
              },
              "result": {
                "description": "What the command made or found, as $defs/COMMAND; null when there is nothing.",
                "type": ["object", "null"]
              }
            }
            """#,
        definitions: outputShapes + outputResults)

    private static let outputShapes = [
        object(
            "finding",
            [
                Member("code", "The code of a lint finding, the kind of another error, or the severity.", .text),
                Member("severity", "What it means.", .oneOf(["error", "warning", "note"])),
                Member("file", "The file that it is about.", .text, isOptional: true),
                Member("line", "The line in that file, from 1.", .count, isOptional: true),
                Member("column", "The Unicode scalar in that line, from 1.", .count, isOptional: true),
                Member("message", "What is wrong.", .text),
                Member("hint", "The next step.", .text, isOptional: true),
            ]),
        object(
            "key",
            [
                Member("id", "The id of the key.", .text),
                Member("name", "Its name.", .text),
                Member("environment", "The environment that it signs for.", .text),
                Member("state", "What it is used for.", .oneOf(["next", "active", "retired", "revoked"])),
                Member("shippedIn", "The first version of the app that embeds it.", .text, isOptional: true),
                Member("signer", "Where its private half is.", .text, isOptional: true),
                Member("fingerprint", "The SHA-256 of its public half.", .digest, isOptional: true),
            ]),
        object(
            "refusal",
            [
                Member("path", "The path of the document.", .text),
                Member("reason", "What is wrong with it.", .text),
                Member("hint", "The next step.", .text),
            ]),
        object(
            "verifiedDocument",
            [
                Member("path", "The path of the document.", .text),
                Member("format", "What it is; not there for a lone file.", .text, isOptional: true),
                Member("bytes", "Its size.", .count),
                Member("sha256", "The SHA-256 of its body.", .digest),
                Member("keyId", "The id of the key that signed it.", .text),
                Member("keyName", "The name of that key.", .text),
                Member("isRetired", "Whether that key is retired.", .flag),
                Member("fingerprint", "The SHA-256 of its public half.", .digest),
                Member(
                    "profile", "What the signature in the headers covers.", .oneOf(["body", "dated"]), isOptional: true),
                Member("date", "The signed date.", .date, isOptional: true),
                Member("envelopes", "What was checked beside a .sig: headers, jws.", .texts),
                Member("jwsEnvironment", "The environment that its .jws is for.", .text, isOptional: true),
                Member("jwsPath", "The path that its .jws is for.", .text, isOptional: true),
                Member(
                    "index", "What publication.jws says, as in the schema of a publication.", .anyObject,
                    isOptional: true),
            ]),
        object(
            "verifiedTree",
            [
                Member("environment", "The environment of the tree; null when it is unknown.", .textOrNull),
                Member("path", "The folder or address of the tree.", .text),
                Member("verified", "Whether nothing was refused.", .flag),
                Member("documents", "What verifies.", .list("verifiedDocument")),
                Member("unreadArchives", "The archives whose bytes were not read.", .texts),
                Member("refusals", "What does not.", .list("refusal")),
            ]),
        object(
            "builtDocument",
            [
                Member("path", "The path of the document.", .text),
                Member("bytes", "Its size.", .count),
                Member("sha256", "The SHA-256 of its body.", .digest),
                Member(
                    "kept", "Whether the former signature was kept; not there without one.", .flag, isOptional: true),
                Member("date", "The signed date.", .date, isOptional: true),
            ]),
        object(
            "chosenText",
            [
                Member("language", "The language that the device chooses.", .text),
                Member("text", "The text in it.", .text),
            ]),
    ]
}

// MARK: Fragments

extension DocumentSchema {
    enum Shape {
        case text, textOrNull, texts, count, flag, date, digest
        case oneOf([String])
        /// Something that has a definition.
        case reference(String)
        /// Null, or something that has a definition.
        case optional(String)
        /// A list of something that has a definition.
        case list(String)
        /// A schema.
        case anyObject
        case any

        var text: String {
            switch self {
            case .text: #""type": "string""#
            case .textOrNull: #""type": ["string", "null"]"#
            case .texts: #""type": "array", "items": { "type": "string" }"#
            case .count: #""type": "integer", "minimum": 0"#
            case .flag: #""type": "boolean""#
            case .date: #""type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$""#
            case .digest: #""type": "string", "pattern": "^[0-9a-f]{64}$""#
            case .oneOf(let words): "\"enum\": [\(words.map { "\"\($0)\"" }.joined(separator: ", "))]"
            case .reference(let name): "\"$ref\": \"#/$defs/\(name)\""
            case .optional(let name): "\"anyOf\": [{ \"type\": \"null\" }, { \"$ref\": \"#/$defs/\(name)\" }]"
            case .list(let name): "\"type\": \"array\", \"items\": { \"$ref\": \"#/$defs/\(name)\" }"
            case .anyObject: #""type": "object""#
            case .any: #""type": ["object", "array", "string", "number", "boolean", "null"]"#
            }
        }
    }

    struct Member {
        let name: String
        let isRequired: Bool
        let text: String

        init(_ name: String, _ description: String, _ shape: Shape, isOptional: Bool = false) {
            self.name = name
            isRequired = !isOptional
            text = "\"\(name)\": { \"description\": \"\(description)\", \(shape.text) }"
        }
    }

    /// The definition of an object that has these members and no other.
    static func object(_ name: String, _ members: [Member]) -> String {
        let required = members.filter(\.isRequired).map { "\"\($0.name)\"" }.joined(separator: ", ")
        return #"""
            "\#(name)": {
              "type": "object",
              "additionalProperties": false,
              "required": [\#(required)],
              "properties": {
            \#(members.map(\.text).joined(separator: ",\n").indented(2))
              }
            }
            """#
    }

    /// The definition of one of several objects, called `NAME-1`, `NAME-2` and so on, or of something that has a definition.
    static func choice(_ name: String, _ alternatives: [[Member]], or other: String? = nil) -> [String] {
        let names = alternatives.indices.map { "\(name)-\($0 + 1)" }
        let references = (names + [other].compactMap(\.self)).map { "{ \"$ref\": \"#/$defs/\($0)\" }" }
        return ["\"\(name)\": { \"anyOf\": [\(references.joined(separator: ", "))] }"]
            + zip(names, alternatives).map { object($0, $1) }
    }
}
