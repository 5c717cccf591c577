import Classic
import LocalFiles
import ManifestVerifier
import PublicationTree
import SigningKeys
import Testing
import TestPublisher
import TestSupport

/// The tree of `production` in other envelopes than headers, signed past the rules of signing.
extension SignedTrees {
    /// A tree whose signatures travel in these envelopes.
    init(envelopes: Envelopes) throws {
        try self.init()
        try envelop(envelopes)
    }

    /// Gives every document these envelopes, where it can have them.
    func envelop(_ envelopes: Envelopes) throws {
        for document in try publication().documents {
            let path = document.path
            let (body, fields) = (try read(path.rawValue), try headers(of: path))
            let date = try #require(SignatureClaim(headers: fields, profile: .dated).date)
            if !envelopes.hasHeaders {
                try write(path.headersSidecar, fields.filter { !Self.isSignature($0) }.sidecarBytes)
            }
            if envelopes.hasJWS, JWS.exclusion(of: body, as: document.format) == nil {
                try write(path.jwsSidecar, RingKey(of: folder).jws(of: body, at: path, date: date))
            }
        }
        try list(in: envelopes)
    }

    /// Lists the documents as they are now, and signs the index.
    ///
    /// - Parameters:
    ///   - envelopes: those of the index; nil for the ones that it names.
    ///   - change: changes what is listed.
    func list(
        in envelopes: Envelopes? = nil,
        _ change: (Publication.Document) -> Publication.Document? = { $0 }
    ) throws {
        let former = try publication()
        let documents = try former.documents.map { document in
            let body = try read(document.path.rawValue)
            let jws = (try? read(document.path.jwsSidecar)).map { SHA256.hash($0).hexadecimal }
            return Publication.Document(
                path: document.path, format: document.format, byteCount: body.count,
                sha256: SHA256.hash(body).hexadecimal, headers: try headers(of: document.path), jws: jws,
                knowledge: document.knowledge)
        }
        try signIndex(JSONWriter.bytes(of: former.with(documents.compactMap(change), envelopes: envelopes).json))
    }

    // MARK: Files of the tree of `production`

    func read(_ path: String) throws -> [UInt8] { try folder.read("output/production/\(path)") }

    func write(_ path: String, _ bytes: [UInt8]) throws { try folder.write("output/production/\(path)", bytes) }

    func headers(of path: DocumentPath) throws -> [HeaderField] {
        try [HeaderField](sidecarBytes: read(path.headersSidecar))
    }

    /// What the `.jws` of a document says.
    func jws(_ path: String) throws -> JWS { try JWS(read("\(path).jws")) }

    /// Signs the `.jws` of a document anew, with something else in it.
    func signAnew(
        _ path: String, body: [UInt8]? = nil, at other: String? = nil, of environment: String = "production",
        secondsLater: Int64 = 0, by key: String = "production"
    ) throws {
        let date = try jws(path).header.date.secondsSince1970 + secondsLater
        try write(
            "\(path).jws",
            RingKey(key, of: folder).jws(
                of: body ?? read(path), at: DocumentPath(other ?? path), of: environment,
                date: #require(SignedDate(secondsSince1970: date))))
    }

    private static func isSignature(_ field: HeaderField) -> Bool {
        field.isNamed(SignatureHeader.name) || field.isNamed(SignatureHeader.dateName)
    }
}
