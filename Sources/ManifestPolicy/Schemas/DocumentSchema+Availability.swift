extension DocumentSchema {
    /// Of availability for iOS.
    static let iosAvailability = DocumentSchema(
        name: "availability-ios", summary: "distribution/availability-ios: what an iOS app reads",
        text: #"""
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "Availability for iOS",
              "description": "Which versions of iOS and of the app may run. Members that are unknown are ignored.",
              "type": "object",
              "required": ["minimumOSVersion", "minimumAppVersion"],
              "properties": {
                "minimumOSVersion": {
                  "description": "Below this version of iOS the app must not run.",
                  "$ref": "#/$defs/requirement"
                },
                "recommendedOSVersion": {
                  "description": "Below this version of iOS the user is advised to update it.",
                  "$ref": "#/$defs/requirement"
                },
                "minimumAppVersion": {
                  "description": "Below this version the app must not run.",
                  "$ref": "#/$defs/requirement"
                },
                "recommendedAppVersion": {
                  "description": "Below this version the user is advised to update the app.",
                  "$ref": "#/$defs/requirement"
                }
              },
              "$defs": {
                "requirement": {
                  "type": "object",
                  "required": ["value", "description"],
                  "properties": {
                    "value": { "description": "1 to 3 numbers joined by dots.", "type": "string", "pattern": "^[0-9]{1,18}(\\.[0-9]{1,18}){0,2}$" },
                    "title": { "description": "The heading; recommendations have one.", "$ref": "#/$defs/texts" },
                    "description": { "description": "The explanation.", "$ref": "#/$defs/texts" }
                  }
                },
                "texts": {
                  "description": "One text in several languages, by BCP 47 tag.",
                  "type": "object",
                  "propertyNames": {
                    "maxLength": 64,
                    "pattern": "^([A-Za-z]{2,3}(-[A-Za-z]{3}){0,3}|[A-Za-z]{4,8})(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*(-[0-9A-WY-Za-wy-z](-[A-Za-z0-9]{2,8})+)*(-[Xx](-[A-Za-z0-9]{1,8})+)?$|^[Xx](-[A-Za-z0-9]{1,8})+$"
                  },
                  "additionalProperties": { "type": "string" }
                }
              }
            }
            """#)

    /// Of availability for Android.
    static let androidAvailability = DocumentSchema(
        name: "availability-android", summary: "distribution/availability-android: what an Android app reads",
        text: #"""
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "Availability for Android",
              "description": "Which SDK levels and version codes may run. Members that are unknown are ignored.",
              "type": "object",
              "required": ["minimumSDKVersion", "minimumAppVersion"],
              "properties": {
                "minimumSDKVersion": {
                  "description": "Below this SDK level the app must not run.",
                  "$ref": "#/$defs/requirement"
                },
                "minimumAppVersion": {
                  "description": "Below this version code the app must not run.",
                  "$ref": "#/$defs/requirement"
                },
                "recommendedAppVersion": {
                  "description": "Below this version code the user is advised to update the app.",
                  "$ref": "#/$defs/requirement"
                }
              },
              "$defs": {
                "requirement": {
                  "type": "object",
                  "required": ["value", "description"],
                  "properties": {
                    "value": { "description": "An SDK level or a version code, never a string.", "type": "integer", "minimum": 1 },
                    "title": { "description": "The heading; recommendations have one.", "$ref": "#/$defs/texts" },
                    "description": { "description": "The explanation.", "$ref": "#/$defs/texts" }
                  }
                },
                "texts": {
                  "description": "One text in several languages, by BCP 47 tag.",
                  "type": "object",
                  "propertyNames": {
                    "maxLength": 64,
                    "pattern": "^([A-Za-z]{2,3}(-[A-Za-z]{3}){0,3}|[A-Za-z]{4,8})(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*(-[0-9A-WY-Za-wy-z](-[A-Za-z0-9]{2,8})+)*(-[Xx](-[A-Za-z0-9]{1,8})+)?$|^[Xx](-[A-Za-z0-9]{1,8})+$"
                  },
                  "additionalProperties": { "type": "string" }
                }
              }
            }
            """#)
}
