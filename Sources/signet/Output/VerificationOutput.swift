import Diagnostics
import ManifestVerifier
import PublicationTree

enum VerificationOutput {
    /// What was found of a tree: what is wrong, and what the rest comes to.
    ///
    /// - Parameters:
    ///   - unread: how many archives there are beside them, of which only the size is known.
    ///   - isVerbose: whether every document is shown.
    static func show(
        _ report: VerificationReport, of tree: String, unread: Int = 0, isVerbose: Bool, _ terminal: Terminal
    ) {
        if isVerbose { for document in report.documents { show(document, below: tree, terminal) } }
        show(report.refusals, below: tree, terminal)
        showOtherKeys(report, below: tree, terminal)
        guard report.refusals.isEmpty else { return terminal.summary("\(tree): refused") }
        terminal.summaryLines(
            ["\(tree): all \(report.documents.count + unread) documents verify"] + keyLines(report.documents))
    }

    /// Which keys signed how many documents, and when.
    private static func keyLines(_ documents: [VerificationReport.Document]) -> [String] {
        let byKey = Dictionary(grouping: documents) { $0.key.publicKey.fingerprint.hexadecimal }
        return byKey.sorted { $0.key < $1.key }.flatMap { fingerprint, documents in
            let dates = documents.compactMap { $0.date ?? $0.jws?.date }.sorted()
            let key = documents[0].key
            let dated = dates.first.map { first in
                dates.last == first
                    ? ", on \(first.headerValue)" : ", from \(first.headerValue) to \(dates.last?.headerValue ?? "")"
            }
            return [
                "    key \"\(key.name)\"\(key.signs ? "" : ", \(key.state.rawValue),") signed \(documents.count)\(dated ?? "")",
                "    fingerprint \(fingerprint)",
            ]
        }
    }

    static func show(_ document: VerificationReport.Document, below path: String?, _ terminal: Terminal) {
        let shown = path.map { "\($0)/\(document.path)" } ?? document.path
        var lines = ["ok  \(shown)"]
        lines.append("    sha256 \(document.digest), \(document.byteCount) bytes\(kind(document))")
        let (key, fingerprint) = (document.key, document.key.publicKey.fingerprint.hexadecimal)
        let id = key.id.rawValue == fingerprint ? "" : ", id \(key.id)"
        lines.append("    key \"\(key.name)\"\(key.signs ? "" : ", \(key.state.rawValue)")\(id)")
        lines.append("    fingerprint \(fingerprint)")
        switch document.profile {
        case .body?: lines.append("    profile body: the signature covers the body")
        case .dated?: lines.append("    profile dated: signed \(document.date?.headerValue ?? "")")
        case nil: if document.jws == nil { lines.append("    signature over the body alone") }
        }
        if let jws = document.jws {
            lines.append("    .jws for \"\(jws.environment)\" at \(jws.path): signed \(jws.date)")
        }
        terminal.summaryLines(lines)
    }

    private static func kind(_ document: VerificationReport.Document) -> String {
        document.format.map { ", \($0.rawValue)" } ?? ""
    }

    static func showOtherKeys(_ report: VerificationReport, below path: String?, _ terminal: Terminal) {
        for document in report.ofOtherKeys {
            let shown = path.map { "\($0)/\(document.path)" } ?? document.path
            terminal.warning(
                "\(shown): is signed by key \"\(document.key.name)\", which is \(document.key.state.rawValue)",
                hint: "apps that have seen a newer key refuse it; publish it with the active key")
        }
    }

    static func show(_ refusals: [VerificationReport.Refusal], below path: String?, _ terminal: Terminal) {
        for refusal in refusals {
            let shown = path.map { "\($0)/\(refusal.path)" } ?? refusal.path
            terminal.error(ErrorReport(.refused, "\(shown): \(refusal.reason)", hint: refusal.hint))
        }
    }
}
