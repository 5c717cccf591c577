import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree

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

/// A document that is published today, and where it came from.
package struct ImportedSource: Sendable {
    let place: String
    let body: [UInt8]
    let document: PolicyDocument
    /// The platform that it is for; nil for one that is for all.
    let platform: Platform?
    /// Where it is published; nil for a file.
    let address: TreeAddress?
    /// The signature headers with which it came tell the profile; nil without any.
    let profile: SignatureProfile?
    /// The id of the key that signed it, as those headers claim.
    let keyID: KeyID?

    private init(_ place: String, _ body: [UInt8], at address: TreeAddress? = nil, headers: [HeaderField] = []) throws {
        (self.place, self.body, self.address) = (place, body, address)
        do {
            let value = try JSONParser.parse(body, allowsTrailingCommas: true)
            (document, platform) = try Self.kind(of: value, place)
        } catch let error as JSONError {
            throw ErrorReport(error, in: place)
        }
        let names = headers.map(\.name)
        keyID = headers.first { $0.name == SignatureHeader.name }.flatMap { try? SignatureHeader($0.value) }?.keyID
        profile =
            !names.contains(SignatureHeader.name)
            ? nil : names.contains(SignatureHeader.dateName) ? .dated : .body
    }

    /// What it says otherwise than such a document does, as an error with its place in it.
    func unparsable(_ error: JSONShapeError) -> ErrorReport {
        let place = error.position.map { "\(self.place):\($0)" } ?? self.place
        return ErrorReport(.unparsable, "\(place): \(error.message)", hint: error.hint)
    }

    var origin: String? { address.map { String($0.rawValue.dropLast($0.path.utf8.count)) } }

    /// Its path below an origin, with `{platform}` for the platform that it is for. Of a file, its path below a folder
    /// `public`, whose files a web app serves as they lie in it; the usual one without such a folder.
    func path(below origin: String, usual: String) throws -> String {
        var path: String
        if let address {
            guard address.rawValue.hasPrefix("\(origin)/") else {
                throw ErrorReport(
                    .refused, "\(place): is not below \(origin)", hint: "a policy has one origin for all its documents")
            }
            path = String(address.rawValue.dropFirst(origin.count + 1))
        } else {
            let served = place.split(separator: "/").reversed().prefix { $0 != "public" }.reversed()
            guard place.split(separator: "/").count > served.count else { return usual }
            path = served.joined(separator: "/")
        }
        guard let platform, let range = path.ranges(of: platform.rawValue).last else { return path }
        path.replaceSubrange(range, with: "{platform}")
        return path
    }

    /// Reads files and fetches addresses.
    package static func read(_ places: [String], variables: [String: String]) async throws -> [ImportedSource] {
        var sources: [ImportedSource] = []
        for place in places {
            if TreeAddress.isMeant(by: place) {
                let address = try TreeAddress(place)
                let download = try await address.download(variables: variables)
                sources.append(try ImportedSource(place, download.body, at: address, headers: download.headers))
            } else {
                let (parent, name) = place.parentAndName
                let body = try Folder(path: parent).read(name, limit: Limits.manifestBytes)
                sources.append(try ImportedSource(place, body))
            }
        }
        return sources
    }

    private static func kind(of value: JSONValue, _ place: String) throws -> (PolicyDocument, Platform?) {
        func has(_ names: String...) -> Bool { names.contains { value[$0] != nil } }
        if has("minimumSDKVersion") { return (.availability, .android) }
        if has("minimumOSVersion", "recommendedOSVersion") { return (.availability, .ios) }
        if let version = value["minimumAppVersion"]?["value"] {
            if case .number = version.content { return (.availability, .android) }
            return (.availability, .ios)
        }
        if has("minimumVersion", "latestVersion") { return (.appConfig, nil) }
        if has("gate") {
            throw ErrorReport(
                .refused, "\(place): is a gate document, which another policy of Signet made",
                hint: "begin with that policy; signet decide says what the document tells a device")
        }
        if let name = try? value["platform"]?.asString(), let platform = Platform(rawValue: name) {
            return (.remoteConfig, platform)
        }
        if has("environments") { return (.environmentConfig, nil) }
        if has("conditions", "parameters", "parameterGroups") { return (.firebaseTemplate, nil) }
        if case .object(let members) = value.content, !members.isEmpty,
            members.allSatisfy({ if case .string = $0.value.content { true } else { false } })
        {
            throw ErrorReport(
                .refused, "\(place): does not say its platform, as a flat remote configuration has to",
                hint: "add it to a copy: \"platform\": \"ios\" or \"android\"")
        }
        throw ErrorReport(
            .refused, "\(place): is not a document that can be taken over",
            hint:
                "these are availability documents, app-config, env.json, flat remote configuration and Firebase's "
                + "template")
    }
}
