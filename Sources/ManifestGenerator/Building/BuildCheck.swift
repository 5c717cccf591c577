import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import Plan
import Policy
import PublicationTree
import SigningKeys
import WebBundles

/// Compares the trees on disk with what the policy gives, without writing anything and without a private key.
package enum BuildCheck {
    /// One report an environment: every document of the policy must be on disk to the byte with its headers, and the
    /// tree must verify.
    package static func run(
        _ request: PolicyRequest
    ) async throws -> [(environment: EnvironmentName, report: VerificationReport)] {
        let findings = Findings()
        let rendered = try await RenderedPolicy(request, findings)
        try rendered.checkAlone(findings)
        guard !findings.haveErrors else { throw PolicyRefusal.refused(findings.sorted) }
        let keys = try TrustedKeys.reading(request.keys)
        var reports: [(environment: EnvironmentName, report: VerificationReport)] = []
        for environment in rendered.environments {
            let name = environment.policy.name
            reports.append((name, try await check("\(request.output)/\(name)", against: environment, keys: keys)))
        }
        return reports
    }

    private static func check(
        _ path: String, against rendered: RenderedEnvironment, keys: TrustedKeys
    ) async throws(FileError) -> VerificationReport {
        let environment = rendered.policy
        guard let tree = try Folder.ifPresent(path).map(TreeFolder.init) else {
            var report = VerificationReport()
            report.refuse(DocumentPath.publication.file, "is missing", hint: hint)
            return report
        }
        var report = try await TreeVerifier(keys: keys).verify(tree, environment: environment.name)
        report.refuseTreeOfOtherKeys()
        try check(tree, against: rendered, keys: keys, into: &report)
        var documents = rendered.documents
        if let bundles = rendered.bundles {
            let former = try FormerBundles(tree, of: environment.name, keys: keys)
            if let signed = bundles.documents(signedIn: former) {
                documents += signed
            } else {
                report.refuse(
                    DocumentPath.webBundleIndex.rawValue, "is not what \(bundles.file) gives", hint: hint)
            }
        }
        for document in documents {
            guard let files = try tree.read(document.path, bodyLimit: Limits.staticFileBytes) else {
                report.refuse(document.path.rawValue, "is missing", hint: hint)
                continue
            }
            if files.body != document.body {
                report.refuse(document.path.rawValue, "is not what the policy gives", hint: hint)
            }
            let fields = files.headers.flatMap { try? [HeaderField](sidecarBytes: $0) } ?? []
            for expected in document.unsignedFields where !fields.contains(expected) {
                report.refuse(
                    document.path.rawValue, "is not served with \"\(expected.name): \(expected.value)\"",
                    hint: hint)
            }
        }
        let paths = Set((documents.map(\.path) + (rendered.bundles?.paths ?? []) + [.publication]).map(\.file))
        for document in report.documents where !paths.contains(document.path) {
            report.refuse(document.path, "is no longer in the policy", hint: hint)
        }
        return report
    }

    /// Checks what the index says of the whole tree.
    private static func check(
        _ tree: TreeFolder, against rendered: RenderedEnvironment, keys: TrustedKeys,
        into report: inout VerificationReport
    ) throws(FileError) {
        let policy = rendered.policy
        guard let file = try tree.read(DocumentPath.publication.file, limit: VerifiedIndex.byteLimit),
            let index = try? VerifiedIndex(file, keys: keys, environment: policy.name).publication
        else { return }
        func refuse(_ reason: String) {
            report.refuse(DocumentPath.publication.file, reason, hint: hint)
        }
        if index.profile != policy.profile {
            refuse("is signed with profile \(index.profile.rawValue), the policy says \(policy.profile.rawValue)")
        }
        let (envelopes, wanted) = (index.envelopes, policy.envelopes.value)
        if envelopes != wanted {
            refuse("is signed in \(text(envelopes)), the policy says \(text(wanted))")
        }
    }

    private static func text(_ envelopes: Envelopes) -> String { envelopes.names.joined(separator: ", ") }

    private static let hint = "run: signet build"
}
