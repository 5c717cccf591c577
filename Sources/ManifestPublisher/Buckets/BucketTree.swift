import LocalFiles
import ManifestFormat
import ManifestVerifier
import PublicationTree

/// A verified tree as objects of a bucket, held in memory: what was checked is what is sent.
package struct BucketTree: Sendable {
    package let tree: VerifiedTree
    /// The documents, their signatures and the index, in the order of their turns.
    let objects: [BucketObject]

    /// Reads the tree.
    package init(_ tree: VerifiedTree) throws(PublishError) {
        var objects: [BucketObject] = []
        let staticFiles = Set(tree.publication.documents.filter { $0.format == .file }.map(\.path))
        for document in tree.documents {
            let read: (body: [UInt8], signature: [UInt8])?
            do throws(FileError) { read = try tree.files(of: document) } catch { throw .file(error) }
            guard let read else { throw .changed(tree.folder.child(document.path.rawValue)) }
            let isIndex = document.path == .publication
            let object = try BucketObject(
                path: document.path.rawValue,
                turn: isIndex ? .index : staticFiles.contains(document.path) ? .staticFile : .document,
                body: read.body, fields: document.headers)
            objects.append(object)
            objects.append(
                try BucketObject(
                    path: document.path.signatureSidecar, turn: isIndex ? .indexSignature : .document,
                    body: read.signature,
                    fields: [
                        HeaderField(name: HeaderField.contentType, value: "text/plain"),
                        HeaderField(name: HeaderField.cacheControl, value: object.cacheControl),
                    ]))
        }
        self.tree = tree
        self.objects = objects.sorted { ($0.turn, $0.path) < ($1.turn, $1.path) }
    }

    var publication: Publication { tree.publication }

    /// The verifier that knows the key of this tree and no other.
    var verifier: SignatureVerifier {
        guard let keys = TrustedKeys([tree.key]) else { preconditionFailure("one key is never there twice") }
        return SignatureVerifier(keys: keys, environment: publication.environment, profile: publication.profile)
    }
}
