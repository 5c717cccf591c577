import ManifestVerifier

/// The native shells of one platform that can run a web bundle, bounds included.
public struct ShellRange: Equatable, Sendable {
    /// The oldest shell.
    public let minimum: NumericVersion
    /// The newest shell; nil for any.
    public let maximum: NumericVersion?

    /// Fails for a newest shell that is older than the oldest one.
    package init?(_ minimum: NumericVersion, _ maximum: NumericVersion? = nil) {
        if let maximum, maximum < minimum { return nil }
        self.minimum = minimum
        self.maximum = maximum
    }

    private init(unchecked minimum: NumericVersion, _ maximum: NumericVersion?) {
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Bounds of `0.0.0`, which fit no shell.
    package static let noShell = ShellRange(unchecked: .zero, .zero)

    /// Whether a shell is in the range. A maximum of `0.0.0` has no shell, not even a development build with version
    /// `0.0.0`.
    public func contains(_ shell: NumericVersion) -> Bool {
        minimum <= shell && (maximum.map { shell <= $0 && $0 > .zero } ?? true)
    }

    /// The shells that are in both; nil when there are none.
    package func intersection(_ other: ShellRange) -> ShellRange? {
        ShellRange(max(minimum, other.minimum), [maximum, other.maximum].compactMap(\.self).min())
    }
}

// MARK: JSON

extension ShellRange {
    /// Reads `{ "min": "2.0.0", "max": "2.9.9" }`.
    package init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        let minimum = try object.required("min").asShellVersion()
        let maximum = try object.optional("max")?.asShellVersion()
        guard let range = ShellRange(minimum, maximum) else { throw value.unacceptable("max is below min") }
        self = range
    }

    package var json: JSONValue {
        .object(
            [JSONMember("min", .string(minimum.spelling)), maximum.map { JSONMember("max", .string($0.spelling)) }]
                .compactMap(\.self))
    }
}

extension [Platform: ShellRange] {
    /// Reads the ranges of the platforms that this client knows; each range may have members that it does not know.
    init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        self = [:]
        for platform in Platform.allCases {
            if let range = object.optional(platform.rawValue) { self[platform] = try ShellRange(range) }
        }
    }

    package var json: JSONValue {
        .object(
            Platform.allCases.compactMap { platform in self[platform].map { JSONMember(platform.rawValue, $0.json) } })
    }
}

extension JSONValue {
    package func asShellVersion() throws(JSONShapeError) -> NumericVersion {
        let spelling = try asString()
        guard let version = NumericVersion(spelling) else {
            throw unacceptable("\"\(spelling)\" is not a version of 1 to 3 numbers")
        }
        return version
    }
}

extension NumericVersion {
    /// The spelling of no upper bound in a manifest: above every version of a shell.
    package static let unbounded = NumericVersion(major: 999_999_999, minor: 999_999_999, patch: 999_999_999)
    /// Below every version of a shell.
    static let zero = NumericVersion(major: 0, minor: 0, patch: 0)
}
