import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree
import SigningKeys

/// Signs files that need no policy: sidecars beside each, large bodies read in a stream.
///
/// A file that could be taken for a document is signed only as what the caller says it is, and only if it is nothing else.
package struct FileSigning: Sendable {
    private let signer: DocumentSigner
    private let environment: EnvironmentName
    private let format: DocumentFormat

    /// - Parameters:
    ///   - key: what signs.
    ///   - format: what the files are.
    ///   - date: the date to sign, for profile `dated`.
    ///   - now: what the clock says.
    package init(
        _ key: EnvironmentSigner, as format: DocumentFormat = .file, profile: SignatureProfile, date: SignedDate,
        now: SignedDate
    ) throws {
        guard key.environment.allows(date: date, now: now) else {
            throw FileSigningError.dateAhead(key.environment, date)
        }
        signer = DocumentSigner(signer: key.signer, date: profile == .dated ? date : nil)
        environment = key.environment
        self.format = format
    }

    /// What a file may be said to be: a document that apps decide by, which nothing else of a tree refers to.
    package static let formats: [DocumentFormat] = [
        .availabilityIOS, .availabilityAndroid, .appConfig, .updateRequiredIOS, .updateRequiredAndroid,
        .environmentConfig, .remoteConfigIOS, .remoteConfigAndroid, .firebaseTemplate, .file,
    ]

    /// A file and the sidecars that were written beside it.
    package struct Signed: Sendable {
        package let path: String
        package let digest: SHA256Digest
        package let signatures: DocumentSignatures
        fileprivate let folder: Folder
        fileprivate let name: String
    }

    /// Signs all files before the first sidecar is written.
    package func sign(_ paths: [String]) async throws -> [Signed] {
        let signed = try await paths.concurrentMap { (path) throws in try await sign(path) }
        for file in signed {
            let fields =
                [HeaderField(unchecked: HeaderField.contentType, value: MediaType.of(fileName: file.name))]
                + file.signatures.fields
            try file.folder.replace(file.name + DocumentPath.signatureSuffix, file.signatures.sidecarBytes)
            try file.folder.replace(file.name + DocumentPath.headersSuffix, fields.sidecarBytes)
        }
        return signed
    }

    private func sign(_ path: String) async throws -> Signed {
        let (parent, name) = path.parentAndName
        guard !name.hasSuffix(DocumentPath.signatureSuffix), !name.hasSuffix(DocumentPath.headersSuffix) else {
            throw FileSigningError.sidecar(path)
        }
        let folder: Folder
        let body: DocumentBody
        let digests: BodyDigests
        folder = try Folder(path: parent)
        body = try Self.body(name, in: folder)
        digests = try body.digests(date: signer.date)
        try check(body, path: path)
        let signatures: DocumentSignatures
        do throws(SigningError) {
            signatures = try await signer.sign(body.signable(as: format, digests))
        } catch {
            throw FileSigningError.signing(path, error)
        }
        try verify(signatures, digests: digests, path: path)
        return Signed(path: path, digest: digests.body, signatures: signatures, folder: folder, name: name)
    }

    /// Only what is in memory can be looked through.
    private static func body(_ name: String, in folder: Folder) throws(FileError) -> DocumentBody {
        let file = try folder.file(name)
        guard file.size > Limits.staticFileBytes else { return .bytes(try file.bytes(limit: Limits.staticFileBytes)) }
        return .file(BodyFile(folder: folder, name: name, byteCount: file.size))
    }

    /// Checks that a file is what the caller says it is.
    private func check(_ body: DocumentBody, path: String) throws {
        guard format != .file else { return }
        do throws(DocumentError) {
            guard case .bytes(let bytes) = body, bytes.count <= Limits.manifestBytes else {
                throw DocumentError(reason: "larger than apps accept")
            }
            _ = try DocumentContent(format, body: bytes)
        } catch {
            throw FileSigningError.notADocument(path, format, error)
        }
    }

    private func verify(
        _ signatures: DocumentSignatures, digests: BodyDigests, path: String
    ) throws {
        let key = TrustedKey(
            id: signer.signer.keyID, name: "", environment: environment, isRevoked: false,
            publicKey: signer.signer.publicKey)
        guard let keys = TrustedKeys([key]) else { preconditionFailure("one key is never there twice") }
        let profile: SignatureProfile = signer.date == nil ? .body : .dated
        let verifier = SignatureVerifier(keys: keys, environment: environment, profile: profile)
        do throws(VerificationError) {
            let claim = try SignatureClaim(headers: signatures.fields, profile: profile)
            _ = try verifier.verify(claim, digest: digests.header, bodyStart: digests.start)
        } catch {
            throw FileSigningError.unverified(path, error.message)
        }
        guard key.publicKey.isValidSignature(signatures.body, for: digests.body) else {
            throw FileSigningError.unverified(path, "the signature over the body is not one of this key")
        }
    }
}

/// Why a file was not signed.
package enum FileSigningError: ReportableError, Equatable {
    /// The file is a sidecar itself.
    case sidecar(String)
    case signing(String, SigningError)
    /// The file is not what the caller says it is.
    case notADocument(String, DocumentFormat, DocumentError)
    /// A signature that was just made does not verify.
    case unverified(String, String)
    /// The date to sign is further ahead of the clock than a development key may.
    case dateAhead(EnvironmentName, SignedDate)

    package var report: ErrorReport {
        switch self {
        case .dateAhead(let environment, let date): BuildError.dateAhead(environment, date).report
        case .sidecar(let path):
            ErrorReport(.refused, "\(path): is a sidecar, and sidecars are not signed")
        case .signing(let path, .otherMeaning(.document(let kind, let members))):
            ErrorReport(
                .refused, "\(path): \(OtherMeaning.document(kind, members: members).message)",
                hint: FileSigning.formats.contains { $0.rawValue.hasPrefix(kind.rawValue) }
                    ? "if that is what it is, say so with --format" : "signet build makes and signs those itself")
        case .signing(let path, let error):
            ErrorReport(error.kind, "\(path): \(error.message)", hint: error.hint)
        case .notADocument(let path, let format, let error):
            ErrorReport(
                .refused,
                "\(path)\(error.place.map { ":\($0)" } ?? ""): is not a document of format "
                    + "\(format.rawValue): \(error.reason)")
        case .unverified(let path, let reason):
            ErrorReport(
                .refused, "\(path): the new signature does not verify: \(reason)",
                hint: "nothing was written; check that the private key belongs to the key ring")
        }
    }
}

extension DocumentBody {
    /// The body as a signer takes it; fails when it could be read as something other than `format`.
    ///
    /// - Parameters:
    ///   - format: what the body is published as; nil for the index of a tree.
    ///   - digests: the digests of these bytes.
    fileprivate func signable(as format: DocumentFormat?, _ digests: BodyDigests) throws(SigningError) -> SignableBody {
        switch self {
        case .bytes(let bytes):
            try SignableBody(bytes, as: format, digest: digests.body, headerDigest: digests.header)
        case .file:
            try SignableBody(start: digests.start, digest: digests.body, headerDigest: digests.header)
        }
    }
}
