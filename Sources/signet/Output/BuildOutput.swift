import ManifestGenerator
import ManifestVerifier
import Policy
import PublicationTree

enum BuildOutput {
    static func show(_ reports: [BuildReport], _ terminal: Terminal) {
        terminal.result(Records.builtTrees.json(reports))
        for report in reports { show(report, terminal) }
    }

    static func show(_ event: BuildEvent, _ terminal: Terminal) {
        switch event {
        case .note(let text): terminal.note(text)
        case .warning(let text, let hint): terminal.warning(text, hint: hint)
        case .finding(let finding): PlanOutput.say(finding, isRefused: false, terminal)
        case .progress(let verb, let done, let total): terminal.progress(verb, done, of: total)
        }
    }

    /// More documents than this are only counted.
    private static let listedDocuments = 50

    private static func show(_ report: BuildReport, _ terminal: Terminal) {
        if report.documents.count <= listedDocuments {
            for document in report.documents {
                let word = document.isKept.map { $0 ? "kept  " : "signed" } ?? "rendered"
                terminal.summary("\(word)  \(report.path)/\(document.path.file)  \(document.byteCount) bytes")
            }
        }
        PlanOutput.showFirstLines(of: report.plan, terminal)
        terminal.summary("\(report.path): \(report.documents.count) documents, \(outcome(of: report))")
    }

    private static func outcome(of report: BuildReport) -> String {
        guard let key = report.key else {
            let digest = report.digest.map { " --sha256 \($0)" } ?? ""
            return "not signed; when it is reviewed: signet sign --publication \(report.path)\(digest)"
        }
        let kept = report.documents.count { $0.isKept == true }
        let state = report.isUnchanged ? "unchanged" : "\(report.documents.count - kept) signed, \(kept) kept"
        let names = report.envelopes.names.joined(separator: ", ")
        return "\(state), key \"\(key.name)\", profile \(report.profile.rawValue)"
            + (report.envelopes == .standard ? "" : ", envelopes: \(names)")
    }
}
