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
        case .waiting(let output):
            terminal.note("another signet works in \(output), waiting for it")
        case .buildsStarter:
            terminal.note("building the starter policy as environment \"development\"")
        case .madeDevelopmentKey(let path):
            terminal.note("made a development key in \(path); it is for this machine only and never in git")
        case .nothingToCompare(let environment):
            terminal.note("\(environment): compared with nothing; --previous live says what changes for people")
        case .noFormerTree(let environment, let output):
            terminal.note("no former tree of \"\(environment)\" in \(output): every document is signed anew")
        case .signsDatedAnew(let environment, let address):
            terminal.note(
                "\(address) may be a stale cache: every dated document of \"\(environment)\" is signed anew")
        case .datedAhead(let environment, let count, let date):
            terminal.note(
                "\(environment): \(count) documents are dated after the clock, up to \(date), since their former dates are"
            )
        case .replacesSignedTree(let path):
            terminal.warning(
                "\(path) was signed and is no longer",
                hint: "signet build signs it again; --output puts an unsigned tree elsewhere")
        case .warning(let finding):
            PlanOutput.say(finding, isRefused: false, terminal)
        case .leavesOut(let platform, let version):
            terminal.warning(
                "no recorded \(platform.displayName) shell offers what v\(version) calls, so none gets it",
                hint: "record one that does, or say by hand which can run it: --shell \(platform)=2.0.0...")
        case .working(let verb, let done, let total):
            // Whole KiB, so that a small bundle shows nothing.
            terminal.progress("\(verb) KiB", done >> 10, of: total >> 10)
        case .progress(let environment, let done, let total):
            terminal.progress("\(environment): signing", done, of: total)
        }
    }

    /// More documents than this are only counted.
    private static let listedDocuments = 50

    private static func show(_ report: BuildReport, _ terminal: Terminal) {
        if report.documents.count <= listedDocuments {
            for document in report.documents {
                terminal.summary(
                    "\(document.isKept ? "kept  " : "signed")  \(report.path)/\(document.path.file)  "
                        + "\(document.byteCount) bytes")
            }
        }
        PlanOutput.showFirstLines(of: report.plan, terminal)
        let kept = report.documents.count { $0.isKept }
        let state = report.isUnchanged ? "unchanged" : "\(report.documents.count - kept) signed, \(kept) kept"
        terminal.summary(
            "\(report.path): \(report.documents.count) documents, \(state), "
                + "key \"\(report.keyName)\", profile \(report.profile.rawValue)"
                + (report.envelopes == .standard
                    ? "" : ", envelopes: \(report.envelopes.names.joined(separator: ", "))"))
    }
}
