import ExternalPrograms
import LocalFiles
import ManifestVerifier

/// A tree that came from a host, in a private temporary folder that is removed with this object.
///
/// The tree has the index, the bodies and their signature sidecars, and no headers sidecars. Every body is the one that
/// the signed index lists; the signature sidecars of the documents are not verified, nor are the signatures in the
/// headers that the index lists.
package final class DownloadedTree: Sendable {
    /// One file that is not in the tree.
    package struct Problem: Equatable, Sendable {
        /// The path of a body or of a signature sidecar.
        package let path: String
        package let failure: TransferFailure

        package init(path: String, failure: TransferFailure) {
            self.path = path
            self.failure = failure
        }
    }

    /// Where the tree came from.
    package let address: TreeAddress
    /// The index, whose signature is verified, with the key that signed it.
    package let index: VerifiedIndex
    /// The files, to be read only while this object lives.
    package let tree: TreeFolder
    /// What was asked for and did not come, ordered by path.
    package let problems: [Problem]
    private let temporary: PrivateFolder

    init(
        address: TreeAddress, index: VerifiedIndex, tree: TreeFolder, problems: [Problem], temporary: PrivateFolder
    ) {
        self.address = address
        self.index = index
        self.tree = tree
        self.problems = problems
        self.temporary = temporary
    }

    /// Removes the folder now, and throws when that fails.
    package func remove() throws(FileError) { try temporary.remove() }
}

/// A document that was asked for, and how that went.
struct FetchedDocument: Sendable {
    let listed: Publication.Document
    /// Where the body and its sidecar are.
    let folder: Folder
    /// The name of the body.
    let name: String
    /// Why the body did not come.
    let bodyFailure: TransferFailure?
    /// Why the signature sidecar did not come.
    let signatureFailure: TransferFailure?

    /// Compares the body with the index, and removes the files that cannot be used.
    func problems() throws(FileError) -> [DownloadedTree.Problem] {
        let sidecar = name + DocumentPath.signatureSuffix
        if let failure = try bodyFailure == nil ? difference() : bodyFailure {
            try removeFile(name)
            try removeFile(sidecar)
            return [DownloadedTree.Problem(path: listed.path.rawValue, failure: failure)]
        }
        guard let signatureFailure else { return [] }
        // The digest shows that the body is the listed one; only its signature must be made anew.
        try removeFile(sidecar)
        return [DownloadedTree.Problem(path: listed.path.signatureSidecar, failure: signatureFailure)]
    }

    private func difference() throws(FileError) -> TransferFailure? {
        guard folder.kind(of: name) == .file else { return .differs }
        let digests = try BodyDigests(of: folder.file(name), date: nil)
        return digests.byteCount == listed.byteCount && listed.digest.matches(digests.body) ? nil : .differs
    }

    private func removeFile(_ name: String) throws(FileError) {
        // A folder of that name is another document's.
        if folder.kind(of: name) == .file { try folder.remove(name) }
    }
}
