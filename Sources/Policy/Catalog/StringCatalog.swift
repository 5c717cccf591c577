import Diagnostics
import ManifestVerifier

/// Xcode's string catalog (`.xcstrings`, versions 1.0 and 1.1), as far as documents need it.
///
/// Xcode owns the format and extends it: unknown members are ignored, and a text is only parsed when a policy uses it.
package struct StringCatalog: Sendable {
    package let file: String
    package let sourceLanguage: LanguageTag
    private let strings: [[UInt8]: JSONMember]

    package init(parsing bytes: [UInt8], file: String) throws {
        self.file = file
        do {
            var object = try JSONObject(JSONParser.parse(bytes))
            let version = try object.required("version")
            let source = try object.required("sourceLanguage")
            let members = try JSONObject(object.required("strings")).members

            guard ["1.0", "1.1"].contains(try version.asString()) else {
                throw version.unacceptable("unknown version of string catalogs; versions 1.0 and 1.1 can be read")
            }
            guard let language = LanguageTag(try source.asString()) else {
                throw source.unacceptable("\"\(try source.asString())\" is not a BCP 47 language tag")
            }
            sourceLanguage = language
            strings = Dictionary(members.map { (Array($0.name.utf8), $0) }, uniquingKeysWith: { first, _ in first })
        } catch let error as JSONError {
            throw Finding(error, in: file)
        } catch let error as JSONShapeError {
            throw Finding(.syntax, file, error.position, error.message)
        }
    }

    /// The keys in the order of their bytes.
    package var keys: [String] { strings.values.map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }

    package func has(_ key: String) -> Bool { strings[Array(key.utf8)] != nil }

    /// The text of a key in all its languages, exactly as translators wrote it; nil, with findings, when it has errors, and
    /// without findings when the catalog does not have the key.
    package func text(for key: String, _ findings: Findings) -> CatalogText? {
        guard let member = strings[Array(key.utf8)] else { return nil }
        let own = Findings()
        let text = CatalogText(member, sourceLanguage: sourceLanguage, FileFindings(file, own))
        for finding in own.sorted { findings.add(finding) }
        return own.haveErrors ? nil : text
    }
}

/// A text of a string catalog, or of the policy itself, exactly as written.
package struct CatalogText: Sendable {
    package struct Localization: Sendable {
        package let language: LanguageTag
        /// The unchanged text, with its placeholders.
        package let text: String
        /// The catalog's state of the translation: `translated`, `needs_review`, `new`, `stale`, empty or nil.
        package let state: String?
        package let position: TextPosition?
    }

    /// The catalog's file name, or the policy's.
    package let file: String
    /// The key in the catalog, or what the text of a policy is for.
    package let key: String
    package let position: TextPosition?
    /// The languages, ordered by the bytes of their tags, each once.
    package let localizations: [Localization]
}

extension CatalogText {
    init?(_ member: JSONMember, sourceLanguage: LanguageTag, _ findings: FileFindings) {
        let members = findings.attempt {
            var string = try JSONObject(member.value)
            return try string.optional("localizations").map { try JSONObject($0).members } ?? []
        }
        guard let members else { return nil }
        self.init(key: member.name, at: member.position, members, findings) { value, language in
            if let variations = value["variations"] {
                findings.add(
                    .textVariations,
                    "text \"\(member.name)\" varies by device or plural in \"\(language)\", which no document can carry",
                    at: variations.position, hint: "use a text without variations")
                return nil
            }
            return findings.attempt {
                var content = try JSONObject(value)
                var unit = try JSONObject(content.required("stringUnit"))
                let text = try unit.required("value")
                // Xcode may give a state of another type a meaning of its own.
                let state = unit.optional("state").flatMap { try? $0.asString() }
                return Localization(
                    language: language, text: try text.asString(), state: state, position: text.position)
            }
        }
        // Also under a tag that is not acceptable: that is another finding.
        let languages = members.compactMap { Self.repaired($0.name) }
        if !languages.contains(where: { $0.canonical == sourceLanguage.canonical }) {
            reportMissing(sourceLanguage, findings)
        }
    }

    /// Reads a text that stands in a policy.
    init(inline members: [JSONMember], name: String, at position: TextPosition?, _ findings: FileFindings) {
        self.init(key: name, at: position, members, findings) { value, language in
            findings.attempt { try value.asString() }.map {
                Localization(language: language, text: $0, state: nil, position: value.position)
            }
        }
    }

    private init(
        key: String, at position: TextPosition?, _ members: [JSONMember], _ findings: FileFindings,
        _ read: (JSONValue, LanguageTag) -> Localization?
    ) {
        file = findings.file
        (self.key, self.position) = (key, position)
        guard members.count <= Limits.textLanguages else {
            findings.add(
                .invalidValue,
                "text \"\(key)\" has \(members.count) languages, which are more than \(Limits.textLanguages)",
                at: position)
            localizations = []
            return
        }
        var seen: [String: String] = [:]
        var found: [Localization] = []
        for localization in members {
            let repaired = Self.repaired(localization.name)
            if let repaired, let other = seen.updateValue(localization.name, forKey: repaired.canonical) {
                findings.add(
                    .duplicateLanguage,
                    "text \"\(key)\" has the same language twice, as \"\(other)\" and as \"\(localization.name)\"",
                    at: localization.position, hint: "keep one of them")
            }
            guard let language = LanguageTag(localization.name) else {
                findings.add(
                    .languageTag, "text \"\(key)\" has \"\(localization.name)\", which is not a BCP 47 language tag",
                    at: localization.position, hint: repaired.map { "write \"\($0)\"" })
                continue
            }
            guard let text = read(localization.value, language) else { continue }
            guard text.text.utf8.count <= Limits.textBytes else {
                findings.add(
                    .invalidValue, "text \"\(key)\" has more than \(Limits.textBytes) bytes in \"\(language)\"",
                    at: text.position)
                continue
            }
            found.append(text)
        }
        localizations = found.sorted { $0.language < $1.language }
    }

    /// The language of a tag that may be written with underscores: tools of other platforms write "en_GB", which is wrong,
    /// but it is the same language as "en-GB".
    private static func repaired(_ tag: String) -> LanguageTag? {
        LanguageTag(String(tag.map { $0 == "_" ? "-" : $0 }))
    }

    func reportMissing(_ sourceLanguage: LanguageTag, _ findings: FileFindings) {
        findings.add(
            .sourceLanguageMissing,
            "text \"\(key)\" is missing in the source language \"\(sourceLanguage)\"", at: position,
            hint: "clients fall back to it; add the text in \"\(sourceLanguage)\"")
    }
}

/// The named placeholders of catalog texts: `{minimumAppVersion}`, and `{{` for a brace.
struct Placeholders: Sendable {
    static let names = ["minimumAppVersion", "latestAppVersion", "minimumOSVersion", "storeURL"]

    /// What there are, for messages.
    static let list = names.map { "{\($0)}" }.joined(separator: ", ")

    struct Failure: Error {
        let message: String
        var hint = "the placeholders are \(list); a brace is written {{"
        /// Whether the text is right, and the policy has no value for it.
        var isMissingValue = false
    }

    private let values: [String: String]

    /// The values for texts of a platform's documents; app versions of Android are version names.
    init(_ policy: PlatformPolicy) {
        let system = policy[.minimumSystem]
        values = [
            "minimumAppVersion": policy[.minimumApp]?.version?.spelling,
            "latestAppVersion": policy[.latestApp]?.version?.spelling,
            "minimumOSVersion": system?.version?.spelling ?? (system?.number).map(String.init),
            "storeURL": policy.storeURL?.value,
        ].compactMapValues(\.self)
    }

    /// The values for a text of one platform, or of all: those on which they agree.
    init(_ environment: EnvironmentPolicy, for platform: Platform?) {
        let all = environment.platforms.filter { platform == nil || $0.platform == platform }.map(Placeholders.init)
        values = (all.first?.values ?? [:]).filter { name, value in all.allSatisfy { $0.values[name] == value } }
    }

    /// A text that filling leaves as it is, whatever braces it contains.
    static func literal(_ text: String) -> String {
        let brace = UInt8(ascii: "{")
        return String(decoding: text.utf8.flatMap { $0 == brace ? [brace, brace] : [$0] }, as: UTF8.self)
    }

    func filling(_ text: String) throws(Failure) -> String {
        var output: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
            output += rest[..<brace]
            rest = rest[(brace + 1)...]
            if rest.first == UInt8(ascii: "{") {
                output.append(UInt8(ascii: "{"))
                rest.removeFirst()
                continue
            }
            guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
                throw Failure(message: "has a \"{\" without its \"}\"")
            }
            let name = String(decoding: rest[..<end], as: UTF8.self)
            guard Self.names.contains(name) else { throw Failure(message: "has an unknown placeholder {\(name)}") }
            guard let value = values[name] else {
                throw Failure(
                    message: "has {\(name)}, for which the policy has no value here",
                    hint: "add the value to the platform, or use another text", isMissingValue: true)
            }
            output += value.utf8
            rest = rest[(end + 1)...]
        }
        return String(decoding: output + rest, as: UTF8.self)
    }
}
