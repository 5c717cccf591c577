/// The subject of a finding. The raw value is stable: people search for it and programs filter by it.
package enum LintCode: String, Sendable, CaseIterable {
    // MARK: The policy as a text

    /// A policy, catalog or base file that cannot be read at all.
    case syntax
    /// A member that a policy does not have.
    case unknownMember = "unknown-member"
    /// A member that the policy or one of its documents requires.
    case missingMember = "missing-member"
    /// A value of the wrong type, or one that is not acceptable where it is used.
    case invalidValue = "invalid-value"
    /// A version outside its format's grammar.
    case versionGrammar = "version-grammar"
    /// An SDK level, version code or build that is not a positive integer.
    case positiveInteger = "positive-integer"

    // MARK: Documents

    /// A document for all platforms whose values differ between the platforms.
    case platformsDisagree = "platforms-disagree"
    /// A path of a document that is not acceptable or collides with another one.
    case documentPath = "document-path"
    /// A body that could be read as something other than what it is published as.
    case documentMeaning = "document-meaning"
    /// A file without a `.jws`, which the policy wants.
    case jwsExcluded = "jws-excluded"
    /// A document that needs a `.jws` and cannot have one.
    case jwsImpossible = "jws-impossible"
    /// A file that the policy names and that does not exist.
    case missingFile = "missing-file"
    /// A file that the policy names and that cannot be read or may not be published.
    case unusableFile = "unusable-file"
    /// More than one of the limits allows.
    case limit

    // MARK: Texts

    /// A key that is not in the string catalog.
    case unknownText = "unknown-text"
    /// A text without the source language of its catalog.
    case sourceLanguageMissing = "source-language-missing"
    /// A text under something other than a BCP 47 language tag.
    case languageTag = "language-tag"
    /// One language under two spellings.
    case duplicateLanguage = "duplicate-language"
    /// A text that varies by device or plural.
    case textVariations = "text-variations"
    /// A placeholder that does not exist, or that has no value here.
    case placeholder
    /// A control, bidi-override or other invisible character.
    case invisibleCharacter = "invisible-character"
    /// A stand-in for text: `TODO`, `lorem`, `%@`.
    case leftoverText = "leftover-text"

    /// A language that is missing here and present in another text of the same document.
    case languagesMissing = "languages-missing"
    /// A text that consists of white space.
    case emptyText = "empty-text"
    /// A leading, trailing or doubled space.
    case spaces
    /// A Latin word in a text of another script.
    case latinWords = "latin-words"
    /// A translation that its catalog calls new or in need of review.
    case unreviewedText = "unreviewed-text"
    /// A text that names the other platform's store.
    case wrongStore = "wrong-store"
    /// A required text that is the same in several languages.
    case identicalText = "identical-text"

    // MARK: Versions

    /// A minimum above the recommended version, probably by mistake.
    case minimumAboveRecommended = "minimum-above-recommended"
    /// A minimum above the latest version, probably by mistake.
    case minimumAboveLatest = "minimum-above-latest"
    /// A minimum that no latest version of its platform covers, so that a typing error in it goes unnoticed.
    case minimumUnchecked = "minimum-unchecked"
    /// A `maximumAge` under three times `resignAfter`.
    case maximumAge = "maximum-age"

    // MARK: Rules

    /// Rules of a policy without a gate document.
    case rulesUnreachable = "rules-unreachable"
    /// A rule that never decides, because earlier ones always do.
    case ruleShadowed = "rule-shadowed"
    /// A rule that blocks the newest version of the app as well.
    case latestBlocked = "latest-blocked"
    /// A rule that requires an update that some devices cannot get, without a text for them.
    case orElseMissing = "or-else-missing"
    /// A rule that blocks or advises, and tells people nothing.
    case ruleTextMissing = "rule-text-missing"
    /// A share that ends before everyone is in it, or goes back.
    case shareSteps = "share-steps"
    /// Two roll-outs in which the same devices are first.
    case saltReused = "salt-reused"
    /// A rule that blocks and ends when another one begins.
    case ruleGap = "rule-gap"
    /// A rule that requires an update until a date.
    case requiredUntil = "required-until"
    /// A rule whose last date has passed.
    case ruleDatePast = "rule-date-past"
    /// Rules that other documents of the policy have no place for.
    case ruleNotCarried = "rule-not-carried"

    // MARK: What would do nothing

    /// Maintenance that is switched on and that no document carries.
    case maintenanceUnreachable = "maintenance-unreachable"
    /// A language of a text that its document has no place for.
    case languageNotCarried = "language-not-carried"
    /// A value of the starter policy that a team replaces by its own.
    case placeholderValue = "placeholder-value"
    /// A Firebase template without the project's current one, whose other parameters it would delete.
    case firebaseBaseMissing = "firebase-base-missing"

    // MARK: Keys

    /// An environment without a key.
    case keyMissing = "key-missing"
    /// An environment whose keys are all revoked.
    case keyRevoked = "key-revoked"
    /// An environment without an active key.
    case keyInactive = "key-inactive"
    /// An environment whose key is for another one.
    case keyOfOtherEnvironment = "key-of-other-environment"
    /// An environment without a key that could take over from the active one.
    case noNextKey = "no-next-key"

    // MARK: Against a base file and what is live

    /// A base file that is stricter than the document made from it, or says what the document lacks.
    case baseChanged = "base-changed"
    /// A published document whose signature does not verify, so that it cannot be compared with.
    case unverifiedDocument = "unverified-document"
    /// Something live that only a retired key signed.
    case liveRetiredKey = "live-retired-key"
    /// A live document with a date so far ahead that clients refuse it.
    case dateAhead = "date-ahead"
    /// A document that is no longer published.
    case documentRemoved = "document-removed"
    /// An envelope that is live and would be left out.
    case envelopeRemoved = "envelope-removed"
    /// A web bundle that was withdrawn and is offered again.
    case bundleReoffered = "bundle-reoffered"
    /// A recommendation that is no longer published.
    case recommendationRemoved = "recommendation-removed"
    /// A language that is no longer published.
    case languageRemoved = "language-removed"
    /// A minimum that goes up: these versions are blocked from now on.
    case minimumRaised = "minimum-raised"
    /// A minimum that goes up by more than one major version, or a build that becomes ten times the former.
    case minimumJump = "minimum-jump"
    /// A minimum that goes down.
    case minimumLowered = "minimum-lowered"
    /// A build number that goes down.
    case buildLowered = "build-lowered"
    /// A rule that blocks devices which may run now.
    case ruleBlocks = "rule-blocks"
    /// A rule that lets devices run which are blocked now.
    case ruleUnblocks = "rule-unblocks"
    /// A minimum above the latest version that was ever published.
    case minimumNeverPublished = "minimum-never-published"
    /// A URL that leads to another host.
    case hostChanged = "host-changed"
    /// A store URL that names another app.
    case storeChanged = "store-changed"
    /// An entry of `allow` that fits no change.
    case allowanceUnused = "allowance-unused"
    /// An entry of `allow` whose change is live.
    case allowanceDone = "allowance-done"
}
