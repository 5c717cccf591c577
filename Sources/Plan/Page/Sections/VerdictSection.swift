import Diagnostics
import ManifestVerifier

extension PageEnvironment {
    /// What a reviewer should know first: the verdict, what stands in its way, and what becomes of devices over time.
    var verdictSection: HTML {
        let words = plan.verdictWords
        return HTML([
            .element(
                "p", ["class": "verdict \(plan.verdict.rawValue)"],
                words.prefix(1).uppercased() + words.dropFirst() + "."),
            .element("ul", ["class": "state"], states.map { .element("li", $0) }),
            plan.count?.impact.overTime ?? .empty,
        ])
    }

    private var states: [[HTML]] {
        var states: [[HTML]] = []
        let (needed, limits) = (plan.needed.count, plan.refusals.count)
        let errors = plan.findings.count { $0.severity == .error }
        if errors > 0 { states.append([.badge("error", "\(errors.counted("error"))"), HTML(" must be ended first")]) }
        if needed > 0 {
            states.append([.badge("needed", needed.counted("acknowledgement")), HTML(" needed before it is published")])
        }
        if limits > 0 { states.append([.badge("needed", limits.counted("limit")), HTML(" exceeded")]) }
        if errors + needed + limits == 0 { states.append([.badge("acknowledged", "nothing needs acknowledgement")]) }
        if let tree {
            let counted = HTML(" \(documents.count.counted("document")), checked below")
            let note = tree.note.map { [.badge("warning", "signatures"), HTML(" "), .quoted($0)] }
            states.append(note ?? [.badge("acknowledged", "signed"), counted])
        }
        switch plan.old {
        case .none: states.append([HTML("There was nothing to compare with.")])
        case .nothing(let place): states.append([HTML("Nothing is published at "), .code(place)])
        case .tree(let place): states.append([HTML("Compared with "), .code(place)])
        }
        if let population = plan.count?.population { states.append([HTML("Devices from "), .code(population)]) }
        return states
    }
}
