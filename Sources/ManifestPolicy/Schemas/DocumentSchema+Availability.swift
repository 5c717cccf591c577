extension DocumentSchema {
    static let iosAvailability = DocumentSchema(
        "availability-ios", "distribution/availability-ios: what an iOS app reads", title: "Availability for iOS",
        description: "Which versions of iOS and of the app may run. Members that are unknown are ignored.",
        members: #"""
            "required": ["minimumOSVersion", "minimumAppVersion"],
            "properties": {
            \#(member("minimumOSVersion", "Below this version of iOS the app must not run.", "requirement").indented()),
            \#(member("recommendedOSVersion", "Below this version of iOS the user is advised to update it.", "requirement").indented()),
            \#(member("minimumAppVersion", "Below this version the app must not run.", "requirement").indented()),
            \#(member("recommendedAppVersion", "Below this version the user is advised to update the app.", "requirement").indented())
            }
            """#,
        definitions: [
            requirement(
                value:
                    #"{ "description": "1 to 3 numbers joined by dots.", "type": "string", "pattern": "^[0-9]{1,18}(\\.[0-9]{1,18}){0,2}$" }"#
            ),
            texts,
        ])

    static let androidAvailability = DocumentSchema(
        "availability-android", "distribution/availability-android: what an Android app reads",
        title: "Availability for Android",
        description: "Which SDK levels and version codes may run. Members that are unknown are ignored.",
        members: #"""
            "required": ["minimumSDKVersion", "minimumAppVersion"],
            "properties": {
            \#(member("minimumSDKVersion", "Below this SDK level the app must not run.", "requirement").indented()),
            \#(member("minimumAppVersion", "Below this version code the app must not run.", "requirement").indented()),
            \#(member("recommendedAppVersion", "Below this version code the user is advised to update the app.", "requirement").indented())
            }
            """#,
        definitions: [
            requirement(
                value:
                    #"{ "description": "An SDK level or a version code, never a string.", "type": "integer", "minimum": 1 }"#
            ),
            texts,
        ])

    /// The definition of a version with its texts.
    ///
    /// - Parameter value: the schema of the version itself.
    private static func requirement(value: String) -> String {
        #"""
        "requirement": {
          "type": "object",
          "required": ["value", "description"],
          "properties": {
            "value": \#(value),
            "title": { "description": "The heading; recommendations have one.", "$ref": "#/$defs/texts" },
            "description": { "description": "The explanation.", "$ref": "#/$defs/texts" }
          }
        }
        """#
    }

    static let texts = #"""
        "texts": {
          "description": "One text in several languages, by BCP 47 tag.",
          "type": "object",
          "propertyNames": {
            "maxLength": 64,
            "pattern": "^([A-Za-z]{2,3}(-[A-Za-z]{3}){0,3}|[A-Za-z]{4,8})(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*(-[0-9A-WY-Za-wy-z](-[A-Za-z0-9]{2,8})+)*(-[Xx](-[A-Za-z0-9]{1,8})+)?$|^[Xx](-[A-Za-z0-9]{1,8})+$"
          },
          "additionalProperties": { "type": "string" }
        }
        """#
}
