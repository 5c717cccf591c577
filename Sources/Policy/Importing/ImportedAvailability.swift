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
