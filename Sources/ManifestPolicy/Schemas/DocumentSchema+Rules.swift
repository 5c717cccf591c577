import ManifestVerifier

extension DocumentSchema {
    /// The definitions of the policy's schema for the rules of gate documents.
    static let policyRules = #"""
        "rule": {
          "description": "One rule: conditions, and what is so where all of them hold.",
          "type": "object",
          "additionalProperties": false,
          "required": ["id", "then"],
          "properties": {
            "id": { "description": "The name by which devices know the rule.", "$ref": "#/$defs/ruleName", "not": { "enum": [\#(classicIDs)] } },
            "when": { "description": "What must hold; without it the rule is for everyone.", "$ref": "#/$defs/when" },
            "then": { "description": "What the rule decides.", "enum": [\#(outcomes)] },
            "scope": { "description": "The part of the app that is closed; apps ask for it by this name.", "$ref": "#/$defs/ruleName" },
            "requiredFrom": { "description": "When the update becomes required, but not before the grace is over.", "$ref": "#/$defs/instant" },
            "grace": { "description": "How long after a device was first told it may go on, in s, m, h or d: at most 90 days.", "$ref": "#/$defs/duration" },
            "requiredBy": { "description": "When the update is required at the latest.", "$ref": "#/$defs/instant" },
            "title": { "description": "The heading: a key of the string catalog, or texts by language.", "$ref": "#/$defs/ruleText" },
            "description": { "description": "The explanation: a key of the string catalog, or texts by language.", "$ref": "#/$defs/ruleText" },
            "message": { "description": "What to say during maintenance: a key of the string catalog, or texts by language.", "$ref": "#/$defs/ruleText" },
            "orElse": { "description": "For devices that cannot get the update: a key of the string catalog, or texts by language.", "$ref": "#/$defs/ruleText" },
            "url": { "description": "Where to get the app (storeURL if absent).", "type": "string", "$ref": "#/$defs/url" }
          },
          "allOf": [
            {
              "if": { "properties": { "then": { "description": "An exemption.", "const": "available" } } },
              "then": { "properties": { "title": false, "description": false, "orElse": false, "url": false } }
            },
            {
              "if": { "properties": { "then": { "description": "Maintenance.", "const": "maintenance" } } },
              "then": { "properties": { "description": false, "orElse": false, "url": false } },
              "else": { "properties": { "message": false, "scope": false } }
            },
            {
              "if": { "properties": { "then": { "description": "A recommendation.", "const": "recommended" } } },
              "else": { "properties": { "requiredFrom": false, "grace": false, "requiredBy": false } }
            }
          ]
        },
        "ruleText": { "$ref": "#/$defs/text", "type": ["string", "object"], "minProperties": 1 },
        \#(ruleDefinitions)
        """#

    private static let classicIDs = RulePolicy.classicIDs.map { "\"\($0)\"" }.joined(separator: ", ")
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
