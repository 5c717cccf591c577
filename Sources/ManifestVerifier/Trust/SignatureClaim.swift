/// What a download claims, in its headers or in itself: which key signed, for which place, when, and the signature. None of
/// it is verified yet.
package struct SignatureClaim: Sendable {
    package let keyID: KeyID
    /// The signature, well-formed.
    package let signature: ECDSASignature
    /// The date that is part of what was signed; in headers only with profile `dated`.
    package let date: SignedDate?
    /// What the protected header of a `.jws` says of its place; nil for headers, which say nothing of where they belong.
    package let place: (environment: EnvironmentName, path: DocumentPath)?

    /// Which bytes the signature of headers covers.
    package var profile: SignatureProfile { date == nil ? .body : .dated }

    /// The claim of response headers.
    package init(keyID: KeyID, signature: ECDSASignature, date: SignedDate?) {
        self.keyID = keyID
        self.signature = signature
        self.date = date
        place = nil
    }

    /// The claim of a document that carries its own signature.
    package init(_ document: JWS) {
        keyID = document.header.keyID
        signature = document.signature
        date = document.header.date
        place = (document.header.environment, document.header.path)
    }
}
