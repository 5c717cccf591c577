import AppGate
import ManifestVerifier

/// What a device is told, without the language.
struct Told: Equatable {
    let key: String?
    let outcome: GateRule.Outcome
    let url: String?
    private let isObtainable: Bool
    private let target: NumericVersion?
    private let store: Update.StoreState
    /// The texts, as numbers that are the same for texts that are the same, and the deadline.
    private let title: Int?
    private let text: Int?
    private let deadline: [Int64?]

    fileprivate init(
        _ outcome: Decision.Outcome, _ rule: GateRule?, _ store: Update.StoreState, own: NumericVersion?,
        _ texts: ToldReading.Texts
    ) {
        key = rule?.id
        self.outcome = outcome.name
        let update = outcome.update
        (url, isObtainable) = (update?.url, update?.isObtainable ?? true)
        if case .rule(_, let known)? = update?.subject { target = known ?? own } else { target = nil }
        self.store = store
        title = texts.title
        text = isObtainable ? texts.text : texts.orElse ?? texts.text
        let dates = self.outcome == .recommended ? rule?.deadline : nil
        deadline = [
            dates?.requiredFrom?.secondsSince1970, dates?.grace?.seconds, dates?.requiredBy?.secondsSince1970,
        ]
    }

    var isBlocked: Bool { outcome == .required || outcome == .maintenance }

    /// Whether it is to update and can install nothing.
    var isStranded: Bool { outcome == .required && !isObtainable }

    /// Whether it can install what it is told of, as far as that is known.
    var canObey: Bool { isObtainable && store != .missing }

    func hasSameTarget(as other: Told) -> Bool {
        isObtainable == other.isObtainable && target == other.target && store == other.store
    }

    func leads(whereLeads other: Told) -> Bool { url.hasSameBytes(as: other.url) }

    /// Exempted devices are told nothing; all others are not told which rule decides.
    static func == (a: Told, b: Told) -> Bool {
        guard a.outcome == b.outcome else { return false }
        return a.outcome == .available
            || a.hasSameTarget(as: b) && a.title == b.title && a.text == b.text && a.deadline == b.deadline
                && a.leads(whereLeads: b)
    }
}

/// A reading with its texts as numbers, since which language a device reads makes no difference.
final class ToldReading {
    struct Texts {
        var title: Int?
        var text: Int?
        var orElse: Int?
    }

    private let reading: Reading
    /// By the id of the rule.
    private let texts: [String: Texts]
    private let work: ComparisonWork

    init(_ reading: Reading, _ numbers: inout [[UInt8]: Int], _ work: ComparisonWork) {
        func number(_ text: LocalizedText?) -> Int? {
            guard let text, text.isShown else { return nil }
            var bytes: [UInt8] = []
            let shown = text.entries.filter { !$0.text.isBlank }
            for entry in shown.sorted(by: { $0.language.canonical < $1.language.canonical }) {
                bytes += Array(entry.language.rawValue.utf8) + [0] + Array(entry.text.utf8) + [0]
            }
            let digest = SHA256.hash(bytes).bytes
            if let known = numbers[digest] { return known }
            numbers[digest] = numbers.count
            return numbers.count - 1
        }
        (self.reading, self.work) = (reading.withoutTexts, work)
        let numbered = reading.document.rules.map { rule in
            let isMaintenance = rule.outcome == .maintenance
            let texts = Texts(
                title: number(rule.texts.title),
                text: number(isMaintenance ? rule.texts.message : rule.texts.description),
                orElse: number(rule.texts.orElse))
            return (rule.id, texts)
        }
        texts = Dictionary(numbered) { first, _ in first }
    }

    func told(_ moment: DeviceMoment) -> Told {
        work.count += Self.stepsForRule * reading.document.rules.count
        let (outcome, rule, store) = reading.told(moment)
        return Told(
            outcome, rule, store, own: rule.flatMap { reading.targets[$0.id] },
            rule.flatMap { texts[$0.id] } ?? Texts())
    }

    /// The cost of deciding by a rule, in steps of a comparison.
    private static let stepsForRule = 16
}

extension Reading {
    /// A copy without texts, which make no difference but that there may be one for those who cannot update.
    fileprivate var withoutTexts: Reading {
        let rules = document.rules.map { rule in
            let shown = rule.texts.orElse?.entries.first { !$0.text.isBlank }
            return GateRule(
                id: rule.id, conditions: rule.conditions, outcome: rule.outcome, scope: rule.scope,
                deadline: rule.deadline, texts: RuleTexts(orElse: shown.flatMap { LocalizedText([$0]) }), url: rule.url)
        }
        return Reading(self, GateDocument(platform: document.platform, latest: document.latest, rules: rules))
    }
}
