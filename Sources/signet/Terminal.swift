import LocalFiles
import ManifestFormat
import PublicationTree

/// Where text goes: results to standard output, everything else to standard error.
struct Terminal: Sendable {
    private let isQuiet: Bool
    /// Whether a person is watching standard error.
    private let isWatched = StandardStream.error.isTerminal

    init(isQuiet: Bool = false) { self.isQuiet = isQuiet }

    /// This terminal, with notes and progress left out when `isQuiet`.
    func quiet(_ isQuiet: Bool) -> Terminal { Terminal(isQuiet: isQuiet) }

    /// A line of the product.
    func result(_ text: String) {
        StandardStream.output.write(text + "\n")
    }

    /// A line of the product that `--quiet` leaves out.
    func summary(_ text: String) {
        if !isQuiet { result(text) }
    }

    /// A JSON value as the product.
    func result(_ json: JSONValue) {
        product(String(decoding: JSONWriter.bytes(of: json), as: UTF8.self))
    }

    /// A whole file as the product.
    func product(_ text: String) {
        StandardStream.output.write(text)
    }

    /// Something worth knowing that is no error.
    func note(_ text: String) {
        if !isQuiet { StandardStream.error.write("signet: note: \(text)\n") }
    }

    /// An error and its next step.
    func error(_ report: ErrorReport) { message("error", report.message, hint: report.hint) }

    /// Something that may be wrong, and its next step.
    func warning(_ text: String, hint: String?) {
        if !isQuiet { message("warning", text, hint: hint) }
    }

    /// Something that nobody may overlook, `--quiet` or not.
    func alarm(_ text: String) { message("warning", text, hint: nil) }

    private func message(_ kind: String, _ text: String, hint: String?) {
        let hint = hint.map { "hint: \(Self.printable($0))\n" } ?? ""
        StandardStream.error.write("signet: \(kind): \(Self.printable(text))\n" + hint)
    }

    /// So many of so many are done; shown only to a person, and only when there is a lot to do.
    func progress(_ verb: String, _ done: Int, of total: Int) {
        guard isWatched, !isQuiet, total >= 500 else { return }
        StandardStream.error.write("\r\(verb) \(done) of \(total)\(done == total ? "\n" : "")")
    }

    /// Text that comes from files, without what a terminal would obey.
    static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    scalar.properties.generalCategory == .control ? Unicode.Scalar(0xFFFD) ?? scalar : scalar
                }))
    }
}
