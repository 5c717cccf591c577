/// One text in several languages, ordered by the bytes of the tags.
public struct LocalizedText: Equatable, Sendable {
    /// Tags and texts, in the order of the document.
    public let entries: [(language: LanguageTag, text: String)]

    /// Orders `entries`; fails when two tags differ at most by case.
    package init?(_ entries: [(language: LanguageTag, text: String)]) {
        guard Set(entries.map(\.language.canonical)).count == entries.count else { return nil }
        self.entries = entries.sorted { $0.language < $1.language }
    }

    /// Equal tags and the same code points in every text.
    public static func == (a: LocalizedText, b: LocalizedText) -> Bool {
        a.entries.elementsEqual(b.entries) { $0.language == $1.language && $0.text.hasSameBytes(as: $1.text) }
    }

    package init(_ value: JSONValue) throws(JSONShapeError) {
        let object = try JSONObject(value)
        var entries: [(language: LanguageTag, text: String)] = []
        for member in object.members {
            guard let language = LanguageTag(member.name) else {
                throw JSONShapeError(
                    .unacceptable("\"\(member.name)\" is not a BCP 47 language tag"), at: member.position)
            }
            entries.append((language, try member.value.asString()))
        }
        guard let text = LocalizedText(entries) else {
            throw value.unacceptable("the same language twice, written differently")
        }
        self = text
    }

    package var json: JSONValue {
        .object(entries.map { JSONMember($0.language.rawValue, .string($0.text)) })
    }
}

extension LocalizedText {
    /// Reads a member that may be missing.
    package init?(optional value: JSONValue?) throws(JSONShapeError) {
        guard let value else { return nil }
        self = try LocalizedText(value)
    }
}
