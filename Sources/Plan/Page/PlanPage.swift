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

// The classes of the page. What others wrote is in `bdi.quoted` and `code bdi`, and nowhere else but in prompts.
//
// The page: a.skip, body > header, main, footer; p.note (to be known of the whole page), .spoken (only for
// those who hear the page), .escape (stands for an invisible character), .badge with .error, .warning, .notice,
// .acknowledged or .needed.
// An environment: section.environment; in it p.verdict (.blocks, .frees, .unknown, .tells, .changes, .nothing, .alone), ul.state,
// div.table (with meter.new and .freed), and section.changes, .refusals, .findings, .prompts, .documents. Every one
// begins with its h3.
// Changes: ul.change-list > li.change (.blocks, .frees, .decides), p.words (a text word by word, with del and ins), p.devices,
// p.places; details.more.
// Findings: ul.finding-list > li.finding (.error, .warning, .notice, .acknowledged); p.place, p.hint.
// Prompts: div.prompt-group > div.gallery; details.unchanged, details.unchanged-rules.
// Documents: ul.document-list > li.document; p.path, p.state (.verified, .failed, .hash-only once the script has run),
// p.facts; details.recheck > pre; details.static-files has a second ul.document-list.
// Signatures: section.signatures; div.key, dl.facts, button#verify, label > input#files, p#verified (.verified or .failed at the end).

extension PlanPage {
    /// The page: one HTML file that loads nothing.
    package var bytes: [UInt8] {
        let keys = keys
        let sections = sections(keys: keys) + [findingSection, signatureSection(keys: keys)]
        let body = HTML.element(
            "body", .element("a", ["class": "skip", "href": "#main"], "Skip to the plan"), header,
            .element("main", ["id": "main"], sections), footer)
        return Array("<!DOCTYPE html>\n\(HTML.element("html", ["lang": "en"], head, body).text)\n".utf8)
    }

    var title: String { "Signet plan: " + environments.map(\.name.rawValue).joined(separator: ", ") }

    private var header: HTML {
        .element(
            "header", .element("h1", title),
            .element(
                "p", HTML("What "), .code(plan.file ?? ""), HTML(" changes. Made by signet \(toolVersion), "),
                .element("time", ["datetime": plan.date.rfc3339], plan.date.headerValue), HTML(".")))
    }

    private var footer: HTML {
        .element(
            "footer",
            .element(
                "p",
                """
                This page loads nothing, and nothing in it leads elsewhere. It is as trustworthy as the place that you have \
                it from.
                """))
    }

    private func sections(keys: [TrustedKey]) -> [HTML] {
        environments.enumerated().map { index, environment in
            let id = "environment-\(index + 1)"
            return .element(
                "section", ["class": "environment", "id": id, "aria-labelledby": "\(id)-name"],
                [.element("h2", ["id": "\(id)-name"], environment.name.rawValue), environment.verdictSection]
                    + environment.parts(keys: keys))
        }
    }

    private var findingSection: HTML {
        guard !plan.findings.isEmpty else { return .empty }
        return .element(
            "section", ["class": "findings", "id": "policy", "aria-labelledby": "policy-name"],
            .element("h2", ["id": "policy-name"], "Findings in the policy"), .findings(plan.findings))
    }

    var head: HTML {
        .element(
            "head", .void("meta", ["charset": "utf-8"]),
            .void("meta", ["http-equiv": "Content-Security-Policy", "content": Self.contentSecurityPolicy]),
            .void("meta", ["name": "referrer", "content": "no-referrer"]),
            .void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            .element("title", title), .element("style", HTML(embedded: "page.css")),
            .element("script", ["type": "module"], HTML(embedded: "page.js")))
    }

    /// What the page may do: run its one script, use its one style sheet, and nothing else.
    private static var contentSecurityPolicy: String {
        func hash(_ name: String) -> String {
            "'sha256-\(Base64.encode(SHA256.hash(EmbeddedFile.bytes(name)).bytes))'"
        }
        return [
            "default-src 'none'", "script-src \(hash("page.js"))", "style-src \(hash("page.css"))",
            "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
        ].joined(separator: "; ")
    }
}

extension PageEnvironment {
    fileprivate func parts(keys: [TrustedKey]) -> [HTML] {
        func part(_ kind: String, _ title: String, _ content: HTML) -> HTML {
            content.isEmpty ? .empty : .element("section", ["class": kind, "aria-label": "\(title), \(name)"], content)
        }
        return [
            part("refusals", "Refused or allowed", refusalSection), part("changes", "Changes", changeSection),
            part("findings", "Findings", findingSection), part("prompts", "What people see", screenSection),
            part("documents", "Documents", documentSection(keys: keys)),
        ]
    }
}
