import Diagnostics
import ManifestVerifier

/// Where text goes: results to standard output, everything else to standard error.
///
/// Every line may quote what files, hosts and other programs say, and no such text begins a line of its own: a line feed
/// in it is shown as `\n`, and what a terminal would obey as an escape.
struct Terminal: Sendable {
    private let isQuiet: Bool
    /// Whether a person is watching standard error.
    private let isWatched = StandardStream.error.isTerminal

    init(isQuiet: Bool = false) { self.isQuiet = isQuiet }

    /// This terminal, with notes and progress left out when `isQuiet`.
    func quiet(_ isQuiet: Bool) -> Terminal { Terminal(isQuiet: isQuiet) }

    /// A line of the product.
    func result(_ line: String) { resultLines([line]) }

    /// Several lines of the product.
    func resultLines(_ lines: [String]) {
        StandardStream.output.write(lines.map { $0.printable + "\n" }.joined())
    }

    /// A line of the product that `--quiet` leaves out.
    func summary(_ line: String) { summaryLines([line]) }

    /// Several lines of the product that `--quiet` leaves out.
    func summaryLines(_ lines: [String]) {
        if !isQuiet { resultLines(lines) }
    }

    /// A JSON value as the product.
    func result(_ json: JSONValue) {
        product(String(decoding: JSONWriter.bytes(of: json), as: UTF8.self).printableJSON)
    }

    /// A whole file as the product, to the byte; the text must be ours.
    func product(_ text: String) {
        StandardStream.output.write(text)
    }

    /// Something worth knowing that is not an error.
    func note(_ text: String) {
        if !isQuiet { StandardStream.error.write("signet: note: \(text.printable)\n") }
    }

    /// An error and its next step.
    func error(_ report: ErrorReport) { message("error", report.message, hint: report.hint) }

    /// Something that may be wrong, and its next step.
    func warning(_ text: String, hint: String?) {
        if !isQuiet { message("warning", text, hint: hint) }
    }

    /// Something that must not be overlooked, `--quiet` or not.
    func alarm(_ text: String) { message("warning", text, hint: nil) }

    private func message(_ kind: String, _ text: String, hint: String?) {
        let hint = hint.map { "hint: \($0.printable)\n" } ?? ""
        StandardStream.error.write("signet: \(kind): \(text.printable)\n" + hint)
    }

    /// Progress; shown only on a terminal, and only when there is a lot to do.
    func progress(_ verb: String, _ done: Int, of total: Int, bytes: Int = 0) {
        guard isWatched, !isQuiet, total >= 500 || bytes >= 16 << 20 else { return }
        let size = bytes == 0 ? "" : ", \(bytes.byteText)"
        StandardStream.error.write("\r\(verb.printable) \(done) of \(total)\(size)\(done == total ? "\n" : "")")
    }
}

extension Int {
    /// A number of bytes as people read it: `96 bytes`, `1.2 kB`, `34.5 MB`.
    var byteText: String {
        if self < 1_000 { return "\(self) bytes" }
        return self < 1_000_000 ? "\(tenths(of: 1_000)) kB" : "\(tenths(of: 1_000_000)) MB"
    }

    /// A number of milliseconds as people read it: `1.2 s`.
    var secondsText: String { "\(tenths(of: 1_000)) s" }

    /// How often a size fits, with one digit after the point.
    private func tenths(of size: Int) -> String {
        let tenths = (self * 10 + size / 2) / size
        return "\(tenths / 10).\(tenths % 10)"
    }
}
