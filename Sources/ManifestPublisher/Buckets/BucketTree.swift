import LocalFiles
import ManifestVerifier
import PublicationTree

/// A verified tree as objects of a bucket: what was checked is what is sent. All but the archives of web bundles is held in
/// memory; those are read and hashed when they are sent, and S3 is told the digest that they must have.
package struct BucketTree: Sendable {
    package let tree: VerifiedTree
    /// The documents, their signatures and the index, in the order of their turns.
    let objects: [BucketObject]

    /// Reads the tree.
    package init(_ tree: VerifiedTree) throws {
        var objects: [BucketObject] = []
        for document in tree.documents {
            let (object, signature) = try Self.object(document, of: tree)
            objects.append(object)
            objects.append(
                try BucketObject(
                    path: document.path.signatureSidecar, turn: document.format == nil ? .indexSignature : .document,
                    body: .bytes(signature), digest: SHA256.hash(signature),
                    fields: [
                        HeaderField(unchecked: HeaderField.contentType, value: "text/plain"),
                        HeaderField(unchecked: HeaderField.cacheControl, value: object.cacheControl),
                    ]))
        }
        self.tree = tree
        self.objects = objects.sorted { ($0.turn, $0.path) < ($1.turn, $1.path) }
    }

    /// A document and its signature sidecar.
    private static func object(
        _ document: VerifiedTree.Document, of tree: VerifiedTree
    ) throws -> (BucketObject, signature: [UInt8]) {
        let changed = PublishError.changed(tree.folder.child(document.path.rawValue))
        if document.format == .webBundle {
            let (signature, file): ([UInt8]?, BodyFile?)
            (signature, file) = (try tree.archiveSignature(of: document), try tree.archive(of: document))
            guard let signature else { throw changed }
            return (try BucketObject(archive: document, body: file), signature)
        }
        let read = try tree.files(of: document)
        guard let read else { throw changed }
        let object = try BucketObject(
            path: document.path.rawValue, turn: document.turn, body: read.body, digest: read.digest,
            fields: document.headers)
        return (object, read.signature)
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
