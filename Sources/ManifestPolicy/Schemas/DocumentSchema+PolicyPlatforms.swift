extension DocumentSchema {
    /// The definitions of the policy's schema for what is required of a platform.
    static let policyPlatforms = [
        #"""
        "ios": {
          "type": ["object", "null"],
          "additionalProperties": false,
          "properties": {
            "storeURL": { "description": "The app's page in the App Store.", "$ref": "#/$defs/url" },
        \#(member("minimumOSVersion", "Below this version of iOS the app does not run.", "iosVersion", without: ["title", "build", "orElse"]).indented(2)),
        \#(member("recommendedOSVersion", "Below this version of iOS an update of iOS is advised.", "iosVersion", without: ["build", "demise", "orElse"]).indented(2)),
        \#(member("minimumAppVersion", "Below this version the app does not run.", "iosVersion", without: ["title"]).indented(2)),
        \#(member("recommendedAppVersion", "Below this version an update of the app is advised.", "iosVersion", without: ["demise"]).indented(2)),
        \#(member("latestAppVersion", "The newest version in the store.", "iosVersion", without: ["title", "demise", "orElse"]).indented(2)),
            "rules": {
              "description": "The rules of the gate document, in order; the first that matches a device decides.",
              "type": ["array", "null"],
              "maxItems": 994,
              "items": { "$ref": "#/$defs/rule", "properties": { "when": { "description": "What must hold.", "properties": { "sdk": false } } } }
            },
            "latest": {
              "description": "The versions that the store has, by version of iOS (latestAppVersion if absent).",
              "type": ["array", "null"],
              "maxItems": 100,
              "items": { "$ref": "#/$defs/latest", "properties": { "sdk": false } }
            }
          }
        }
        """#,
        policyVersion(
            "iosVersion",
            #"""
            "value": { "description": "1 to 3 numbers joined by dots.", "$ref": "#/$defs/version" },
            "build": { "description": "The build number, for documents that decide by build.", "$ref": "#/$defs/number" }
            """#),
        #"""
        "android": {
          "type": ["object", "null"],
          "additionalProperties": false,
          "properties": {
            "storeURL": { "description": "The app's page in Google Play.", "$ref": "#/$defs/url" },
        \#(member("minimumSDKVersion", "Below this SDK level the app does not run.", "androidVersion", without: ["title", "versionName", "orElse"]).indented(2)),
        \#(member("minimumAppVersion", "Below this version code the app does not run.", "androidVersion", without: ["title"]).indented(2)),
        \#(member("recommendedAppVersion", "Below this version code an update of the app is advised.", "androidVersion", without: ["demise"]).indented(2)),
        \#(member("latestAppVersion", "The newest version code in the store.", "androidVersion", without: ["title", "demise", "orElse"]).indented(2)),
            "rules": {
              "description": "The rules of the gate document, in order; the first that matches a device decides.",
              "type": ["array", "null"],
              "maxItems": 994,
              "items": { "$ref": "#/$defs/rule", "properties": { "when": { "description": "What must hold.", "properties": { "os": false } } } }
            },
            "latest": {
              "description": "The versions that the store has, by SDK level (latestAppVersion if absent).",
              "type": ["array", "null"],
              "maxItems": 100,
              "items": { "$ref": "#/$defs/latest", "properties": { "os": false } }
            }
          }
        }
        """#,
        policyVersion(
            "androidVersion",
            #"""
            "value": { "description": "An SDK level or a version code.", "$ref": "#/$defs/number" },
            "versionName": { "description": "What people call the version: 3.2.0.", "$ref": "#/$defs/version" }
            """#),
    ].joined(separator: ",\n")

    /// The definition of a version with its texts.
    ///
    /// - Parameter members: the members for the version itself.
    private static func policyVersion(_ name: String, _ members: String) -> String {
        #"""
        "\#(name)": {
          "type": ["object", "null"],
          "additionalProperties": false,
          "properties": {
            "demise": {
              "description": "Whether a minimum is meant to be above every version that there is.",
              "type": ["boolean", "null"]
            },
        \#(members.indented(2)),
            "title": { "description": "The heading: a key of the string catalog, or texts by language.", "$ref": "#/$defs/text" },
            "description": { "description": "The explanation: a key of the string catalog, or texts by language.", "$ref": "#/$defs/text" },
            "orElse": { "description": "For devices that cannot get the update; only gate documents have it.", "$ref": "#/$defs/text" }
          }
        }
        """#
    }
}
