import Diagnostics
import ManifestVerifier
import PublicationTree

extension EnvironmentRendering {
    func gates() -> [RenderedDocument] {
        guard let path = environment.documents.gate else { return [] }
        guard !environment.envelopes.value.hasHeaders || isDated(for: "gate documents", at: path.position),
            !platforms(for: .gate, at: path.position).isEmpty
        else { return [] }
        return GatePolicy.all(of: environment).compactMap { document($0, path) }
    }

    private func document(_ policy: GatePolicy, _ path: Positioned<String>) -> RenderedDocument? {
        let format: DocumentFormat = policy.platform == .ios ? .gateIOS : .gateAndroid
        let destination = TextDestination(format: format, platform: policy.platform, filling: policy.filling)
        // Looked up even while the service is open: an error must not wait for the day it closes.
        if let message = environment.maintenance?.message { _ = filled(message, for: destination) }
        let content = GateDocument(
            platform: policy.platform, latest: policy.latest,
            rules: policy.rules.map { rule($0, url: policy.url(of: $0), destination) })
        return self.document(path, policy.platform, format, json: content.json)
            .flatMap { isReadable($0, as: content) ? $0 : nil }
    }

    private func rule(_ rule: RulePolicy, url: String?, _ destination: TextDestination) -> GateRule {
        func text(_ name: RuleText) -> LocalizedText? {
            rule.texts[name].flatMap { filled($0, for: destination) }
        }
        return GateRule(
            id: rule.id, conditions: rule.conditions.map(\.value), outcome: rule.outcome, scope: rule.scope,
            deadline: rule.deadline,
            texts: RuleTexts(
                title: text(.title), description: text(.description), message: text(.message), orElse: text(.orElse)),
            url: url)
    }

    /// Whether apps read from the body what the policy says: they skip silently what they do not understand.
    private func isReadable(_ document: RenderedDocument, as content: GateDocument) -> Bool {
        guard document.body.count <= Limits.manifestBytes else {
            findings.add(
                .limit, "\"\(document.path)\" has \(document.body.count) bytes; apps read \(Limits.manifestBytes)",
                at: document.origin, hint: "leave out rules that have ended")
            return false
        }
        guard (try? GateDocument(body: document.body)) == content else {
            findings.add(
                .documentMeaning, "\"\(document.path)\": apps would not read from it what the policy says",
                at: document.origin)
            return false
        }
        return true
    }
}
