import ManifestVerifier

/// An availability document as it is published today, read strictly: what a policy cannot carry is refused.
package struct ImportedDocument: Sendable {
    /// One version that is required or recommended.
    struct Requirement: Sendable {
        let name: String
        /// The version, as a policy spells it too.
        let value: JSONValue
        /// The texts by the names of their members, in the order of the contract.
        let texts: [(member: String, text: LocalizedText)]
    }

    let platform: Platform
    /// The requirements in the order of the contract.
    let requirements: [Requirement]

    /// Reads a document; a comma after the last value of a container is allowed, since people write one.
    ///
    /// - Parameter file: the document's file name, for messages.
    package init(parsing bytes: [UInt8], platform: Platform, file: String) throws {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONParser.parse(bytes, allowsTrailingCommas: true)
        } catch {
            throw ImportError.syntax(file: file, error)
        }
        do throws(JSONShapeError) {
            var object = try JSONObject(value)
            var requirements: [Requirement] = []
            for name in platform.members {
                guard let value = object.optional(name) else { continue }
                requirements.append(try Requirement(name: name, value, on: platform))
            }
            try object.refuseUnknownMembers()
            self.requirements = requirements
        } catch {
            throw ImportError.shape(file: file, error)
        }
        self.platform = platform
        for name in platform.members where !Requirement.isRecommendation(name) {
            guard value[name] != nil else { throw ImportError.missingMinimum(file: file, name, value.position) }
        }
    }
}

extension Platform {
    /// The members of the platform's documents in the order of the contract.
    fileprivate var members: [String] {
        switch self {
        case .ios: ["minimumOSVersion", "recommendedOSVersion", "minimumAppVersion", "recommendedAppVersion"]
        case .android: ["minimumSDKVersion", "minimumAppVersion", "recommendedAppVersion"]
        }
    }
}

extension ImportedDocument.Requirement {
    /// Whether a document may lack the member of that name; if it is there, it has a title.
    fileprivate static func isRecommendation(_ name: String) -> Bool { name.hasPrefix("recommended") }

    fileprivate init(
        name: String, _ value: JSONValue, on platform: Platform
    ) throws(JSONShapeError) {
        var object = try JSONObject(value)
        let version = try object.required("value")
        let members = Self.isRecommendation(name) ? ["title", "description"] : ["description"]
        let texts = try members.map { (member) throws(JSONShapeError) in
            (member: member, text: try Self.text(object.required(member)))
        }
        try object.refuseUnknownMembers()

        self.name = name
        self.value =
            switch platform {
            case .ios: try NumericVersion(availabilityJSON: version).availabilityJSON
            case .android: try Int(availabilityJSON: version).availabilityJSON
            }
        self.texts = texts
    }

    private static func text(_ value: JSONValue) throws(JSONShapeError) -> LocalizedText {
        let text = try LocalizedText(value)
        guard !text.entries.isEmpty else { throw value.unacceptable("a text needs at least one language") }
        return text
    }
}
