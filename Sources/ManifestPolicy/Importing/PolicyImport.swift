import Diagnostics
import LocalFiles
import ManifestVerifier

/// A policy and a string catalog that render the documents they were made from.
package struct PolicyImport: Sendable {
    /// The origin in the policy until its owner sets the real one.
    package static let origin = "https://distribution.example.com"

    /// The bytes of the policy.
    package let policy: [UInt8]
    /// The bytes of the string catalog.
    package let catalog: [UInt8]

    /// Fails when the texts have no language in common, which the catalog needs as its source language.
    ///
    /// - Parameters:
    ///   - documents: one for each platform, at least one.
    ///   - environment: the one environment of the policy.
    package init(_ documents: [ImportedDocument], environment: EnvironmentName) throws {
        let texts = documents.flatMap { document in
            document.requirements.flatMap { requirement in
                requirement.texts.map { (key: document.key(of: $0.member, in: requirement), text: $0.text) }
            }
        }
        catalog = JSONWriter.bytes(of: Self.catalog(texts, sourceLanguage: try Self.sourceLanguage(of: texts)))
        policy = JSONWriter.bytes(of: Self.policy(documents, environment: environment))
    }

    private static func policy(_ documents: [ImportedDocument], environment: EnvironmentName) -> JSONValue {
        let paths = [JSONMember("availability", .string("distribution/availability-{platform}"))]
        let members =
            [
                JSONMember("origin", .string(origin)),
                JSONMember("profile", .string(SignatureProfile.body.rawValue)),
            ] + documents.map { JSONMember($0.platform.rawValue, $0.policy) } + [
                JSONMember("documents", .object(paths))
            ]
        return .object([
            JSONMember("descriptions", .string(Starter.catalogName)),
            JSONMember("environments", .object([JSONMember(environment.rawValue, .object(members))])),
        ])
    }

    private static func catalog(
        _ texts: [(key: String, text: LocalizedText)], sourceLanguage: LanguageTag
    ) -> JSONValue {
        let strings = texts.map { key, text in
            let localizations = text.entries.map { language, value in
                let unit = [
                    JSONMember("state", .string("translated")),
                    JSONMember("value", .string(Placeholders.literal(value))),
                ]
                return JSONMember(language.rawValue, .object([JSONMember("stringUnit", .object(unit))]))
            }
            return JSONMember(key, .object([JSONMember("localizations", .object(localizations))]))
        }
        return .object([
            JSONMember("sourceLanguage", .string(sourceLanguage.rawValue)),
            JSONMember("strings", .object(strings)),
            JSONMember("version", .string("1.0")),
        ])
    }

    /// British English, English, or the first language by bytes, of those that every text has.
    private static func sourceLanguage(of texts: [(key: String, text: LocalizedText)]) throws -> LanguageTag {
        guard let first = texts.first else { preconditionFailure("every document has texts") }
        let languages = texts.map { Set($0.text.entries.map(\.language.canonical)) }
        let common = languages.dropFirst().reduce(languages[0]) { $0.intersection($1) }
        let ofFirst = first.text.entries.map(\.language)
        if let language = preferred(of: ofFirst.filter { common.contains($0.canonical) }) { return language }
        guard let language = preferred(of: ofFirst),
            let other = languages.firstIndex(where: { !$0.contains(language.canonical) })
        else { preconditionFailure("every text has a language") }
        throw ErrorReport(
            .refused,
            "no language is in every text: \"\(first.key)\" has \"\(language)\", which \"\(texts[other].key)\" lacks",
            hint: "a string catalog needs a source language; add one to every text and import again")
    }

    private static func preferred(of languages: [LanguageTag]) -> LanguageTag? {
        languages.first { $0.canonical == "en-GB" } ?? languages.first { $0.canonical == "en" } ?? languages.first
    }
}

extension ImportedDocument {
    /// The platform's part of the policy.
    fileprivate var policy: JSONValue {
        .object(
            requirements.map { requirement in
                let texts = requirement.texts.map {
                    JSONMember($0.member, .string(key(of: $0.member, in: requirement)))
                }
                return JSONMember(requirement.name, .object([JSONMember("value", requirement.value)] + texts))
            })
    }

    /// The key of a text in the string catalog.
    fileprivate func key(of member: String, in requirement: Requirement) -> String {
        "\(platform.rawValue)-\(requirement.name)-\(member)"
    }
}

extension PolicyImport {
    /// Reads the documents and writes the policy and its catalog; existing files are not touched, and a failure leaves
    /// nothing behind.
    ///
    /// - Parameters:
    ///   - documents: the files of the documents, one for each platform.
    ///   - path: the folder of the policy, which is created if necessary.
    /// - Returns: the paths that were written.
    package static func run(
        _ documents: [(platform: Platform, file: String)], environment: EnvironmentName, into path: String
    ) throws -> [String] {
        let imported = try documents.map { platform, file in
            try ImportedDocument(parsing: read(file), platform: platform, file: file)
        }
        let result = try PolicyImport(imported, environment: environment)
        var files = try NewFiles([Starter.policyName, Starter.catalogName], in: path)
        try files.allOrNone { (files: inout NewFiles) in
            try files.write(Starter.policyName, result.policy)
            try files.write(Starter.catalogName, result.catalog)
        }
        return files.written
    }

    private static func read(_ path: String) throws -> [UInt8] {
        let (parent, name) = path.parentAndName
        return try Folder(path: parent).read(name, limit: Limits.manifestBytes)
    }
}
