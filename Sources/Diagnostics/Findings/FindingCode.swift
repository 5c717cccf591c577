/// The subject of a finding: what it means in plan, build and publish alike, and to a person. The words are in
/// `CResources/findings/codes.txt`, in the order in which `signet help codes` lists them. A raw value is stable: people search
/// for it and programs filter by it.
package enum FindingCode: String, Sendable, CaseIterable {
    case syntax
    case unknownMember = "unknown-member"
    case missingMember = "missing-member"
    case invalidValue = "invalid-value"
    case versionGrammar = "version-grammar"
    case positiveInteger = "positive-integer"

    case platformsDisagree = "platforms-disagree"
    case documentPath = "document-path"
    case documentMeaning = "document-meaning"
    case jwsExcluded = "jws-excluded"
    case jwsImpossible = "jws-impossible"
    case missingFile = "missing-file"
    case unusableFile = "unusable-file"
    case limit

    case unknownText = "unknown-text"
    case sourceLanguageMissing = "source-language-missing"
    case languageTag = "language-tag"
    case duplicateLanguage = "duplicate-language"
    case textVariations = "text-variations"
    case placeholder
    case invisibleCharacter = "invisible-character"
    case leftoverText = "leftover-text"
    case languagesMissing = "languages-missing"
    case emptyText = "empty-text"
    case spaces
    case unreviewedText = "unreviewed-text"
    case wrongStore = "wrong-store"

    case minimumAboveRecommended = "minimum-above-recommended"
    case minimumAboveLatest = "minimum-above-latest"
    case minimumUnchecked = "minimum-unchecked"

    case rulesUnreachable = "rules-unreachable"
    case ruleShadowed = "rule-shadowed"
    case latestBlocked = "latest-blocked"
    case orElseMissing = "or-else-missing"
    case ruleTextMissing = "rule-text-missing"
    case shareSteps = "share-steps"
    case saltReused = "salt-reused"
    case ruleCombinations = "rule-combinations"
    case ruleGap = "rule-gap"
    case requiredUntil = "required-until"
    case ruleDatePast = "rule-date-past"
    case ruleNotCarried = "rule-not-carried"

    case maintenanceUnreachable = "maintenance-unreachable"
    case languageNotCarried = "language-not-carried"
    case placeholderValue = "placeholder-value"
    case firebaseBaseMissing = "firebase-base-missing"

    case keyMissing = "key-missing"
    case keyRevoked = "key-revoked"
    case keyInactive = "key-inactive"
    case keyOfOtherEnvironment = "key-of-other-environment"
    case noNextKey = "no-next-key"
    case keyUnshipped = "key-unshipped"

    case baseChanged = "base-changed"
    case unverifiedDocument = "unverified-document"
    case liveRetiredKey = "live-retired-key"
    case ringChanged = "ring-changed"
    case dateAhead = "date-ahead"
    case documentRemoved = "document-removed"
    case envelopeRemoved = "envelope-removed"
    case bundleReoffered = "bundle-reoffered"
    case bundleBounds = "bundle-bounds"
    case shellChanged = "shell-changed"
    case originChanged = "origin-changed"
    case profileChanged = "profile-changed"
    case parametersChanged = "parameters-changed"
    case cacheLonger = "cache-longer"
    case overLimit = "over-limit"
    case recommendationRemoved = "recommendation-removed"
    case textRemoved = "text-removed"
    case devicesBlocked = "devices-blocked"
    case devicesFreed = "devices-freed"
    case newestBlocked = "newest-blocked"
    case cannotObey = "cannot-obey"
    case hostChanged = "host-changed"
    case storeChanged = "store-changed"
    case notCompared = "not-compared"
    case unnamedChange = "unnamed-change"

    case nativeCode = "native-code"
    case contentPolicy = "content-policy"
    case scriptBlocked = "script-blocked"
    case scriptRemote = "script-remote"
    case pageAddress = "page-address"
    case serviceWorker = "service-worker"
    case sourceMap = "source-map"

    case allowanceUnused = "allowance-unused"
    case allowanceDone = "allowance-done"

    /// How a person says that a finding is what they want.
    package enum Acknowledgement: String, Sendable {
        /// There is nothing to acknowledge.
        case none
        /// By an entry of `allow` in the policy that repeats what it quotes, with which it is a note; it is about the policy
        /// itself, so that no publication ends the entry.
        case byQuote = "by quote"
        /// By an entry of `allow` in the policy, with which it is a note.
        case offered
        /// Publishing needs it: an entry of `allow` in the policy, or `--allow`.
        case required
        /// Publishing needs it by `--allow`: what it is about cannot be said in a policy beforehand.
        case requiredByHand = "required by hand"
    }
}

extension FindingCode {
    /// The severity of a finding that the policy does not acknowledge.
    package var severity: Finding.Severity { entry.severity }
    package var acknowledgement: Acknowledgement { entry.acknowledgement }
    /// What is, or may be, wrong: one sentence as in a table, without a capital letter and a full stop.
    package var meaning: String { entry.meaning }
    package var reason: String { entry.reason }
    package var remedy: String { entry.remedy }
    /// What it looks like, one line or more.
    package var example: String { entry.example }

    package var stopsStrict: Bool { severity != .note }

    package var needsAcknowledgement: Bool { acknowledgement == .required || acknowledgement == .requiredByHand }

    /// What `--strict` does with a finding, as a sentence.
    package var strictText: String {
        switch severity {
        case .error: "an error stops plan and build, with --strict or without"
        case .warning where needsAcknowledgement: "plan refuses it until it is acknowledged; build goes on"
        case .warning: "plan and build go on, and stop with --strict"
        case .note: "nothing stops, with --strict or without"
        }
    }

    /// What publishing needs, as a sentence.
    package var publishingText: String {
        switch acknowledgement {
        case .none: "nothing to acknowledge"
        case .offered where severity == .error:
            "nothing is built to publish until \"allow\" in the policy has the change"
        case .byQuote, .offered: "goes on; an entry of \"allow\" in the policy makes it a note"
        case .required: "stops until the change is in \"allow\" in the policy, or with --allow \(rawValue)"
        case .requiredByHand: "stops until --allow \(rawValue) is given"
        }
    }

    /// What `codes.txt` says of one code.
    private struct Entry {
        let severity: Finding.Severity
        let acknowledgement: Acknowledgement
        let meaning: String
        let reason: String
        let remedy: String
        let example: String
    }

    private static let entries = Dictionary(
        uniqueKeysWithValues: EmbeddedFile.text("codes.txt").split(separator: "\n\n").compactMap(parse))

    private var entry: Entry {
        guard let entry = Self.entries[self] else { preconditionFailure("codes.txt does not explain \(rawValue)") }
        return entry
    }

    /// A block of `codes.txt`; nil for one that is for readers of the file.
    private static func parse(_ block: Substring) -> (FindingCode, Entry)? {
        let lines = block.split(separator: "\n").filter { !$0.hasPrefix("#") }
        guard lines.count > 4 else { return nil }
        let head = lines[0].split { $0 == ":" || $0 == "," }
        guard
            head.count == 3, let code = FindingCode(rawValue: String(head[0])),
            let severity = Finding.Severity(rawValue: String(head[1].dropFirst())),
            let acknowledgement = Acknowledgement(rawValue: String(head[2].dropFirst()))
        else { preconditionFailure("codes.txt has an unknown code, severity or acknowledgement: \(lines[0])") }
        return (
            code,
            Entry(
                severity: severity, acknowledgement: acknowledgement, meaning: String(lines[1]),
                reason: String(lines[2].dropFirst("why: ".count)), remedy: String(lines[3].dropFirst("fix: ".count)),
                example: lines.dropFirst(4).map { String($0.dropFirst(4)) }.joined(separator: "\n"))
        )
    }
}
