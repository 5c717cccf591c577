/// The subject of a finding: what it means in plan, build and publish alike, and to a person.
package struct FindingCode: RawRepresentable, Hashable, Sendable, CaseIterable {
    /// How a person says that a finding is what they want.
    package enum Acknowledgement: Sendable {
        /// There is nothing to acknowledge.
        case none
        /// By an entry of `allow` in the policy that repeats what it quotes, with which it is a note; it is about the policy
        /// itself, so that no publication ends the entry.
        case byQuote
        /// By an entry of `allow` in the policy, with which it is a note.
        case offered
        /// Publishing needs it: an entry of `allow` in the policy, or `--allow`.
        case required
        /// Publishing needs it by `--allow`: what it is about cannot be said in a policy beforehand.
        case requiredByHand
    }

    /// Stable: people search for it and programs filter by it.
    package let rawValue: String
    /// The severity of a finding that the policy does not acknowledge.
    package let severity: Finding.Severity
    package let acknowledgement: Acknowledgement
    /// What is, or may be, wrong: one sentence as in a table, without a capital letter and a full stop.
    package let meaning: String
    package let reason: String
    package let remedy: String
    /// What it looks like, one line or more.
    package let example: String

    init(
        _ rawValue: String, _ severity: Finding.Severity, _ acknowledgement: Acknowledgement, _ meaning: String,
        why reason: String, fix remedy: String, example: String
    ) {
        (self.rawValue, self.severity, self.acknowledgement) = (rawValue, severity, acknowledgement)
        (self.meaning, self.reason, self.remedy, self.example) = (meaning, reason, remedy, example)
    }

    package init?(rawValue: String) {
        guard let code = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = code
    }

    package static func == (one: Self, other: Self) -> Bool { one.rawValue == other.rawValue }

    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// In the order in which `signet help codes` lists them.
    package static let allCases: [FindingCode] = [
        .syntax, .unknownMember, .missingMember, .invalidValue, .versionGrammar, .positiveInteger,
        .platformsDisagree, .documentPath, .documentMeaning, .jwsExcluded, .jwsImpossible, .missingFile, .unusableFile,
        .limit,
        .unknownText, .sourceLanguageMissing, .languageTag, .duplicateLanguage, .textVariations, .placeholder,
        .invisibleCharacter, .leftoverText, .languagesMissing, .emptyText, .spaces, .unreviewedText,
        .wrongStore,
        .minimumAboveRecommended, .minimumAboveLatest, .minimumUnchecked, .maximumAge,
        .rulesUnreachable, .ruleShadowed, .latestBlocked, .orElseMissing, .ruleTextMissing, .shareSteps, .saltReused,
        .ruleCombinations, .ruleGap, .requiredUntil, .ruleDatePast, .ruleNotCarried,
        .maintenanceUnreachable, .languageNotCarried, .placeholderValue, .firebaseBaseMissing,
        .keyMissing, .keyRevoked, .keyInactive, .keyOfOtherEnvironment, .noNextKey, .keyUnshipped,
        .baseChanged, .unverifiedDocument, .liveRetiredKey, .ringChanged, .dateAhead, .documentRemoved,
        .envelopeRemoved,
        .bundleReoffered, .bundleBounds, .shellChanged, .originChanged, .profileChanged, .parametersChanged,
        .cacheLonger, .overLimit,
        .recommendationRemoved, .textRemoved, .devicesBlocked, .devicesFreed, .newestBlocked, .cannotObey,
        .hostChanged, .storeChanged, .notCompared, .unnamedChange,
        .nativeCode, .contentPolicy, .scriptBlocked, .scriptRemote, .pageAddress, .serviceWorker, .sourceMap,
        .allowanceUnused, .allowanceDone,
    ]
}

extension FindingCode {
    package var stopsStrict: Bool { severity != .note }

    package var needsAcknowledgement: Bool { acknowledgement == .required || acknowledgement == .requiredByHand }

    /// What `--strict` does with a finding, as a sentence.
    package var strictText: String {
        switch severity {
        case .error: "an error stops plan and build, with --strict or without"
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
}
