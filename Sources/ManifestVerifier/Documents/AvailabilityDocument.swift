/// A version that an availability document requires or recommends, with its texts.
public struct AvailabilityRequirement<Value: Equatable & Sendable>: Equatable, Sendable {
    /// The version.
    public let value: Value
    /// The heading; recommendations have one.
    public let title: LocalizedText?
    /// The explanation.
    public let description: LocalizedText

    package init(value: Value, title: LocalizedText? = nil, description: LocalizedText) {
        self.value = value
        self.title = title
        self.description = description
    }
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

    package init(
        minimumOSVersion: AvailabilityRequirement<NumericVersion>,
        recommendedOSVersion: AvailabilityRequirement<NumericVersion>?,
        minimumAppVersion: AvailabilityRequirement<NumericVersion>,
        recommendedAppVersion: AvailabilityRequirement<NumericVersion>?
    ) {
        self.minimumOSVersion = minimumOSVersion
        self.recommendedOSVersion = recommendedOSVersion
        self.minimumAppVersion = minimumAppVersion
        self.recommendedAppVersion = recommendedAppVersion
    }
}

/// The availability document of an Android app; versions are SDK levels and version codes.
public struct AndroidAvailability: Equatable, Sendable {
    /// Below this SDK level the app must not run.
    public let minimumSDKVersion: AvailabilityRequirement<Int>
    /// Below this version code the app must not run.
    public let minimumAppVersion: AvailabilityRequirement<Int>
    /// Below this version code the user is advised to update the app.
    public let recommendedAppVersion: AvailabilityRequirement<Int>?

    package init(
        minimumSDKVersion: AvailabilityRequirement<Int>,
        minimumAppVersion: AvailabilityRequirement<Int>,
        recommendedAppVersion: AvailabilityRequirement<Int>?
    ) {
        self.minimumSDKVersion = minimumSDKVersion
        self.minimumAppVersion = minimumAppVersion
        self.recommendedAppVersion = recommendedAppVersion
    }
}

/// A version as an availability document spells it: a string for iOS, an integer for Android.
package protocol AvailabilityValue: Equatable, Sendable {
    /// Reads the value; a value of the other platform's type is an error.
    init(availabilityJSON value: JSONValue) throws(JSONShapeError)
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
    /// Reads a member that may be missing.
    init?(optional value: JSONValue?) throws(JSONShapeError) {
        guard let value else { return nil }
        self = try LocalizedText(value)
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

/// One text in several languages, ordered by the bytes of the tags.
public struct LocalizedText: Equatable, Sendable {
    /// Tags and texts, in the order of the document.
    public let entries: [(language: LanguageTag, text: String)]

    /// Orders `entries`; fails when two tags differ at most by case.
    package init?(_ entries: [(language: LanguageTag, text: String)]) {
        guard Set(entries.map(\.language.canonical)).count == entries.count else { return nil }
        self.entries = entries.sorted { $0.language < $1.language }
    }

    /// Equal tags and the same code points in every text.
    public static func == (a: LocalizedText, b: LocalizedText) -> Bool {
        a.entries.elementsEqual(b.entries) { $0.language == $1.language && $0.text.hasSameBytes(as: $1.text) }
    }

    package init(_ value: JSONValue) throws(JSONShapeError) {
        let object = try JSONObject(value)
        var entries: [(language: LanguageTag, text: String)] = []
        for member in object.members {
            guard let language = LanguageTag(member.name) else {
                throw JSONShapeError(
                    .unacceptable("\"\(member.name)\" is not a BCP 47 language tag"), at: member.position)
            }
            entries.append((language, try member.value.asString()))
        }
        guard let text = LocalizedText(entries) else {
            throw value.unacceptable("the same language twice, written differently")
        }
        self = text
    }

    package var json: JSONValue {
        .object(entries.map { JSONMember($0.language.rawValue, .string($0.text)) })
    }
}
