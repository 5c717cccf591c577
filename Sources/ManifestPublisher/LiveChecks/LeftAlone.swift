import Classic
import ManifestVerifier
import PublicationTree

/// A document or an envelope that publishing left as it was live: with another signature than in the local tree, or another
/// list of signatures, and as good.
package struct LeftAlone: Sendable {
    let byteCount: Int
    let digest: ListedDigest
    /// The headers that carry its signature, in the order of a tree.
    let signature: [HeaderField]

    /// - Parameter headers: all that are live with it.
    package init(byteCount: Int, digest: ListedDigest, headers: [HeaderField]) {
        self.byteCount = byteCount
        self.digest = digest
        signature = [SignatureHeader.name, SignatureHeader.dateName].compactMap { name in
            headers.first { $0.isNamed(name) }.map { HeaderField(unchecked: name, value: $0.value) }
        }
    }

    /// The headers of a document with the live signature in place of that of the local tree.
    func headers(of document: VerifiedTree.Document) -> [HeaderField] {
        document.headers.filter { !$0.carriesSignature } + signature
    }
}
