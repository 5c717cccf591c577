import LocalFiles
import Programs

/// A tree that came from where it is published, in a private temporary folder that is removed with this object.
///
/// The folder has the index, the bodies, their signature sidecars and each `.jws`, as far as they were asked for, and no other
/// sidecars. Every body and every `.jws` is the one that the signed index lists; no signature of the documents is verified.
/// Where the key of that index was revoked, it has what is said of web bundles, and nothing else.
package final class DownloadedTree: Sendable {
    package let address: TreeAddress
    /// The files, to be read only while this object lives.
    package let tree: TreeFolder
    /// What is live, also where it is not what the index lists.
    package let proven: ProvenTree
    private let temporary: PrivateFolder

    init(address: TreeAddress, tree: TreeFolder, proven: ProvenTree, temporary: PrivateFolder) {
        (self.address, self.tree, self.proven, self.temporary) = (address, tree, proven, temporary)
    }
}
