import Diagnostics
import ManifestVerifier

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
