import Diagnostics
import ManifestVerifier
import PublicationTree

enum VerificationOutput {
    static func show(_ document: VerificationReport.Document, below path: String?, _ terminal: Terminal) {
        let shown = path.map { "\($0)/\(document.path)" } ?? document.path
        var lines = ["ok  \(shown)"]
        lines.append("    sha256 \(document.digest), \(document.byteCount) bytes\(kind(document))")
        lines.append(
            "    key \"\(document.key.name)\"\(document.key.isRetired ? ", retired" : ""), id \(document.key.id)")
        lines.append("    fingerprint \(document.key.publicKey.fingerprint)")
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

    /// Says which documents a retired key signed.
    static func showRetired(_ report: VerificationReport, below path: String?, _ terminal: Terminal) {
        for document in report.retired {
            let shown = path.map { "\($0)/\(document.path)" } ?? document.path
            terminal.warning(
                "\(shown): is signed by key \"\(document.key.name)\", which is retired",
                hint: "apps that have seen a newer key refuse it; publish it with the active key")
        }
    }

    /// Says what is wrong, each with its next step.
    static func show(_ refusals: [VerificationReport.Refusal], below path: String?, _ terminal: Terminal) {
        for refusal in refusals {
            let shown = path.map { "\($0)/\(refusal.path)" } ?? refusal.path
            terminal.error(ErrorReport(.refused, "\(shown): \(refusal.reason)", hint: refusal.hint))
        }
    }
}
