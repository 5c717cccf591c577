#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A document whose signature was checked and whose body was read after that; only `Verifier` makes one.
public struct VerifiedManifest: Sendable {
    /// The bytes of the body, as they were signed.
    public let body: [UInt8]
    /// What the bytes say, as the verifier's reader reads them: a ``GateDocument``.
    public let content: any Sendable
    /// The key that signed.
    public let key: TrustedKey
    /// Which bytes the signature of headers covers; nil for a document that carries its own signature.
    public let profile: SignatureProfile?
    /// The signed date; nil with profile `body`, which has none.
    public let date: SignedDate?
    /// The manifest in the form that can be verified again, with no more headers than that takes.
    public let download: Download

    fileprivate init(_ received: Received, content: any Sendable) {
        let (claim, claimed) = (received.signature.claim, received.claimed)
        body = claimed.body
        self.content = content
        key = received.signature.key
        date = claim.date
        download = claimed.download
        profile = claim.place == nil ? claim.profile : nil
    }
}

/// A body whose signature was checked, and which was not read yet.
private struct Received {
    let signature: VerifiedSignature
    let claimed: ClaimedBody
}

/// Turns downloads of one document into verified manifests, or reports why not.
///
/// Nothing of a body is interpreted before its signature is checked. Then, in this order: the signature names
/// one key, which must be on the ring, not revoked, for the expected environment, and not older than the key of the
/// document that is stored; the key signed these bytes; the signed date is neither ahead of the clock nor, under the
/// same key, before that of the stored document, and a gate document has one; the bytes are a document of the format that
/// the reader reads.
public struct Verifier: Sendable {
    /// Reads the expected document.
    public let reader: any DocumentReader
    /// How many seconds ahead of the clock a signed date may be.
    public let clockSkew: TimeInterval
    /// The largest body that is accepted, in bytes.
    public let bodyLimit: Int
    /// Which bytes signatures must cover.
    public let profile: SignatureProfile
    private let knownFormats: [any DocumentReader]
    private let signatures: SignatureVerifier

    /// A verifier for one document.
    ///
    /// - Parameters:
    ///   - keyRing: the keys that the app embeds.
    ///   - environment: the environment that the document must come from.
    ///   - reader: reads the expected document.
    ///   - profile: which bytes signatures in headers must cover; a signature of the other profile is refused.
    ///   - clockSkew: how many seconds ahead of the clock a signed date may be.
    ///   - bodyLimit: the largest body that is accepted, in bytes.
    ///   - knownFormats: readers of other formats, so that a refusal can name them.
    public init(
        keyRing: TrustedKeys, environment: EnvironmentName, reader: any DocumentReader,
        profile: SignatureProfile = .dated, clockSkew: TimeInterval = Limits.clockSkew,
        bodyLimit: Int = Limits.manifestBytes,
        knownFormats: [any DocumentReader] = GateReader.all
    ) {
        signatures = SignatureVerifier(keys: keyRing, environment: environment, profile: profile)
        self.reader = reader
        self.knownFormats = knownFormats
        self.profile = profile
        self.clockSkew = clockSkew
        self.bodyLimit = bodyLimit
    }

    /// The environment that the document must come from.
    public var environment: EnvironmentName { signatures.environment }

    /// Checks a document that carries its own signature, as it came over the network.
    ///
    /// The checks are the same; before the signature also that it was signed for this environment and path. `profile` has
    /// no meaning here: there always is a signed date.
    ///
    /// - Parameters:
    ///   - jws: the bytes of a `.jws`.
    ///   - path: the path of the body, as the app knows it; never taken from a URL or a response.
    ///   - stored: the newest manifest of this document that is known, in either envelope.
    ///   - now: the time on the clock.
    public func verify(
        jws: [UInt8], path: DocumentPath, stored: VerifiedManifest?, now: Date
    ) throws(VerificationError) -> VerifiedManifest {
        try verify(Download(jws: jws), path: path, stored: stored, now: now)
    }

    /// Checks what came over the network in either envelope.
    ///
    /// - Parameter path: the path that a document with its own signature must be for; nil for any.
    package func verify(
        _ download: Download, path: DocumentPath?, stored: VerifiedManifest?, now: Date
    ) throws(VerificationError) -> VerifiedManifest {
        let received = try checkSignature(of: download, by: signatures, path: path, stored: stored)
        if let date = received.signature.date {
            // Written so that a clock which shows NaN refuses.
            let latest = now.timeIntervalSince1970 + clockSkew
            guard Double(date.secondsSince1970) <= latest else { throw .aheadOfClock(date) }
        }
        try checkOrder(of: received, stored: stored)
        return try manifest(received)
    }

    /// Checks again what was verified and then kept, or what the app embeds, in either envelope.
    ///
    /// Its date is not compared with the clock: that was done when the document was accepted, and a clock that was set
    /// back since must not lift a block. Nor does it need to be of `profile`: what an earlier version of the app has kept
    /// is still what nothing older may replace.
    ///
    /// - Parameter path: the path that a document with its own signature must be for; nil for any.
    package func verify(
        kept download: Download, path: DocumentPath? = nil, notBefore floor: VerifiedManifest? = nil
    ) throws(VerificationError) -> VerifiedManifest {
        let either = SignatureVerifier(keys: signatures.keys, environment: environment, profile: nil)
        let received = try checkSignature(of: download, by: either, path: path, stored: floor)
        try checkOrder(of: received, stored: floor)
        return try manifest(received)
    }

    /// A verifier that expects another document from the same environment and under the same keys.
    public func expecting(_ reader: any DocumentReader) -> Verifier {
        Verifier(
            keyRing: signatures.keys, environment: environment, reader: reader, profile: profile,
            clockSkew: clockSkew, bodyLimit: bodyLimit, knownFormats: knownFormats)
    }

    // MARK: Steps

    private func checkSignature(
        of download: Download, by signatures: SignatureVerifier, path: DocumentPath?, stored: VerifiedManifest?
    ) throws(VerificationError) -> Received {
        let claimed = try download.envelope.form.read(download, profile: signatures.profile, bodyLimit: bodyLimit)
        let signature = try signatures.verify(
            claimed.claim, digest: claimed.digest, bodyStart: claimed.body, path: path)
        if let stored, signatures.keys.isOlder(signature.key.id, than: stored.key.id) {
            throw .rollback(.key(signature.key.id, stored: stored.key.id))
        }
        return Received(signature: signature, claimed: claimed)
    }

    private func checkOrder(of received: Received, stored: VerifiedManifest?) throws(VerificationError) {
        // Dates count within one key only: a thief of an older key could otherwise lock out all later documents with a
        // date ahead of the clock. Keys never go back.
        guard let stored, !signatures.keys.isOlder(stored.key.id, than: received.signature.key.id),
            let storedDate = stored.date
        else { return }
        guard let date = received.signature.date else { throw .rollback(.undated(stored: storedDate)) }
        guard date >= storedDate else { throw .rollback(.date(date, stored: storedDate)) }
        guard date > storedDate || received.claimed.body == stored.body else { throw .rollback(.body(date)) }
    }

    private func manifest(_ received: Received) throws(VerificationError) -> VerifiedManifest {
        if reader.goesByDate, received.signature.date == nil { throw .unreadable(.undated) }
        do throws(DocumentError) {
            return VerifiedManifest(received, content: try reader.read(received.claimed.body))
        } catch {
            switch error.kind {
            case .syntax: throw .unreadable(.json(error))
            case .otherMeaning: throw .otherDocument(.meaning(error.reason))
            case .content:
                if let found = knownFormats.first(where: { (try? $0.read(received.claimed.body)) != nil }) {
                    throw .otherDocument(.format(expected: reader.format, found: found.format))
                }
                throw .unreadable(.document(reader.format, error))
            }
        }
    }
}
