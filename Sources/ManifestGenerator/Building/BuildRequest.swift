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
    /// Opens encrypted private keys.
    package let passphrase: SecretBytes?

    package init(
        _ policy: PolicyRequest, archives: String?, isFresh: Bool, isStrict: Bool, date: SignedDate, now: SignedDate,
        passphrase: SecretBytes?
    ) {
        self.policy = policy
        self.archives = archives
        self.isFresh = isFresh
        self.isStrict = isStrict
        self.date = date
        self.now = now
        self.passphrase = passphrase
    }

    /// What opens private keys.
    var secrets: SignerSecrets { SignerSecrets(passphrase: passphrase, variables: policy.variables) }
}

package enum BuildEvent: Sendable {
    /// Another process is working in the same output folder.
    case waiting(String)
    case madeDevelopmentKey(String)
    case buildsStarter
    /// No tree was named to compare with.
    case nothingToCompare(EnvironmentName)
    /// There is no former tree, so that every document is signed anew.
    case noFormerTree(EnvironmentName, String)
    /// The former tree came from a host, whose caches may be stale: what is dated is signed anew.
    case signsDatedAnew(EnvironmentName, String)
    /// This number of documents are dated ahead of the clock, up to this date, because their former dates are.
    case datedAhead(EnvironmentName, Int, SignedDate)
    case replacesSignedTree(String)
    /// Something in the policy or in a web bundle that a person should look at.
    case warning(Finding)
    /// No recorded shell of this platform can run the bundle, while those of the other one were said by hand.
    case leavesOut(Platform, SemanticVersion)
    /// What is being done, the bytes done, and the total.
    case working(String, Int, of: Int)
    /// Documents signed, of the total.
    case progress(EnvironmentName, Int, Int)
}

package struct BuildReport: Sendable {
    package let environment: EnvironmentName
    package let path: String
    package let keyID: KeyID
    package let keyName: String
    package let profile: SignatureProfile
    package let envelopes: Envelopes
    /// The documents, the index last.
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
        /// Whether all signatures were kept from the former tree.
        package let isKept: Bool
    }
}

package struct UnsignedReport: Sendable {
    package let environment: EnvironmentName
    package let path: String
    /// The documents with their sizes, as the index lists them.
    package let documents: [Publication.Document]
    /// SHA-256 of the index, which stands for everything that it lists.
    package let digest: SHA256Digest
    /// What changes for people; nil when there was nothing to compare with.
    package let plan: EnvironmentPlan?
}
