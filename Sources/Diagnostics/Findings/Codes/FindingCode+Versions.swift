extension FindingCode {
    // MARK: Versions

    package static let minimumAboveRecommended = FindingCode(
        "minimum-above-recommended", .warning, .byQuote,
        #"a minimum above the recommended version; a planned demise says `"demise": true` beside the value"#,
        why: "Every version that people are told to install would be blocked.",
        fix: """
            Correct the one that is wrong. If no one is to use the app any more, write "demise": true beside the value.
            """,
        example: "minimumOSVersion 14.1, recommendedOSVersion 14")

    package static let minimumAboveLatest = FindingCode(
        "minimum-above-latest", .warning, .byQuote,
        #"a minimum above the latest version; a planned demise says `"demise": true` beside the value"#,
        why: "No one could use the app: as far as the policy knows there is no version that is new enough.",
        fix: """
            Correct the minimum, or raise the latest version if the stores have it. If no one is to use the app any \
            more, write "demise": true beside the value.
            """,
        example: "minimumAppVersion 320.0, latestAppVersion 3.2.0")

    package static let minimumUnchecked = FindingCode(
        "minimum-unchecked", .warning, .byQuote,
        "a minimum, or its build, that is compared with no latest or recommended version of its platform",
        why: "A typing error in it blocks everyone and cannot be noticed: nothing says which versions there are.",
        fix: "Add latestAppVersion for the platform, with a build where the minimum has one.",
        example: "minimumAppVersion 320.0 without a latestAppVersion or recommendedAppVersion")

    package static let maximumAge = FindingCode(
        "maximum-age", .warning, .byQuote,
        "`maximumAge`, after which your apps treat a document as frozen, is less than three times `resignAfter`",
        why: "After one build that is late, apps would ignore new blocks.",
        fix: "Raise maximumAge, in the apps too, or lower resignAfter and build more often.",
        example: #""resignAfter": "12h", "maximumAge": "24h""#)

    // MARK: What would do nothing

    package static let maintenanceUnreachable = FindingCode(
        "maintenance-unreachable", .error, .none, "maintenance that is switched on and that no document carries",
        why: "No one would see it: availability documents have no place for it.",
        fix: "Publish a document that carries it, such as app-config or gate, or switch it off.",
        example: #""maintenance": { "active": true }, with only availability in documents"#)

    package static let languageNotCarried = FindingCode(
        "language-not-carried", .note, .none, "a language of a text that its document has no place for",
        why: "An app-config carries one text, in the catalog's source language; the other languages are not sent.",
        fix: "Nothing, if that is known. A document with texts by language carries all of them.",
        example: "a maintenance message in en and cy in an app-config")

    package static let placeholderValue = FindingCode(
        "placeholder-value", .warning, .byQuote, "a value of the starter policy that a team replaces by its own",
        why: "The host or the app does not exist, so that people are led nowhere.",
        fix: """
            Put in your own value. Unlike others, an address that signet init wrote cannot be acknowledged: publish \
            refuses it, and so does plan where it compares.
            """,
        example: "com.example.app, id000000000, distribution.example.com")

    package static let firebaseBaseMissing = FindingCode(
        "firebase-base-missing", .warning, .byQuote, "a Firebase template without the project's current one",
        why: "A deploy replaces the whole template: all other parameters of the project would be deleted.",
        fix: """
            Write the current one into the policy's folder (firebase remoteconfig:get -o base.json) and name it as \
            "base".
            """,
        example: #""firebase-template": "remoteconfig.template.json" without "base""#)

    // MARK: Keys

    package static let keyMissing = FindingCode(
        "key-missing", .error, .none, "an environment without a key",
        why: "Nothing can be signed for it.",
        fix: "Correct the environment's name, or make its first key with: signet keys generate NAME",
        example: #"environment "prodution" in the policy, "production" in the key ring"#)

    package static let keyRevoked = FindingCode(
        "key-revoked", .error, .none, "an environment whose keys are all revoked",
        why: "A revoked key never verifies again.",
        fix: """
            Make a new one with: signet keys generate NAME --environment ENVIRONMENT, then: signet keys rotate \
            ENVIRONMENT --unshipped. Apps follow with an update that embeds the ring.
            """,
        example: "the only key was stolen and revoked")

    package static let keyInactive = FindingCode(
        "key-inactive", .error, .none, "an environment without an active key",
        why: "Only an active key signs; next and retired ones do not.",
        fix: "Let the next key take over with: signet keys rotate ENVIRONMENT",
        example: #"keys "production" (retired) and "production-2" (next)"#)

    package static let keyOfOtherEnvironment = FindingCode(
        "key-of-other-environment", .error, .none, "an environment whose key is for another one",
        why: "Each environment has keys of its own, so that nothing of staging verifies in production.",
        fix: "Make a key for it with: signet keys generate NAME --environment ENVIRONMENT",
        example: #"key "production", whose environment is "staging""#)

    package static let noNextKey = FindingCode(
        "no-next-key", .warning, .byQuote,
        "an environment without a key that can take over when the active one is lost or stolen",
        why: "Apps would refuse everything new until they are updated.",
        fix: """
            Make one with: signet keys generate NAME --environment ENVIRONMENT, and ship it in the next version of the \
            app.
            """,
        example: #"one key, "production" (active)"#)

    package static let keyUnshipped = FindingCode(
        "key-unshipped", .warning, .byQuote, "a key that signs, and that no app in the field is known to have",
        why: "Apps that have another key of the environment refuse everything that it signs until they are updated.",
        fix: """
            Let a key sign that apps have, or note the version that embeds this one: signet keys shipped NAME VERSION. After \
            a key was lost or stolen, acknowledge it.
            """,
        example: #"production has "shippedIn": "3.0.0", and production-2 signs without"#)
}
