import ManifestVerifier

/// A version that an availability document requires or recommends, with its texts.
public struct AvailabilityRequirement<Value: Equatable & Sendable>: Equatable, Sendable {
    /// The version.
    public let value: Value
    /// The heading; recommendations have one.
    public let title: LocalizedText?
    /// The explanation.
    public let description: LocalizedText
}

/// The availability document of an iOS app.
public struct IOSAvailability: Equatable, Sendable {
    /// Below this version of iOS the app must not run.
    public let minimumOSVersion: AvailabilityRequirement<NumericVersion>
    /// Below this version of iOS the user is advised to update it.
    public let recommendedOSVersion: AvailabilityRequirement<NumericVersion>?
    /// Below this version the app must not run.
    public let minimumAppVersion: AvailabilityRequirement<NumericVersion>
    /// Below this version the user is advised to update the app.
    public let recommendedAppVersion: AvailabilityRequirement<NumericVersion>?
}

/// The availability document of an Android app; versions are SDK levels and version codes.
public struct AndroidAvailability: Equatable, Sendable {
    /// Below this SDK level the app must not run.
    public let minimumSDKVersion: AvailabilityRequirement<Int>
    /// Below this version code the app must not run.
    public let minimumAppVersion: AvailabilityRequirement<Int>
    /// Below this version code the user is advised to update the app.
    public let recommendedAppVersion: AvailabilityRequirement<Int>?
}

/// A version as an availability document spells it: a string for iOS, an integer for Android.
package protocol AvailabilityValue: Equatable, Sendable {
    /// Reads the value; a value of the other platform's type is an error.
    init(versionJSON value: JSONValue) throws(JSONShapeError)
}

extension NumericVersion: AvailabilityValue {}

extension Int: AvailabilityValue {}

extension AvailabilityRequirement where Value: AvailabilityValue {
    fileprivate init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        self.init(
            value: try Value(versionJSON: object.required("value")),
            title: try LocalizedText(optional: object.optional("title")),
            description: try LocalizedText(object.required("description"))
        )
    }

    fileprivate init?(optional value: JSONValue?) throws(JSONShapeError) {
        guard let value else { return nil }
        self = try AvailabilityRequirement(value)
    }
}

// Unknown members are ignored when reading, so that later documents still reach older apps.

extension IOSAvailability {
    /// Reads a verified body.
    package init(body: [UInt8]) throws(DocumentError) {
        self = try DocumentError.reading(body) { (value) throws(JSONShapeError) in
            var object = try JSONObject(value)
            return IOSAvailability(
                minimumOSVersion: try AvailabilityRequirement(object.required("minimumOSVersion")),
                recommendedOSVersion: try AvailabilityRequirement(optional: object.optional("recommendedOSVersion")),
                minimumAppVersion: try AvailabilityRequirement(object.required("minimumAppVersion")),
                recommendedAppVersion: try AvailabilityRequirement(optional: object.optional("recommendedAppVersion"))
            )
        }
    }
}

extension AndroidAvailability {
    /// Reads a verified body.
    package init(body: [UInt8]) throws(DocumentError) {
        self = try DocumentError.reading(body) { (value) throws(JSONShapeError) in
            var object = try JSONObject(value)
            return AndroidAvailability(
                minimumSDKVersion: try AvailabilityRequirement(object.required("minimumSDKVersion")),
                minimumAppVersion: try AvailabilityRequirement(object.required("minimumAppVersion")),
                recommendedAppVersion: try AvailabilityRequirement(optional: object.optional("recommendedAppVersion"))
            )
        }
    }
}
