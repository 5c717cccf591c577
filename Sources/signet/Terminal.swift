import Glibc
import ManifestFormat

/// Where text goes: results to standard output, everything else to standard error.
struct Terminal: Sendable {
    private let isQuiet: Bool
    /// Whether a person is watching standard error.
    private let isWatched = isatty(STDERR_FILENO) == 1

    init(isQuiet: Bool = false) { self.isQuiet = isQuiet }

    /// This terminal, with notes and progress left out when `isQuiet`.
    func quiet(_ isQuiet: Bool) -> Terminal { Terminal(isQuiet: isQuiet) }

    /// A line of the product.
    func result(_ text: String) {
        print(text)
    }

    /// A line of the product that `--quiet` leaves out.
    func summary(_ text: String) {
        if !isQuiet { print(text) }
    }

    /// A JSON value as the product.
    func result(_ json: JSONValue) {
        print(String(decoding: JSONWriter.bytes(of: json), as: UTF8.self), terminator: "")
    }

    /// Something worth knowing that is no error.
    func note(_ text: String) {
        if !isQuiet { write("signet: note: \(text)\n") }
    }

    /// An error and its next step.
    func error(_ report: ErrorReport) {
        write("signet: error: \(Self.printable(report.message))\n")
        if let hint = report.hint { write("hint: \(Self.printable(hint))\n") }
    }

    /// So many of so many are done; shown only to a person, and only when there is a lot to do.
    func progress(_ verb: String, _ done: Int, of total: Int) {
        guard isWatched, !isQuiet, total >= 500 else { return }
        write("\r\(verb) \(done) of \(total)\(done == total ? "\n" : "")")
    }

    /// One write for one line: lines of several threads do not mix.
    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        unsafe bytes.withUnsafeBytes { _ = unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Text that comes from files, without what a terminal would obey.
    private static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    scalar.properties.generalCategory == .control ? Unicode.Scalar(0xFFFD) ?? scalar : scalar
                }))
    }
}
