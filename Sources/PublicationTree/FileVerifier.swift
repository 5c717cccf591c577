import ManifestCrypto
import ManifestFormat
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
    package func verify(_ name: String, in folder: Folder, by evidence: Evidence) throws(FileError)
        -> VerificationReport
    {
        var report = VerificationReport()
        let path = folder.child(name)
        do {
            report.documents.append(try check(name, in: folder, by: evidence))
        } catch let error as FileError {
            throw error
        } catch let error as VerificationError {
            report.refuse(path, error.message, hint: error.hint)
        } catch let error as BodySignatureError {
            report.refuse(path, "the signature \(error.message)")
        } catch let error as HeaderFieldsError {
            report.refuse(path + DocumentPath.headersSuffix, error.message)
        } catch let error as Refusal {
            report.refuse(path, error.reason, hint: error.hint)
        } catch {
            report.refuse(path, "cannot be checked")
        }
        return report
    }

    private struct Refusal: Error {
        let reason: String
        let hint: String?
    }

    private func check(_ name: String, in folder: Folder, by evidence: Evidence) throws -> VerificationReport.Document {
        let path = folder.child(name)
        let file = try folder.file(name)
        switch evidence {
        case .headers(let fields):
            return try check(file, path: path, fields: fields, sidecar: nil)
        case .sidecars:
            guard let bytes = try folder.readIfPresent(name + DocumentPath.headersSuffix, limit: Limits.sidecarBytes)
            else {
                throw Refusal(
                    reason: "there is no \(name + DocumentPath.headersSuffix) beside it",
                    hint: "name the signature with --signature FILE and --key PEM, or the headers with --header")
            }
            let sidecar = try folder.readIfPresent(name + DocumentPath.signatureSuffix, limit: Limits.sidecarBytes)
            return try check(file, path: path, fields: [HeaderField](sidecarBytes: bytes), sidecar: sidecar)
        case .signature(let bytes):
            // A signature over a body names no key: it is given, or it stands in the headers beside the file.
            let key: TrustedKey
            if case .single(let publicKey, let keyName) = keys {
                key = try lone(publicKey, name: keyName, id: publicKey.fingerprint.hexadecimal)
            } else {
                guard
                    let headers = try folder.readIfPresent(
                        name + DocumentPath.headersSuffix, limit: Limits.sidecarBytes)
                else {
                    throw Refusal(
                        reason: "a signature over a body names no key, and there are no headers beside the file",
                        hint: "say which key signed with --key PEM")
                }
                key = try self.key(
                    for: SignatureClaim(headers: [HeaderField](sidecarBytes: headers), profile: .body).keyID)
                guard !key.isRevoked else { throw VerificationError.revokedKey(key.id) }
            }
            try checkPin(of: key)
            let digests = try BodyDigests(of: file, date: nil)
            try BodySignature(file: bytes).check(digest: digests.body, key: key.publicKey)
            return VerificationReport.Document(
                path: path, format: nil, byteCount: digests.byteCount, digest: digests.body, key: key, profile: nil,
                date: nil)
        }
    }

    private func check(
        _ file: ReadableFile, path: String, fields: [HeaderField], sidecar: [UInt8]?
    ) throws -> VerificationReport.Document {
        let hasDate = fields.contains { $0.isNamed(SignatureHeader.dateName) }
        let profile = profile ?? (hasDate ? .dated : .body)
        let claim = try SignatureClaim(headers: fields, profile: profile)
        let candidate = try key(for: claim.keyID)
        guard let trusted = TrustedKeys([candidate]) else { preconditionFailure("one key is never there twice") }
        let verifier = Verifier(
            keys: trusted, environment: environment ?? candidate.environment, profile: profile)
        let digests = try BodyDigests(of: file, date: claim.date)
        let key = try verifier.verify(claim, digest: digests.header, bodyStart: digests.start)
        try checkPin(of: key)
        if let sidecar { try BodySignature(sidecar: sidecar).check(digest: digests.body, key: key.publicKey) }
        return VerificationReport.Document(
            path: path, format: nil, byteCount: digests.byteCount, digest: digests.body, key: key, profile: profile,
            date: claim.date)
    }

    private func key(for id: KeyID) throws -> TrustedKey {
        switch keys {
        case .single(let publicKey, let name):
            return try lone(publicKey, name: name, id: id.rawValue)
        case .ring(let ring):
            guard let key = ring.key(for: id) else { throw VerificationError.unknownKey(id) }
            return key
        }
    }

    private func lone(_ publicKey: PublicKey, name: String, id: String) throws -> TrustedKey {
        // A lone key says nothing of an environment; it is good for the one that was asked for.
        guard let id = KeyID(id), let environment = environment ?? EnvironmentName("any") else {
            preconditionFailure("both are well-formed")
        }
        return TrustedKey(id: id, name: name, environment: environment, isRevoked: false, publicKey: publicKey)
    }

    private func checkPin(of key: TrustedKey) throws {
        let fingerprint = key.publicKey.fingerprint.hexadecimal
        guard pin == nil || fingerprint == pin else {
            throw Refusal(
                reason: "the key's fingerprint is \(fingerprint), not the pinned one",
                hint: "find out who signed with this key before you trust it")
        }
    }
}
