extension DocumentSchema {
    static let appConfig = DocumentSchema(
        "app-config", "api/v1/app-config: one answer for all platforms", title: "App config",
        description: "One answer for all platforms of an app. Members that are unknown are ignored.",
        members: #"""
            "required": ["minimumVersion", "latestVersion", "updateUrl", "maintenanceMode", "maintenanceMessage"],
            "properties": {
            \#(appConfigMembers.indented())
            }
            """#,
        definitions: [threeNumbers])

    private static let appConfigMembers = #"""
        "minimumVersion": { "description": "Below this version the app must not run.", "$ref": "#/$defs/version" },
        "latestVersion": { "description": "The newest version in the stores.", "$ref": "#/$defs/version" },
        "updateUrl": {
          "description": "Where an update is to be had: one URL, or one for each platform.",
          "type": ["string", "object"],
          "properties": {
            "ios": { "description": "The URL for iOS.", "type": "string" },
            "android": { "description": "The URL for Android.", "type": "string" }
          }
        },
        "maintenanceMode": { "description": "Whether the service is closed.", "type": "boolean" },
        "maintenanceMessage": {
          "description": "What to say while it is, in the source language of the texts.",
          "type": ["string", "null"]
        }
        """#

    private static let threeNumbers = #"""
        "version": {
          "description": "Exactly 3 numbers joined by dots.",
          "type": "string",
          "pattern": "^[0-9]{1,18}(\\.[0-9]{1,18}){2}$"
        }
        """#
}
