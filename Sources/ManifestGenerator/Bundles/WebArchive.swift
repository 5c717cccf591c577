import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree
import WebBundles

/// An archive that every client takes: read and checked the way clients do it.
struct WebArchive {
    let file: BodyFile
    let digests: BodyDigests
    /// SHA-256 of the list of its files.
    let files: String

    var digest: SHA256Digest { digests.body }

    /// Checks and hashes an archive, which is read once.
    ///
    /// - Parameter progress: told how many bytes were read since the last call.
    init(_ name: String, in folder: Folder, inspection: WebInspection, progress: (Int) -> Void) async throws {
        let origin = inspection.place
        let file = try folder.file(name)
        guard file.size <= Limits.webBundleBytes else {
            throw ErrorReport.unusable(origin, "is larger than \(Limits.webBundleBytes) bytes")
        }
        let digest: SHA256Digest
        let list: FileList
        do {
            let reader = try ArchiveReader(file)
            if let hidden = reader.entries.first(where: { $0.name.segments.contains { $0.hasPrefix(".") } }) {
                throw ErrorReport.unusable("\(origin): \(hidden.name)", "is hidden")
            }
            (digest, list) = try await reader.readWhole(progress: progress) { (entry, piece) throws(ArchiveError) in
                inspection.take(piece, of: entry)
            }
            inspection.finish()
            guard reader.entries.contains(where: { $0.name.spelling == WebPage.name }) else {
                throw ErrorReport.noPage(origin)
            }
        } catch let error as ArchiveError {
            throw ErrorReport.archive(origin, error)
        }
        files = list.digest
        digests = BodyDigests(
            of: digest, start: try file.bytes(at: 0, count: SignedDate.byteCount + 1), byteCount: file.size)
        self.file = BodyFile(folder: folder, name: name, byteCount: file.size)
    }
}

extension ErrorReport {
    /// The archive is not one that apps accept, or cannot be written.
    static func archive(_ place: String, _ error: ArchiveError) -> ErrorReport {
        ErrorReport(.refused, "\(place): \(error.message)", hint: error.hint)
    }

    /// Something that no bundle has, and why.
    static func unusable(_ place: String, _ reason: String) -> ErrorReport {
        ErrorReport(
            .refused, "\(place): \(reason)", hint: "a bundle holds what apps are to load and nothing else; remove it")
    }

    static func noPage(_ place: String) -> ErrorReport {
        ErrorReport(
            .missingInput, "\(place): has no index.html",
            hint: "name the folder that your web build writes, the one with index.html in it")
    }
}

/// Tells a private key in PEM (RFC 7468) from a program that only mentions one.
enum PrivateKeyText {
    /// This number of bytes of a file are searched.
    static let byteCount = 16 << 10

    /// Whether a line begins a private key; programs have such a text in the middle of theirs.
    static func isIn(_ start: [UInt8]) -> Bool {
        start.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.contains { line in
            let line = String(decoding: line.prefix(64), as: UTF8.self)
            return line.hasPrefix("-----BEGIN ") && line.contains("PRIVATE KEY-----")
        }
    }
}
