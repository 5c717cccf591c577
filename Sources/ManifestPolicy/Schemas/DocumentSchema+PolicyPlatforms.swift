extension DocumentSchema {
    /// The definitions of the policy's schema that say what is required of a platform.
    static let policyPlatforms = #"""
            "ios": {
              "type": ["object", "null"],
              "additionalProperties": false,
              "properties": {
                "storeURL": { "description": "The app's page in the App Store.", "$ref": "#/$defs/url" },
                "minimumOSVersion": {
                  "description": "Below this version of iOS the app does not run.",
                  "$ref": "#/$defs/iosVersion",
                  "properties": { "title": false, "build": false }
                },
                "recommendedOSVersion": {
                  "description": "Below this version of iOS an update of iOS is advised.",
                  "$ref": "#/$defs/iosVersion",
                  "properties": { "build": false, "demise": false }
                },
                "minimumAppVersion": {
                  "description": "Below this version the app does not run.",
                  "$ref": "#/$defs/iosVersion",
                  "properties": { "title": false }
                },
                "recommendedAppVersion": {
                  "description": "Below this version an update of the app is advised.",
                  "$ref": "#/$defs/iosVersion",
                  "properties": { "demise": false }
                },
                "latestAppVersion": {
                  "description": "The newest version in the store.",
                  "$ref": "#/$defs/iosVersion",
                  "properties": { "title": false, "demise": false }
                }
              }
            },
            "iosVersion": {
              "type": ["object", "null"],
              "additionalProperties": false,
              "properties": {
                "demise": {
                  "description": "Whether a minimum is meant to be above every version that there is.",
                  "type": ["boolean", "null"]
                },
                "value": { "description": "1 to 3 numbers joined by dots.", "$ref": "#/$defs/version" },
                "build": { "description": "The build number, for documents that decide by build.", "$ref": "#/$defs/number" },
                "title": { "description": "The key of the heading in the string catalog.", "$ref": "#/$defs/text" },
                "description": { "description": "The key of the explanation in the string catalog.", "$ref": "#/$defs/text" }
              }
            },
            "android": {
              "type": ["object", "null"],
              "additionalProperties": false,
              "properties": {
                "storeURL": { "description": "The app's page in Google Play.", "$ref": "#/$defs/url" },
                "minimumSDKVersion": {
                  "description": "Below this SDK level the app does not run.",
                  "$ref": "#/$defs/androidVersion",
                  "properties": { "title": false, "versionName": false }
                },
                "minimumAppVersion": {
                  "description": "Below this version code the app does not run.",
                  "$ref": "#/$defs/androidVersion",
                  "properties": { "title": false }
                },
                "recommendedAppVersion": {
                  "description": "Below this version code an update of the app is advised.",
                  "$ref": "#/$defs/androidVersion",
                  "properties": { "demise": false }
                },
                "latestAppVersion": {
                  "description": "The newest version code in the store.",
                  "$ref": "#/$defs/androidVersion",
                  "properties": { "title": false, "demise": false }
                }
              }
            },
            "androidVersion": {
              "type": ["object", "null"],
              "additionalProperties": false,
              "properties": {
                "demise": {
                  "description": "Whether a minimum is meant to be above every version that there is.",
                  "type": ["boolean", "null"]
                },
                "value": { "description": "An SDK level or a version code.", "$ref": "#/$defs/number" },
                "versionName": { "description": "What people call the version: 3.2.0.", "$ref": "#/$defs/version" },
                "title": { "description": "The key of the heading in the string catalog.", "$ref": "#/$defs/text" },
                "description": { "description": "The key of the explanation in the string catalog.", "$ref": "#/$defs/text" }
              }
            }
        """#
}
