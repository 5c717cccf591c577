import ManifestFormat

/// Something that is wrong with a policy, or probably wrong, and where.
package struct Finding: Hashable, Sendable {
    /// What a finding means for a build.
    package enum Severity: String, Sendable {
        /// Nothing is built.
        case error
        /// It is built; a person should look.
        case warning
    }

    package let code: LintCode
    /// The file it is about: the policy, its catalog, or a file that it names.
    package let file: String
    /// Where in the file.
    package let position: TextPosition?
    /// What is wrong, as a lowercase phrase without a full stop.
    package let message: String
    /// The next step, if there is one.
    package let hint: String?

    package init(_ code: LintCode, _ file: String, _ position: TextPosition?, _ message: String, hint: String? = nil) {
        self.code = code
        self.file = file
        self.position = position
        self.message = message
        self.hint = hint
    }

    /// `policy.json:14:7`
    package var place: String { position.map { "\(file):\($0)" } ?? file }
}

/// Hears what is found; whoever finds something goes on, so that a person sees everything at once.
package final class Findings {
    private var found: [Finding] = []
    private var seen: Set<Finding> = []

    package init() {}

    /// Adds a finding, each once; after `Limits.findings` errors, or as many warnings, no more are kept.
    package func add(_ finding: Finding) {
        guard counts[finding.code.severity, default: 0] < Limits.findings, seen.insert(finding).inserted else { return }
        counts[finding.code.severity, default: 0] += 1
        found.append(finding)
    }

    private var counts: [Finding.Severity: Int] = [:]

    /// Whether there is an error among the findings.
    package var haveErrors: Bool { counts[.error] != nil }

    /// All findings: file by file in the order in which they came up, in each by place.
    package var sorted: [Finding] {
        var files: [String: Int] = [:]
        for finding in found where files[finding.file] == nil { files[finding.file] = files.count }
        func key(_ index: Int) -> (Int, Int, Int, Int) {
            let finding = found[index]
            return (
                files[finding.file] ?? 0, finding.position?.line ?? 0, finding.position?.column ?? 0, index
            )
        }
        return found.indices.sorted { key($0) < key($1) }.map { found[$0] }
    }
}
