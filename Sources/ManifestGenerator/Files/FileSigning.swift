import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree
import SigningKeys
import WebBundles

/// Signs files that need no policy: sidecars beside each, large bodies read in a stream.
///
/// A file that could be taken for a document is signed only as what the caller says it is, and only if it is nothing else.
package struct FileSigning: Sendable {
    private let key: EnvironmentSigner
    private let format: DocumentFormat
    private let profile: SignatureProfile
    private let envelopes: Envelopes
    private let path: DocumentPath?
    private let date: SignedDate

    /// - Parameters:
    ///   - path: where the one file will be served, for its `.jws`; nil for the path by which each file is named.
    ///   - date: the date to sign, for profile `dated` and in a `.jws`.
    package init(
        _ key: EnvironmentSigner, as format: DocumentFormat, profile: SignatureProfile, envelopes: Envelopes,
        path: DocumentPath?, date: SignedDate, now: SignedDate
    ) throws {
        try key.environment.check(date: date, now: now)
        guard !format.needsDate || profile == .dated || !envelopes.hasHeaders else {
            throw ErrorReport(
                .usage, "--format \(format.rawValue) needs a signed date, which profile body does not have",
                hint: "sign with --profile dated, or with --envelope jws alone")
        }
        (self.key, self.format, self.profile) = (key, format, profile)
        (self.envelopes, self.path, self.date) = (envelopes, path, date)
    }

    /// What a file may be said to be: a document that apps decide by, which nothing else of a tree refers to.
    package static let formats: [DocumentFormat] = [
        .availabilityIOS, .availabilityAndroid, .appConfig, .environmentConfig, .remoteConfigIOS, .remoteConfigAndroid,
        .gateIOS, .gateAndroid, .firebaseTemplate, .file,
    ]

    package struct Signed: Sendable {
        package let path: String
        package let digest: SHA256Digest
        package let signatures: DocumentSignatures
    }

    private typealias Unsigned = (folder: Folder, name: String, body: SignableBody)

    /// Signs all files before the first sidecar is written.
    package func sign(_ paths: [String]) async throws -> [Signed] {
        let unsigned = try await paths.concurrentMap { path in try prepare(path) }
        let signatures = try await key.sign(unsigned.map(\.body))
        return try zip(unsigned, signatures).map { file, signatures in
            try write(signatures, of: file)
            return Signed(path: file.body.place, digest: file.body.digest, signatures: signatures)
        }
    }

    private func write(_ signatures: DocumentSignatures, of file: Unsigned) throws(FileError) {
        let (folder, name) = (file.folder, file.name)
        let type = HeaderField(unchecked: HeaderField.contentType, value: MediaType.of(fileName: name))
        try folder.replace(name + DocumentPath.signatureSuffix, signatures.sidecarBytes)
        try folder.replace(name + DocumentPath.headersSuffix, ([type] + signatures.fields).sidecarBytes)
        if let jws = signatures.jws, let body = file.body.bytes {
            try folder.replace(name + DocumentPath.jwsSuffix, jws.file(around: body))
        }
    }

    private func prepare(_ path: String) throws -> Unsigned {
        let (parent, name) = path.parentAndName
        guard !Self.sidecarSuffixes.contains(where: name.asciiLowercased.hasSuffix) else {
            throw ErrorReport(.refused, "\(path): is a sidecar, and sidecars are not signed")
        }
        let folder = try Folder(path: parent)
        let body = try Self.body(name, in: folder)
        let jws = try envelopes.hasJWS ? plannedJWS(of: body, path) : nil
        let wanted = WantedSignatures(
            hasHeader: envelopes.hasHeaders, headerDate: profile == .dated ? date : nil, jws: jws)
        try check(body, path: path)
        do {
            return (folder, name, try signable(body, wanted, at: path))
        } catch let error as OtherMeaning {
            throw ErrorReport(.refused, "\(path): \(error.message)", hint: hint(error))
        }
    }

    private func signable(
        _ body: DocumentBody, _ wanted: WantedSignatures, at path: String
    ) throws -> SignableBody {
        switch body {
        case .bytes(let bytes): return try SignableBody(bytes, as: format, wanted, at: path)
        case .file:
            let digests = try body.digests(date: wanted.headerDate)
            return try SignableBody(
                start: digests.start, wanted, digest: digests.body, headerDigest: digests.header, at: path)
        }
    }

    private static let sidecarSuffixes =
        [DocumentPath.signatureSuffix, DocumentPath.headersSuffix, DocumentPath.jwsSuffix]

    private func plannedJWS(of body: DocumentBody, _ file: String) throws -> JWS.Header {
        let path = try self.path ?? servedPath(of: file)
        var exclusion = JWS.Exclusion.tooLarge
        if case .bytes(let bytes) = body {
            guard let found = JWS.exclusion(of: bytes, as: format) else {
                return JWS.Header(
                    keyID: key.signer.keyID, environment: key.environment, path: path, date: date)
            }
            exclusion = found
        }
        throw ErrorReport(
            .refused, "\(file): can have no .jws: \(exclusion.message)", hint: "sign it without --envelope jws")
    }

    /// The path by which a file is named, if it can be served there.
    private func servedPath(of file: String) throws -> DocumentPath {
        try translating(DocumentPath(authored: file)) { (failure: DocumentPath.Failure) in
            ErrorReport(
                .usage, "\(file): a .jws is for one path of the host, and this cannot be it: \(failure.message)",
                hint: "say where the file will be served with --path, as distribution/notes.pdf")
        }
    }

    /// Only what is in memory can be searched for another meaning.
    private static func body(_ name: String, in folder: Folder) throws -> DocumentBody {
        let file = try folder.file(name)
        guard file.size > Limits.staticFileBytes else { return .bytes(try file.bytes(limit: Limits.staticFileBytes)) }
        return .file(BodyFile(folder: folder, name: name, byteCount: file.size))
    }

    private func hint(_ meaning: OtherMeaning) -> String {
        guard case .document(let kind, _) = meaning else { return meaning.hint }
        return Self.formats.contains { $0.rawValue.hasPrefix(kind.rawValue) }
            ? "if that is what it is, say so with --format" : "signet build makes and signs those itself"
    }

    private func check(_ body: DocumentBody, path: String) throws {
        guard format != .file else { return }
        do throws(DocumentError) {
            guard case .bytes(let bytes) = body, bytes.count <= Limits.manifestBytes else {
                throw DocumentError(reason: "larger than apps accept")
            }
            _ = try format.reader.read(bytes)
        } catch {
            throw ErrorReport(
                .refused,
                "\(path)\(error.place.map { ":\($0)" } ?? ""): is not a document of format \(format.rawValue): "
                    + error.reason)
        }
    }
}
