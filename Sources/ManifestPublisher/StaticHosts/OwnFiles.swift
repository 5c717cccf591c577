import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree

/// The files of a folder that are Signet's, with the SHA-256 of all that a run wrote or was about to write there, as
/// `sha256sum` writes it. Whatever else is in the folder is the web app's and never touched.
///
/// The list lies in the folder, so that it goes where that goes. It is not trusted: a path leads nowhere but to a file in the
/// folder, and only a file of these very bytes is replaced or removed.
struct OwnFiles {
    static let fileName = TreeFolder.siteList

    private(set) var digests: [String: Set<ListedDigest>] = [:]

    /// Reads the list of a folder; without one, nothing is Signet's.
    init(of folder: Folder) throws {
        guard let text = try folder.readIfPresent(Self.fileName, limit: Limits.publicationBytes) else { return }
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let (digest, path) = (line.prefix(64), line.dropFirst(66))
            guard line.count > 66, let digest = ListedDigest(hexadecimal: String(decoding: digest, as: UTF8.self)),
                line.dropFirst(64).prefix(2).elementsEqual("  ".utf8), Self.isPlain(path)
            else {
                throw ErrorReport(
                    .unparsable, "\(folder.child(Self.fileName)): is not a list that signet publish wrote",
                    hint: "remove it together with the files that Signet wrote, and publish again")
            }
            digests[String(decoding: path, as: UTF8.self), default: []].insert(digest)
        }
    }

    init(_ digests: [String: ListedDigest]) { self.digests = digests.mapValues { [$0] } }

    func has(_ digest: ListedDigest, at path: String) -> Bool { digests[path]?.contains(digest) ?? false }

    func union(_ other: OwnFiles) -> OwnFiles {
        var all = self
        all.digests.merge(other.digests) { $0.union($1) }
        return all
    }

    func write(to folder: Folder) throws(FileError) {
        let lines = digests.sorted { $0.key < $1.key }.flatMap { path, digests in
            digests.map(\.hexadecimal).sorted().map { "\($0)  \(path)\n" }
        }
        let bytes = Array(lines.joined().utf8)
        guard try folder.readIfPresent(Self.fileName, limit: Limits.publicationBytes) != bytes else { return }
        try folder.replace(Self.fileName, bytes)
    }

    /// Whether a path can only lead to something in the folder.
    private static func isPlain(_ path: ArraySlice<UInt8>) -> Bool {
        path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { name in
            !name.isEmpty && !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8)
                && name.allSatisfy { (0x21...0x7E).contains($0) }
        }
    }
}
