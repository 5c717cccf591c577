extension DocumentSchema {
    private static let decision = object(
        "decision",
        [
            Member("path", "The document.", .text),
            Member("format", "What it is.", .text),
            Member("configEnvironment", "The environment of an environment config.", .text, isOptional: true),
            Member("verified", "Whether its signature was checked.", .flag),
            Member("keyId", "The id of the key that signed it.", .text, isOptional: true),
            Member("asOf", "The signed date.", .date, isOptional: true),
            Member("blocked", "Whether the app may not run.", .flag),
            Member(
                "outcome", "What the device is told.", .oneOf(["available", "recommended", "required", "maintenance"])),
            Member("update", "What to update, and how.", .reference("update"), isOptional: true),
            Member(
                "title", "The title of a maintenance in the chosen language.", .reference("chosenText"),
                isOptional: true),
            Member("message", "The message of a maintenance, if it has one.", .textOrNull, isOptional: true),
            Member("language", "The language of the message.", .text, isOptional: true),
            Member("rule", "The id of the rule that decides, if one does.", .text, isOptional: true),
            Member("ruleTime", "The time by which rules decide.", .date, isOptional: true),
            Member("earlierRules", "The rules before that one.", .list("missedRule"), isOptional: true),
            Member("unusableRules", "What apps skip, and why.", .texts, isOptional: true),
            Member("failure", "Why the version of the app does not compare.", .text, isOptional: true),
        ])

    private static let missedRule = object(
        "missedRule",
        [Member("rule", "The id of the rule.", .text), Member("reason", "Why it does not decide.", .text)])

    /// The result of `signet decide`.
    static let decisions = [
        object("decide", [Member("documents", "What each document says.", .list("decision"))]), decision, missedRule,
        update,
    ]

    private static let update = object(
        "update",
        [
            Member("subject", "What to update.", .oneOf(["system", "app", "rule"])),
            Member("sdk", "The SDK level to reach.", .count, isOptional: true),
            Member("build", "The build to reach.", .count, isOptional: true),
            Member("version", "The version to reach, or to show.", .text, isOptional: true),
            Member("title", "The title in the chosen language.", .reference("chosenText"), isOptional: true),
            Member("description", "The text in the chosen language.", .reference("chosenText"), isOptional: true),
            Member("url", "Where the update is to be had.", .text, isOptional: true),
            Member("store", "Whether the store has it.", .oneOf(["unknown", "available", "missing"])),
            Member("obtainable", "Whether this device can get it, as far as rules say.", .flag, isOptional: true),
            Member("due", "When it becomes required, or became.", .date, isOptional: true),
        ])
}
