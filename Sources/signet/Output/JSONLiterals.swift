import ManifestVerifier

/// What `--json` prints is written as it looks: `["path": .string(path), "date": date.map { .string($0) }]`. A member that is
/// nil is left out.
extension JSONValue: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, JSONValue?)...) {
        self = .object(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
    }
}

extension JSONValue {
    static var null: JSONValue { JSONValue(.null) }
    static func bool(_ value: Bool) -> JSONValue { JSONValue(.bool(value)) }
    static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
