import ManifestFormat

/// Xcode's string catalog (`.xcstrings`, versions 1.0 and 1.1), as far as documents need it.
///
/// Xcode owns the format and adds to it: members that are unknown here are ignored, and a text is only looked into
/// when a policy uses it.
package struct StringCatalog: Sendable {
    /// The catalog's file name, for messages.
    package let file: String
    /// The language that texts are written in first.
    package let sourceLanguage: LanguageTag
    private let strings: [[UInt8]: JSONMember]

    /// Reads a catalog.
    package init(parsing bytes: [UInt8], file: String) throws(CatalogError) {
        self.file = file
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONParser.parse(bytes)
        } catch {
            throw .syntax(file: file, error)
        }
        do throws(JSONShapeError) {
            var object = try JSONObject(value)
            let version = try object.required("version")
            let source = try object.required("sourceLanguage")
            let members = try JSONObject(object.required("strings")).members

            guard ["1.0", "1.1"].contains(try version.asString()) else {
                throw version.unacceptable("this version of string catalogs is not known; 1.0 and 1.1 are read")
            }
            guard let language = LanguageTag(try source.asString()) else {
                throw source.unacceptable("\"\(try source.asString())\" is not a BCP 47 language tag")
            }
            sourceLanguage = language
            strings = Dictionary(members.map { (Array($0.name.utf8), $0) }, uniquingKeysWith: { first, _ in first })
        } catch {
            throw .shape(file: file, error)
        }
    }

    /// The text of a key in all its languages, to the code point as translators wrote it; nil when there is no such key.
    ///
    /// The state of a translation (`translated`, `needs_review`, `new`, an empty one) changes nothing here.
    package func text(for key: String) throws(CatalogError) -> LocalizedText? {
        guard let member = strings[Array(key.utf8)] else { return nil }
        do throws(JSONShapeError) {
            return try text(of: member)
        } catch {
            throw .shape(file: file, error)
        }
    }

    private func text(of member: JSONMember) throws(JSONShapeError) -> LocalizedText {
        var string = try JSONObject(member.value)
        let localizations = try string.optional("localizations").map { (value) throws(JSONShapeError) in
            try JSONObject(value).members
        }
        var entries: [(language: LanguageTag, text: String)] = []
        for localization in localizations ?? [] {
            guard let language = LanguageTag(localization.name) else {
                throw JSONShapeError(
                    .unacceptable(
                        "text \"\(member.name)\" has \"\(localization.name)\", which is not a BCP 47 language tag"),
                    at: localization.position)
            }
            var content = try JSONObject(localization.value)
            if let variations = content.optional("variations") {
                throw variations.unacceptable(
                    "text \"\(member.name)\" varies by device or plural in \"\(language)\", which no document can carry"
                )
            }
            var unit = try JSONObject(content.required("stringUnit"))
            entries.append((language, try unit.required("value").asString()))
        }
        guard entries.contains(where: { $0.language.canonical == sourceLanguage.canonical }) else {
            throw JSONShapeError(
                .unacceptable("text \"\(member.name)\" is missing in the source language \"\(sourceLanguage)\""),
                at: member.position)
        }
        guard let text = LocalizedText(entries) else {
            throw JSONShapeError(
                .unacceptable("text \"\(member.name)\" has the same language twice, written differently"),
                at: member.position)
        }
        return text
    }
}
