extension LintCode {
    /// What a finding of this code means, in lint, build and publish alike.
    package struct Rule: Sendable {
        package let severity: Finding.Severity
        package let acknowledgement: Acknowledgement

        package var stopsStrict: Bool { severity != .note }
    }

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

    package var rule: Rule {
        switch self {
        case .syntax, .unknownMember, .missingMember, .invalidValue, .versionGrammar, .positiveInteger,
            .platformsDisagree, .documentPath, .documentMeaning, .jwsImpossible, .missingFile, .unusableFile, .limit,
            .unknownText,
            .sourceLanguageMissing, .languageTag, .duplicateLanguage, .textVariations, .placeholder,
            .invisibleCharacter, .leftoverText, .keyMissing, .keyRevoked, .keyInactive, .keyOfOtherEnvironment,
            .maintenanceUnreachable, .rulesUnreachable, .allowanceUnused:
            Rule(severity: .error, acknowledgement: .none)
        case .languagesMissing, .emptyText, .spaces, .latinWords, .unreviewedText, .wrongStore, .identicalText,
            .minimumAboveRecommended, .minimumAboveLatest, .minimumUnchecked, .maximumAge,
            .ruleShadowed, .latestBlocked, .orElseMissing, .ruleTextMissing, .shareSteps, .saltReused,
            .ruleGap, .requiredUntil, .placeholderValue, .firebaseBaseMissing, .noNextKey:
            Rule(severity: .warning, acknowledgement: .byQuote)
        case .jwsExcluded, .languageNotCarried, .ruleDatePast, .ruleNotCarried, .minimumRaised, .ruleBlocks,
            .allowanceDone:
            Rule(severity: .note, acknowledgement: .none)
        case .baseChanged:
            Rule(severity: .error, acknowledgement: .offered)
        case .minimumJump:
            Rule(severity: .warning, acknowledgement: .offered)
        case .envelopeRemoved, .recommendationRemoved:
            Rule(severity: .error, acknowledgement: .required)
        case .documentRemoved, .languageRemoved, .minimumLowered, .buildLowered, .ruleUnblocks, .minimumNeverPublished,
            .hostChanged, .storeChanged, .liveRetiredKey:
            Rule(severity: .warning, acknowledgement: .required)
        case .unverifiedDocument, .dateAhead, .bundleReoffered:
            Rule(severity: .warning, acknowledgement: .requiredByHand)
        }
    }

    /// The severity of a finding that the policy does not acknowledge.
    package var severity: Finding.Severity { rule.severity }

    /// Whether publishing needs it acknowledged.
    package var needsAcknowledgement: Bool {
        switch rule.acknowledgement {
        case .none, .byQuote, .offered: false
        case .required, .requiredByHand: true
        }
    }
}
