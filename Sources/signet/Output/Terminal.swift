import Diagnostics
import LocalFiles
import ManifestVerifier
import Synchronization

/// Where text goes: the product to standard output, everything else to standard error, always in the same form.
///
/// With `--json` standard output has one envelope, at the end; with `--github` it has annotations as well. What
/// people read on standard error stays as it is.
///
/// Every line may quote what files, hosts and other programs say, and no such text begins a line of its own: a line feed
/// in it is shown as `\n`, and what a terminal or a CI system would obey as an escape.
struct Terminal: Sendable {
    private var isQuiet = false
    /// Whether GitHub is to show findings beside the lines of a change.
    private var isAnnotating = false
    /// What is collected for `--json`; nil without it.
    private let envelope: Envelope?
    private let isWatched = StandardStream.error.isTerminal

    init(isJSON: Bool) { envelope = isJSON ? Envelope() : nil }

    /// This terminal as the words of a command want it.
    func speaking(as arguments: Arguments) -> Terminal {
        var terminal = self
        terminal.isQuiet = arguments.has("--quiet")
        terminal.isAnnotating = arguments.has("--github")
        return terminal
    }

    func result(_ line: String) { resultLines([line]) }

    func resultLines(_ lines: [String]) {
        if envelope == nil { product(lines.map { $0.printable + "\n" }.joined()) }
    }

    /// A line of the product that `--quiet` leaves out.
    func summary(_ line: String) { summaryLines([line]) }

    /// Several lines of the product that `--quiet` leaves out.
    func summaryLines(_ lines: [String]) {
        if !isQuiet { resultLines(lines) }
    }

    /// The product for programs, which `--json` shows in place of its lines.
    func result(_ json: @autoclosure () throws -> JSONValue) rethrows { try envelope?.put(json()) }

    /// A whole file as the product, to the byte, which with `--json` takes the place of the envelope; the text must be ours.
    func product(_ text: String) {
        envelope?.giveWay()
        StandardStream.output.write(text)
    }

    /// Prints what `--json` promises, when a command has ended.
    func finish(_ code: ExitCode) {
        guard let json = envelope?.json(isOK: code.isSuccess) else { return }
        StandardStream.output.write(String(decoding: JSONWriter.bytes(of: json), as: UTF8.self).printableJSON)
    }

    /// Something worth knowing that is not an error.
    func note(_ text: String) { say(Remark(.note, text)) }

    func error(_ report: ErrorReport) { say(Remark(report)) }

    /// Something that may be wrong, and its next step.
    func warning(_ text: String, hint: String?) { say(Remark(.warning, text, hint: hint)) }

    /// Something that must not be overlooked, `--quiet` or not.
    func alarm(_ text: String) { say(Remark(.warning, text), always: true) }

    /// What a refusal comes to, for people; programs count the findings.
    func verdict(_ text: String) { StandardStream.error.write("signet: \(text.printable)\n") }

    /// Says something in the one form that all of it has. Without `always`, `--quiet` leaves out what is not an error.
    func say(_ remark: Remark, always: Bool = false) {
        tellPrograms(remark)
        guard !isQuiet || always || remark.severity == .error else { return }
        var lines = [remark.line.printable] + (isWatched ? excerpt(remark) : [])
        if let hint = remark.hintLine { lines.append(hint.printable) }
        StandardStream.error.write(lines.map { $0 + "\n" }.joined())
    }

    /// What people read elsewhere: in the envelope, and beside the lines of a change.
    func tellPrograms(_ remark: Remark) {
        envelope?.add(remark)
        if isAnnotating, envelope == nil, let annotation = remark.annotation {
            // The one line that a CI system is to obey.
            StandardStream.output.write(annotation + "\n")
        }
    }

    /// The line that a remark is about; none when it cannot be read any more.
    private func excerpt(_ remark: Remark) -> [String] {
        guard let file = remark.file, let position = remark.position else { return [] }
        let (parent, name) = file.parentAndName
        let bytes = try? Folder(path: parent).read(name, limit: Limits.excerptBytes)
        return bytes.flatMap { SourceExcerpt.lines(of: $0, at: position) } ?? []
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

/// What `--json` prints when a command has ended, well or not: `{ "ok": …, "findings": […], "result": … }`.
final class Envelope: Sendable {
    private struct Content {
        var remarks: [Remark] = []
        var result: JSONValue?
        var givesWay = false
    }

    private let content = Mutex(Content())

    /// Adds what is said beside the result.
    func add(_ remark: Remark) { content.withLock { $0.remarks.append(remark) } }

    /// Notes the result, of which there is one.
    func put(_ result: JSONValue) { content.withLock { $0.result = result } }

    /// Notes that a file is the product: standard output has nothing else.
    func giveWay() { content.withLock { $0.givesWay = true } }

    /// The whole for programs; nil when it gave way to a file.
    func json(isOK: Bool) -> JSONValue? {
        content.withLock { content in
            guard !content.givesWay else { return nil }
            return .object([
                JSONMember("ok", .bool(isOK)),
                JSONMember("findings", .array(content.remarks.map(Records.finding.json))),
                JSONMember("result", content.result ?? .null),
            ])
        }
    }
}
