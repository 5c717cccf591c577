extension DocumentSchema {
    static let environmentConfig = DocumentSchema(
        "environment-config", "configs/v1/env.json: a team's environments and the builds of their apps",
        title: "Environment config",
        description: "A team's environments with the builds of their apps; all else in it is the team's own.",
        members: #"""
            "required": ["environments"],
            "properties": {
              "environments": {
                "description": "The environments by their id.",
                "type": "object",
                "additionalProperties": {
                  "properties": {
                    "apps": {
                      "description": "The app on each platform.",
                      "type": "object",
                      "properties": {
                        "ios": { "description": "The app on iOS.", "$ref": "#/$defs/app" },
                        "android": { "description": "The app on Android.", "$ref": "#/$defs/app" }
                      }
                    }
                  }
                }
              }
            }
            """#,
        definitions: [
            #"""
            "app": {
              "type": "object",
              "required": ["minimalVersion", "build", "url"],
              "properties": {
                "minimalVersion": { "description": "The version to show.", "type": "string" },
                "build": { "description": "A build below this one is blocked.", "type": "integer", "minimum": 1 },
                "url": { "description": "Where to get the app, which may be another app.", "type": "string" }
              }
            }
            """#
        ])

    static let remoteConfig = DocumentSchema(
        "remote-config", "remote-config-ios.json and -android.json: forced and optional update", title: "Remote config",
        description: "The versions of one platform, under the names of two parameters that the team chooses.",
        members: #"""
            "required": ["platform"],
            "minProperties": 3,
            "properties": {
              "platform": { "description": "The platform that the versions are for.", "enum": ["ios", "android"] },
            \#(member("force_update_version", "Below this version the app must be updated.", "version").indented()),
            \#(member("optional_update_version", "Below this version an update is advised.", "version").indented())
            },
            "additionalProperties": { "$ref": "#/$defs/version" }
            """#,
        definitions: [numbers("version")])

    static let firebaseTemplate = DocumentSchema(
        "firebase-template", "remoteconfig.template.json: Firebase's Remote Config template",
        title: "Firebase Remote Config template",
        description: "The versions of each platform as Firebase reads them, in the template of a project.",
        members: #"""
            "required": ["conditions", "parameters"],
            "properties": {
              "conditions": {
                "description": "The conditions, the one with the highest priority first; one for each platform.",
                "type": "array",
                "items": {
                  "type": "object",
                  "required": ["name", "expression"],
                  "properties": {
                    "name": { "description": "What the conditional values call it.", "type": "string" },
                    "expression": { "description": "When it holds, as Firebase writes it.", "type": "string" }
                  }
                }
              },
              "parameters": { "description": "The parameters by name.", "$ref": "#/$defs/parameters" },
              "parameterGroups": {
                "description": "Further parameters, sorted for people.",
                "type": "object",
                "additionalProperties": {
                  "type": "object",
                  "properties": {
                    "parameters": { "description": "The parameters by name.", "$ref": "#/$defs/parameters" }
                  }
                }
              }
            }
            """#,
        definitions: [
            #"""
            "parameters": {
              "type": "object",
              "additionalProperties": {
                "type": "object",
                "properties": {
                  "defaultValue": { "description": "The value where no condition holds.", "$ref": "#/$defs/value" },
                  "conditionalValues": {
                    "description": "The values by the name of their condition.",
                    "type": "object",
                    "additionalProperties": { "$ref": "#/$defs/value" }
                  }
                }
              }
            }
            """#,
            #"""
            "value": {
              "type": "object",
              "properties": { "value": { "description": "The value, unless Firebase determines it.", "type": "string" } }
            }
            """#,
        ])
}
