import Diagnostics
import LocalFiles
import ManifestPolicy
import ManifestVerifier
import PublicationTree

/// A tree that was rendered without a key and is to be signed as it is.
///
/// Whoever rendered it is not trusted: its index, sizes, hashes, formats and headers are checked as those of a download.
struct UnsignedTree {
    let terms: SigningTerms
    let documents: [RenderedDocument]

    /// Reads the tree.
    ///
    /// - Parameters:
    ///   - environment: the environment that it must be of.
    ///   - digest: the SHA-256 that its index must have, in lowercase hexadecimal digits; nil for any.
    init(_ tree: TreeFolder, environment: EnvironmentName, digest: String?) throws {
        let publication = try Self.index(of: tree, digest: digest)
        let path = tree.folder.path
        guard publication.keyID == nil else { throw UnsignedTreeError.isSigned(path) }
        guard publication.environment == environment else {
            throw UnsignedTreeError.otherEnvironment(path, publication.environment)
        }
        let listed = Set(publication.documents.map(\.path.rawValue) + [DocumentPath.publication.rawValue])
        if let stranger = tree.unexpectedEntries.first?.path ?? tree.files.subtracting(listed).min() {
            throw UnsignedTreeError.stranger(path, stranger)
        }
        var documents: [RenderedDocument] = []
        var byteCount = 0
        for document in publication.documents {
            guard !document.format.concernsWebBundles else { throw UnsignedTreeError.webBundles(path, document.path) }
            guard (try? DocumentPath(authored: document.path.rawValue)) != nil else {
                throw UnsignedTreeError.reservedPath(path, document.path)
            }
            documents.append(try Self.document(document, of: tree))
            byteCount += document.byteCount
            guard byteCount <= Limits.treeBytes else { throw UnsignedTreeError.tooLarge(path) }
        }
        // The policy gives one for all documents.
        let cacheControl = publication.documents.first?.headers.first { $0.isNamed(HeaderField.cacheControl) }
        terms = SigningTerms(
            name: environment, profile: publication.profile, resignAfter: 0, cacheControl: cacheControl?.value ?? "")
        for (listed, document) in zip(publication.documents, documents)
        where listed.headers != document.unsignedFields(cacheControl: terms.cacheControl) {
            throw UnsignedTreeError.headers(path, listed.path)
        }
        self.documents = documents
    }

    private static func index(of tree: TreeFolder, digest: String?) throws -> Publication {
        let (path, name) = (tree.folder.path, DocumentPath.publication.rawValue)
        guard let bytes = try reading({ () throws(FileError) in try tree.read(name, limit: Limits.publicationBytes) })
        else { throw UnsignedTreeError.noIndex(path) }
        if let digest {
            let found = SHA256.hash(bytes).hexadecimal
            guard found == digest else { throw UnsignedTreeError.otherDigest(path, expected: digest, found: found) }
        }
        do {
            return try Publication(JSONParser.parse(bytes))
        } catch let error as JSONError {
            throw UnsignedTreeError.notAnIndex("\(path)/\(name):\(error.position)", error.message)
        } catch let error as JSONShapeError {
            throw UnsignedTreeError.notAnIndex(
                "\(path)/\(name)" + (error.position.map { ":\($0)" } ?? ""), error.message)
        } catch {
            throw UnsignedTreeError.notAnIndex("\(path)/\(name)", "cannot be read")
        }
    }

    private static func document(
        _ listed: Publication.Document, of tree: TreeFolder
    ) throws -> RenderedDocument {
        let path = tree.folder.path
        guard
            let body = try reading({ () throws(FileError) in
                try tree.read(listed.path.rawValue, limit: Limits.staticFileBytes)
            })
        else { throw UnsignedTreeError.missing(path, listed.path) }
        guard body.count == listed.byteCount, SHA256.hash(body).hexadecimal == listed.sha256 else {
            throw UnsignedTreeError.differs(path, listed.path)
        }
        do throws(DocumentError) {
            _ = try DocumentContent(listed.format, body: body)
        } catch {
            throw UnsignedTreeError.notADocument(path, listed.path, listed.format, error)
        }
        return RenderedDocument(
            path: listed.path, format: listed.format, contentType: listed.contentType ?? "", body: body, origin: nil)
    }

    private static func reading<Result>(
        _ body: () throws(FileError) -> Result
    ) throws -> Result {
        return try body()
    }
}
