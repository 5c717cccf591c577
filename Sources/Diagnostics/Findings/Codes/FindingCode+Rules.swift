extension FindingCode {
    package static let rulesUnreachable = FindingCode(
        "rules-unreachable", .error, .none, "rules of a platform in an environment without a gate document",
        why: "No app would be told: the other documents have no place for rules.",
        fix: #"Add "gate": "gate/{platform}.json" to documents, or set "rules": null where they are inherited."#,
        example: #""rules": [ … ], with only availability in documents"#)

    package static let ruleShadowed = FindingCode(
        "rule-shadowed", .warning, .byQuote,
        """
        a rule that never decides, because earlier rules always decide before it, or that requires what an earlier one \
        only advises
        """,
        why: "The first rule that matches a device decides. What this one says reaches no one.",
        fix: "Put it before the others, make them narrower, or leave it out.",
        example: #""when": { "app": "<2.0.0" } behind "when": { "app": "<3.0.0" }"#)

    package static let latestBlocked = FindingCode(
        "latest-blocked", .warning, .byQuote,
        "a rule that requires an update and blocks the newest version in `latest` as well",
        why: "People would update, and be blocked again.",
        fix: "End the range below the version that helps, or list that version in latest.",
        example: #""when": { "app": ">=2.3.1" }, and the newest version is 3.2.0"#)

    package static let orElseMissing = FindingCode(
        "or-else-missing", .warning, .byQuote,
        "a rule that requires an update which some devices cannot get, without `orElse`",
        why: """
            On a system for which there is no newer version that may run, the app stays blocked, and no button can \
            help. The text would ask for the impossible.
            """,
        fix: """
            Say in orElse what these people can do, or list a version for their system in latest. On a \
            minimumAppVersion it is the member orElse, too.
            """,
        example: #""when": { "app": "<3.0.0" }, and 3.2.0 needs iOS 15"#)

    package static let ruleTextMissing = FindingCode(
        "rule-text-missing", .warning, .byQuote,
        "a rule that requires or advises an update without a `description`, or maintenance without a `message`",
        why: "People are stopped and not told why.",
        fix: "Add the text: a key of the string catalog, or texts by language.",
        example: #"{ "id": "bad-2.3", "when": { "app": "2.3.1" }, "then": "required" }"#)

    package static let shareSteps = FindingCode(
        "share-steps", .warning, .byQuote,
        "a share that never reaches 100 %, reaches it after `until`, goes back, or is 0 % at every step",
        why: "Some devices never match the rule, or no longer do. A roll-out that is forgotten half way stays there.",
        fix: "Let the last step be 100, before the rule ends.",
        example: #""steps": [["2026-12-01T00:00:00Z", 5], ["2026-12-03T00:00:00Z", 50]]"#)

    package static let saltReused = FindingCode(
        "salt-reused", .warning, .byQuote, "two rules whose shares have one salt and different steps",
        why: "The place of a device in a roll-out depends on the salt alone, so that the same people go first in both.",
        fix: "Give each roll-out a salt of its own, such as the version that it is for.",
        example: #""salt": "rollout" in two rules"#)

    package static let ruleCombinations = FindingCode(
        "rule-combinations", .error, .none,
        "rules that tell too many kinds of devices apart for a change to be compared",
        why: "What cannot be compared could block or free anyone without being told.",
        fix: "Remove rules and roll-outs that are over, or give several rules the same conditions.",
        example: "twelve roll-outs, each with a salt of its own")

    package static let ruleGap = FindingCode(
        "rule-gap", .warning, .byQuote, "a rule that blocks and ends on the date on which another one begins",
        why: """
            A block ends by the clock of the device, and a rule begins at most 7 days after the signed date. On a \
            device with an old document the first has ended, and the second not begun: neither holds.
            """,
        fix: "Put the rule that begins before the one that ends, and leave until out: the first that matches decides.",
        example: #""until": "2026-12-02T00:00:00Z", and "from" of another rule is the same"#)

    package static let requiredUntil = FindingCode(
        "required-until", .warning, .byQuote, "a rule that requires an update, with `until`",
        why: """
            A block ends by the clock of the device, so that a user who sets it forward is not blocked. A version that \
            must not run today is seldom good enough tomorrow.
            """,
        fix: "Leave out until, and take the rule out of the policy when it is over.",
        example: #""when": { "until": "2026-12-02T00:00:00Z" }, "then": "required""#)

    package static let ruleDatePast = FindingCode(
        "rule-date-past", .note, .none, "a rule that has ended, or that has required its update of everyone for good",
        why: "It is history: people who read the policy take it for what happens now.",
        fix: #"Leave out a rule that has ended; write "then": "required" where requiredBy has passed."#,
        example: #""until": "2020-01-01T00:00:00Z""#)

    package static let ruleNotCarried = FindingCode(
        "rule-not-carried", .note, .none, "rules that other documents of the policy have no place for",
        why: """
            Those documents never gain members, for the apps that read them. Such apps are told the minimum, \
            recommended and latest versions alone.
            """,
        fix: "Nothing, if that is known. What must reach older apps, say as a minimumAppVersion, too.",
        example: #""rules": [ … ], and availability beside gate in documents"#)
}
