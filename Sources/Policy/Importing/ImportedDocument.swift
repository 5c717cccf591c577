import Classic
import Diagnostics
import ManifestVerifier

/// An existing availability document, read strictly: what a policy cannot carry is refused.
package struct ImportedDocument: Sendable {
    /// One version that is required or recommended.
    struct Requirement: Sendable {
        let name: String
        /// The version as a policy spells it, too.
        let value: JSONValue
        /// The texts by the names of their members, in the order of the contract.
        let texts: [(member: String, text: LocalizedText)]
    }

    let platform: Platform
    /// The requirements in the order of the contract.
    let requirements: [Requirement]

    /// Reads a document; a trailing comma is allowed, since people write them.
    ///
    /// - Parameter file: the document's file name, for messages.
    package init(parsing bytes: [UInt8], platform: Platform, file: String) throws {
        do {
            let value = try JSONParser.parse(bytes, allowsTrailingCommas: true)
            var object = try JSONObject(value)
            requirements = try platform.members.compactMap { name in
                try object.optional(name).map { try Requirement(name: name, $0, on: platform) }
            }
            try object.refuseUnknownMembers()
            self.platform = platform
            for name in platform.members where !Requirement.isRecommendation(name) && value[name] == nil {
                throw ErrorReport(
                    .refused, "\(Self.place(file, object.position)): missing member \"\(name)\"",
                    hint: "deployed clients cannot decode an availability document without it; add it and import again")
            }
        } catch let error as JSONError {
            throw ErrorReport(error, in: file)
        } catch let error as JSONShapeError {
            throw ErrorReport(.unparsable, "\(Self.place(file, error.position)): \(error.message)", hint: error.hint)
        }
    }

    private static func place(_ file: String, _ position: TextPosition?) -> String {
        position.map { "\(file):\($0)" } ?? file
    }
}

extension Platform {
    /// The members of the platform's documents in the order of the contract.
    fileprivate var members: [String] {
        RequirementKind.all(on: self).filter { $0 != .latestApp }.map { $0.member(on: self) }
    }
}

extension ImportedDocument.Requirement {
    /// Whether the member is optional in a document; if present, it has a title.
    fileprivate static func isRecommendation(_ name: String) -> Bool { name.hasPrefix("recommended") }

    fileprivate init(name: String, _ value: JSONValue, on platform: Platform) throws {
        var object = try JSONObject(value)
        let version = try object.required("value")
        let members = Self.isRecommendation(name) ? ["title", "description"] : ["description"]
        let texts = try members.map { (member: $0, text: try Self.text(object.required($0))) }
        try object.refuseUnknownMembers()

        self.name = name
        self.value =
            switch platform {
            case .ios: try NumericVersion(versionJSON: version).versionJSON
            case .android: try Int(versionJSON: version).versionJSON
            }
        self.texts = texts
    }

    private static func text(_ value: JSONValue) throws -> LocalizedText {
        let text = try LocalizedText(value)
        guard !text.entries.isEmpty else { throw value.unacceptable("a text needs at least one language") }
        return text
    }
}
