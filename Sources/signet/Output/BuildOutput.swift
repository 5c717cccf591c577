import ManifestGenerator
import ManifestVerifier
import Policy
import PublicationTree

enum BuildOutput {
    static func show(_ reports: [BuildReport], _ terminal: Terminal) {
        terminal.result(Records.builtTrees.json(reports.map(Records.signedTree.json)))
        for report in reports { show(report, terminal) }
    }

    static func show(_ reports: [UnsignedReport], _ terminal: Terminal) {
        terminal.result(Records.builtTrees.json(reports.map(Records.unsignedTree.json)))
        for report in reports {
            if report.documents.count <= listedDocuments {
                for document in report.documents {
                    terminal.summary("rendered  \(report.path)/\(document.path)  \(document.byteCount) bytes")
                }
            }
            PlanOutput.showFirstLines(of: report.plan, terminal)
            terminal.summary(
                "\(report.path): \(report.documents.count) documents, not signed; when it is reviewed: "
                    + "signet sign --publication \(report.path) --sha256 \(report.digest)")
        }
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
                terminal.summary(
                    "\(document.isKept == true ? "kept  " : "signed")  \(report.path)/\(document.path.file)  "
                        + "\(document.byteCount) bytes")
            }
        }
        PlanOutput.showFirstLines(of: report.plan, terminal)
        let kept = report.documents.count { $0.isKept == true }
        let state = report.isUnchanged ? "unchanged" : "\(report.documents.count - kept) signed, \(kept) kept"
        terminal.summary(
            "\(report.path): \(report.documents.count) documents, \(state), "
                + "key \"\(report.keyName)\", profile \(report.profile.rawValue)"
                + (report.envelopes == .standard
                    ? "" : ", envelopes: \(report.envelopes.names.joined(separator: ", "))"))
    }
}
