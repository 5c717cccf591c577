import Diagnostics
import ManifestVerifier

extension RenderedPolicy {
    /// Makes notes of the warnings about the policy itself that it acknowledges, and says of each other one how.
    ///
    /// An entry of `allow` is for its environment alone: a warning about two needs one in both.
    ///
    /// - Parameter looksAtKeys: whether there are findings about the keys of all environments.
    func applyAllowed(to findings: FileFindings, looksAtKeys: Bool) {
        let environments = environments.map(\.policy)
        var fitted: [EnvironmentName: Set<Allowance.Subject>] = [:]
        let areAllKept = !findings.all.haveErrors && !findings.all.isFull(.warning)
        findings.all.revise { finding, names in
            guard let identity = finding.change, finding.code.acknowledgement == .byQuote else { return finding }
            let subject = Allowance.Subject(code: finding.code, change: identity)
            var others: [EnvironmentName] = []
            for environment in environments where names.contains(environment.name) {
                if environment.allow.contains(where: { $0.subject == subject }) {
                    fitted[environment.name, default: []].insert(subject)
                } else {
                    others.append(environment.name)
                }
            }
            let (code, file, message) = (finding.code, finding.file, finding.message)
            guard !others.isEmpty else {
                return Finding(
                    code, file, finding.position, "\(message), as the policy allows", change: identity,
                    isAcknowledged: true)
            }
            return Finding(
                code, file, finding.position, message, hint: finding.hint, change: identity, in: others)
        }
        // What an error hides, an entry may be for.
        guard areAllKept else { return }
        for environment in environments {
            for entry in environment.allow where !(fitted[environment.name]?.contains(entry.subject) ?? false) {
                let (code, change) = (entry.subject.code, entry.subject.change)
                guard !entry.isForChange, looksAtKeys || ![.noNextKey, .keyUnshipped].contains(code) else { continue }
                findings.add(
                    .allowanceUnused,
                    "\(environment.name): \"allow\" has an entry for \(change.at) [\(code.rawValue)] that fits no warning",
                    at: entry.position, hint: "remove it: an entry is for one warning, with what that quotes")
            }
        }
    }
}
