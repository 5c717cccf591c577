import Classic
import Diagnostics
import ManifestVerifier
import PublicationTree
import WebBundles

/// Whether every document can have the envelopes that the policy wants.
struct EnvelopeChecks {
    let findings: FileFindings

    func check(_ environment: RenderedEnvironment) {
        let envelopes = environment.policy.envelopes.value
        guard envelopes.hasJWS else { return checkBundles(environment) }
        /// Files of one entry of the policy that have no `.jws` for one reason.
        var files: [(reason: JWS.Exclusion, first: RenderedDocument, count: Int)] = []
        for document in environment.documents {
            guard let reason = JWS.exclusion(of: document.body, as: document.format) else { continue }
            guard document.format == .file, envelopes.hasHeaders else {
                findings.add(
                    .jwsImpossible, "\"\(document.path)\" can have no .jws: \(reason.message)", at: document.origin,
                    hint: document.format == .file
                        ? "nothing would carry its signature to an app: add \"headers\" to \"envelopes\", or publish it elsewhere"
                        : "rename the member in the base file, or leave \"jws\" out of \"envelopes\"")
                continue
            }
            if let place = files.firstIndex(where: { $0.reason == reason && $0.first.origin == document.origin }) {
                files[place].count += 1
            } else {
                files.append((reason, document, 1))
            }
        }
        for (reason, first, count) in files {
            let others = count > 1 ? " and \(count - 1) others have" : " has"
            findings.add(
                .jwsExcluded, "\"\(first.path)\"\(others) no .jws: \(reason.message)", at: first.origin,
                hint: "apps verify \(count > 1 ? "them" : "it") by response headers alone")
        }
    }

    private func checkBundles(_ environment: RenderedEnvironment) {
        guard environment.policy.documents.webBundles != nil else { return }
        findings.add(
            .jwsImpossible,
            "\"\(DocumentPath.webBundleIndex)\" has no .jws, and apps with web bundles fetch nothing else",
            at: environment.policy.envelopes.position, hint: "add \"jws\" to \"envelopes\"")
    }
}
