import Diagnostics
import ManifestVerifier
import PublicationTree

/// Everything that a reviewer of a change sees; the same content gives the same page.
package struct Review: Sendable {
    package let date: SignedDate
    package let toolVersion: String
    package let policyFile: String
    /// What is to be known of the policy, whatever it is compared with.
    package let findings: [Finding]
    package let environments: [ReviewedEnvironment]

    package init(
        date: SignedDate, toolVersion: String, policyFile: String, findings: [Finding] = [],
        environments: [ReviewedEnvironment]
    ) {
        self.date = date
        self.toolVersion = toolVersion
        self.policyFile = policyFile
        self.findings = findings
        self.environments = environments
    }
}

package struct ReviewedEnvironment: Sendable {
    package let name: EnvironmentName
    /// Where the tree is that it is compared with; nil when there is no such place.
    package let comparedWith: String?
    /// Whether nothing is published there.
    package let isNew: Bool
    package let changes: [Change]
    /// What the policy acknowledges, as phrases.
    package let allowed: [String]
    package let findings: [Finding]
    /// nil without a population.
    package let impact: Impact?
    package let prompts: [Prompt]
    package let rulePrompts: [RulePrompt]
    package let documents: [ReviewedDocument]
    /// The tree that has the signatures; nil when none was looked for.
    package let tree: ReviewedTree?

    package init(
        name: EnvironmentName, comparedWith: String?, isNew: Bool = false, changes: [Change], allowed: [String],
        findings: [Finding], impact: Impact?, prompts: [Prompt], rulePrompts: [RulePrompt],
        documents: [ReviewedDocument], tree: ReviewedTree? = nil
    ) {
        self.name = name
        self.comparedWith = comparedWith
        self.isNew = isNew
        self.changes = changes
        self.allowed = allowed
        self.findings = findings
        self.impact = impact
        self.prompts = prompts
        self.rulePrompts = rulePrompts
        self.documents = documents
        self.tree = tree
    }
}

/// The tree that a build made of an environment.
package struct ReviewedTree: Equatable, Sendable {
    /// What it has to do with the policy. The raw value is stable: programs filter by it.
    package enum State: String, Sendable, CaseIterable {
        /// It is what the policy gives, and every signature verifies.
        case signed
        /// Every signature verifies, but it was built from something else.
        case outdated
        /// Nothing in it is signed.
        case unsigned
        case missing
    }

    package let path: String
    package let state: State

    package init(path: String, state: State) {
        self.path = path
        self.state = state
    }
}

package struct ReviewedDocument: Sendable {
    package let path: DocumentPath
    /// nil for the index of a tree.
    package let format: DocumentFormat?
    package let byteCount: Int
    /// SHA-256 of the body, 64 lowercase hexadecimal digits.
    package let sha256: String
    /// The body, where the page embeds it.
    package let body: [UInt8]?
    /// nil when it is not signed.
    package let signature: ReviewedSignature?

    package init(
        path: DocumentPath, format: DocumentFormat?, byteCount: Int, sha256: String, body: [UInt8]?,
        signature: ReviewedSignature?
    ) {
        self.path = path
        self.format = format
        self.byteCount = byteCount
        self.sha256 = sha256
        self.body = body
        self.signature = signature
    }
}

package struct ReviewedSignature: Sendable {
    package let key: TrustedKey
    package let profile: SignatureProfile
    /// The signed date among the headers; nil with profile `body`.
    package let date: SignedDate?
    /// The DER signature of the header; nil where the headers carry none.
    package let header: [UInt8]?
    /// What signs the `.jws`; nil when there is none.
    package let web: Web?
    /// The DER signature of the sidecar `.sig`, over the body.
    package let sidecar: [UInt8]

    package init(
        key: TrustedKey, profile: SignatureProfile, date: SignedDate?, header: [UInt8]?, web: Web? = nil,
        sidecar: [UInt8]
    ) {
        self.key = key
        self.profile = profile
        self.date = date
        self.header = header
        self.web = web
        self.sidecar = sidecar
    }

    /// A `.jws` without the body that is in it.
    package struct Web: Sendable {
        package let header: JWS.Header
        package let signature: ECDSASignature

        package init(header: JWS.Header, signature: ECDSASignature) {
            self.header = header
            self.signature = signature
        }
    }
}
