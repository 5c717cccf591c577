import Diagnostics
import PublicationTree

extension DocumentSchema {
    // An environment that extends another one is a merge patch (RFC 7396): any of its members may be missing, since they
    // can come from the other one, and null removes a member. So the members are declared nullable and optional, and
    // "complete" takes both back for an environment that extends nothing.

    static let policy = DocumentSchema(
        "policy", "policy.json: environments, versions and documents, written by people", title: "Signet policy",
        description: "Which versions of an app may run, and which documents say so. Comments are allowed.",
        members: #"""
            "additionalProperties": false,
            "required": ["environments"],
            "properties": {
              "$schema": { "description": "This schema, for editors; Signet ignores it.", "type": "string" },
              "descriptions": {
                "description": "The string catalog (.xcstrings) with all texts: a path in the policy's folder.",
                "type": "string",
                "$ref": "#/$defs/policyPath"
              },
              "allowedNames": {
                "description": "Names that stay in Latin letters in texts of other scripts, the app's own among them.",
                "type": "array",
                "maxItems": 256,
                "items": { "type": "string", "minLength": 1, "maxLength": 64 },
                "examples": [["App Store", "Google Play"]]
              },
              "environments": {
                "description": "The environments by name; each has a key and a tree of its own.",
                "type": "object",
                "minProperties": 1,
                "propertyNames": { "$ref": "#/$defs/environmentName" },
                "additionalProperties": { "$ref": "#/$defs/environment" }
              }
            }
            """#,
        definitions: [
            environment, completeEnvironment, policyCacheControl, policyPlatforms, policyRules, policyDocuments,
            policyValues,
        ])

    private static let environment = #"""
        "environment": {
          "description": "One environment. With \"extends\" it is laid over another one, and null takes a member away.",
          "type": "object",
          "additionalProperties": false,
          "properties": {
        \#(member("extends", "The environment that this one is laid over, by JSON Merge Patch (RFC 7396).", "environmentName").indented(2)),
            "origin": {
              "description": "Where the documents are served from: https:// and a host, perhaps with a path, no / at the end.",
              "type": ["string", "null"],
              "maxLength": 2048,
              "pattern": "^https://([A-Za-z0-9._~%!$&'()*+,;=-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]*)?(/(?!\\.+(/|$))[A-Za-z0-9._~-]+)*$",
              "examples": ["https://distribution.example.com"]
            },
            "publishTo": {
              "description": "The bucket that \"signet publish\" sends to; not inherited.",
              "type": ["string", "null"],
              "pattern": "^s3://[^/]+(/.*)?$",
              "examples": ["s3://example-distribution"]
            },
            "allow": {
              "description": "Changes and warnings that are meant, each as its finding prints it; not inherited.",
              "type": ["array", "null"],
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["code", "at"],
                "properties": {
                  "code": {
                    "description": "The code of the finding.",
                    "enum": [
        \#(Allowance.codes.map { "              \"\($0.rawValue)\"" }.joined(separator: ",\n"))
                    ]
                  },
                  "at": { "description": "What changes, or what the warning is about.", "type": "string" },
                  "from": { "description": "What is live.", "type": "string" },
                  "to": { "description": "What it becomes, or what the warning quotes.", "type": "string" }
                }
              },
              "examples": [
                [{ "code": "minimum-lowered", "at": "ios.minimumAppVersion", "from": "3.2.0", "to": "3.0.0" }]
              ]
            },
            "profile": {
              "description": "What a signature covers. \"body\" (if absent): the body. \"dated\": a date too.",
              "enum": ["body", "dated", null]
            },
            "envelopes": {
              "description": "In what signatures travel; apps verify headers or jws (\"headers\" if absent).",
              "type": ["array", "null"],
              "items": { "enum": [\#(Envelopes.names.map { "\"\($0)\"" }.joined(separator: ", "))] },
              "uniqueItems": true,
              "contains": { "enum": ["headers", "jws"] },
              "examples": [["headers", "jws"]]
            },
            "resignAfter": {
              "description": "The age at which a signature with a date is renewed, in s, m, h or d (24h if absent).",
              "type": ["string", "null"],
              "pattern": "^(?!0+[smhd]$)[0-9]{1,6}[smhd]$",
              "examples": ["12h"]
            },
            "maximumAge": {
              "description": "The age up to which apps let a document newly block them; what they are built with.",
              "type": ["string", "null"],
              "pattern": "^(?!0+[smhd]$)[0-9]{1,6}[smhd]$",
              "examples": ["7d"]
            },
            "cacheControl": {
              "description": "The header cache-control, or one for each document and a default.",
              "$ref": "#/$defs/cacheControl"
            },
            "ios": { "description": "What is required of iOS.", "$ref": "#/$defs/ios" },
            "android": { "description": "What is required of Android.", "$ref": "#/$defs/android" },
            "maintenance": {
              "description": "Whether the service is closed, for app-config and gate.",
              "type": ["object", "null"],
              "additionalProperties": false,
              "properties": {
                "active": { "description": "Whether it is closed now.", "type": ["boolean", "null"] },
                "message": { "description": "What to say: a key of the string catalog, or texts by language.", "$ref": "#/$defs/text" }
              }
            },
            "documents": { "description": "Which documents there are, and their paths.", "$ref": "#/$defs/documents" }
          },
          "if": { "required": ["extends"] },
          "else": { "$ref": "#/$defs/complete" }
        }
        """#

    private static let completeEnvironment = #"""
        "complete": {
          "$comment": "An environment that extends nothing must say everything itself.",
          "$ref": "#/$defs/withoutNull",
          "required": ["origin", "documents"],
          "properties": {
            "ios": { "patternProperties": { "Version$": { "required": ["value"], "$ref": "#/$defs/texts" } } },
            "android": {
              "patternProperties": {
                "SDKVersion$": { "required": ["value"], "$ref": "#/$defs/texts" },
                "AppVersion$": { "anyOf": [{ "required": ["value"] }, { "required": ["versionName"] }], "$ref": "#/$defs/texts" }
              }
            },
            "maintenance": { "required": ["active"], "$ref": "#/$defs/texts" },
            "documents": {
              "properties": {
                "app-config": { "required": ["path"] },
                "environment-config": {
                  "required": ["path", "base", "environments"],
                  "properties": { "environments": { "minProperties": 1 } }
                },
                "remote-config": { "required": ["path"] },
                "firebase-template": { "required": ["path"] }
              }
            }
          },
          "if": { "properties": { "documents": { "required": ["availability"] } } },
          "then": {
            "$comment": "Clients in the field cannot decode an availability document without both.",
            "properties": {
              "ios": { "required": ["minimumOSVersion", "minimumAppVersion"] },
              "android": {
                "required": ["minimumSDKVersion", "minimumAppVersion"],
                "properties": {
                  "minimumAppVersion": { "required": ["value"] },
                  "recommendedAppVersion": { "required": ["value"] }
                }
              }
            }
          }
        },
        "texts": {
          "$comment": "A text has a language.",
          "patternProperties": { "^(title|description|message)$": { "minProperties": 1 } }
        },
        "withoutNull": {
          "type": ["object", "array", "string", "number", "boolean"],
          "additionalProperties": { "$ref": "#/$defs/withoutNull" }
        }
        """#
}
