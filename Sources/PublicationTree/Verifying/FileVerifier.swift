import Diagnostics
import LocalFiles
import ManifestVerifier

/// Checks one file, read in a stream, by its sidecars, by headers, or by a signature over its body.
package struct FileVerifier: Sendable {
    /// Which key must have signed.
    package enum KeyChoice: Sendable {
        /// The key of this ring that the headers name.
        case ring(TrustedKeys)
        /// This key, under whatever id the headers name it.
        case single(PublicKey, name: String)
    }

    /// What is said to be the signature.
    package enum Evidence: Sendable {
        /// The sidecars beside the file; the headers must be there.
        case sidecars
        /// Response headers.
        case headers([HeaderField])
        /// A file with a signature over the body, DER or base64.
        case signature([UInt8])
    }

    private let keys: KeyChoice
    private let pin: String?
    private let profile: SignatureProfile?
    private let environment: EnvironmentName?

    /// - Parameters:
    ///   - pin: the fingerprint that the key must have, 64 lowercase hexadecimal digits.
    ///   - profile: the profile to check; nil to go by whether there is a date header.
    ///   - environment: the environment that the key must be for; nil for any.
    package init(keys: KeyChoice, pin: String?, profile: SignatureProfile?, environment: EnvironmentName?) {
        self.keys = keys
        self.pin = pin
        self.profile = profile
        self.environment = environment
    }

    /// Checks the file `name` of `folder`.
    package func verify(
        _ name: String, in folder: Folder, by evidence: Evidence
    ) throws(FileError) -> VerificationReport {
        var report = VerificationReport()
        do throws(Failure) {
            report.documents.append(try check(name, in: folder, by: evidence))
        } catch {
            switch error {
            case .file(let error): throw error
            case .refused(let reason, let hint): report.refuse(folder.child(name), reason, hint: hint)
            }
        }
        return report
    }

    /// Why a file was not verified.
    private enum Failure: Error {
        case file(FileError)
        case refused(String, hint: String)

        init(_ error: VerificationError) { self = .refused(error.message, hint: error.hint) }
        init(_ error: BodySignatureError) { self = .refused("the signature \(error.message)", hint: error.hint) }
        init(_ error: HeaderFieldsError) {
            self = .refused(
                "its headers sidecar is malformed: \(error.message)",
                hint: "sign the file again, or name the headers with --header")
        }
    }

    private func check(
        _ name: String, in folder: Folder, by evidence: Evidence
    ) throws(Failure) -> VerificationReport.Document {
        let file: ReadableFile
        do throws(FileError) { file = try folder.file(name) } catch { throw .file(error) }
        let path = folder.child(name)
        switch evidence {
        case .headers(let fields):
            return try check(file, path: path, fields: fields, sidecar: nil)
        case .sidecars:
            guard let fields = try headers(beside: name, in: folder) else {
                throw .refused(
                    "there is no \(name + DocumentPath.headersSuffix) beside it",
                    hint: "name the signature with --signature FILE and --key PEM, or the headers with --header")
            }
            let sidecar = try sidecar(name + DocumentPath.signatureSuffix, in: folder)
            return try check(file, path: path, fields: fields, sidecar: sidecar)
        case .signature(let bytes):
            let key = try key(forSignatureBeside: name, in: folder)
            try checkPin(of: key)
            let digests = try digests(of: file, date: nil)
            try check(digests.body, key: key) { () throws(BodySignatureError) in try BodySignature(file: bytes) }
            return VerificationReport.Document(
                path: path, format: nil, byteCount: digests.byteCount, digest: digests.body, key: key, profile: nil,
                date: nil)
        }
    }

    private func check(
        _ file: ReadableFile, path: String, fields: [HeaderField], sidecar: [UInt8]?
    ) throws(Failure) -> VerificationReport.Document {
        let hasDate = fields.contains { $0.isNamed(SignatureHeader.dateName) }
        let profile = profile ?? (hasDate ? .dated : .body)
        let claim = try claim(fields, profile: profile)
        let candidate = try key(for: claim.keyID)
        guard let trusted = TrustedKeys([candidate]) else { preconditionFailure("one key is never there twice") }
        let digests = try digests(of: file, date: claim.date)
        let verifier = SignatureVerifier(
            keys: trusted, environment: environment ?? candidate.environment, profile: profile)
        let key: TrustedKey
        do throws(VerificationError) {
            key = try verifier.verify(claim, digest: digests.header, bodyStart: digests.start)
        } catch {
            throw Failure(error)
        }
        try checkPin(of: key)
        if let sidecar {
            try check(digests.body, key: key) { () throws(BodySignatureError) in try BodySignature(sidecar: sidecar) }
        }
        return VerificationReport.Document(
            path: path, format: nil, byteCount: digests.byteCount, digest: digests.body, key: key, profile: profile,
            date: claim.date)
    }

    // MARK: Steps

    private func claim(_ fields: [HeaderField], profile: SignatureProfile) throws(Failure) -> SignatureClaim {
        do throws(VerificationError) {
            return try SignatureClaim(headers: fields, profile: profile)
        } catch {
            throw Failure(error)
        }
    }

    private func digests(of file: ReadableFile, date: SignedDate?) throws(Failure) -> BodyDigests {
        do throws(FileError) { return try BodyDigests(of: file, date: date) } catch { throw .file(error) }
    }

    private func sidecar(_ name: String, in folder: Folder) throws(Failure) -> [UInt8]? {
        do throws(FileError) {
            return try folder.readIfPresent(name, limit: Limits.sidecarBytes)
        } catch {
            throw .file(error)
        }
    }

    private func headers(beside name: String, in folder: Folder) throws(Failure) -> [HeaderField]? {
        guard let bytes = try sidecar(name + DocumentPath.headersSuffix, in: folder) else { return nil }
        do throws(HeaderFieldsError) {
            return try [HeaderField](sidecarBytes: bytes)
        } catch {
            throw Failure(error)
        }
    }

    private func check(
        _ digest: SHA256Digest, key: TrustedKey, signature: () throws(BodySignatureError) -> BodySignature
    ) throws(Failure) {
        do throws(BodySignatureError) {
            try signature().check(digest: digest, key: key.publicKey)
        } catch {
            throw Failure(error)
        }
    }

    // MARK: Keys

    private func key(for id: KeyID) throws(Failure) -> TrustedKey {
        do throws(VerificationError) {
            return try keys.key(for: id, environment: environment)
        } catch {
            throw Failure(error)
        }
    }

    /// A signature over a body names no key: it is given, or it stands in the headers beside the file.
    private func key(forSignatureBeside name: String, in folder: Folder) throws(Failure) -> TrustedKey {
        if case .single(let publicKey, _) = keys {
            guard let id = KeyID(publicKey.fingerprint.hexadecimal) else {
                preconditionFailure("64 hexadecimal digits are a key id")
            }
            return try key(for: id)
        }
        guard let fields = try headers(beside: name, in: folder) else {
            throw .refused(
                "a signature over a body names no key, and there are no headers beside the file",
                hint: "say which key signed with --key PEM")
        }
        let key = try key(for: claim(fields, profile: .body).keyID)
        guard !key.isRevoked else { throw Failure(.revokedKey(key.id)) }
        if let environment, key.environment != environment {
            throw Failure(.keyOfAnotherEnvironment(key.id, key.environment))
        }
        return key
    }

    private func checkPin(of key: TrustedKey) throws(Failure) {
        let fingerprint = key.publicKey.fingerprint.hexadecimal
        guard pin == nil || fingerprint == pin else {
            throw .refused(
                "the key's fingerprint is \(fingerprint), not the pinned one",
                hint: "find out who signed with this key before you trust it")
        }
    }
}

extension FileVerifier.KeyChoice {
    /// The key that a header names.
    ///
    /// A lone key says nothing of an environment; it is good for the one that was asked for.
    package func key(for id: KeyID, environment: EnvironmentName?) throws(VerificationError) -> TrustedKey {
        switch self {
        case .single(let publicKey, let name):
            guard let environment = environment ?? EnvironmentName("any") else {
                preconditionFailure("the name is well-formed")
            }
            return TrustedKey(id: id, name: name, environment: environment, isRevoked: false, publicKey: publicKey)
        case .ring(let ring):
            guard let key = ring.key(for: id) else { throw .unknownKey(id) }
            return key
        }
    }
}
