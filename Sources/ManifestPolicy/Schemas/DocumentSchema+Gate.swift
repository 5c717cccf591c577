import ManifestVerifier

extension DocumentSchema {
    static let iosGate = gate(.ios, "an iOS app", "rules for iOS")

    static let androidGate = gate(.android, "an Android app", "rules for Android")

    /// The schema of a gate document. Apps skip rules that do not fit it, and take the document without them.
    private static func gate(_ platform: Platform, _ reader: String, _ title: String) -> DocumentSchema {
        let other = platform == .ios ? "sdk" : "os"
        return DocumentSchema(
            "gate-\(platform.rawValue)", "gate/\(platform.rawValue).json: \(title), what \(reader) reads",
            title: "Gate document: \(title)",
            description: "Rules in order; the first that matches a device decides. Unknown members are ignored.",
            members: #"""
                "required": ["gate", "platform", "rules"],
                "properties": {
                  "gate": { "description": "The number of this format.", "const": 1 },
                  "platform": { "description": "The platform of the rules.", "const": "\#(platform.rawValue)" },
                  "latest": {
                    "description": "The versions that the store has, by system; absent when they are not known.",
                    "type": "array",
                    "maxItems": \#(Limits.gateLatest),
                    "items": { "$ref": "#/$defs/latest", "properties": { "\#(other)": false } }
                  },
                  "rules": {
                    "description": "The rules in order.",
                    "type": "array",
                    "maxItems": \#(Limits.gateRules),
                    "items": { "$ref": "#/$defs/rule", "properties": { "when": { "description": "What must hold.", "properties": { "\#(other)": false } } } }
                  }
                }
                """#,
            definitions: [rule, ruleDefinitions, numbers("version"), texts])
    }

    private static let rule = #"""
        "rule": {
          "type": "object",
          "required": ["id", "then"],
          "properties": {
            "id": { "description": "The name by which devices know the rule.", "$ref": "#/$defs/ruleName" },
            "when": { "description": "What must hold; without it the rule is for everyone.", "$ref": "#/$defs/when" },
            "then": { "description": "What the rule decides.", "enum": [\#(outcomes)] },
            "scope": { "description": "The part of the app that is closed.", "$ref": "#/$defs/ruleName" },
            "requiredFrom": { "description": "When the update becomes required, but not before the grace is over.", "$ref": "#/$defs/instant" },
            "grace": { "description": "How long after a device was first told it may go on.", "$ref": "#/$defs/duration" },
            "requiredBy": { "description": "When the update is required at the latest.", "$ref": "#/$defs/instant" },
            "title": { "description": "The heading.", "$ref": "#/$defs/texts" },
            "description": { "description": "The explanation.", "$ref": "#/$defs/texts" },
            "message": { "description": "What to say during maintenance.", "$ref": "#/$defs/texts" },
            "orElse": { "description": "The explanation for devices that cannot get the update.", "$ref": "#/$defs/texts" },
            "url": { "description": "Where to get the app.", "type": "string" }
          }
        }
        """#
}
