// Against a base file and what is live.

extension FindingCode {
    package static let baseChanged = FindingCode(
        "base-changed", .error, .offered,
        "a base file with a higher minimum, another URL or another platform than the document made from it",
        why: "A base file is what you publish so far: apps that it blocks today would run again.",
        fix: "Correct the policy, or the base file if it is out of date; or acknowledge the change.",
        example: """
            "allow": [{ "code": "base-changed", "at": "mainnet.ios.build",
                        "from": "50000", "to": "40000" }]
            """)

    package static let unverifiedDocument = FindingCode(
        "unverified-document", .warning, .requiredByHand,
        "a published document whose signature does not verify, so nothing can be compared with it",
        why: "It may have been put there by other means than publish, or an upload was interrupted.",
        fix: "Look at what is there before you replace it.",
        example: "the body of one publication with the headers of another")

    package static let liveRetiredKey = FindingCode(
        "live-retired-key", .warning, .required, "something live that only a key signed which does not sign now",
        why: """
            After a rotation the live documents still have their former signatures, once. Later, and of a key that is to \
            sign only later, it means that someone who has that key has published them.
            """,
        fix: """
            Acknowledge it for the rotation; keys rotate writes that entry. Otherwise treat that key as stolen.
            """,
        example: "production-2 signs now, and everything live is signed by production")

    package static let dateAhead = FindingCode(
        "date-ahead", .warning, .requiredByHand,
        "a live document dated so far ahead of the clock that clients refuse it",
        why: "No later document can have a later date, and none has to: clients do not keep such a document.",
        fix: "Find out whose clock was wrong, then publish over it.",
        example: "signed 4 January 2031, read on 3 August 2026")

    package static let ringChanged = FindingCode(
        "ring-changed", .warning, .required,
        "a key ring with other keys, states or another order than the live index lists",
        why: "Whoever adds a key to the ring can sign for the environment once apps embed it.",
        fix: "Compare the ring with signet keys list; the commands that change a ring write the entry themselves.",
        example: "production-2027 next is new on the ring")

    package static let documentRemoved = FindingCode(
        "document-removed", .warning, .required, "a document that is no longer published",
        why: "Apps in the field still ask for it, and go on by the last one that they verified.",
        fix: "Keep it as long as any version of the app reads it.",
        example: "app-config is gone from documents")

    package static let envelopeRemoved = FindingCode(
        "envelope-removed", .error, .required,
        "an envelope that is live would be left out: apps that are configured for it accept nothing new",
        why: "An app verifies headers or .jws, as it was built; it never tries the other.",
        fix: "Keep the envelope as long as any version of the app uses it, or acknowledge the change.",
        example: #""envelopes": ["headers", "jws"]   becomes   ["jws"]"#)

    package static let bundleReoffered = FindingCode(
        "bundle-reoffered", .warning, .requiredByHand, "a web bundle that was withdrawn would be offered again",
        why: "It was taken out of use for good; clients left it for a reason.",
        fix: "Pack the mended bundle under a new version.",
        example: "1.5.1, withdrawn on Monday, offered on Tuesday")

    package static let bundleBounds = FindingCode(
        "bundle-bounds", .warning, .required, "a web bundle that is offered to other shells",
        why: "Shells that cannot run it would be given it, or others would lose it.",
        fix: "Correct the bounds in bundles.json, or acknowledge the change.",
        example: #""max": "2.9.9"   becomes   "999.0.0""#)

    package static let shellChanged = FindingCode(
        "shell-changed", .warning, .required, "a recorded shell that is recorded otherwise, or no longer",
        why: "Devices have that shell as it was released, and bundles would be offered where a plugin is missing.",
        fix: "Record the new shell under a higher version; acknowledge what corrects a shell that was never released.",
        example: "iOS shell 2.0.0 with @capacitor/camera 7.4.0 instead of 7.0.1")

    package static let originChanged = FindingCode(
        "origin-changed", .warning, .required, "documents that are served from another origin",
        why: "Installed apps go on asking the origin that they were built for.",
        fix: "Publish in both places as long as any version of the app asks the former one.",
        example: "https://distribution.example.com becomes https://cdn.example.com")

    package static let profileChanged = FindingCode(
        "profile-changed", .error, .required, "signatures that cover something else than before",
        why: "Apps that expect the other profile refuse every document, and stay at the last one.",
        fix: "Keep the profile as long as any version of the app expects it.",
        example: #""profile": "dated"   becomes   "body""#)

    package static let parametersChanged = FindingCode(
        "parameters-changed", .warning, .required, "parameters of remote configuration under other names",
        why: "Apps read them by name: they find another version, or none.",
        fix: "Keep the names that installed apps read.",
        example: #""forceParameter": "force_update_version"   becomes   "forced_version""#)

    package static let cacheLonger = FindingCode(
        "cache-longer", .warning, .required,
        "caches that may keep documents for more than an hour and longer than before, or signatures that become older",
        why: "A block, and the end of one, arrives only when caches let go of the former document.",
        fix: "Keep max-age and resignAfter short for everything that decides.",
        example: #""cacheControl": "public, max-age=31536000""#)

    package static let overLimit = FindingCode(
        "over-limit", .error, .required,
        "more devices blocked than the policy's \"maxBlocked\" allows, or a change that raises or removes that limit",
        why: """
            The devices are those of the file that \"population\" names, at the time at which most are blocked. \
            Another number of devices is another change, and needs an acknowledgement of its own.
            """,
        fix: "Block fewer devices, or recommend the update first; or acknowledge the number.",
        example: "\"maxBlocked\": \"2%\", and a minimum that blocks 41,200 of 160,000 devices")

    package static let recommendationRemoved = FindingCode(
        "recommendation-removed", .error, .required, "a recommendation that was published may not disappear",
        why: "Deployed clients expect the member once they have seen it.",
        fix: "Keep it; to recommend nothing, set it to the minimum.",
        example: "recommendedAppVersion is gone from ios")

    package static let textRemoved = FindingCode(
        "text-removed", .warning, .required, "a text, or a language of one, that is no longer published",
        why: "People who read it would get another language, or the app's own words.",
        fix: "Put the text back, unless the app has dropped the language too.",
        example: "description no longer has cy")

    package static let devicesBlocked = FindingCode(
        "devices-blocked", .note, .none, "a change that blocks devices which may run now",
        why: """
            It is what a policy is for, and it is always said, because people lose the use of the app until they update. \
            A device that is named is one of those, found by deciding with the old and the new documents.
            """,
        fix: "Nothing, if these are the devices that you mean; signet plan --population counts them.",
        example: "iOS: minimum app 3.0.0 → 3.2.0")

    package static let devicesFreed = FindingCode(
        "devices-freed", .warning, .required,
        "a change that lets devices run which are blocked now, for ever or for a while",
        why: """
            They were blocked for a reason, perhaps for a hole in their version. A minimum that goes down lifts a block; \
            so does a rule that goes, stands in front of another one, or matches fewer devices.
            """,
        fix: "Put the minimum or the rule back, or acknowledge the change.",
        example: """
            "allow": [{ "code": "devices-freed", "at": "ios.minimumAppVersion",
                        "from": "3.2.0", "to": "3.0.0" }]
            """)

    package static let newestBlocked = FindingCode(
        "newest-blocked", .warning, .required,
        "a change that blocks the newest version that is live, or asks for one that it calls the latest itself",
        why: "Until the store has a newer version, people are blocked and cannot update.",
        fix: "Publish the new latestAppVersion first, when the store has it; then raise the minimum.",
        example: "minimumAppVersion 3.3.0, and 3.2.0 is the latest that is live")

    package static let cannotObey = FindingCode(
        "cannot-obey", .warning, .required, "a change that blocks devices which can install nothing to run again",
        why: "They are told to update, and no version that may run is for their system: the app is gone for them.",
        fix: "Keep a version that they can run, or acknowledge that these devices are given up.",
        example: "app below 3.2.0 required, and 3.2.0 needs iOS 15")

    package static let notCompared = FindingCode(
        "not-compared", .warning, .required, "rules of which it cannot be told what becomes of devices",
        why:
            "They have too many combinations, or a condition that only newer clients know: anything may be hidden there.",
        fix: "Split the change, or remove rules and roll-outs that are over.",
        example: "20 roll-outs of their own, each in front of the others")

    package static let unnamedChange = FindingCode(
        "unnamed-change", .warning, .required, "a document with other bytes that nothing else explains",
        why: "What it says to devices is the same, but something is different, and it is not known what for.",
        fix: "Look at both files, then acknowledge the change.",
        example: "env.json with other white space")

    package static let hostChanged = FindingCode(
        "host-changed", .warning, .required, "a URL that leads to another host",
        why: "Blocked people follow it; it decides what they install.",
        fix: "Check the address.",
        example: "https://apps.apple.com/… → https://example.net/…")

    package static let storeChanged = FindingCode(
        "store-changed", .warning, .required, "a store URL that names another app",
        why: "Blocked people would install something else.",
        fix: "Check the store id or the bundle id.",
        example: "…/app/id123456 → …/app/id123465")

    package static let allowanceUnused = FindingCode(
        "allowance-unused", .error, .none, "an entry of `allow` that fits no change and no warning",
        why: """
            An acknowledgement is for one change or warning that was reviewed with it; none can be planted for later.
            """,
        fix: "Correct its at, from and to, or remove it.",
        example: #""from": "3.2.0" where 3.1.0 is live"#)

    package static let allowanceDone = FindingCode(
        "allowance-done", .note, .none, "an entry of `allow` whose change is live",
        why: "It has done its work.",
        fix: "Remove it with the next change of the policy.",
        example: "devices-freed from 3.2.0 to 3.0.0, and 3.0.0 is live")
}
