extension LintCode {
    /// What a finding's code means to a person. `signet explain` shows it, and the article on lint codes has the meaning.
    package struct Explanation: Sendable {
        /// What is, or may be, wrong: one sentence as in a table, without a capital letter and a full stop.
        package let meaning: String
        package let reason: String
        package let remedy: String
        /// What it looks like, one line or more.
        package let example: String

        init(_ meaning: String, why reason: String, fix remedy: String, example: String) {
            (self.meaning, self.reason, self.remedy, self.example) = (meaning, reason, remedy, example)
        }
    }

    package var explanation: Explanation {
        switch self {
        case .syntax: .syntax
        case .unknownMember: .unknownMember
        case .missingMember: .missingMember
        case .invalidValue: .invalidValue
        case .versionGrammar: .versionGrammar
        case .positiveInteger: .positiveInteger
        case .platformsDisagree: .platformsDisagree
        case .documentPath: .documentPath
        case .documentMeaning: .documentMeaning
        case .jwsExcluded: .jwsExcluded
        case .jwsImpossible: .jwsImpossible
        case .missingFile: .missingFile
        case .unusableFile: .unusableFile
        case .limit: .limit
        case .unknownText: .unknownText
        case .sourceLanguageMissing: .sourceLanguageMissing
        case .languageTag: .languageTag
        case .duplicateLanguage: .duplicateLanguage
        case .textVariations: .textVariations
        case .placeholder: .placeholder
        case .invisibleCharacter: .invisibleCharacter
        case .leftoverText: .leftoverText
        case .languagesMissing: .languagesMissing
        case .emptyText: .emptyText
        case .spaces: .spaces
        case .latinWords: .latinWords
        case .unreviewedText: .unreviewedText
        case .wrongStore: .wrongStore
        case .identicalText: .identicalText
        case .minimumAboveRecommended: .minimumAboveRecommended
        case .minimumAboveLatest: .minimumAboveLatest
        case .minimumUnchecked: .minimumUnchecked
        case .maximumAge: .maximumAge
        case .rulesUnreachable: .rulesUnreachable
        case .ruleShadowed: .ruleShadowed
        case .latestBlocked: .latestBlocked
        case .orElseMissing: .orElseMissing
        case .ruleTextMissing: .ruleTextMissing
        case .shareSteps: .shareSteps
        case .saltReused: .saltReused
        case .ruleGap: .ruleGap
        case .requiredUntil: .requiredUntil
        case .ruleDatePast: .ruleDatePast
        case .ruleNotCarried: .ruleNotCarried
        case .maintenanceUnreachable: .maintenanceUnreachable
        case .languageNotCarried: .languageNotCarried
        case .placeholderValue: .placeholderValue
        case .firebaseBaseMissing: .firebaseBaseMissing
        case .keyMissing: .keyMissing
        case .keyRevoked: .keyRevoked
        case .keyInactive: .keyInactive
        case .keyOfOtherEnvironment: .keyOfOtherEnvironment
        case .noNextKey: .noNextKey
        case .baseChanged: .baseChanged
        case .unverifiedDocument: .unverifiedDocument
        case .liveRetiredKey: .liveRetiredKey
        case .dateAhead: .dateAhead
        case .documentRemoved: .documentRemoved
        case .envelopeRemoved: .envelopeRemoved
        case .bundleReoffered: .bundleReoffered
        case .recommendationRemoved: .recommendationRemoved
        case .languageRemoved: .languageRemoved
        case .minimumRaised: .minimumRaised
        case .minimumJump: .minimumJump
        case .minimumLowered: .minimumLowered
        case .buildLowered: .buildLowered
        case .ruleBlocks: .ruleBlocks
        case .ruleUnblocks: .ruleUnblocks
        case .minimumNeverPublished: .minimumNeverPublished
        case .hostChanged: .hostChanged
        case .storeChanged: .storeChanged
        case .allowanceUnused: .allowanceUnused
        case .allowanceDone: .allowanceDone
        }
    }
}

extension LintCode.Rule {
    /// What `--strict` does with a finding, as a sentence.
    package var strictText: String {
        switch severity {
        case .error: "an error stops lint and build, with --strict or without"
        case .warning: "lint and build go on, and stop with --strict"
        case .note: "nothing stops, with --strict or without"
        }
    }

    /// What publishing needs, as a sentence, for a finding of this code.
    package func publishingText(of code: LintCode) -> String {
        switch acknowledgement {
        case .none: "nothing to acknowledge"
        case .offered where severity == .error:
            "nothing is built to publish until \"allow\" in the policy has the change"
        case .byQuote, .offered: "goes on; an entry of \"allow\" in the policy makes it a note"
        case .required: "stops until the change is in \"allow\" in the policy, or with --allow \(code.rawValue)"
        case .requiredByHand: "stops until --allow \(code.rawValue) is given"
        }
    }
}
