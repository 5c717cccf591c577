import Diagnostics
import ManifestVerifier

extension PolicyDraft {
    /// Takes over an availability document, read strictly: what a policy cannot carry is refused. A trailing comma is
    /// allowed, since people write them.
    mutating func take(availability source: ImportedSource, on platform: Platform) throws {
        let kinds = RequirementKind.all(on: platform).filter { $0 != .latestApp }
        do {
            let value = try JSONParser.parse(source.body, allowsTrailingCommas: true)
            var object = try JSONObject(value)
            let found = try kinds.compactMap { kind in
                try object.optional(kind.member(on: platform)).map { (kind, try Self.requirement($0, kind, platform)) }
            }
            try object.refuseUnknownMembers()
            for kind in kinds where kind.outcome == .required && value[kind.member(on: platform)] == nil {
                let place = object.position.map { "\(source.place):\($0)" } ?? source.place
                throw ErrorReport(
                    .refused, "\(place): missing member \"\(kind.member(on: platform))\"",
                    hint: "deployed clients cannot decode an availability document without it; add it and import again")
            }
            for (kind, requirement) in found {
                let name = kind.member(on: platform)
                try set(name, "value", to: requirement.version, of: platform, from: source.place)
                for (member, text) in requirement.texts {
                    let key = "\(platform.rawValue)-\(name)-\(member)"
                    texts.append(ImportedText(key: key, text: text))
                    try set(name, member, to: .string(key), of: platform, from: source.place)
                }
            }
        } catch let error as JSONError {
            throw ErrorReport(error, in: source.place)
        } catch let error as JSONShapeError {
            throw source.unparsable(error)
        }
    }

    /// The version as a policy spells it, too, and the texts by the names of their members, in the order of the contract.
    private static func requirement(
        _ value: JSONValue, _ kind: RequirementKind, _ platform: Platform
    ) throws -> (version: JSONValue, texts: [(member: String, text: LocalizedText)]) {
        var object = try JSONObject(value)
        let version = try object.required("value")
        let members = kind.outcome == .recommended ? ["title", "description"] : ["description"]
        let texts = try members.map { member in
            let value = try object.required(member)
            let text = try LocalizedText(value)
            guard !text.entries.isEmpty else { throw value.unacceptable("a text needs at least one language") }
            return (member, text)
        }
        try object.refuseUnknownMembers()
        switch platform {
        case .ios: return (try NumericVersion(versionJSON: version).versionJSON, texts)
        case .android: return (try Int(versionJSON: version).versionJSON, texts)
        }
    }
}

struct ImportedText {
    let key: String
    let text: LocalizedText

    /// The bytes of the catalog with the texts; fails when no language is in all of them.
    static func catalog(of texts: [ImportedText]) throws -> [UInt8] {
        let strings = texts.map { text in
            let localizations = text.text.entries.map { language, value in
                let unit = [
                    JSONMember("state", .string("translated")),
                    JSONMember("value", .string(Placeholders.literal(value))),
                ]
                return JSONMember(language.rawValue, .object([JSONMember("stringUnit", .object(unit))]))
            }
            return JSONMember(text.key, .object([JSONMember("localizations", .object(localizations))]))
        }
        return JSONWriter.bytes(
            of: .object([
                JSONMember("sourceLanguage", .string(try sourceLanguage(of: texts).rawValue)),
                JSONMember("strings", .object(strings)),
                JSONMember("version", .string("1.0")),
            ]))
    }

    /// British English, English, or the first language by bytes, of those that every text has.
    static func sourceLanguage(of texts: [ImportedText]) throws -> LanguageTag {
        guard let first = texts.first else { preconditionFailure("every document has texts") }
        let languages = texts.map { Set($0.text.entries.map(\.language.canonical)) }
        let common = languages.dropFirst().reduce(languages[0]) { $0.intersection($1) }
        let ofFirst = first.text.entries.map(\.language)
        if let language = LanguageTag.fallback(among: ofFirst.filter { common.contains($0.canonical) }) {
            return language
        }
        guard let language = LanguageTag.fallback(among: ofFirst),
            let other = languages.firstIndex(where: { !$0.contains(language.canonical) })
        else { preconditionFailure("every text has a language") }
        throw ErrorReport(
            .refused,
            "no language is in every text: \"\(first.key)\" has \"\(language)\", which \"\(texts[other].key)\" lacks",
            hint: "a string catalog needs a source language; add one to every text and import again")
    }
}

extension LanguageTag {
    /// British English, English, or the first of the languages: what clients fall back to.
    static func fallback(among languages: [LanguageTag]) -> LanguageTag? {
        languages.first { $0.canonical == "en-GB" } ?? languages.first { $0.canonical == "en" } ?? languages.first
    }
}
