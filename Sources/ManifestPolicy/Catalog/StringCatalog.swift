import Diagnostics
import ManifestVerifier

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
    package init(parsing bytes: [UInt8], file: String) throws(Finding) {
        self.file = file
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONParser.parse(bytes)
        } catch {
            throw Finding(.syntax, file, error.position, error.message)
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
            throw Finding(.syntax, file, error.position, error.message)
        }
    }

    /// Whether there is such a key.
    package func has(_ key: String) -> Bool { strings[Array(key.utf8)] != nil }

    /// The text of a key in all its languages, to the code point as translators wrote it; nil, with findings, when
    /// something in it is wrong, and without when there is no such key.
    package func text(for key: String, _ findings: Findings) -> CatalogText? {
        guard let member = strings[Array(key.utf8)] else { return nil }
        let own = Findings()
        let text = CatalogText(member, sourceLanguage: sourceLanguage, FileFindings(file, own))
        for finding in own.sorted { findings.add(finding) }
        return own.haveErrors ? nil : text
    }
}
