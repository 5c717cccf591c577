extension DocumentSchema {
    static let policyDocuments = #"""
        "documents": {
          "type": ["object", "null"],
          "additionalProperties": false,
          "properties": {
        \#(member("availability", "The path of the availability documents; {platform} stands for ios and android.", "platformPath").indented(2)),
        \#(member("app-config", "One document for all platforms, or one for each if the path has {platform}.", "updating").indented(2)),
            "environment-config": {
              "description": "A team's own environment file, with the versions of the apps laid into it.",
              "type": ["object", "null"],
              "additionalProperties": false,
              "properties": {
                "path": {
                  "description": "Where the document goes: a path or several.",
                  "anyOf": [
                    { "$ref": "#/$defs/path" },
                    { "type": "array", "minItems": 1, "items": { "type": "string", "$ref": "#/$defs/path" } }
                  ]
                },
                "base": { "description": "The team's file, in the policy's folder.", "$ref": "#/$defs/policyPath" },
                "environments": {
                  "description": "The ids of the file's environments, each with the environment of the policy it is.",
                  "type": ["object", "null"],
                  "additionalProperties": { "anyOf": [{ "type": "null" }, { "$ref": "#/$defs/environmentName" }] }
                }
              }
            },
        \#(member("remote-config", "Flat documents for remote configuration: a path with {platform}, or path and parameters.", "parameters").indented(2)),
            "firebase-template": {
              "description": "Firebase's Remote Config template: a path, or path, base and parameters.",
              "type": ["string", "object", "null"],
              "anyOf": [{ "type": "object" }, { "$ref": "#/$defs/path" }],
              "additionalProperties": false,
              "properties": {
                "path": { "description": "Where the document goes.", "$ref": "#/$defs/path" },
                "base": {
                  "description": "The project's current template, in the policy's folder, as firebase remoteconfig:get writes it.",
                  "$ref": "#/$defs/policyPath"
                },
        \#(parameterNames.indented(4))
              }
            },
        \#(member("gate", "The path of the gate documents, which have the rules; {platform} stands for ios and android.", "platformPath").indented(2)),
            "web-bundles": {
              "description": "The web bundles: builds/ and the reviewed list that names their archives.",
              "type": ["object", "null"],
              "additionalProperties": false,
              "properties": {
                "path": { "description": "Where they go.", "enum": ["builds/", null] },
                "list": { "description": "The list, in the policy's folder.", "$ref": "#/$defs/policyPath" },
                "urlPrefix": {
                  "description": "Where apps find the archives (beside the documents if absent).",
                  "type": ["string", "null"],
                  "maxLength": 512,
                  "pattern": "^https://[A-Za-z0-9._~:-]+/([A-Za-z0-9._~/:-]*/)?$"
                }
              }
            },
            "files": {
              "description": "Files that are published as they are: where to, and which: a file, a folder/ or a pattern like folder/*.json.",
              "type": ["object", "null"],
              "propertyNames": { "$ref": "#/$defs/filesTarget" },
              "patternProperties": {
                "/$": { "anyOf": [{ "$ref": "#/$defs/policyPath", "pattern": "/$" }, { "$ref": "#/$defs/filePattern" }] },
                "[^/]$": { "$ref": "#/$defs/policyPath", "pattern": "[^/]$" }
              }
            }
          }
        },
        "updating": {
          "type": ["string", "object", "null"],
          "anyOf": [{ "type": "object" }, { "$ref": "#/$defs/platformPath" }],
          "additionalProperties": false,
          "properties": {
            "path": { "description": "Where the document goes.", "$ref": "#/$defs/platformPath" },
            "updateUrl": { "description": "One URL for all platforms, instead of each one's storeURL.", "$ref": "#/$defs/url" }
          }
        },
        "parameters": {
          "type": ["string", "object", "null"],
          "anyOf": [{ "type": "object" }, { "$ref": "#/$defs/platformPath" }],
          "additionalProperties": false,
          "properties": {
            "path": { "description": "Where the document goes.", "$ref": "#/$defs/platformPath" },
        \#(parameterNames.indented(2))
          }
        }
        """#

    private static let parameterNames = #"""
        \#(member("forceParameter", "The parameter below which an update is forced (force_update_version if absent).", "parameter")),
        \#(member("optionalParameter", "The parameter below which one is advised (optional_update_version if absent).", "parameter"))
        """#

    /// The definitions of the policy's schema for values, as strict as the parser.
    static let policyValues = #"""
        "environmentName": { "type": "string", "pattern": "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$" },
        "filesTarget": {
          "type": "string",
          "maxLength": 1025,
          "pattern": "^(/|[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}(/[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}){0,31}/?)$",
          "not": { "$ref": "#/$defs/reserved" }
        },
        "policyPath": {
          "type": ["string", "null"],
          "pattern": "^(?![Kk][Ee][Yy][Ss](/|$))[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}(/[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}){0,31}/?$"
        },
        "filePattern": {
          "type": "string",
          "pattern": "^(?![Kk][Ee][Yy][Ss]/)([A-Za-z0-9_-][A-Za-z0-9._-]{0,239}/){1,32}(?=.*[*?])([A-Za-z0-9_*?-][A-Za-z0-9._*?-]{0,239}/){0,31}(?!\\*\\*$)[A-Za-z0-9_*?-][A-Za-z0-9._*?-]{0,239}$"
        },
        "path": {
          "type": ["string", "null"],
          "maxLength": 1024,
          "pattern": "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}(/[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}){0,31}$",
          "not": { "$ref": "#/$defs/reserved" }
        },
        "platformPath": {
          "type": ["string", "null"],
          "pattern": "^([A-Za-z0-9_-]|\\{platform\\})([A-Za-z0-9._-]|\\{platform\\}){0,239}(/([A-Za-z0-9_-]|\\{platform\\})([A-Za-z0-9._-]|\\{platform\\}){0,239}){0,31}$",
          "not": { "$ref": "#/$defs/reserved" }
        },
        "reserved": {
          "description": "Names that belong to the tree itself: *.sig, *.headers, *.jws, publication.",
          "type": "string",
          "anyOf": [
            { "pattern": "\\.([Ss][Ii][Gg]|[Hh][Ee][Aa][Dd][Ee][Rr][Ss]|[Jj][Ww][Ss])(/|$)" },
            { "pattern": "^[Pp][Uu][Bb][Ll][Ii][Cc][Aa][Tt][Ii][Oo][Nn](/|$)" }
          ]
        },
        "url": {
          "type": ["string", "null"],
          "maxLength": 2048,
          "pattern": "^https://[!$-.0-;=A-\\[\\]_a-z~]+([/?#][!#-;=?-\\[\\]_a-z~]*)?$"
        },
        "version": { "type": ["string", "null"], "pattern": "^[0-9]{1,18}(\\.[0-9]{1,18}){0,2}$" },
        "number": { "type": ["integer", "null"], "minimum": 1 },
        "text": {
          "type": ["string", "object", "null"],
          "propertyNames": { "pattern": "^[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8})*$" },
          "additionalProperties": { "type": ["string", "null"] }
        },
        "parameter": { "type": ["string", "null"], "pattern": "^[A-Za-z_][A-Za-z0-9_]{0,255}$" }
        """#
}
