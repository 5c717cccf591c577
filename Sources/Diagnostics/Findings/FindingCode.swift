/// The subject of a finding: what it means in plan, build and publish alike, and to a person. The words are in
/// `CResources/findings/codes.txt`, in the order in which `signet help codes` lists them. The name of a
/// case, spelled as its raw value, is stable: people search for it and programs filter by it.
@dynamicMemberLookup
package enum FindingCode: Sendable, CaseIterable {
    case syntax, unknownMember, missingMember, invalidValue, versionGrammar, positiveInteger

    case platformsDisagree, documentPath, hostFile, documentMeaning, jwsExcluded, jwsImpossible, missingFile,
        unusableFile, limit

    case unknownText, sourceLanguageMissing, languageTag, duplicateLanguage, textVariations, placeholder,
        invisibleCharacter, leftoverText, languagesMissing, emptyText, spaces, unreviewedText, wrongStore

    case minimumAboveRecommended, minimumAboveLatest, minimumUnchecked

    case rulesUnreachable, ruleShadowed, latestBlocked, orElseMissing, ruleTextMissing, shareSteps, saltReused,
        ruleCombinations, ruleGap, requiredUntil, ruleDatePast, ruleNotCarried

    case maintenanceUnreachable, languageNotCarried, placeholderValue, firebaseBaseMissing

    case keyMissing, keyRevoked, keyInactive, keyOfOtherEnvironment, noNextKey, keyUnshipped

    case baseChanged, unverifiedDocument, liveRetiredKey, ringChanged, dateAhead, documentRemoved, envelopeRemoved,
        bundleReplaced, bundleReoffered, bundleBounds, shellChanged, originChanged, profileChanged, parametersChanged,
        cacheLonger, overLimit, recommendationRemoved, textRemoved, devicesBlocked, devicesFreed, newestBlocked,
        cannotObey, hostChanged, storeChanged, notCompared, unnamedChange

    case nativeCode, contentPolicy, scriptBlocked, scriptRemote, pageAddress, serviceWorker, sourceMap

    case allowanceUnused, allowanceDone

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

    /// `unknown-member` of the case `unknownMember`.
    package var rawValue: String {
        "\(self)".map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
    }

    package init?(rawValue: String) {
        guard let code = Self.byName[rawValue] else { return nil }
        self = code
    }

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// What `codes.txt` says of it.
    package subscript<Value>(dynamicMember member: KeyPath<Entry, Value>) -> Value {
        guard let entry = Self.entries[self] else { preconditionFailure("codes.txt does not explain \(rawValue)") }
        return entry[keyPath: member]
    }

    package var stopsStrict: Bool { self.severity != .note }

    package var needsAcknowledgement: Bool { [.required, .requiredByHand].contains(self.acknowledgement) }

    /// What `--strict` does with a finding, as a sentence.
    package var strictText: String {
        switch self.severity {
        case .error: "an error stops plan and build, with --strict or without"
        case .warning where self.acknowledgement == .requiredByHand: "plan refuses it; build goes on"
        case .warning where needsAcknowledgement: "plan refuses it until it is acknowledged; build goes on"
        case .warning: "plan and build go on, and stop with --strict"
        case .note: "nothing stops, with --strict or without"
        }
    }

    /// What publishing needs, as a sentence.
    package var publishingText: String {
        switch self.acknowledgement {
        case .none: "nothing to acknowledge"
        case .offered where self.severity == .error:
            "nothing is built to publish until \"allow\" in the policy has the change"
        case .byQuote, .offered: "goes on; an entry of \"allow\" in the policy makes it a note"
        case .required: "stops until the change is in \"allow\" in the policy, or with --allow \(rawValue)"
        case .requiredByHand: "stops until --allow \(rawValue) is given"
        }
    }

    package struct Entry: Sendable {
        /// The severity of a finding that the policy does not acknowledge.
        package let severity: Finding.Severity
        package let acknowledgement: Acknowledgement
        fileprivate let block: String

        private var lines: [Substring] { block.split(separator: "\n") }

        /// What is, or may be, wrong: one sentence as in a table, without a capital letter and a full stop.
        package var meaning: String { String(lines[1]) }
        package var reason: String { String(lines[2].dropFirst("why: ".count)) }
        package var remedy: String { String(lines[3].dropFirst("fix: ".count)) }
        /// What it looks like, one line or more.
        package var example: String { lines.dropFirst(4).map { String($0.dropFirst(4)) }.joined(separator: "\n") }
    }

    private static let entries = Dictionary(
        uniqueKeysWithValues: EmbeddedFile.paragraphs("codes.txt").compactMap(parse))

    /// A block of `codes.txt`; nil for one that is for readers of the file.
    private static func parse(_ block: String) -> (FindingCode, Entry)? {
        guard !block.hasPrefix("#") else { return nil }
        let line = block.prefix { $0 != "\n" }
        let head = line.split { $0 == ":" || $0 == "," }
        guard
            head.count == 3, let code = FindingCode(rawValue: String(head[0])),
            let severity = Finding.Severity(rawValue: String(head[1].dropFirst())),
            let acknowledgement = Acknowledgement(rawValue: String(head[2].dropFirst()))
        else { preconditionFailure("codes.txt has an unknown code, severity or acknowledgement: \(line)") }
        return (code, Entry(severity: severity, acknowledgement: acknowledgement, block: block))
    }
}
