import LocalFiles
import ManifestCrypto
import ManifestFormat
import ManifestSigning
import ManifestVerifier
import PublicationTree

/// Signs files that need no policy: sidecars beside each, bodies read in a stream.
package struct FileSigning: Sendable {
    private let signer: DocumentSigner
    private let environment: EnvironmentName

    /// - Parameters:
    ///   - key: what signs.
    ///   - date: the date to sign, for profile `dated`.
    ///   - now: what the clock says.
    package init(
        _ key: EnvironmentSigner, profile: SignatureProfile, date: SignedDate, now: SignedDate
    ) throws(FileSigningError) {
        guard key.environment.allows(date: date, now: now) else { throw .dateAhead(key.environment, date) }
        signer = DocumentSigner(signer: key.signer, date: profile == .dated ? date : nil)
        environment = key.environment
    }

    /// A file and the sidecars that were written beside it.
    package struct Signed: Sendable {
        package let path: String
        package let digest: SHA256Digest
        package let signatures: DocumentSignatures
        fileprivate let folder: Folder
        fileprivate let name: String
    }

    /// Signs all files before the first sidecar is written.
    package func sign(_ paths: [String]) async throws(FileSigningError) -> [Signed] {
        let signed = try await paths.concurrentMap { (path) throws(FileSigningError) in try await sign(path) }
        do throws(FileError) {
            for file in signed {
                let fields =
                    [HeaderField(name: HeaderField.contentType, value: MediaType.of(fileName: file.name))]
                    + file.signatures.fields
                try file.folder.replace(file.name + DocumentPath.signatureSuffix, file.signatures.sidecarBytes)
                try file.folder.replace(file.name + DocumentPath.headersSuffix, fields.sidecarBytes)
            }
        } catch {
            throw .file(error)
        }
        return signed
    }

    private func sign(_ path: String) async throws(FileSigningError) -> Signed {
        let (parent, name) = path.parentAndName
        guard !name.hasSuffix(DocumentPath.signatureSuffix), !name.hasSuffix(DocumentPath.headersSuffix) else {
            throw .sidecar(path)
        }
        let folder: Folder
        let digests: BodyDigests
        do throws(FileError) {
            folder = try Folder(path: parent)
            digests = try BodyDigests(of: folder.file(name), date: signer.date)
        } catch {
            throw .file(error)
        }
        let signatures: DocumentSignatures
        do throws(SigningError) {
            signatures = try await signer.sign(
                bodyDigest: digests.body, headerDigest: digests.header, bodyStart: digests.start)
        } catch {
            throw .signing(path, error)
        }
        try verify(signatures, digests: digests, path: path)
        return Signed(path: path, digest: digests.body, signatures: signatures, folder: folder, name: name)
    }

    private func verify(
        _ signatures: DocumentSignatures, digests: BodyDigests, path: String
    ) throws(FileSigningError) {
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
            throw .unverified(path, error.message)
        }
        guard key.publicKey.isValidSignature(signatures.body, for: digests.body) else {
            throw .unverified(path, "the signature over the body is not one of this key")
        }
    }
}

/// Why a file was not signed.
package enum FileSigningError: ReportableError, Equatable {
    case file(FileError)
    /// The file is a sidecar itself.
    case sidecar(String)
    case signing(String, SigningError)
    /// A signature that was just made does not verify.
    case unverified(String, String)
    /// The date to sign is further ahead of the clock than a development key may.
    case dateAhead(EnvironmentName, SignedDate)

    package var report: ErrorReport {
        switch self {
        case .file(let error): error.report
        case .dateAhead(let environment, let date): BuildError.dateAhead(environment, date).report
        case .sidecar(let path):
            ErrorReport(.refused, "\(path): is a sidecar, and sidecars are not signed")
        case .signing(let path, let error):
            ErrorReport(error.kind, "\(path): \(error.message)", hint: error.hint)
        case .unverified(let path, let reason):
            ErrorReport(
                .refused, "\(path): the new signature does not verify: \(reason)",
                hint: "nothing was written; check that the private key belongs to the key ring")
        }
    }
}
