import LocalFiles
import ManifestVerifier
import Programs

/// A tree that came from a host, in a private temporary folder that is removed with this object.
///
/// The tree has the index, the bodies, their signature sidecars and, where asked for, each `.jws`, and no other sidecars.
/// Every body and every `.jws` is the one that the signed index lists; no signature of the documents is verified.
package final class DownloadedTree: Sendable {
    package struct Problem: Equatable, Sendable {
        /// The path of a body, of a signature sidecar or of a `.jws`.
        package let path: String
        package let failure: TransferFailure

        /// Whether something is there, and not what the index lists.
        var isAnotherFile: Bool {
            switch failure {
            case .differs, .tooLarge: true
            default: false
            }
        }

        package init(path: String, failure: TransferFailure) {
            self.path = path
            self.failure = failure
        }
    }

    package let address: TreeAddress
    /// The index, whose signature is verified, with the key that signed it.
    package let index: VerifiedIndex
    /// The files, to be read only while this object lives.
    package let tree: TreeFolder
    /// What was asked for and did not come, ordered by path.
    package let problems: [Problem]
    /// What is there instead of documents that the index lists, by path, as far as a key of the environment signed it.
    package let proven: [String: [ProvenBody]]
    private let temporary: PrivateFolder

    init(
        address: TreeAddress, index: VerifiedIndex, tree: TreeFolder, problems: [Problem],
        proven: [String: [ProvenBody]], temporary: PrivateFolder
    ) {
        self.address = address
        self.index = index
        self.tree = tree
        self.problems = problems
        self.proven = proven
        self.temporary = temporary
    }
}

struct FetchedDocument: Sendable {
    let listed: Publication.Document
    /// Where the body and its sidecar are.
    let folder: Folder
    let name: String
    var files: [File]

    struct File: Sendable {
        /// What its name adds to that of the body; empty for the body.
        let suffix: String
        /// What the index lists; nil for a signature sidecar.
        let digest: ListedDigest?
        let byteLimit: Int
        /// Why it did not come.
        var failure: TransferFailure? = nil
    }

    /// Compares the files with the index, and removes those that cannot be used.
    func problems() throws(FileError) -> [DownloadedTree.Problem] {
        var problems: [DownloadedTree.Problem] = []
        for file in files {
            guard let failure = try file.failure == nil ? difference(file) : file.failure else { continue }
            // The signatures of a body that did not come are of no use.
            for useless in file.suffix.isEmpty ? files : [file] { try removeFile(name + useless.suffix) }
            problems.append(DownloadedTree.Problem(path: listed.path.rawValue + file.suffix, failure: failure))
            if file.suffix.isEmpty { break }
        }
        return problems
    }

    private func difference(_ file: File) throws(FileError) -> TransferFailure? {
        guard let digest = file.digest else { return nil }
        guard folder.kind(of: name + file.suffix) == .file else { return .differs }
        let digests = try BodyDigests(of: folder.file(name + file.suffix), date: nil)
        let isWhole = !file.suffix.isEmpty || digests.byteCount == listed.byteCount
        return isWhole && digest.matches(digests.body) ? nil : .differs
    }

    private func removeFile(_ name: String) throws(FileError) {
        // A folder of that name is another document's.
        if folder.kind(of: name) == .file { try folder.remove(name) }
    }
}
