import ManifestVerifier

extension DocumentSchema {
    /// What a rule can decide, as JSON strings.
    static let outcomes = GateRule.Outcome.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

    /// What the policy and gate documents have in common.
    ///
    /// In a gate document a condition of another form only makes its rule match no one; here as there it is a mistake.
    static let ruleDefinitions = #"""
        "when": {
          "description": "Conditions, all of which must hold.",
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "app": { "description": "Versions of the app; on Android its version name.", "$ref": "#/$defs/patterns" },
            "build": { "description": "Builds of the app; on Android its version code.", "$ref": "#/$defs/patterns" },
            "os": { "description": "Versions of iOS.", "$ref": "#/$defs/patterns" },
            "sdk": { "description": "SDK levels of Android.", "$ref": "#/$defs/patterns" },
            "channel": { "description": "Channels of the app, as it names them.", "$ref": "#/$defs/words" },
            "region": { "description": "Regions of the device, as the app names them.", "$ref": "#/$defs/words" },
            "model": { "description": "Models of the device; iPhone8,* for all that begin so.", "$ref": "#/$defs/words" },
            "from": { "description": "Not before this time.", "$ref": "#/$defs/instant" },
            "until": { "description": "Before this time.", "$ref": "#/$defs/instant" },
            "share": { "description": "A share of all devices that grows step by step.", "$ref": "#/$defs/share" }
          }
        },
        "share": {
          "type": "object",
          "required": ["salt", "steps"],
          "properties": {
            "salt": { "description": "What tells this roll-out from others.", "$ref": "#/$defs/ruleName" },
            "steps": {
              "description": "Times, each later than the one before it, and the percentage from then on.",
              "type": "array",
              "minItems": 1,
              "maxItems": \#(Limits.shareSteps),
              "items": {
                "type": "array",
                "minItems": 2,
                "maxItems": 2,
                "prefixItems": [{ "$ref": "#/$defs/instant" }, { "type": "number", "minimum": 0, "maximum": 100 }]
              }
            }
          }
        },
        "latest": {
          "type": "object",
          "additionalProperties": false,
          "required": ["app"],
          "properties": {
            "app": { "description": "The version; on Android its version name.", "$ref": "#/$defs/version", "type": "string" },
            "os": { "description": "The versions of iOS that it runs on; any if absent.", "$ref": "#/$defs/patterns" },
            "sdk": { "description": "The SDK levels that it runs on; any if absent.", "$ref": "#/$defs/patterns" },
            "build": { "description": "Its build; on Android its version code.", "type": "integer", "minimum": 1 }
          }
        },
        "ruleName": { "type": "string", "pattern": "^[A-Za-z0-9._-]{1,\#(Limits.nameBytes)}$" },
        "patterns": { "anyOf": [{ "$ref": "#/$defs/pattern" }, { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/pattern" } }] },
        "pattern": {
          "type": "string",
          "pattern": "^((<|<=|>=|>)?[0-9]{1,18}(\\.[0-9]{1,18}){0,2}|[0-9]{1,18}(\\.[0-9]{1,18}){0,2}\\.\\.\\.[0-9]{1,18}(\\.[0-9]{1,18}){0,2})$"
        },
        "words": {
          "anyOf": [{ "$ref": "#/$defs/word" }, { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/word" } }]
        },
        "word": { "description": "A name in printable ASCII without quotes.", "type": "string", "pattern": "^[ !#-~]+$" },
        "instant": {
          "type": "string",
          "pattern": "^(19[7-9][0-9]|[2-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$"
        },
        "duration": { "type": "string", "pattern": "^(?!0+[smhd]$)[0-9]{1,6}[smhd]$" }
        """#
}
