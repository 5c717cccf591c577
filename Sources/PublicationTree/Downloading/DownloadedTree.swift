import ExternalPrograms
import LocalFiles
import ManifestVerifier

/// A tree that came from a host, in a private temporary folder that goes with this object.
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
    /// The index, whose signature is verified.
    package let publication: Publication
    /// The key that signed the index.
    package let key: TrustedKey
    /// The files, to be read only while this object lives.
    package let tree: TreeFolder
    /// What was asked for and did not come, ordered by path.
    package let problems: [Problem]
    private let temporary: PrivateFolder

    init(
        address: TreeAddress, publication: Publication, key: TrustedKey, tree: TreeFolder, problems: [Problem],
        temporary: PrivateFolder
    ) {
        self.address = address
        self.publication = publication
        self.key = key
        self.tree = tree
        self.problems = problems
        self.temporary = temporary
    }

    /// Fails unless everything that was asked for came back, for a caller that cannot do without.
    package func requireEverything() throws {
        guard problems.isEmpty else { throw TreeDownloadError.incomplete(address, problems) }
    }

    /// Removes the folder now, and says so when that fails.
    package func remove() throws(FileError) { try temporary.remove() }
}
