import Diagnostics
import ManifestVerifier
import Plan
import Policy
import PublicationTree
import SigningKeys
import WebBundles

package struct BuildRequest: Sendable {
    package let policy: PolicyRequest
    /// A folder or the URL of one with the archives of web bundles; nil for none.
    package let archives: String?
    /// Whether every document is signed anew, whatever the former tree has.
    package let isFresh: Bool
    package let isStrict: Bool
    package let date: SignedDate
    package let now: SignedDate
    package let secrets: SignerSecrets

    package init(
        _ policy: PolicyRequest, archives: String?, isFresh: Bool, isStrict: Bool, date: SignedDate, now: SignedDate,
        secrets: SignerSecrets
    ) {
        (self.policy, self.archives, self.secrets) = (policy, archives, secrets)
        (self.isFresh, self.isStrict, self.date, self.now) = (isFresh, isStrict, date, now)
    }
}

/// What a person is told while a tree or a list of web bundles is made.
package enum BuildEvent: Sendable {
    case note(String)
    case warning(String, hint: String)
    /// Something in the policy or in a web bundle that a person should look at.
    case finding(Finding)
    /// What is being done, how much of it is done, and the total.
    case progress(String, Int, of: Int)

    static func waiting(_ folder: String) -> BuildEvent { .note("another signet works in \(folder), waiting for it") }

    /// The same for bytes: whole KiB, so that a small bundle shows nothing.
    static func working(_ verb: String, _ done: Int, of total: Int) -> BuildEvent {
        .progress("\(verb) KiB", done >> 10, of: total >> 10)
    }
}

package struct BuildReport: Sendable {
    package let environment: EnvironmentName
    package let path: String
    /// The key that signed it; nil where nothing is signed.
    package let key: (id: KeyID, name: String)?
    /// SHA-256 of an index that is not signed, which stands for everything that it lists.
    package let digest: SHA256Digest?
    package let profile: SignatureProfile
    package let envelopes: Envelopes
    /// The documents, the index last where it is signed.
    package let documents: [Document]
    /// Whether the tree on disk was already this one, to the byte, and was left alone.
    package let isUnchanged: Bool
    /// What changes for people; nil when there was nothing to compare with.
    package let plan: EnvironmentPlan?
    /// What was rendered; nil for a tree that was rendered before.
    package let rendered: RenderedEnvironment?

    package struct Document: Sendable {
        package let path: DocumentPath
        package let byteCount: Int
        /// SHA-256 of the body, 64 lowercase hexadecimal digits.
        package let sha256: String
        /// The signed date, in whichever envelope; nil when none has one, and for archives.
        package let date: SignedDate?
        /// Whether all signatures were kept from the former tree; nil for a document that is not signed.
        package let isKept: Bool?
    }
}
