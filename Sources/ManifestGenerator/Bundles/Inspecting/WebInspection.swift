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
            WebPage(bytes).judge(pages) { file.add($0, $1, at: bytes.position(at: $2), hint: $3) }
        case "js", "mjs", "cjs", "css":
            WebScript(bytes[...]).judge(pages) { file.add($0, $1, at: bytes.position(at: $2), hint: $3) }
        default: break
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

extension [UInt8] {
    /// The line and the column, in Unicode scalars, of a byte of a text.
    fileprivate func position(at offset: Int) -> TextPosition {
        let before = self[..<offset]
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return TextPosition(
            line: 1 + before.count { $0 == UInt8(ascii: "\n") },
            column: 1 + before[start...].count { $0 & 0xC0 != 0x80 })
    }
}
