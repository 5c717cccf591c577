import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier

/// Checks one file: a body, read in a stream, by its sidecars, by headers, or by a signature over it; or a `.jws`.
package struct FileVerifier: Sendable {
    package enum Evidence: Sendable {
        /// In the sidecars beside the file, of which the headers or the `.jws` are required.
        case sidecars
        /// In the file itself, which is a `.jws`.
        case itself
        /// In response headers.
        case headers([HeaderField])
        /// In a file with a signature over the body, DER or base64.
        case signature([UInt8])
    }

    let keys: KeyChoice
    private let pin: String?
    private let profile: SignatureProfile?
    let environment: EnvironmentName?
    let path: ExpectedPath

    /// - Parameters:
    ///   - pin: the fingerprint that the key must have, 64 lowercase hexadecimal digits.
    ///   - profile: the profile to check; nil for the one that the headers are of.
    ///   - environment: the environment that the key must be for; nil for any.
    ///   - path: the path that a `.jws` must be for.
    package init(
        keys: KeyChoice, pin: String?, profile: SignatureProfile?, environment: EnvironmentName?, path: ExpectedPath
    ) {
        self.keys = keys
        self.pin = pin
        self.profile = profile
        self.environment = environment
        self.path = path
    }

    /// Checks the file `name` of `folder`; what is wrong goes into the report, what cannot be read is an error.
    package func verify(_ name: String, in folder: Folder, by evidence: Evidence) throws -> VerificationReport {
        var report = VerificationReport()
        let path = folder.child(name)
        do {
            report.documents.append(try check(name, in: folder, by: evidence))
        } catch let refusal as Refusal {
            report.refuse(path, refusal.reason, hint: refusal.hint)
        } catch let error as VerificationError {
            report.refuse(path, error.message, hint: self.path.hint(error))
        } catch let error as BodySignatureError {
            report.refuse(path, "the signature \(error.message)", hint: error.hint)
        } catch let error as ReceivedHeadersError {
            report.refuse(
                path, "its headers sidecar is malformed: \(error.message)",
                hint: "sign the file again, or give the headers as they were received with --headers FILE or --header")
        }
        return report
    }

    /// A reason why a file is refused that no other error names.
    struct Refusal: Error {
        let reason: String
        let hint: String
    }

    private func check(
        _ name: String, in folder: Folder, by evidence: Evidence
    ) throws -> VerificationReport.Document {
        let path = folder.child(name)
        switch evidence {
        case .itself: return try checkJWS(name, in: folder)
        case .headers(let fields):
            return try check(folder.file(name), path: path, fields: fields, SidecarFiles())
        case .sidecars:
            let file = try folder.file(name)
            let fields = try headers(beside: name, in: folder)
            let sidecars = try SidecarFiles(beside: name, in: folder, bodyBytes: file.size)
            guard fields != nil || sidecars.jws != nil else {
                throw Refusal(
                    reason: "there is no \(name + DocumentPath.headersSuffix) beside it",
                    hint:
                        "give the headers with --headers FILE or --header, or a signature with --signature FILE and --key PEM"
                )
            }
            return try check(file, path: path, fields: fields ?? [], sidecars)
        case .signature(let bytes):
            let file = try folder.file(name)
            let key = try key(forSignatureBeside: name, in: folder)
            try checkPin(of: key)
            let digests = try BodyDigests(of: file, date: nil)
            try BodySignature(file: bytes).check(digest: digests.body, key: key.publicKey)
            return VerificationReport.Document(
                path: path, byteCount: digests.byteCount, digest: digests.body, key: key)
        }
    }

    private func check(
        _ file: ReadableFile, path: String, fields: [HeaderField], _ sidecars: SidecarFiles
    ) throws -> VerificationReport.Document {
        let body = try SignedBody(headers: fields, profile: profile) { (date) throws(FileError) in
            try BodyDigests(of: file, date: date)
        }
        var header: VerifiedSignature?
        // A profile is one of headers, so that naming one asks for them.
        if sidecars.jws == nil || profile != nil || fields.contains(where: \.carriesSignature) {
            header = try keys.verifier(of: fields, environment: environment, profile: profile).verify(body)
        }
        let web = try sidecars.jws.map { try verify($0, around: body.digests, beside: header) }
        guard let key = header?.key ?? web?.signature.key else { preconditionFailure("one of them was verified") }
        try checkPin(of: key)
        try sidecars.check(body.digests, key: key, header: header)
        return VerificationReport.Document(
            path: path, byteCount: body.digests.byteCount, digest: body.digests.body, key: key,
            profile: header?.profile, date: header?.date ?? web?.signature.date, jws: web?.document.header)
    }

    private func headers(beside name: String, in folder: Folder) throws -> [HeaderField]? {
        try folder.readIfPresent(name + DocumentPath.headersSuffix, limit: Limits.responseHeaderBytes)
            .map { try [HeaderField](received: $0) }
    }

    /// The key for a signature over a body, which names none: the one that was given, or that of the headers beside the
    /// file.
    private func key(forSignatureBeside name: String, in folder: Folder) throws -> TrustedKey {
        if case .single(let publicKey, _) = keys {
            return try keys.key(for: publicKey.ownID, environment: environment)
        }
        guard let fields = try headers(beside: name, in: folder) else {
            throw Refusal(
                reason: "a signature over a body names no key, and there are no headers beside the file",
                hint: "say which key signed with --key PEM")
        }
        let key = try keys.key(
            for: SignatureClaim(headers: fields, profile: .body).keyID, environment: environment)
        guard !key.isRevoked else { throw VerificationError.revokedKey(key.id) }
        if let environment, key.environment != environment {
            throw VerificationError.otherDocument(.key(key.id, of: key.environment))
        }
        return key
    }

    func checkPin(of key: TrustedKey) throws {
        let fingerprint = key.publicKey.fingerprint.hexadecimal
        guard pin == nil || fingerprint == pin else {
            throw Refusal(
                reason: "the key's fingerprint is \(fingerprint), not the pinned one",
                hint: "find out who signed with this key before you trust it")
        }
    }
}
