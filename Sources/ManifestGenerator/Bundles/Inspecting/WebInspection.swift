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

/// Programs that run outside a web view, told by their first bytes.
enum NativeCode {
    /// The kind of program whose files begin like this; nil for any other file.
    static func format(of start: [UInt8]) -> String? {
        if let known = formats.first(where: { start.starts(with: $0.start) }) { return known.name }
        return isPortableExecutable(start) ? "a program for Windows (PE)" : nil
    }

    private static let formats: [(start: [UInt8], name: String)] =
        [
            ([0x7F, 0x45, 0x4C, 0x46], "a program for Linux or Android (ELF)"),
            // Fat Mach-O files begin like classes of Java.
            ([0xCA, 0xFE, 0xBA, 0xBE], "a program for Apple's systems (Mach-O), or a class of Java"),
            (Array("dex\n".utf8), "a program for Android (DEX)"),
            (Array("dey\n".utf8), "a program for Android (DEX)"),
            (Array("cdex".utf8), "a program for Android (DEX)"),
        ]
        + [
            [0xFE, 0xED, 0xFA, 0xCE], [0xFE, 0xED, 0xFA, 0xCF], [0xCE, 0xFA, 0xED, 0xFE], [0xCF, 0xFA, 0xED, 0xFE],
            [0xBE, 0xBA, 0xFE, 0xCA], [0xCA, 0xFE, 0xBA, 0xBF], [0xBF, 0xBA, 0xFE, 0xCA],
        ].map { ($0, "a program for Apple's systems (Mach-O)") }

    /// Two letters alone would be found in texts: the header that they announce must be there, too.
    private static func isPortableExecutable(_ start: [UInt8]) -> Bool {
        guard start.starts(with: Array("MZ".utf8)), start.count >= 0x40 else { return false }
        let place = start[0x3C..<0x40].reversed().reduce(0) { $0 << 8 | Int($1) }
        return place < start.count && start[place...].starts(with: Array("PE\0\0".utf8))
    }
}
