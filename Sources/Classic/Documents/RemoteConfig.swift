import ManifestVerifier

/// The names of the two parameters that decide which versions must or should be updated.
public struct RemoteConfigNames: Equatable, Sendable {
    /// Below the version of this parameter the app must be updated.
    public let force: String
    /// Below the version of this parameter the user is advised to update.
    public let optional: String

    /// Fails unless both are names of parameters: `[A-Za-z_][A-Za-z0-9_]{0,255}`, and not the same.
    ///
    /// - Parameters:
    ///   - force: nil for `force_update_version`.
    ///   - optional: nil for `optional_update_version`.
    public init?(force: String?, optional: String?) {
        let (force, optional) = (force ?? Self.usual.force, optional ?? Self.usual.optional)
        guard Self.isName(force), Self.isName(optional), force != optional else { return nil }
        self.init(unchecked: force, optional)
    }

    private init(unchecked force: String, _ optional: String) {
        self.force = force
        self.optional = optional
    }

    /// `force_update_version` and `optional_update_version`.
    public static let usual = RemoteConfigNames(unchecked: "force_update_version", "optional_update_version")

    private static func isName(_ name: String) -> Bool {
        (1...256).contains(name.utf8.count) && name.utf8.first?.isASCIIDigit == false
            && name.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
    }
}

/// The versions that remote configuration carries for one platform.
public struct RemoteConfig: Equatable, Sendable {
    /// The platform that the document is for.
    public let platform: Platform
    /// One or two versions, by the names of their parameters, in the order of the document.
    private let parameters: [Parameter]

    private struct Parameter: Equatable, Sendable {
        let name: String
        let version: NumericVersion
    }

    /// A document to write.
    ///
    /// - Parameter optionalUpdateVersion: nil where nothing is recommended.
    package init(
        platform: Platform, names: RemoteConfigNames, forceUpdateVersion: NumericVersion,
        optionalUpdateVersion: NumericVersion?
    ) {
        self.platform = platform
        parameters = [(names.force, forceUpdateVersion), (names.optional, optionalUpdateVersion)].compactMap {
            (name, version) in version.map { Parameter(name: name, version: $0) }
        }
    }

    /// The names of the parameters, in the order of the document.
    package var parameterNames: [String] { parameters.map(\.name) }

    /// The version of the parameter of that name; nil when there is none.
    public func version(_ name: String) -> NumericVersion? {
        parameters.first { $0.name.hasSameBytes(as: name) }?.version
    }
}

extension RemoteConfig {
    /// Reads a verified body; the team chooses the names of the parameters, and each is a version. One alone is that which
    /// forces.
    package init(body: [UInt8]) throws(DocumentError) {
        self = try DocumentError.reading(body) { (value) throws(JSONShapeError) in try RemoteConfig(value) }
    }

    private init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        let platform = try object.required("platform")
        guard let parsed = Platform(rawValue: try platform.asString()) else {
            throw platform.unacceptable("a platform is ios or android")
        }
        guard (2...3).contains(object.members.count) else {
            throw value.unacceptable("not a platform and one or two parameters")
        }
        self.platform = parsed
        var parameters: [Parameter] = []
        for member in object.members where member.name != "platform" {
            parameters.append(
                Parameter(name: member.name, version: try NumericVersion(versionJSON: member.value)))
        }
        self.parameters = parameters
    }

    /// The flat document.
    package var json: JSONValue {
        .object(
            [JSONMember("platform", .string(platform.rawValue))]
                + parameters.map { JSONMember($0.name, .string($0.version.spelling)) })
    }
}
