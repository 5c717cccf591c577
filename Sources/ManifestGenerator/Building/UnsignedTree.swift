import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import Policy
import PublicationTree

/// A tree that was rendered without a key and is to be signed as it is.
///
/// Its author is not trusted: index, sizes, hashes, formats and headers are checked like those of a download.
struct UnsignedTree {
    let terms: Publication
    let documents: [RenderedDocument]

    init(_ tree: TreeFolder, environment: EnvironmentName, digest: String?) throws {
        let publication = try Self.index(of: tree, digest: digest)
        let path = tree.folder.path
        guard publication.environment == environment else {
            throw ErrorReport(
                .refused,
                "\(path): is for environment \"\(publication.environment)\", and the folder is called otherwise")
        }
        let listed = Set(
            publication.documents.map(\.path.rawValue) + [DocumentPath.publication.rawValue])
        if let entry = tree.unexpectedEntries.first?.path ?? tree.files.subtracting(listed).min() {
            throw Self.changed("\(path)/\(entry): is not listed in \(DocumentPath.publication)")
        }
        var documents: [RenderedDocument] = []
        var byteCount = 0
        for document in publication.documents {
            documents.append(try Self.document(document, of: tree, envelopes: publication.envelopes))
            byteCount += document.byteCount
            guard byteCount <= Limits.treeBytes else {
                throw ErrorReport(.refused, "\(path): has more than \(Limits.treeBytes) bytes")
            }
        }
        guard !publication.cacheControl.isImmutable, publication.keys.isEmpty else {
            throw Self.changed(
                "\(path)/\(DocumentPath.publication): does not say how long caches may keep it, or has keys")
        }
        for (path, others) in Dictionary(grouping: publication.documents.map(\.path), by: \.rawValue.asciiLowercased)
        where others.count > 1 {
            throw Self.changed(
                "\(tree.folder.path)/\(path): is listed in two spellings, which some file systems cannot hold")
        }
        let isUndated = publication.profile == .body && publication.envelopes.hasHeaders
        if isUndated, let document = publication.documents.first(where: \.format.needsDate) {
            throw Self.changed(
                "\(path)/\(document.path): needs a signed date, and the tree is to be signed with profile body")
        }
        (terms, self.documents) = (publication, documents)
    }

    private static func index(of tree: TreeFolder, digest: String?) throws -> Publication {
        let path = tree.folder.child(DocumentPath.publication.rawValue)
        guard !tree.files.contains(DocumentPath.publication.file) else {
            throw ErrorReport(
                .refused, "\(tree.folder.path): is signed already",
                hint: "signet build signs what the policy gives; \(make) makes a tree to be signed elsewhere")
        }
        guard let bytes = try tree.read(DocumentPath.publication.rawValue, limit: Limits.publicationBytes) else {
            throw ErrorReport(
                .missingInput, "\(tree.folder.path): there is no \(DocumentPath.publication)",
                hint: "make the tree with: \(make)")
        }
        if let digest {
            let found = SHA256.hash(bytes).hexadecimal
            guard found == digest else {
                throw ErrorReport(
                    .refused, "\(path): has SHA-256 \(found), not \(digest)",
                    hint: "this is not what was reviewed; find out what changed it")
            }
        }
        do {
            return try Publication(JSONParser.parse(bytes))
        } catch let error as JSONError {
            throw ErrorReport(error, in: path)
        } catch let error as JSONShapeError {
            throw ErrorReport(.unparsable, path + (error.position.map { ":\($0)" } ?? "") + ": \(error.message)")
        }
    }

    private static func document(
        _ listed: Publication.Document, of tree: TreeFolder, envelopes: Envelopes
    ) throws -> RenderedDocument {
        let place = "\(tree.folder.path)/\(listed.path)"
        guard !listed.format.concernsWebBundles else {
            throw ErrorReport(
                .refused, "\(place): concerns web bundles, which an unsigned tree cannot",
                hint: "sign the rest without them, and pack them where the key is: signet bundle pack")
        }
        guard (try? DocumentPath(authored: listed.path.rawValue)) != nil else {
            throw changed("\(place): is a path that no policy can name")
        }
        guard let body = try tree.read(listed.path.rawValue, limit: Limits.staticFileBytes) else {
            throw changed("\(place): is missing")
        }
        guard body.count == listed.byteCount, SHA256.hash(body).hexadecimal == listed.sha256 else {
            throw changed("\(place): is not the body that \(DocumentPath.publication) lists")
        }
        do throws(DocumentError) {
            if listed.format != .file { _ = try listed.format.reader.read(body) }
        } catch {
            throw changed(
                "\(place)\(error.place.map { ":\($0)" } ?? ""): is not a document of format \(listed.format.rawValue): \(error.reason)"
            )
        }
        let document = RenderedDocument(
            path: listed.path, format: listed.format, contentType: listed.contentType ?? "",
            cacheControl: listed.headers.cacheControl ?? .standard, body: body,
            knowledge: listed.knowledge, origin: nil)
        guard listed.jws == nil, listed.headers == document.unsignedFields,
            CacheControl(document.cacheControl.value) != nil,
            listed.format == .file || !document.cacheControl.isImmutable
        else {
            throw changed(
                "\(place): \(DocumentPath.publication) gives it other headers than a content type and a cache control that a "
                    + "policy can say")
        }
        // A rendered document has every envelope, and each document one that apps verify.
        if envelopes.hasJWS, listed.format != .file || !envelopes.hasHeaders,
            let reason = JWS.exclusion(of: body, as: listed.format)
        {
            throw changed("\(place): can have no .jws: \(reason.message)")
        }
        return document
    }

    private static func changed(_ message: String) -> ErrorReport {
        ErrorReport(
            .refused, message, hint: "something changed the tree after it was made; make it again with: \(make)")
    }

    private static let make = "signet build --unsigned"
}
