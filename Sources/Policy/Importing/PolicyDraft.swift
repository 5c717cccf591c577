import Diagnostics
import ManifestVerifier

/// What imported documents say, each value once: documents that say the same agree, others are refused by name.
struct PolicyDraft {
    private struct Value {
        let json: JSONValue
        let file: String
    }

    /// A place below a platform: `storeURL`, or a requirement and its member.
    private struct Place: Hashable {
        let platform: Platform
        let requirement: String
        let member: String
    }

    private var values: [Place: Value] = [:]
    private(set) var texts: [ImportedText] = []
    private(set) var members: [JSONMember] = []
    /// What the documents do not say, and how it was understood.
    var remarks: [String] = []
    private(set) var documents: [JSONMember] = []

    /// The platforms that something is known of.
    var platforms: [Platform] {
        Platform.allCases.filter { platform in values.keys.contains { $0.platform == platform } }
    }

    func value(_ requirement: String, _ member: String, of platform: Platform) -> JSONValue? {
        values[Place(platform: platform, requirement: requirement, member: member)]?.json
    }

    /// Notes what a document says; fails when another one says something else.
    mutating func set(
        _ requirement: String, _ member: String, to json: JSONValue, of platform: Platform, from file: String
    ) throws {
        let place = Place(platform: platform, requirement: requirement, member: member)
        guard let known = values.updateValue(Value(json: json, file: file), forKey: place),
            known.json.oneLine != json.oneLine
        else { return }
        let name = member.isEmpty ? requirement : "\(requirement) (\(member))"
        throw ErrorReport(
            .refused,
            "\(file): has \(json.oneLine) as \(name) of \(platform), and \(known.file) has \(known.json.oneLine)",
            hint: "a policy has one for all documents: make them agree, or import one of them only")
    }

    mutating func addDocument(_ name: String, _ value: JSONValue) { documents.append(JSONMember(name, value)) }

    mutating func add(_ name: String, _ value: JSONValue) { members.append(JSONMember(name, value)) }

    mutating func add(_ text: ImportedText) { texts.append(text) }

    /// The platform's part of the policy, in the order of the contract.
    func json(of platform: Platform) -> JSONValue {
        let members = PlatformPolicy.memberNames(on: platform).compactMap { requirement -> JSONMember? in
            if let value = value(requirement, "", of: platform) { return JSONMember(requirement, value) }
            let inner = Self.memberOrder.compactMap { name in
                value(requirement, name, of: platform).map { JSONMember(name, $0) }
            }
            return inner.isEmpty ? nil : JSONMember(requirement, .object(inner))
        }
        return .object(members)
    }

    private static let memberOrder = ["value", "versionName", "build", "title", "description"]
}

extension PolicyDraft {
    static func nameMember(of platform: Platform) -> String { platform == .ios ? "value" : "versionName" }

    /// The member that has the build.
    static func buildMember(of platform: Platform) -> String { platform == .ios ? "build" : "value" }
}

/// A text of an imported document, and its key in the string catalog.
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
