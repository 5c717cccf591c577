/// The form in which the signature of a document travels to an app. Apps are configured for one; no response chooses it.
public struct Envelope: Equatable, Sendable, CustomStringConvertible {
    /// Around the body, in a `.jws` file beside the body's path: any host can serve it.
    public static let jws = Envelope("jws", JWSForm())

    /// Its name in policies: `jws`.
    public let description: String
    let form: any SignatureForm

    package init(_ name: String, _ form: any SignatureForm) {
        description = name
        self.form = form
    }

    /// The path, below the origin, of what an app fetches for a document.
    package func path(of document: DocumentPath) -> String { form.path(of: document) }

    /// The most bytes of what an app fetches for a body of so many.
    package func byteLimit(ofBody byteCount: Int) -> Int { form.byteLimit(ofBody: byteCount) }

    /// Envelopes are equal when they have the same name.
    public static func == (a: Envelope, b: Envelope) -> Bool { a.description == b.description }
}

/// How documents of one envelope are read.
package protocol SignatureForm: Sendable {
    /// The path, below the origin, of what an app fetches for a document.
    func path(of document: DocumentPath) -> String

    /// The most bytes of what an app fetches for a body of so many.
    func byteLimit(ofBody byteCount: Int) -> Int

    /// Reads strictly what a download claims; nothing of the body is looked at.
    ///
    /// - Parameters:
    ///   - profile: which bytes the signature must cover; nil for any.
    ///   - bodyLimit: the largest body that is accepted, in bytes.
    func read(
        _ download: Download, profile: SignatureProfile?, bodyLimit: Int
    ) throws(VerificationError) -> ClaimedBody

    /// The content of the file that keeps a download, which no other form reads.
    func kept(_ download: Download) -> [UInt8]

    /// Reads what `kept` gives; nil for anything else.
    func download(kept bytes: [UInt8]) -> Download?
}

/// What a download claims to be. None of it is verified yet.
package struct ClaimedBody: Sendable {
    package let claim: SignatureClaim
    /// Over what the signature covers.
    package let digest: SHA256Digest
    package let body: [UInt8]
    /// What can be verified again, with no more headers than that takes.
    package let download: Download

    package init(claim: SignatureClaim, digest: SHA256Digest, body: [UInt8], download: Download) {
        self.claim = claim
        self.digest = digest
        self.body = body
        self.download = download
    }
}
