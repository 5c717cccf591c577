import ManifestCrypto
import ManifestFormat
import ManifestVerifier
import PublicationTree

/// A tree on disk that was verified and is to be published, held in memory: what was checked is what is sent.
package struct LocalTree: Sendable {
    package let tree: TreeFolder
    package let publication: Publication
    /// The key that signed it.
    package let key: TrustedKey
    /// The documents, their signatures and the index, in the order of their turns.
    let objects: [BucketObject]

    /// Verifies a tree and reads it.
    ///
    /// - Parameter keys: the ring, of which a development key signs nothing that is published.
    package init(_ tree: TreeFolder, environment: EnvironmentName, keys: TrustedKeys) async throws(PublishError) {
        let path = tree.folder.path
        let report: VerificationReport
        do throws(FileError) {
            report = try await TreeVerifier(keys: keys).verify(tree, environment: environment)
        } catch {
            throw .file(error)
        }
        if let refusal = report.refusals.first {
            throw .unverified(path, refusal, more: report.refusals.count - 1)
        }
        var objects: [BucketObject] = []
        // The index was verified with everything else; now its bytes are read again, and must be those.
        let digests = Dictionary(uniqueKeysWithValues: report.documents.map { ($0.path, $0.digest) })
        func read(_ path: DocumentPath, turn: BucketObject.Turn, signatureTurn: BucketObject.Turn) throws(PublishError)
            -> BucketObject
        {
            let files: TreeDocument?
            do throws(FileError) {
                files = try tree.read(
                    path, bodyLimit: path == .publication ? Limits.publicationBytes : Limits.staticFileBytes)
            } catch {
                throw .file(error)
            }
            guard let files, let headers = files.headers, let signature = files.signature,
                let fields = try? [HeaderField](sidecarBytes: headers),
                SHA256.hash(files.body) == digests[path.rawValue]
            else { throw .changed(tree.folder.child(path.rawValue)) }
            let object = try BucketObject(path: path.rawValue, turn: turn, body: files.body, fields: fields)
            objects.append(object)
            objects.append(
                try BucketObject(
                    path: path.signatureSidecar, turn: signatureTurn, body: signature,
                    fields: [
                        HeaderField(name: HeaderField.contentType, value: "text/plain"),
                        HeaderField(name: HeaderField.cacheControl, value: object.cacheControl),
                    ]))
            return object
        }
        let index = try read(.publication, turn: .index, signatureTurn: .indexSignature)
        guard let publication = try? Publication(JSONParser.parse(index.body)), let key = report.documents.first?.key
        else { throw .changed(tree.folder.child(index.path)) }
        for document in publication.documents {
            let turn: BucketObject.Turn = document.format == .file ? .staticFile : .document
            _ = try read(document.path, turn: turn, signatureTurn: .document)
        }
        self.tree = tree
        self.publication = publication
        self.key = key
        self.objects = objects.sorted { ($0.turn, $0.path) < ($1.turn, $1.path) }
    }

    /// The verifier that knows the key of this tree and no other.
    var verifier: SignatureVerifier {
        guard let keys = TrustedKeys([key]) else { preconditionFailure("one key is never there twice") }
        return SignatureVerifier(keys: keys, environment: publication.environment, profile: publication.profile)
    }
}
