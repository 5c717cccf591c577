import Diagnostics
import ManifestVerifier
import Policy
import PublicationTree

/// A plan as a page for reviewers, with the signatures of what was built; the same content gives the same page.
package struct PlanPage: Sendable {
    let plan: Plan
    /// What blocks people first.
    let environments: [PageEnvironment]
    let toolVersion: String

    package init(_ plan: Plan, _ environments: [PageEnvironment], toolVersion: String) {
        (self.plan, self.toolVersion) = (plan, toolVersion)
        self.environments = environments.sorted { $0.plan.verdict.weight < $1.plan.verdict.weight }
    }

    package var documentCount: Int { environments.reduce(0) { $0 + $1.documents.count } }

    package var signedCount: Int { environments.flatMap(\.documents).count { $0.signature != nil } }

    /// `14 documents, all of them signed`
    package var summary: String {
        let signed = signedCount == documentCount ? "all" : signedCount == 0 ? "none" : signedCount.grouped
        return "\(documentCount.counted("document")), \(signed) of them signed"
    }
}

package struct PageEnvironment: Sendable {
    let plan: EnvironmentPlan
    let screens: [Screen]
    let documents: [PageDocument]
    /// The tree that has the signatures; nil when none was looked for.
    let tree: PageTree?

    /// - Parameter screens: by default, those of the comparison.
    package init(
        _ plan: EnvironmentPlan, screens: [Screen]? = nil, documents: [PageDocument], tree: PageTree? = nil
    ) {
        (self.plan, self.documents, self.tree) = (plan, documents, tree)
        self.screens = screens ?? plan.comparison?.screens ?? []
    }

    var name: EnvironmentName { plan.name }
}

/// The documents of an environment, with the signatures that a built tree has for them.
package struct PageTree: Sendable {
    /// What it has to do with the policy. The raw value is stable: programs filter by it.
    package enum State: String, Sendable, CaseIterable {
        /// It is what the policy gives, and every signature verifies.
        case signed
        /// Every signature verifies, but it was built from something else.
        case outdated
        case unsigned
        case missing
    }

    package let path: String
    package let state: State
    /// The documents that the policy gives, and those of the tree that only signing makes.
    package let documents: [PageDocument]

    /// Why documents are shown without signatures; nil when they are what they should be.
    package var note: String? {
        switch state {
        case .signed: nil
        case .missing: "\(path) is not there: nothing here is signed yet"
        case .unsigned: "\(path) is not signed: nothing here is signed yet"
        case .outdated: "\(path) was built from something else: build again; what differs is shown unsigned"
        }
    }
}

package struct PageDocument: Sendable {
    package let path: DocumentPath
    package let format: DocumentFormat
    package let byteCount: Int
    /// SHA-256 of the body, 64 lowercase hexadecimal digits.
    package let sha256: String
    /// The body, where the page embeds it.
    package let body: [UInt8]?
    /// nil when it is not signed.
    package let signature: PageSignature?
}

package struct PageSignature: Sendable {
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

    /// A `.jws` without the body that is in it.
    package struct Web: Sendable {
        package let header: JWS.Header
        package let signature: ECDSASignature
    }
}
