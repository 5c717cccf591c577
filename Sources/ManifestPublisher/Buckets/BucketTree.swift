import LocalFiles
import ManifestCrypto
import ManifestFormat
import ManifestVerifier
import PublicationTree

/// A verified tree as objects of a bucket: what was checked is what is sent. All but the archives of web bundles is held in
/// memory; of those S3 is told the digest that they must have.
package struct BucketTree: Sendable {
    package let tree: VerifiedTree
    /// The documents, their signatures and the index, in the order of their turns.
    let objects: [BucketObject]

    /// Reads the tree.
    package init(_ tree: VerifiedTree) throws(PublishError) {
        var objects: [BucketObject] = []
        for document in tree.documents {
            let read: (body: DocumentBody, digest: SHA256Digest, signature: [UInt8])?
            do throws(FileError) { read = try tree.files(of: document) } catch { throw .file(error) }
            guard let read else { throw .changed(tree.folder.child(document.path.rawValue)) }
            let object = try BucketObject(
                path: document.path.rawValue, turn: document.turn,
                body: read.body, digest: read.digest, fields: document.headers)
            objects.append(object)
            objects.append(
                try BucketObject(
                    path: document.path.signatureSidecar, turn: document.format == nil ? .indexSignature : .document,
                    body: .bytes(read.signature), digest: SHA256.hash(read.signature),
                    fields: [
                        HeaderField(name: HeaderField.contentType, value: "text/plain"),
                        HeaderField(name: HeaderField.cacheControl, value: object.cacheControl),
                    ]))
        }
        self.tree = tree
        self.objects = objects.sorted { ($0.turn, $0.path) < ($1.turn, $1.path) }
    }

    var publication: Publication { tree.publication }
}

extension VerifiedTree.Document {
    /// When the document is sent; what is named by others comes before what names it.
    fileprivate var turn: BucketObject.Turn {
        switch format {
        case .file, .webBundle: .staticFile
        case nil: .index
        default: .document
        }
    }
}
