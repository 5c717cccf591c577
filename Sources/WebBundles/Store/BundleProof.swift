import AppGate
import LocalFiles
import ManifestVerifier

/// What is kept with a bundle, so that each start can ask again whether it was signed: `signed-v1.5.0`, the list of its
/// files, an empty line, and the index that offered it.
///
/// A key that the app trusts now has signed an index which offers this version, with this archive and for these shells. Its
/// member `files` is the digest of the list, so that the list is the signed one, and so is each file that matches it. A
/// process that can write here can also put an older bundle back, with its own proof.
struct BundleProof: Sendable {
    static let prefix = "signed-"

    let index: Download
    let list: FileList

    static func name(of bundle: StoredBundle) -> String { prefix + bundle.folderName }

    func save(for bundle: StoredBundle, in root: Folder) throws(FileError) {
        try root.replace(Self.name(of: bundle), list.bytes + [Self.lineFeed] + index.kept)
    }

    /// The signed list of a stored bundle's files, or why it is not what was signed.
    ///
    /// Throws when that cannot be read now, which proves nothing.
    static func list(
        of bundle: StoredBundle, in root: Folder, by verifier: Verifier, for platform: Platform
    ) throws(FileError) -> Result<FileList, BundleRefusal> {
        guard let (text, kept) = try parts(of: bundle, in: root), let index = Download(kept: kept, in: [.jws])
        else { return .failure(BundleRefusal(code: "unsigned")) }
        do throws(VerificationError) {
            let manifest = try verifier.verify(kept: index, path: .webBundleIndex)
            guard let index = manifest.content as? WebBundleIndex,
                let entry = index.entries.first(where: { $0.bundle.version == bundle.version }),
                entry.bundle.sha256 == bundle.sha256, entry.files == bundle.files,
                entry.shells[platform] == bundle.shells
            else { return .failure(BundleRefusal(code: "not-offered")) }
        } catch {
            return .failure(BundleRefusal(code: error.code))
        }
        guard let list = FileList(text), list.digest == bundle.files else {
            return .failure(BundleRefusal(code: "wrong-files"))
        }
        return .success(list)
    }

    /// The kept list of a stored bundle's files, whichever index is kept with it; nil for any other list.
    static func list(of bundle: StoredBundle, in root: Folder) throws(FileError) -> FileList? {
        guard let (text, _) = try parts(of: bundle, in: root), let list = FileList(text), list.digest == bundle.files
        else { return nil }
        return list
    }

    /// The list and the index; nil where there are not both.
    private static func parts(
        of bundle: StoredBundle, in root: Folder
    ) throws(FileError) -> (list: [UInt8], index: [UInt8])? {
        guard let bytes = try bytes(name(of: bundle), in: root),
            let end = bytes.indices.dropFirst().first(where: { bytes[$0 - 1] == lineFeed && bytes[$0] == lineFeed })
        else { return nil }
        return (Array(bytes[..<end]), Array(bytes[(end + 1)...]))
    }

    private static func bytes(_ name: String, in root: Folder) throws(FileError) -> [UInt8]? {
        let index = Envelope.jws.byteLimit(ofBody: Limits.manifestBytes)
        do throws(FileError) {
            return try root.readIfPresent(name, limit: Limits.webBundleDirectoryBytes + index)
        } catch {
            switch error.reason {
            // Not a file of ours.
            case .symbolicLink, .notAFile, .notAFolder, .tooLarge: return nil
            default: throw error
            }
        }
    }

    private static let lineFeed = UInt8(ascii: "\n")
}
