import AppGate
import Diagnostics
import ManifestVerifier
import Policy
import PublicationTree

/// What the rules of one gate document decide by themselves: rules that never do, and demands that people cannot obey.
struct RuleDecisions {
    private let policy: GatePolicy
    private let document: GateDocument
    private let boxes: ReadingBoxes
    /// How many kinds of devices each rule decides, by its id; of the empty one, how many none decides.
    private var decided: [String: Int] = [:]
    /// The rules that require an update of devices that can get it.
    private var obeyed: Set<String> = []
    /// The cell of the lowest system whose devices are to update and cannot, by the rule that decides.
    private var stranded: [String: Int] = [:]
    /// Whether all devices were asked.
    private var isComplete = true

    private init(_ policy: GatePolicy, _ document: GateDocument) {
        (self.policy, self.document) = (policy, document)
        boxes = ReadingBoxes(Reading(document), since: .earliest)
        let (cells, entries) = (boxes.cells, boxes.entries)
        let (app, system) = (cells.number(.of(.app)), cells.number(.of(.system)))
        let updatable = cells.cells(.of(.app)) { cell in entries.allSatisfy { $0.below.cells.contains(cell) } }.cells
        var (decided, obeyed, stranded) = (decided, obeyed, stranded)
        isComplete = boxes.areAllTold { box, _, told in
            decided[told.key ?? "", default: 0] += 1
            guard let id = told.key, told.outcome == .required else { return }
            if told.canObey { obeyed.insert(id) }
            // A rule that names no versions of the app matches the newest one as well, which needs no update.
            guard told.isStranded, document.names(.app, id) || box.sets[app].meets(updatable) else { return }
            stranded[id] = (box.sets[system].cells + [stranded[id]].compactMap(\.self)).min {
                cells.systems[$0].numbers.lexicographicallyPrecedes(cells.systems[$1].numbers)
            }
        }
        (self.decided, self.obeyed, self.stranded) = (decided, obeyed, stranded)
    }

    /// Adds what is wrong with the rules of each gate document of an environment.
    static func check(_ environment: RenderedEnvironment, _ findings: FileFindings) {
        for policy in GatePolicy.all(of: environment.policy) {
            for document in environment.documents where document.format.needsDate {
                guard let gate = try? GateDocument(body: document.body), gate.platform == policy.platform else {
                    continue
                }
                let decisions = RuleDecisions(policy, gate)
                decisions.checkCount(of: document, in: environment, findings)
                if decisions.isComplete { decisions.checkRules(findings.of(environment.policy.name)) }
            }
        }
    }

    /// Whatever was accepted, and one more edit, can be compared.
    private func checkCount(
        of document: RenderedDocument, in environment: RenderedEnvironment, _ findings: FileFindings
    ) {
        guard !isComplete || decided.values.reduce(0, +) > Limits.policyBoxes else { return }
        let most = decided.filter { !$0.key.isEmpty }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
            .map { "\($0.key.quotedName) (\($0.value.grouped))" }.joined(separator: ", ")
        findings.add(
            .ruleCombinations,
            "\(environment.policy.name): the rules of \(document.path) tell more than \(Limits.policyBoxes.grouped) "
                + "kinds of devices apart, most of them by \(most)",
            at: document.origin, hint: "remove rules and roll-outs that are over, or give rules the same conditions")
    }

    private func checkRules(_ findings: FileFindings) {
        for (number, rule) in policy.rules.enumerated() {
            if let system = stranded[rule.id] { report(rule, number, stranding: system, findings) }
            guard decided[rule.id] == nil || rule.outcome == .required && !obeyed.contains(rule.id) else { continue }
            checkUse(of: rule, number, findings)
        }
    }

    private func checkUse(of rule: RulePolicy, _ number: Int, _ findings: FileFindings) {
        guard let alternatives = boxes.alternatives(to: number) else { return }
        // Those who are told of an update that they can get, with what would advise it.
        let able = alternatives.filter { [.required, .recommended].contains($0.told.outcome) && $0.told.canObey }
        let advice = able.map { $0.rules.filter { policy.rules[$0].outcome == .recommended } }
        let isAdvised = able.contains { able in
            policy.rules.first { $0.id == able.told.key }?.outcome == .recommended
        }
        if rule.outcome == .required, isAdvised, !advice.contains([]) {
            let others = cover(of: advice)
            report(
                rule, others,
                "requires an update that \(names(others, findings)) only advise\(others.count == 1 ? "s" : ""), before it",
                hint: "leave these versions out of \"\(others[0].id)\", or make it required", findings)
        } else if decided[rule.id] == nil {
            // Only devices for which the rule alone would decide count, if there are any.
            let own = alternatives.filter(\.isAlone)
            let kinds = (own.isEmpty ? alternatives : own).map(\.rules)
            guard !kinds.isEmpty, !kinds.contains([]) else { return }
            let others = cover(of: kinds)
            // That rules say what a classic member says, with more words, is usual.
            let isUsual = others.contains(where: \.isClassic) || !others.contains { $0.outcome == .available }
            guard !rule.isClassic || !isUsual else { return }
            report(
                rule, others,
                "never decides: \(names(others, findings)) always decide\(others.count == 1 ? "s" : "") before it",
                hint: "put this one before, or leave it out", findings)
        }
    }

    /// The rules of which every kind of device has one, without those that are not needed for that.
    private func cover(of kinds: [[Int]]) -> [RulePolicy] {
        var cover = Set(kinds.joined())
        for rule in cover.sorted(by: >) where kinds.allSatisfy({ $0.contains { $0 != rule && cover.contains($0) } }) {
            cover.remove(rule)
        }
        return cover.sorted().map { policy.rules[$0] }
    }

    private func report(
        _ rule: RulePolicy, _ others: [RulePolicy], _ message: String, hint: String, _ findings: FileFindings
    ) {
        findings.add(
            .ruleShadowed, "rule \"\(rule.id)\" of \(policy.platform.rawValue) \(message)", at: rule.position,
            about: rule.identity(on: policy.platform, quoting: others.map(\.id).joined(separator: ", ")),
            hint: "the first rule that matches decides: \(hint)")
    }

    private func names(_ rules: [RulePolicy], _ findings: FileFindings) -> String {
        rules.map { "\"\($0.id)\"" }.listed(upTo: 3)
            + (rules.first?.position.map { " (\(findings.file):\($0))" } ?? "")
    }

    private func report(_ rule: RulePolicy, _ number: Int, stranding cell: Int, _ findings: FileFindings) {
        let name = "rule \"\(rule.id)\" of \(policy.platform.rawValue)"
        let newest = boxes.entries.max { $0.entry.app < $1.entry.app }
        let namesApp = document.names(.app, rule.id) || document.names(.build, rule.id)
        if !rule.isClassic, namesApp, let newest, newest.rules.contains(where: { $0.rule == number }) {
            let version = newest.entry.app
            findings.add(
                .latestBlocked, "\(name) blocks \(version) as well, the newest version in \"latest\"",
                at: rule.position, about: rule.identity(on: policy.platform, quoting: "\(version)"),
                hint:
                    "people would update and be blocked again: end the range below \(version), or list the version that "
                    + "helps in \"latest\"")
        } else if document.rules[number].texts.orElse == nil {
            let system =
                boxes.cells.system(cell) ?? "any \(RuleAttribute.system.words(on: policy.platform))"
            findings.add(
                .orElseMissing, "\(name) requires an update that devices with \(system) cannot get",
                at: rule.position, about: rule.identity(on: policy.platform, quoting: system),
                hint: "say in \"orElse\" what these people can do, or add a version for their system to \"latest\"")
        }
    }
}

extension RenderedPolicy {
    /// Reads, renders and checks the policy of a request, also what its rules decide.
    package init(_ request: PolicyRequest, _ findings: Findings) async throws {
        try await self.init(request, findings, decisions: RuleDecisions.check)
    }
}

extension GateDocument {
    /// Whether a rule is for versions of a kind.
    fileprivate func names(_ attribute: RuleAttribute, _ id: String) -> Bool {
        rules.contains { rule in
            rule.id == id
                && rule.conditions.contains { if case .versions(attribute, _) = $0.comparison { true } else { false } }
        }
    }
}
