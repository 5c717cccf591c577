import Diagnostics
import ManifestVerifier

/// A version of the app that a store has for some systems, as a team wrote it.
package struct LatestPolicy: Sendable {
    package let position: TextPosition?
    package let app: LatestApp
}

// MARK: JSON

extension LatestPolicy {
    /// Reads the entries of `latest`; everything that apps would skip is an error here.
    static func all(_ value: JSONValue, _ platform: Platform, _ findings: FileFindings) -> [LatestPolicy] {
        guard let elements = findings.attempt({ try value.asArray() }) else { return [] }
        guard elements.count <= Limits.gateLatest else {
            findings.add(.limit, "there are more than \(Limits.gateLatest) versions", at: value.position)
            return []
        }
        return elements.compactMap { LatestPolicy($0, platform, findings) }
    }

    private init?(_ value: JSONValue, _ platform: Platform, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        let app = object.required("app", code: .versionGrammar) { try NumericVersion(availabilityJSON: $0) }
        let system = object.optional(platform.systemCondition) { try $0.asVersionPatterns() }
        let build = object.optional("build", code: .positiveInteger) { try Int(availabilityJSON: $0) }
        object.refuseUnknownMembers()
        for case .range(let first, let last) in system ?? [] where last < first {
            findings.add(
                .invalidValue, "\(first)...\(last) ends before it begins",
                at: value[platform.systemCondition]?.position, hint: "write \(last)...\(first)")
        }
        guard let app else { return nil }
        position = value.position
        self.app = LatestApp(app: app, build: build, system: system)
    }
}
