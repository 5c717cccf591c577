import ManifestVerifier

/// Something that is wrong with a policy, or probably wrong, and where.
package struct Finding: Error, Hashable, Sendable {
    package enum Severity: String, Sendable, CaseIterable {
        /// Nothing is built.
        case error
        /// The build goes on, unless it is strict; a person should look.
        case warning
        /// The build goes on; a person should know.
        case note
    }

    package let code: FindingCode
    /// The file it is about: the policy, its catalog, or a file that it names.
    package let file: String
    package let position: TextPosition?
    /// What is wrong, as a lowercase phrase without a full stop.
    package let message: String
    /// How it ends; how it is acknowledged instead is not in it.
    package let hint: String?
    /// The change that it is about, or what it quotes of the policy: what an entry of `allow` repeats.
    package let change: ChangeIdentity?
    /// The environments that would acknowledge it.
    package let environments: [EnvironmentName]
    package let isAcknowledged: Bool

    package init(
        _ code: FindingCode, _ file: String, _ position: TextPosition?, _ message: String, hint: String? = nil,
        change: ChangeIdentity? = nil, in environments: [EnvironmentName] = [], isAcknowledged: Bool = false
    ) {
        self.code = code
        self.file = file
        self.position = position
        self.message = message
        self.hint = hint
        self.change = change
        self.environments = environments
        self.isAcknowledged = isAcknowledged
    }

    package init(_ error: JSONError, in file: String) {
        self.init(.syntax, file, error.position, error.message, hint: error.hint)
    }

    /// What it means for a build: what is acknowledged is a note.
    package var severity: Severity { isAcknowledged ? .note : code.severity }

    package var stopsStrict: Bool { !isAcknowledged && code.stopsStrict }

    /// Whether publishing needs it acknowledged, and it is not.
    package var needsAcknowledgement: Bool { !isAcknowledged && code.needsAcknowledgement }

    /// `policy.json:14:7`
    package var place: String { position.map { "\(file):\($0)" } ?? file }
}

/// One change or warning as a policy acknowledges it: where, from what, to what.
package struct ChangeIdentity: Hashable, Sendable {
    /// Where a policy says it, or would: `ios.minimumAppVersion`; the path of a document.
    package let at: String
    /// What is live; nil for what has no value, or none yet.
    package let from: String?
    /// What it becomes; nil for what has no value, or none any more.
    package let to: String?

    package init(at: String, from: String?, to: String?) {
        self.at = at
        self.from = from
        self.to = to
    }

    /// What a warning about the policy itself is about.
    ///
    /// - Parameter text: what it quotes, if that can be another one without being another warning.
    package init(at: String, quoting text: String?) { self.init(at: at, from: nil, to: text) }

    private var bytes: [[UInt8]?] { [at, from, to].map { $0.map { Array($0.utf8) } } }

    /// Names are bytes.
    package static func == (a: ChangeIdentity, b: ChangeIdentity) -> Bool { a.bytes == b.bytes }

    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// Collects findings; checks go on after one, so that a person sees everything at once.
package final class Findings {
    private var found: [Finding] = []
    private var seen: Set<Finding> = []
    private var counts: [Finding.Severity: Int] = [:]
    /// The environments that warnings about the policy itself are about.
    private var environments: [Finding: [EnvironmentName]] = [:]
    /// How many errors were reported, repetitions included: whether a step added any.
    package private(set) var errorsReported = 0

    private let limit: Int

    /// - Parameter limit: how many of each severity are kept; what each of them decides alone needs all.
    package init(limit: Int = Limits.findings) { self.limit = limit }

    /// Adds a finding unless it is a repetition, or there are enough of its severity.
    ///
    /// - Parameter names: the environments that it is about; a repetition can be about another one.
    package func add(_ finding: Finding, of names: [EnvironmentName] = []) {
        if finding.severity == .error { errorsReported += 1 }
        guard seen.contains(finding) || !isFull(finding.severity) else { return }
        for name in names where environments[finding]?.contains(name) != true {
            environments[finding, default: []].append(name)
        }
        guard seen.insert(finding).inserted else { return }
        counts[finding.severity, default: 0] += 1
        found.append(finding)
    }

    package func revise(_ body: (Finding, [EnvironmentName]) -> Finding) {
        found = found.map { finding in environments[finding].map { body(finding, $0) } ?? finding }
        counts = Dictionary(found.map { ($0.severity, 1) }, uniquingKeysWith: +)
        environments = [:]
    }

    /// Whether no further finding of this severity is kept: what it would say need not be looked for.
    package func isFull(_ severity: Finding.Severity) -> Bool { counts[severity, default: 0] >= limit }

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

package struct FileFindings {
    /// The file's name, for messages.
    package let file: String
    package let all: Findings
    /// The environments that they are about, if they are not about all.
    private let environments: [EnvironmentName]

    package init(_ file: String, _ all: Findings, of environments: [EnvironmentName] = []) {
        self.file = file
        self.all = all
        self.environments = environments
    }

    package func of(_ environment: EnvironmentName) -> FileFindings { FileFindings(file, all, of: [environment]) }

    /// Adds a finding at a place of the file.
    ///
    /// - Parameter identity: what a warning about the policy itself is about.
    package func add(
        _ code: FindingCode, _ message: String, at position: TextPosition?, about identity: ChangeIdentity? = nil,
        hint: @autoclosure () -> String? = nil
    ) {
        let hint = all.isFull(code.severity) ? nil : hint()
        all.add(
            Finding(code, file, position, message, hint: hint, change: identity),
            of: identity == nil ? [] : environments)
    }

    /// Adds what an error says, at its place.
    ///
    /// - Parameter code: the code of a value of the wrong type or form.
    package func add(_ error: any Error, code: FindingCode = .invalidValue) {
        switch error {
        case let finding as Finding:
            all.add(finding)
        case let error as JSONError:
            all.add(Finding(error, in: file))
        case let error as JSONShapeError:
            let code: FindingCode =
                switch error.reason {
                case .missingMember: .missingMember
                case .unknownMember: .unknownMember
                case .wrongType, .unacceptable: code
                }
            add(code, error.message, at: error.position, hint: error.hint)
        default:
            let report = ErrorReport(error)
            add(code, report.message, at: nil, hint: report.hint)
        }
    }

    /// The result of `body`; nil, with a finding, when it fails.
    package func attempt<Result>(code: FindingCode = .invalidValue, _ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch {
            add(error, code: code)
            return nil
        }
    }
}
