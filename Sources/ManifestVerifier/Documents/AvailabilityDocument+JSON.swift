/// A version as an availability document spells it: a string for iOS, an integer for Android.
package protocol AvailabilityValue: Equatable, Sendable {
    /// Reads the value; a value of the other platform's type is an error.
    init(availabilityJSON value: JSONValue) throws(JSONShapeError)
    /// The value as it is written.
    var availabilityJSON: JSONValue { get }
}

extension NumericVersion: AvailabilityValue {
    package init(availabilityJSON value: JSONValue) throws(JSONShapeError) {
        let spelling = try value.asString()
        guard let version = NumericVersion(spelling) else {
            throw value.unacceptable("\"\(spelling)\" is not a version of 1 to 3 numbers joined by dots")
        }
        self = version
    }

    package var availabilityJSON: JSONValue { .string(spelling) }
}

extension Int: AvailabilityValue {
    package init(availabilityJSON value: JSONValue) throws(JSONShapeError) {
        self = try value.asInteger()
        guard self > 0 else { throw value.unacceptable("\(self) is not a positive integer") }
    }

    package var availabilityJSON: JSONValue { .integer(self) }
}

extension AvailabilityRequirement where Value: AvailabilityValue {
    fileprivate init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        self.init(
            value: try Value(availabilityJSON: object.required("value")),
            title: try LocalizedText(optional: object.optional("title")),
            description: try LocalizedText(object.required("description"))
        )
    }

    fileprivate init?(optional value: JSONValue?) throws(JSONShapeError) {
        guard let value else { return nil }
        self = try AvailabilityRequirement(value)
    }

    fileprivate func member(_ name: String) -> JSONMember {
        var members = [JSONMember("value", value.availabilityJSON)]
        if let title { members.append(JSONMember("title", title.json)) }
        members.append(JSONMember("description", description.json))
        return JSONMember(name, .object(members))
    }
}

extension LocalizedText {
    fileprivate init?(optional value: JSONValue?) throws(JSONShapeError) {
        guard let value else { return nil }
        self = try LocalizedText(value)
    }
}

// Members that are unknown today are ignored when reading, so that a later document still reaches older apps.

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

    /// The document in the order of the contract.
    package var json: JSONValue {
        .object(
            [
                minimumOSVersion.member("minimumOSVersion"),
                recommendedOSVersion?.member("recommendedOSVersion"),
                minimumAppVersion.member("minimumAppVersion"),
                recommendedAppVersion?.member("recommendedAppVersion"),
            ].compactMap(\.self))
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

    /// The document in the order of the contract.
    package var json: JSONValue {
        .object(
            [
                minimumSDKVersion.member("minimumSDKVersion"),
                minimumAppVersion.member("minimumAppVersion"),
                recommendedAppVersion?.member("recommendedAppVersion"),
            ].compactMap(\.self))
    }
}
