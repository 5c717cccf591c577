extension DocumentSchema {
    /// Of the environment config.
    static let environmentConfig = DocumentSchema(
        name: "environment-config", summary: "configs/v1/env.json: a team's environments and the builds of their apps",
        text: #"""
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "Environment config",
              "description": "A team's environments with the builds of their apps; all else in it is the team's own.",
              "type": "object",
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
              },
              "$defs": {
                "app": {
                  "type": "object",
                  "required": ["minimalVersion", "build", "url"],
                  "properties": {
                    "minimalVersion": { "description": "The version to show.", "type": "string" },
                    "build": { "description": "A build below this one is blocked.", "type": "integer", "minimum": 1 },
                    "url": { "description": "Where to get the app, which may be another app.", "type": "string" }
                  }
                }
              }
            }
            """#)

    /// Of the flat remote-config documents.
    static let remoteConfig = DocumentSchema(
        name: "remote-config", summary: "remote-config-ios.json and -android.json: forced and optional update",
        text: #"""
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "Remote config",
              "description": "The versions of one platform, under the names of two parameters that the team chooses.",
              "type": "object",
              "required": ["platform"],
              "minProperties": 3,
              "properties": {
                "platform": { "description": "The platform that the versions are for.", "enum": ["ios", "android"] },
                "force_update_version": {
                  "description": "Below this version the app must be updated.",
                  "$ref": "#/$defs/version"
                },
                "optional_update_version": {
                  "description": "Below this version an update is advised.",
                  "$ref": "#/$defs/version"
                }
              },
              "additionalProperties": { "$ref": "#/$defs/version" },
              "$defs": {
                "version": {
                  "description": "1 to 3 numbers joined by dots.",
                  "type": "string",
                  "pattern": "^[0-9]{1,18}(\\.[0-9]{1,18}){0,2}$"
                }
              }
            }
            """#)

    /// Of Firebase's template.
    static let firebaseTemplate = DocumentSchema(
        name: "firebase-template", summary: "remoteconfig.template.json: Firebase's Remote Config template",
        text: #"""
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "Firebase Remote Config template",
              "description": "The versions of each platform as Firebase reads them; Firebase knows more members.",
              "type": "object",
              "required": ["conditions", "parameters"],
              "properties": {
                "conditions": {
                  "description": "One condition for each platform.",
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
                "parameters": {
                  "description": "The parameters by name.",
                  "type": "object",
                  "additionalProperties": {
                    "type": "object",
                    "required": ["defaultValue", "conditionalValues"],
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
              },
              "$defs": {
                "value": {
                  "type": "object",
                  "required": ["value"],
                  "properties": { "value": { "description": "The version.", "type": "string" } }
                }
              }
            }
            """#)
}
