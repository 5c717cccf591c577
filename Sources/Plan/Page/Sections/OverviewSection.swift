import Diagnostics

extension ReviewedEnvironment {
    /// What a reviewer should know first, in a few sentences.
    var summary: HTML {
        var sentences = [HTML(changesSentence)]
        if let impact, !changes.isEmpty || impact.worst.blocked > 0 {
            sentences.append(HTML(sentence(of: impact)))
        }
        if let errorSentence { sentences.append(HTML(errorSentence)) }
        if let acknowledgementSentence { sentences.append(HTML(acknowledgementSentence)) }
        if let comparedWith, isNew {
            sentences.append(
                HTML([HTML("Nothing is published at "), .code(comparedWith), HTML(", so everything is new.")]))
        } else if let comparedWith {
            sentences.append(HTML([HTML("Compared with "), .code(comparedWith), HTML(".")]))
        } else {
            sentences.append(HTML("There was nothing to compare with."))
        }
        return .element("p", ["class": "summary"], Array(sentences.map { [$0] }.joined(separator: [HTML(" ")])))
    }

    private var changesSentence: String {
        guard !changes.isEmpty else { return "Nothing changes for people." }
        let (deciding, others) = (changes.count(where: \.isDecision), changes.count { !$0.isDecision })
        let left = others == 0 ? "" : deciding == 0 ? "\(others.changes)" : "\(others.more)"
        switch (deciding, others) {
        case (0, _): return "\(left), and no app is told anything else."
        case (1, 0): return "1 change decides what apps are told."
        case (_, 0): return "\(deciding) changes decide what apps are told."
        default:
            return
                "\(deciding.changes) \(deciding == 1 ? "decides" : "decide") what apps are told; \(left) no app is told."
        }
    }

    private func sentence(of impact: Impact) -> String {
        let (devices, worst) = (impact.total.devices.devices, impact.worst)
        guard worst.blocked > 0 else { return "Of \(devices) none is newly blocked." }
        let mayBe = impact.total.mayBeBlocked + (worst.moment?.counts.mayBeBlocked ?? 0) > 0 ? ", or may be," : ""
        let later = worst.moment.flatMap { $0.time == impact.timeline?.moments.first?.time ? nil : $0.time }
        let obey = worst.stuck == 0 ? "all of them can obey" : "\(worst.stuck.grouped) of them cannot obey"
        return "\(worst.blocked.grouped) of \(devices) \(worst.blocked == 1 ? "is" : "are")\(mayBe) newly blocked"
            + (later.map { " from \($0.words) on" } ?? "") + "; \(obey)."
    }

    private var errorSentence: String? {
        let errors = findings.count { $0.severity == .error }
        return errors == 0
            ? nil : errors == 1 ? "1 error stops lint and build." : "\(errors) errors stop lint and build."
    }

    private var acknowledgementSentence: String? {
        let needed = findings.count(where: \.needsAcknowledgement)
        guard needed > 0 else { return nil }
        return needed == 1 ? "1 finding needs acknowledgement." : "\(needed) findings need acknowledgement."
    }

    /// What is to be known of the signatures before anything else; nil when they are what they should be.
    var treeNote: HTML? {
        guard let tree else { return nil }
        let folder = HTML.code(tree.path)
        let pieces: [HTML]
        switch tree.state {
        case .signed: return nil
        case .missing: pieces = [folder, HTML(" is not there: nothing here is signed yet.")]
        case .unsigned: pieces = [folder, HTML(" is not signed: nothing here is signed yet.")]
        case .outdated:
            pieces = [folder, HTML(" was built from something else: build again. What differs is shown unsigned.")]
        }
        return .element("p", ["class": "note"], [.element("strong", "\(name): ")] + pieces)
    }
}

extension Int {
    fileprivate var changes: String { self == 1 ? "1 change" : "\(self) changes" }
    fileprivate var more: String { self == 1 ? "1 more" : "\(self) more" }
    fileprivate var devices: String { self == 1 ? "1 device" : "\(grouped) devices" }
}
