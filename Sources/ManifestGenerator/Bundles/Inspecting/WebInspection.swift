import Diagnostics
import ManifestVerifier
import Policy
import WebBundles

/// Looks at the files of a bundle, one after the other, for what cannot work in an app or must not be in one.
final class WebInspection {
    /// What messages call the folder or the archive.
    let place: String
    let findings = Findings()
    /// How the pages are judged; nil where only the kinds of files count.
    private let pages: WebPageRules?
    private var current: (entry: ArchiveEntry, bytes: [UInt8])?

    init(of place: String, pages: WebPageRules?) {
        (self.place, self.pages) = (place, pages)
    }

    /// Takes the next piece of a file; the pieces of one file come one after the other.
    func take(_ piece: [UInt8], of entry: ArchiveEntry) {
        if current?.entry.offset != entry.offset {
            finish()
            current = (entry, [])
        }
        let limit = pages != nil && entry.name.isText ? Limits.inspectedBytes : PrivateKeyText.byteCount
        guard let count = current?.bytes.count, count < limit else { return }
        current?.bytes += piece.prefix(limit - count)
    }

    /// Looks at the last file.
    func finish() {
        guard let (entry, bytes) = current else { return }
        current = nil
        let file = FileFindings("\(place)/\(entry.name)", findings)
        if let format = NativeCode.format(of: bytes) {
            file.add(.nativeCode, "is \(format)", at: nil, hint: "a bundle holds what a web view shows; remove it")
        }
        if PrivateKeyText.isIn(Array(bytes.prefix(PrivateKeyText.byteCount))) {
            file.add(.unusableFile, "is a private key", at: nil, hint: "remove it, and trust that key no longer")
        }
        guard let pages else { return }
        guard entry.byteCount <= Limits.inspectedBytes || !entry.name.isText else {
            file.add(.limit, "is larger than \(Limits.inspectedBytes) bytes, which is what is looked at", at: nil)
            return
        }
        switch entry.name.ending {
        case "map":
            file.add(
                .sourceMap, "is a source map", at: nil,
                hint: "give it to your error tracker, and build without (Vite: build.sourcemap, Angular: sourceMap)")
        case "html", "htm", "xhtml":
            add(to: file, of: bytes) { WebPage(bytes).judge(pages, $0) }
        case "js", "mjs", "cjs", "css":
            add(to: file, of: bytes) { WebScript(bytes[...]).judge(pages, $0) }
        default: break
        }
    }

    /// Adds what a look at a text finds, in the order of the text, whose lines are counted once.
    private func add(to file: FileFindings, of text: [UInt8], found by: (WebFindings) -> Void) {
        var found: [(code: FindingCode, message: String, offset: Int, hint: String?)] = []
        by { found.append(($0, $1, $2, $3)) }
        var (offset, line, column) = (0, 1, 1)
        for finding in found.sorted(by: { $0.offset < $1.offset }) {
            for byte in text[offset..<finding.offset] {
                if byte == UInt8(ascii: "\n") {
                    (line, column) = (line + 1, 1)
                } else if byte & 0xC0 != 0x80 {
                    column += 1
                }
            }
            offset = finding.offset
            file.add(finding.code, finding.message, at: TextPosition(line: line, column: column), hint: finding.hint)
        }
    }

    /// Fails with everything that was found, if any of it is an error or the run is strict.
    ///
    /// - Returns: the warnings.
    func verdict(isStrict: Bool) throws -> [Finding] {
        let found = findings.sorted
        guard !findings.haveErrors, !isStrict || found.isEmpty else { throw PolicyRefusal.refused(found) }
        return found
    }
}

/// How a text is judged: a code, what is wrong, the byte at which it is, and a hint.
typealias WebFindings = (FindingCode, String, Int, String?) -> Void

extension ArchiveName {
    fileprivate var ending: String? {
        spelling.lastIndex(of: ".").map { String(spelling[spelling.index(after: $0)...]).asciiLowercased }
    }

    fileprivate var isText: Bool { ["html", "htm", "xhtml", "js", "mjs", "cjs", "css"].contains(ending) }
}
