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
    /// The signature header, and with profile `dated` the date header: what it takes to verify the body again.
    public let signatureHeaders: [HeaderField]

    init(
        body: [UInt8], content: DocumentContent, claim: SignatureClaim, key: TrustedKey, profile: SignatureProfile
    ) {
        self.body = body
        self.content = content
        self.key = key
        self.profile = profile
        date = claim.date
        let header = SignatureHeader(keyID: claim.keyID, signature: claim.signature.derRepresentation)
        signatureHeaders =
            [HeaderField(name: SignatureHeader.name, value: header.value)]
            + [claim.date.map { HeaderField(name: SignatureHeader.dateName, value: $0.headerValue) }].compactMap(\.self)
    }

    /// The manifest as something to be verified again.
    public var download: Download { Download(body: body, headers: signatureHeaders) }
}
