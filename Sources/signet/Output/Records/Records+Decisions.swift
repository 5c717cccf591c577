import AppGate
import ManifestVerifier
import WebBundles

/// What devices are told.
extension Records {
    static let decisionsOfDocuments = Record<(documents: [DecisionOutput], bundle: BundleDecision?)>(
        "decide",
        .list("documents", "What each document says; none with --bundle.", decision) { $0.documents },
        .record("bundle?", "Which web bundle the device gets.", bundleDecision) { $0.bundle })

    static let bundleDecision = Record<BundleDecision>(
        "bundleDecision",
        .text("path", "The index of web bundles.") { $0.document.path },
        .flag("verified", "Whether its signature was checked.") { $0.document.key != nil },
        .text("keyId?", "The id of the key that signed it.") { $0.document.key?.id.rawValue },
        .date("asOf?", "The signed date.") { $0.document.date?.rfc3339 },
        .text("download?", "The version that it downloads, and shows from then on.") { $0.download?.spelling },
        .text("neededShell?", "The shell that the newest bundle needs.") { $0.needed?.shell.spelling },
        .list("versions", "Every version of the index, the newest first.", decidedBundle) { $0.versions })

    static let decidedBundle = Record<(version: SemanticVersion, verdict: String)>(
        "decidedBundle",
        .text("version", "The version of the bundle.") { $0.version.spelling },
        .text("verdict", "What it is to this device.") { $0.verdict })

    static let decision = Record<DecisionOutput>(
        "decision",
        .text("path", "The document.") { $0.document.path },
        .text("format", "What it is.") { $0.document.format.rawValue },
        .text("configEnvironment?", "The environment of an environment config.") { $0.configEnvironment },
        .flag("verified", "Whether its signature was checked.") { $0.document.key != nil },
        .text("keyId?", "The id of the key that signed it.") { $0.document.key?.id.rawValue },
        .date("asOf?", "The signed date.") { $0.decision.asOf?.rfc3339 },
        .flag("blocked", "Whether the app may not run.") { $0.decision.isBlocked },
        .word("outcome", "What the device is told.") { $0.decision.word },
        .record("update?", "What to update, and how.", update) { output in
            output.decision.update.map { ($0, output.trace) }
        },
        .record("title?", "The title of a maintenance in the chosen language.", chosenText) { $0.notice?.title },
        .textOrNull("message?", "The message of a maintenance, if it has one.", isThere: { $0.notice != nil }) {
            $0.notice?.message
        },
        .text("language?", "The language of the message.") { $0.notice?.language?.rawValue },
        .text("rule?", "The id of the rule that decides, if one does.") { $0.decision.rule },
        .date("ruleTime?", "The time by which rules decide.") { $0.trace?.time.description },
        .list("earlierRules?", "The rules before that one.", missedRule) { $0.trace?.misses },
        .texts("unusableRules?", "What apps skip, and why.") { $0.trace?.unusable },
        .text("failure?", "Why the version of the app does not compare.") { $0.unreadable?.message })

    static let missedRule = Record<(rule: String, reason: String)>(
        "missedRule",
        .text("rule", "The id of the rule.") { $0.rule },
        .text("reason", "Why it does not decide.") { $0.reason })

    static let update = Record<(update: Update, trace: RuleTrace?)>(
        "update",
        .word("subject", "What to update.", of: ["system", "app", "rule"]) { $0.update.subject.name },
        .count("sdk?", "The SDK level to reach.") { $0.update.subject.sdk },
        .count("build?", "The build to reach.") { $0.update.subject.build },
        .text("version?", "The version to reach, or to show.") { $0.update.subject.version?.spelling },
        .record("title?", "The title in the chosen language.", chosenText) { $0.update.title },
        .record("description?", "The text in the chosen language.", chosenText) { $0.update.description },
        .text("url?", "Where the update is to be had.") { $0.update.url },
        .word("store", "Whether the store has it.", of: ["unknown", "available", "missing"]) { "\($0.update.store)" },
        .flag("obtainable?", "Whether this device can get it, as far as rules say.") {
            $0.trace == nil ? nil : $0.update.isObtainable
        },
        .date("due?", "When it becomes required, or became.") { $0.trace?.due?.description })

    static let chosenText = Record<ChosenText>(
        "chosenText",
        .text("language", "The language that the device chooses.") { $0.language.rawValue },
        .text("text", "The text in it.") { $0.text })
}

extension Update.Subject {
    fileprivate var name: String {
        switch self {
        case .system: "system"
        case .app: "app"
        case .rule: "rule"
        }
    }

    fileprivate var sdk: Int? {
        if case .system(.android(let sdk)) = self { sdk } else { nil }
    }

    fileprivate var build: Int? {
        if case .app(.build(let build, _)) = self { build } else { nil }
    }

    fileprivate var version: NumericVersion? {
        switch self {
        case .system(.ios(let version)), .app(.version(let version)): version
        case .system(.android): nil
        case .app(.build(_, let version)), .rule(_, let version): version
        }
    }
}
