#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A body and its headers from the network or a disk, not trusted yet.
public struct Download: Sendable {
    /// The bytes of the body as received.
    public let body: [UInt8]
    /// The response headers as received.
    public let headers: [HeaderField]

    /// A body and its headers.
    public init(body: [UInt8], headers: [HeaderField]) {
        self.body = body
        self.headers = headers
    }

    /// A body and the headers sidecar published beside it, for a document that an app ships; nil when the sidecar is
    /// malformed.
    public init?(body: [UInt8], headersSidecar: [UInt8]) {
        guard let headers = try? [HeaderField](sidecarBytes: headersSidecar) else { return nil }
        self.init(body: body, headers: headers)
    }
}

/// A document whose signature was checked and whose body was read after that; only `Verifier` makes one.
public struct VerifiedManifest: Sendable {
    /// The bytes that were signed, as received.
    public let body: [UInt8]
    /// What the bytes say.
    public let content: DocumentContent
    /// The key that signed.
    public let key: TrustedKey
    /// Which bytes the signature covers.
    public let profile: SignatureProfile
    /// The signed date; nil with profile `body`, which has none.
    public let date: SignedDate?
    /// The signature header, and with profile `dated` the date header: what verifying the body again needs.
    public let signatureHeaders: [HeaderField]

    fileprivate init(
        body: [UInt8], content: DocumentContent, claim: SignatureClaim, key: TrustedKey, profile: SignatureProfile
    ) {
        self.body = body
        self.content = content
        self.key = key
        self.profile = profile
        date = claim.date
        signatureHeaders = SignatureHeader(keyID: claim.keyID, signature: claim.signature.derRepresentation)
            .fields(date: claim.date)
    }

    /// The manifest in the form that can be verified again.
    public var download: Download { Download(body: body, headers: signatureHeaders) }
}

/// Turns downloads of one document into verified manifests, or reports why not.
///
/// Nothing of a body is interpreted before its signature is checked. Then, in this order: the signature header names
/// one key, which must be on the ring, not revoked, for the expected environment, and not older than the key of the
/// document that is stored; the key signed these bytes; the signed date is neither ahead of the clock nor, under the
/// same key, before that of the stored document; the bytes are a document of the expected format, and a file is nothing
/// that another verifier could take for a document.
public struct Verifier: Sendable {
    /// The expected document.
    public let format: DocumentFormat
    /// How far ahead of the clock a signed date may be.
    public let clockSkew: Duration
    /// The largest body that is accepted, in bytes.
    public let bodyLimit: Int
    /// Which bytes signatures must cover.
    public let profile: SignatureProfile
    private let signatures: SignatureVerifier

    /// A verifier for one document.
    ///
    /// - Parameters:
    ///   - keyRing: the keys that the app embeds.
    ///   - environment: the environment that the document must come from.
    ///   - format: the expected document; `file` for bytes that only the app can read.
    ///   - profile: which bytes signatures must cover; a signature of the other profile is refused.
    ///   - clockSkew: how far ahead of the clock a signed date may be.
    ///   - bodyLimit: the largest body that is accepted, in bytes.
    public init(
        keyRing: TrustedKeys, environment: EnvironmentName, format: DocumentFormat, profile: SignatureProfile,
        clockSkew: Duration = Limits.clockSkew, bodyLimit: Int = Limits.manifestBytes
    ) {
        signatures = SignatureVerifier(keys: keyRing, environment: environment, profile: profile)
        self.format = format
        self.profile = profile
        self.clockSkew = clockSkew
        self.bodyLimit = bodyLimit
    }

    /// The environment that the document must come from.
    public var environment: EnvironmentName { signatures.environment }

    /// Checks what came over the network.
    ///
    /// - Parameters:
    ///   - download: a body and the response headers that came with it.
    ///   - stored: the newest manifest of this document that is known, stored or embedded. A key that comes before its
    ///     key on the ring is refused; under the same key, so is what is older (rollback), and another body of the same
    ///     date.
    ///   - now: the time on the clock.
    public func verify(
        _ download: Download, stored: VerifiedManifest?, now: Date
    ) throws(VerificationError) -> VerifiedManifest {
        let signature = try checkSignature(of: download, stored: stored)
        if let date = signature.date {
            // Written so that a clock which shows NaN refuses.
            let latest = now.timeIntervalSince1970 + clockSkew / .seconds(1)
            guard Double(date.secondsSince1970) <= latest else { throw .signedInFuture(date) }
        }
        try checkOrder(of: signature.claim, body: download.body, stored: stored)
        return try manifest(signature, body: download.body)
    }

    /// Checks again what was verified and then kept, or what the app embeds.
    ///
    /// Its date is not compared with the clock: that was done when the document was accepted, and a clock that was set
    /// back since must not lift a block.
    package func verify(
        kept download: Download, notBefore floor: VerifiedManifest? = nil
    ) throws(VerificationError) -> VerifiedManifest {
        let signature = try checkSignature(of: download, stored: floor)
        try checkOrder(of: signature.claim, body: download.body, stored: floor)
        return try manifest(signature, body: download.body)
    }

    /// A verifier that expects another document from the same environment and under the same keys.
    public func expecting(_ format: DocumentFormat) -> Verifier {
        Verifier(
            keyRing: signatures.keys, environment: environment, format: format, profile: profile,
            clockSkew: clockSkew, bodyLimit: bodyLimit)
    }

    /// Whether the key of one manifest comes before that of another on the ring.
    package func hasOlderKey(_ manifest: VerifiedManifest, than other: VerifiedManifest) -> Bool {
        signatures.keys.isOlder(manifest.key.id, than: other.key.id)
    }

    // MARK: Steps

    private func checkSignature(
        of download: Download, stored: VerifiedManifest?
    ) throws(VerificationError) -> VerifiedSignature {
        guard download.body.count <= bodyLimit else { throw .bodyTooLarge(limit: bodyLimit) }
        let signature = try signatures.verify(download.body, headers: download.headers)
        if let stored, signatures.keys.isOlder(signature.key.id, than: stored.key.id) {
            throw .keyOlderThanStored(signature.key.id, stored: stored.key.id)
        }
        return signature
    }

    private func checkOrder(
        of claim: SignatureClaim, body: [UInt8], stored: VerifiedManifest?
    ) throws(VerificationError) {
        // Dates count within one key only: a thief of an older key could otherwise lock out all later documents with a
        // date ahead of the clock. Keys never go back.
        guard let stored, !signatures.keys.isOlder(stored.key.id, than: claim.keyID), let date = claim.date,
            let storedDate = stored.date
        else { return }
        guard date >= storedDate else { throw .signedBeforeStored(date, stored: storedDate) }
        guard date > storedDate || body == stored.body else { throw .anotherBodyOfSameDate(date) }
    }

    private func manifest(
        _ signature: VerifiedSignature, body: [UInt8]
    ) throws(VerificationError) -> VerifiedManifest {
        let content: DocumentContent
        do throws(DocumentError) {
            content = try DocumentContent(format, body: body)
        } catch {
            if error.isSyntax { throw .notJSON(error) }
            if let other = DocumentFormat(recognizing: body) { throw .wrongKind(expected: format, found: other) }
            throw .notADocument(format, error)
        }
        if format == .file {
            try translating(OtherMeaning.check(body, as: .file), to: VerificationError.otherMeaning)
        }
        return VerifiedManifest(
            body: body, content: content, claim: signature.claim, key: signature.key, profile: profile)
    }
}
