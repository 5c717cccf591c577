import Diagnostics
import LocalFiles
import ManifestVerifier

package struct PolicyRequest: Sendable {
    package let source: PolicySource
    /// The environments to use; all when empty.
    package var environments: [String]
    package let keys: String
    package let output: String
    /// The former tree, a folder of former trees, the URL of one, or `live`; nil to compare with nothing.
    package let previous: String?
    package let isUnsigned: Bool
    package let variables: [String: String]
    /// The current time: dates of rules before it are reported, and rules are compared from it on; nil to report none
    /// and compare them at all times.
    package let time: Instant?

    package init(
        source: PolicySource, environments: [String], keys: String, output: String, previous: String?,
        isUnsigned: Bool, variables: [String: String], time: Instant? = nil
    ) {
        (self.source, self.environments, self.keys, self.output) = (source, environments, keys, output)
        (self.previous, self.isUnsigned, self.variables, self.time) = (previous, isUnsigned, variables, time)
    }

    package func place(named name: String, of environment: EnvironmentPolicy) -> String {
        environment.place(named: name, policyIn: source.folder)
    }
}

package enum PolicySource: Sendable {
    case file(String)
    /// The built-in starter policy, as environment `development`.
    case starter

    /// The folder of the policy; nil for the starter.
    package var folder: String? {
        guard case .file(let path) = self else { return nil }
        return path.parentAndName.parent
    }

    package func read(keys: String) throws -> (Policy, any PolicyFiles) {
        switch self {
        case .starter:
            let contents = Starter.files
            let files = FilesInMemory(files: contents, missing: "is not part of the starter policy")
            return (try Policy(parsing: contents[0].bytes, file: contents[0].path), files)
        case .file(let path):
            let (parent, name) = path.parentAndName
            let folder = try PolicyFolder(path: parent, keys: keys)
            return (try Policy(parsing: folder.policy(name), file: path), folder)
        }
    }
}

/// The part of a policy that concerns publishing one environment.
package final class PublishingTerms: Sendable {
    package let file: String
    package let environment: EnvironmentPolicy
    package let population: PolicyPopulation?

    /// Reads the policy at a path; nil when it does not have the environment.
    package init?(_ name: EnvironmentName, policy path: String, keys: String) throws {
        let (policy, files) = try PolicySource.file(path).read(keys: keys)
        guard let found = policy.environments.first(where: { $0.name == name }) else { return nil }
        file = policy.file
        environment = found
        population = try PolicyPopulation(of: found, in: file, files)
    }

    package static let resignAfter: Int64 = 24 * 3_600
}

/// A policy that cannot be built, with everything that was found in it.
package struct PolicyRefusal: ReportableError, Equatable {
    package let findings: [Finding]

    /// Text that is not JSON is unparsable, and a file that is named and not there is missing; everything else is refused.
    private var kind: ErrorReport.Kind {
        let codes = Set(findings.map(\.code))
        return codes.contains(.syntax) ? .unparsable : codes.contains(.missingFile) ? .missingInput : .refused
    }

    package static func refused(_ findings: [Finding]) -> PolicyRefusal { PolicyRefusal(findings: findings) }

    package var report: ErrorReport {
        let first = findings.first { $0.severity == .error } ?? findings.first
        return ErrorReport(kind, first.map { "\($0.place): \($0.message)" } ?? "refused", hint: first?.hint)
    }
}

extension ErrorReport {
    static func unreadablePolicy(_ error: FileError) -> ErrorReport {
        let way = "make one with: signet init, name one with --policy FILE, or try it out with: signet build --starter"
        return ErrorReport(
            error.report.kind, error.report.message, hint: error.reason == .notFound ? way : error.report.hint)
    }

    package static func noEnvironment(_ name: String, file: String, known: [String]) -> ErrorReport {
        ErrorReport(
            .missingInput, "\(file): there is no environment \"\(name)\"",
            hint: name.didYouMean(known, otherwise: "it has: \(known.joined(separator: ", "))"))
    }
}
