/// The names of the two parameters that say which versions must or may be updated.
package struct RemoteConfigNames: Equatable, Sendable {
    /// Below the version of this parameter the app must be updated.
    package let force: String
    /// Below the version of this parameter the user is advised to update.
    package let optional: String

    /// Fails unless both are names of parameters: `[A-Za-z_][A-Za-z0-9_]{0,255}`, and not the same.
    ///
    /// - Parameters:
    ///   - force: nil for `force_update_version`.
    ///   - optional: nil for `optional_update_version`.
    package init?(force: String?, optional: String?) {
        let (force, optional) = (force ?? "force_update_version", optional ?? "optional_update_version")
        guard Self.isName(force), Self.isName(optional), force != optional else { return nil }
        self.force = force
        self.optional = optional
    }

    private static func isName(_ name: String) -> Bool {
        (1...256).contains(name.utf8.count) && name.utf8.first?.isASCIIDigit == false
            && name.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
    }
}

/// The versions that remote configuration carries for one platform.
public struct RemoteConfig: Equatable, Sendable {
    public let platform: Platform
    /// Below this version the app must be updated.
    public let forceUpdateVersion: NumericVersion
    /// Below this version the user is advised to update.
    public let optionalUpdateVersion: NumericVersion

    package init(platform: Platform, forceUpdateVersion: NumericVersion, optionalUpdateVersion: NumericVersion) {
        self.platform = platform
        self.forceUpdateVersion = forceUpdateVersion
        self.optionalUpdateVersion = optionalUpdateVersion
    }
}

extension RemoteConfig {
    /// Checks that a verified body is a flat document, and gives its platform.
    ///
    /// What the two parameters are called is the team's to choose; both are versions.
    package static func platform(of body: [UInt8]) throws(DocumentError) -> Platform {
        try DocumentError.reading(body) { (value) throws(JSONShapeError) in
            var object = try JSONObject(value)
            let platform = try object.required("platform")
            guard let parsed = Platform(rawValue: try platform.asString()) else {
                throw platform.unacceptable("a platform is ios or android")
            }
            guard object.members.count == 3 else { throw value.unacceptable("not a platform and two parameters") }
            for member in object.members where member.name != "platform" {
                _ = try NumericVersion(availabilityJSON: member.value)
            }
            return parsed
        }
    }

    /// The flat document.
    package func json(names: RemoteConfigNames) -> JSONValue {
        .object([
            JSONMember("platform", .string(platform.rawValue)),
            JSONMember(names.force, .string(forceUpdateVersion.spelling)),
            JSONMember(names.optional, .string(optionalUpdateVersion.spelling)),
        ])
    }
}
