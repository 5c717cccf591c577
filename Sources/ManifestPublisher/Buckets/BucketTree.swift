import Diagnostics
import LocalFiles
import ManifestVerifier
import Programs
import PublicationTree

/// A verified tree as objects of a bucket. Nothing is read for it: bodies are read and hashed when they are sent.
package final class BucketTree: Sendable {
    package let tree: VerifiedTree
    /// The documents, their signatures and the index, in the order of their turns.
    let objects: [BucketObject]

    /// The objects of a tree; fails when a header cannot be kept by S3.
    package init(_ tree: VerifiedTree) throws {
        self.tree = tree
        // A signature can change while the body that it is over never does: by another key, and with every new signature.
        let standard = tree.publication.cacheControl
        let documents = try tree.documents.flatMap { document in
            let listed = document.headers.cacheControl ?? standard
            let cacheControl = listed.isImmutable ? standard : listed
            return [
                try BucketObject(document), try BucketObject(signatureOf: document, cacheControl: cacheControl),
            ] + (try document.jws.map { [try BucketObject($0, of: document, cacheControl: cacheControl)] } ?? [])
        }
        objects = (documents + [try BucketObject(index: tree.index)]).sorted { ($0.turn, $0.path) < ($1.turn, $1.path) }
    }

    var publication: Publication { tree.publication }

    var objectsByPath: [String: BucketObject] { Dictionary(objects.map { ($0.path, $0) }) { first, _ in first } }

    /// Where the body of an object is; fails for an archive that is not in the tree.
    ///
    /// It is not read here: its digest was verified and is signed, so that S3 refuses a file that has changed since.
    func file(of object: BucketObject) throws -> String {
        guard let document = object.document, object.isArchive else { return tree.folder.child(object.path) }
        return try archive(document).path
    }

    /// Fails unless the archive is the one that the tree lists. No service that keeps no checksum would notice, and an archive
    /// is not read back.
    func checkArchive(_ object: BucketObject) throws {
        guard let document = object.document else { preconditionFailure("an archive is a document") }
        guard document.digest.matches(try BodyDigests(of: archive(document), date: nil).body) else {
            throw tree.changed(document)
        }
    }

    private func archive(_ document: VerifiedTree.Document) throws -> ReadableFile {
        guard let file = try tree.archive(of: document) else { throw tree.changed(document) }
        return try file.open()
    }

    /// Whether a list has the object with its size and, where the list has it, its MD5: who came in between may have
    /// replaced it. An archive is not read for that.
    func isListed(_ object: BucketObject, _ listed: S3Bucket.Listed?) throws(FileError) -> Bool {
        guard let listed, listed.byteCount == object.byteCount else { return false }
        guard let md5 = listed.md5, !object.isArchive, let own = try MD5.hexadecimal(of: body(of: object))
        else { return true }
        return own == md5
    }

    /// The body of a small object.
    func body(of object: BucketObject) throws(FileError) -> [UInt8] {
        switch object.content {
        case .signature(let bytes): bytes
        case .index(let index): index.file
        case .file(let file, _): try tree.bytes(of: file)
        case .document(let document): try tree.body(of: document)
        }
    }
}

/// One object as it is to be in the bucket: body and headers, which S3 keeps and serves together.
package struct BucketObject: Sendable {
    /// When an object is sent; what others name comes before what names it.
    ///
    /// The sidecars of a document come before it: whenever a run ends, what is there is proven by them or by the former
    /// index.
    enum Turn: Int, Comparable {
        case sidecar
        case staticFile
        case document
        case index

        static func < (a: Turn, b: Turn) -> Bool { a.rawValue < b.rawValue }
    }

    enum Content {
        case document(VerifiedTree.Document)
        case signature([UInt8])
        case index(VerifiedIndex)
        case file(VerifiedTree.JWSFile, VerifiedTree.Document)
    }

    package let path: String
    let turn: Turn
    let content: Content
    let byteCount: Int
    /// The 32 bytes of the body's SHA-256.
    let sha256: [UInt8]
    let headers: BucketHeaders

    var document: VerifiedTree.Document? {
        if case .document(let document) = content { document } else { nil }
    }

    var isArchive: Bool { document?.format == .webBundle }
}

extension BucketObject {
    fileprivate init(_ document: VerifiedTree.Document) throws {
        let isStatic = [.file, .webBundle].contains(document.format)
        self.init(
            path: document.path.rawValue, turn: isStatic ? .staticFile : .document, content: .document(document),
            byteCount: document.byteCount, sha256: document.digest.bytes,
            headers: try BucketHeaders(document.headers, of: document.path.rawValue))
    }

    fileprivate init(signatureOf document: VerifiedTree.Document, cacheControl: CacheControl) throws {
        let (path, bytes) = (document.path.signatureSidecar, document.signature)
        self.init(
            path: path, turn: .sidecar, content: .signature(bytes), byteCount: bytes.count,
            sha256: SHA256.hash(bytes).bytes,
            headers: try BucketHeaders(contentType: "text/plain", cacheControl, of: path))
    }

    fileprivate init(
        _ file: VerifiedTree.JWSFile, of document: VerifiedTree.Document, cacheControl: CacheControl
    ) throws {
        self.init(
            path: file.path, turn: .sidecar, content: .file(file, document), byteCount: file.byteCount,
            sha256: file.digest.bytes,
            headers: try BucketHeaders(contentType: JWS.mediaType, cacheControl, of: file.path))
    }

    fileprivate init(index: VerifiedIndex) throws {
        let path = DocumentPath.publication.file
        self.init(
            path: path, turn: .index, content: .index(index), byteCount: index.file.count, sha256: index.digest.bytes,
            headers: try BucketHeaders(index.publication.headers, of: path))
    }
}

/// The response headers of an object, in the form in which S3 keeps them.
package struct BucketHeaders: Sendable {
    package let contentType: String
    package let cacheControl: String
    /// The user metadata, without `x-amz-meta-`, by name.
    package let metadata: [String: String]

    /// Fails unless there is a content type, a cache control, and else only `x-amz-meta-` headers that S3 takes.
    package init(_ fields: [HeaderField], of path: String) throws {
        func refused(_ reason: String, hint: String = "build the tree again with: signet build") -> ErrorReport {
            ErrorReport(.refused, "\(path): \(reason)", hint: hint)
        }
        var (contentType, cacheControl): (String?, String?)
        var metadata: [String: String] = [:]
        for field in fields {
            guard field.value.utf8.allSatisfy(\.isPrintableASCII) else {
                throw refused("header \(field.name) is not printable ASCII")
            }
            if field.isNamed(HeaderField.contentType) {
                contentType = field.value
            } else if field.isNamed(HeaderField.cacheControl) {
                cacheControl = field.value
            } else if field.name.asciiLowercased.hasPrefix(S3Object.metadataPrefix) {
                metadata[String(field.name.asciiLowercased.dropFirst(S3Object.metadataPrefix.count))] = field.value
            } else {
                throw refused("S3 cannot send header \(field.name)")
            }
        }
        guard let contentType, let cacheControl else { throw refused("has no content-type or no cache-control") }
        // S3 counts the names without their prefix, and the values ("Working with object metadata").
        let bytes = metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        let limit = Limits.signatureMetadataBytes
        guard bytes <= limit else {
            throw refused(
                "\(bytes) bytes of signature metadata are more than the \(limit) of S3",
                hint: "use a key with a shorter id")
        }
        self.contentType = contentType
        self.cacheControl = cacheControl
        self.metadata = metadata
    }

    /// The headers of a file that is not a document: no metadata.
    fileprivate init(contentType: String, _ cacheControl: CacheControl, of path: String) throws {
        try self.init(
            [HeaderField(unchecked: HeaderField.contentType, value: contentType), cacheControl.field], of: path)
    }

    /// The fields of a request that sends the object.
    var fields: [HeaderField] {
        [
            HeaderField(unchecked: HeaderField.contentType, value: contentType),
            HeaderField(unchecked: HeaderField.cacheControl, value: cacheControl),
        ]
            + metadata.sorted { $0.key < $1.key }.map { name, value in
                HeaderField(unchecked: S3Object.metadataPrefix + name, value: value)
            }
    }
}
