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
