import Diagnostics
import ManifestVerifier
import Plan
import Policy

enum BundleOutput {
    /// Shows every version with its state.
    ///
    /// - Parameter wasEdited: whether the list was changed, so that the next step is a review.
    static func show(_ list: BundleList, file: String, wasEdited: Bool, _ terminal: Terminal) {
        terminal.result(Records.bundles.json((file, list)))
        let say = wasEdited ? terminal.summary : terminal.result
        for entry in list.entries.sorted(by: { $1.version < $0.version }) {
            let state = entry.state.rawValue.padded(to: 9)
            guard let archive = entry.archive else {
                say("\(state)  v\(entry.version)")
                continue
            }
            let audience = entry.state == .offered ? "\(BundleWords.audience(entry.conditions)), " : ""
            say(
                "\(state)  v\(entry.version)  \(audience)\(BundleWords.shells(archive.shells))  "
                    + "\(archive.byteCount) bytes  sha256 \(archive.digest)")
        }
        for shell in Platform.allCases.flatMap(list.shells(of:)) {
            say(
                "recorded   \(shell.platform.displayName) shell \(shell.version)  "
                    + shell.surface.plugins.count.counted("native plugin"))
        }
        let counts = BundleList.State.allCases.map { state in
            "\(list.entries.count { $0.state == state }) \(state.rawValue)"
        }
        terminal.summary(
            "\(file): web bundles: \(counts.joined(separator: ", "))"
                + (wasEdited ? "; when it is reviewed: signet build" : ""))
        if wasEdited, !list.entries.contains(where: { $0.state == .offered }) {
            terminal.note("no bundle is offered: apps go back to the one that they ship")
        }
    }
}
