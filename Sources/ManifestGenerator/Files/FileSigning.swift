import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree
import SigningKeys

/// Signs files that need no policy: sidecars beside each, large bodies read in a stream.
///
/// A file that could be taken for a document is signed only as what the caller says it is, and only if it is nothing else.
package struct FileSigning: Sendable {
    private let key: EnvironmentSigner
    /// The date to sign; nil with profile `body`.
    private let date: SignedDate?
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
        self.key = key
        self.date = profile == .dated ? date : nil
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

    /// A file that was read and checked.
    private struct Unsigned: Sendable {
        let path: String
        let folder: Folder
        let name: String
        let digests: BodyDigests
        let body: SignableBody
    }

    /// Signs all files before the first sidecar is written.
    package func sign(_ paths: [String]) async throws -> [Signed] {
        let unsigned = try await paths.concurrentMap { (path) throws in try prepare(path) }
        let signatures = try await key.sign(unsigned.map(\.body))
        let signed = try await Array(zip(unsigned, signatures)).concurrentMap { (file, signatures) throws in
            try verify(signatures, digests: file.digests, path: file.path)
            return Signed(
                path: file.path, digest: file.digests.body, signatures: signatures, folder: file.folder,
                name: file.name)
        }
        for file in signed {
            let fields =
                [HeaderField(name: HeaderField.contentType, value: MediaType.of(fileName: file.name))]
                + file.signatures.fields
            try file.folder.replace(file.name + DocumentPath.signatureSuffix, file.signatures.sidecarBytes)
            try file.folder.replace(file.name + DocumentPath.headersSuffix, fields.sidecarBytes)
        }
        return signed
    }

    private func prepare(_ path: String) throws -> Unsigned {
        let (parent, name) = path.parentAndName
        guard !name.hasSuffix(DocumentPath.signatureSuffix), !name.hasSuffix(DocumentPath.headersSuffix) else {
            throw FileSigningError.sidecar(path)
        }
        let folder = try Folder(path: parent)
        let body = try Self.body(name, in: folder)
        let digests = try body.digests(date: date)
        try check(body, path: path)
        do throws(OtherMeaning) {
            let signable = try body.signable(as: format, date: date, digests)
            return Unsigned(path: path, folder: folder, name: name, digests: digests, body: signable)
        } catch {
            throw FileSigningError.otherMeaning(path, error)
        }
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
        let profile: SignatureProfile = date == nil ? .body : .dated
        let verifier = SignatureVerifier(keys: key.trusted, environment: key.environment, profile: profile)
        do throws(VerificationError) {
            let claim = try SignatureClaim(headers: signatures.fields, profile: profile)
            _ = try verifier.verify(claim, digest: digests.header, bodyStart: digests.start)
        } catch {
            throw FileSigningError.unverified(path, error.message)
        }
        guard key.signer.publicKey.isValidSignature(signatures.body, for: digests.body) else {
            throw FileSigningError.unverified(path, "the signature over the body is not one of this key")
        }
    }
}

/// Why a file was not signed.
package enum FileSigningError: ReportableError, Equatable {
    /// The file is a sidecar itself.
    case sidecar(String)
    /// The file could be read as something other than what the caller says it is.
    case otherMeaning(String, OtherMeaning)
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
        case .otherMeaning(let path, .document(let kind, let members)):
            ErrorReport(
                .refused, "\(path): \(OtherMeaning.document(kind, members: members).message)",
                hint: FileSigning.formats.contains { $0.rawValue.hasPrefix(kind.rawValue) }
                    ? "if that is what it is, say so with --format" : "signet build makes and signs those itself")
        case .otherMeaning(let path, let meaning): meaning.report.at(path)
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
    ///   - date: the date to sign, for profile `dated`.
    ///   - digests: the digests of these bytes.
    fileprivate func signable(
        as format: DocumentFormat?, date: SignedDate?, _ digests: BodyDigests
    ) throws(OtherMeaning) -> SignableBody {
        switch self {
        case .bytes(let bytes):
            try SignableBody(bytes, as: format, date: date, digest: digests.body, headerDigest: digests.header)
        case .file:
            try SignableBody(start: digests.start, date: date, digest: digests.body, headerDigest: digests.header)
        }
    }
}
