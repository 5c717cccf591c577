import AppGate
import ManifestVerifier

extension GateDocument {
    /// The document as it is for devices like this one, whatever the app on them, the time, and how long they know it: without
    /// rules that never match there, and without conditions that always hold.
    ///
    /// Devices with the same reduced document are told the same, so that one of them stands for all.
    func reduced(to device: Device, scope: String?) -> GateDocument {
        let system: [Int] =
            switch device.system {
            case .ios(let version): version.components
            case .android(let sdk): [sdk]
            }
        return GateDocument(
            platform: platform,
            latest: latest?.compactMap { entry in
                guard entry.system?.contains(where: { $0.matches(system) }) ?? true else { return nil }
                return LatestApp(app: entry.app, build: entry.build, system: nil)
            },
            rules: rules.compactMap { rule in
                if let part = rule.scope, scope?.hasSameBytes(as: part) != true { return nil }
                var (open, settled): ([GateCondition], [GateCondition]) = ([], [])
                for condition in rule.conditions {
                    switch condition {
                    case .app, .build, .from, .until: open.append(condition)
                    case .share:
                        guard device.installID != nil else { return nil }
                        open.append(condition)
                    case .system, .channel, .region, .model, .unknown: settled.append(condition)
                    }
                }
                guard settled.isEmpty || device.matches(settled) else { return nil }
                return GateRule(
                    id: rule.id, conditions: open, outcome: rule.outcome, scope: rule.scope, deadline: rule.deadline,
                    texts: RuleTexts(orElse: rule.texts.orElse))
            })
    }
}

extension Device {
    /// Whether conditions that need neither the app nor the time hold.
    fileprivate func matches(_ conditions: [GateCondition]) -> Bool {
        let rule = GateRule(id: "rule", conditions: conditions, outcome: .available)
        let evaluation = RuleEvaluation(
            document: GateDocument(platform: platform, latest: nil, rules: [rule]), device: self, time: .earliest,
            firstSeen: [:], scope: nil, store: nil, isFetched: true)
        return evaluation.run().1 != nil
    }
}
