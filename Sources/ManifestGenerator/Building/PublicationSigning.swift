import Diagnostics
import LocalFiles
import ManifestPolicy
import ManifestVerifier
import PublicationTree
import SigningKeys

/// Signs a tree that was rendered without a key, to the byte.
package struct PublicationSigning: Sendable {
    private let path: String
    private let digest: String?
    private let keys: String
    private let secrets: SignerSecrets
    private let date: SignedDate
    private let now: SignedDate
    private let report: @Sendable (BuildEvent) -> Void

    /// - Parameters:
    ///   - path: the tree, whose folder is called like its environment.
    ///   - digest: the SHA-256 that its index must have, in lowercase hexadecimal digits; nil for any.
    ///   - keys: the folder of the keys.
    ///   - secrets: what opens private keys.
    ///   - date: the date to sign, with profile `dated`.
    ///   - now: what the clock says.
    ///   - report: receives events, from any thread.
    package init(
        _ path: String, digest: String?, keys: String, secrets: SignerSecrets, date: SignedDate, now: SignedDate,
        report: @escaping @Sendable (BuildEvent) -> Void
    ) {
        self.path = path
        self.digest = digest
        self.keys = keys
        self.secrets = secrets
        self.date = date
        self.now = now
        self.report = report
    }

    /// Signs every document and the index, and puts the signed tree in the place of the other in one step.
    package func run() async throws -> BuildReport {
        let (parent, name) = path.parentAndName
        guard let environment = EnvironmentName(name) else {
            throw ErrorReport(
                .usage, "\(path) is not a folder called like its environment",
                hint: "name the tree: signet sign --publication output/production")
        }
        try environment.check(date: date, now: now)
        // A folder that does not exist is an error here, and is not made.
        _ = try Folder(path: path)
        return try await TreeTransaction.run(in: parent, report: report) { transaction in
            guard let tree = try transaction.tree(of: environment) else { throw FileError(path, .read, .notFound) }
            let unsigned = try UnsignedTree(tree, environment: environment, digest: digest)
            let key = try await KeyFolder.signer(below: keys, environment: environment, secrets: secrets)
            let signed = try await TreeSigning(
                documents: unsigned.documents, archives: [],
                signing: DocumentSigning(terms: unsigned.terms, key: key, date: date, former: nil),
                transaction: transaction, report: report
            ).run()
            return BuildReport(
                environment: environment, path: path, keyID: key.signer.keyID, keyName: key.name,
                profile: unsigned.terms.profile, documents: signed, isUnchanged: false, changes: nil)
        }
    }
}

/// A tree that was rendered without a key and is to be signed as it is.
///
/// Its author is not trusted: index, sizes, hashes, formats and headers are checked like those of a download.
private struct UnsignedTree {
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
        guard publication.keyID == nil else {
            throw ErrorReport(
                .refused, "\(path): is signed already",
                hint: "signet build signs what the policy gives; \(Self.make) makes a tree to be signed elsewhere")
        }
        guard publication.environment == environment else {
            throw ErrorReport(
                .refused,
                "\(path): is for environment \"\(publication.environment)\", and the folder is called otherwise")
        }
        let listed = Set(publication.documents.map(\.path.rawValue) + [DocumentPath.publication.rawValue])
        if let entry = tree.unexpectedEntries.first?.path ?? tree.files.subtracting(listed).min() {
            throw Self.changed("\(path)/\(entry): is not listed in \(DocumentPath.publication)")
        }
        var documents: [RenderedDocument] = []
        var byteCount = 0
        for document in publication.documents {
            documents.append(try Self.document(document, of: tree))
            byteCount += document.byteCount
            guard byteCount <= Limits.treeBytes else {
                throw ErrorReport(.refused, "\(path): has more than \(Limits.treeBytes) bytes")
            }
        }
        guard let cacheControl = publication.cacheControl, !cacheControl.isImmutable else {
            throw Self.changed("\(path)/\(DocumentPath.publication): does not say how long caches may keep it")
        }
        terms = SigningTerms(
            name: environment, profile: publication.profile, resignAfter: 0, cacheControl: cacheControl)
        self.documents = documents
    }

    private static func index(of tree: TreeFolder, digest: String?) throws -> Publication {
        let path = tree.folder.child(DocumentPath.publication.rawValue)
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
            throw ErrorReport(.unparsable, "\(path):\(error.position): \(error.message)")
        } catch let error as JSONShapeError {
            throw ErrorReport(.unparsable, path + (error.position.map { ":\($0)" } ?? "") + ": \(error.message)")
        }
    }

    private static func document(_ listed: Publication.Document, of tree: TreeFolder) throws -> RenderedDocument {
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
            _ = try DocumentContent(listed.format, body: body)
        } catch {
            throw changed(
                "\(place)\(error.place.map { ":\($0)" } ?? ""): is not a document of format \(listed.format.rawValue): \(error.reason)"
            )
        }
        let document = RenderedDocument(
            path: listed.path, format: listed.format, contentType: listed.contentType ?? "",
            cacheControl: listed.headers.cacheControl ?? .standard, body: body, origin: nil)
        guard listed.headers == document.unsignedFields, CacheControl(document.cacheControl.value) != nil,
            listed.format == .file || !document.cacheControl.isImmutable
        else {
            throw changed(
                "\(place): \(DocumentPath.publication) gives it other headers than a content type and a cache control that a "
                    + "policy can say")
        }
        return document
    }

    private static func changed(_ message: String) -> ErrorReport {
        ErrorReport(
            .refused, message, hint: "something changed the tree after it was made; make it again with: \(make)")
    }

    private static let make = "signet build --unsigned"
}
