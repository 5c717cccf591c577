import ManifestVerifier

/// The result of verifying a tree or a file.
package struct VerificationReport: Sendable {
    package struct Document: Sendable {
        package var path: String
        /// What the document is; nil for a lone file and for the index of a tree.
        package let format: DocumentFormat?
        package let byteCount: Int
        package let digest: SHA256Digest
        package let key: TrustedKey
        /// The profile of the signature header; nil when none was checked.
        package let profile: SignatureProfile?
        /// The signed date, in whichever envelope.
        package let date: SignedDate?
        /// What the header of the `.jws` says; nil when none was checked.
        package let jws: JWS.Header?
        /// What it says, of the index of a tree.
        package let index: Publication?

        package init(
            path: String, format: DocumentFormat? = nil, byteCount: Int, digest: SHA256Digest, key: TrustedKey,
            profile: SignatureProfile? = nil, date: SignedDate? = nil, jws: JWS.Header? = nil, index: Publication? = nil
        ) {
            self.path = path
            self.format = format
            self.byteCount = byteCount
            self.digest = digest
            self.key = key
            self.profile = profile
            self.date = date
            self.jws = jws
            self.index = index
        }

        /// In which envelopes the signatures were that verify, beside a `.sig`.
        package var envelopes: Envelopes { Envelopes(hasHeaders: profile != nil, hasJWS: jws != nil) }
    }

    package struct Refusal: Equatable, Sendable {
        package let path: String
        package let reason: String
        package let hint: String
    }

    package var documents: [Document] = []
    package var unreadArchives: [String] = []
    package var refusals: [Refusal] = []

    package init() {}

    /// The documents that a key signed which does not sign now: a retired one, or one that is to sign later. Who has stolen
    /// such a key can make them.
    package var ofOtherKeys: [Document] { documents.filter { !$0.key.signs } }

    /// Refuses a tree that another key than the active one signed as a whole.
    package mutating func refuseTreeOfOtherKeys() {
        guard let key = ofOtherKeys.first?.key, ofOtherKeys.count == documents.count else { return }
        refuse(
            DocumentPath.publication.file,
            "is signed by key \"\(key.name)\", which is \(key.state.rawValue), and so is all it lists",
            hint: "build and publish with the active key; if that was done, someone has this key and replaced the tree"
        )
    }

    package mutating func refuse(
        _ path: String, _ reason: String,
        hint: String = "do not publish this; build the tree again, and find out what changed it"
    ) {
        refusals.append(Refusal(path: path, reason: reason, hint: hint))
    }
}
