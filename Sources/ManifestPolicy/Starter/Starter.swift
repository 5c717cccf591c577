import Diagnostics
import ManifestVerifier

/// The policy that a newcomer starts with: built in, so that the first build needs no files, and written out by
/// `signet init`.
package struct Starter: Sendable {
    /// The name of the policy's file.
    package static let policyName = "policy.json"
    /// The name of the catalog's file.
    static let catalogName = "Descriptions.xcstrings"
    private static let folderName = "static"

    private let environment: EnvironmentName

    /// - Parameter environment: the one environment of the policy.
    package init(environment: EnvironmentName) {
        self.environment = environment
    }

    /// The bytes of the policy.
    package var policy: [UInt8] { Array(Self.policyText(environment: environment.rawValue).utf8) }

    /// All files by their path in the policy's folder.
    package var files: [(path: String, bytes: [UInt8])] {
        [
            (Self.policyName, policy),
            (Self.catalogName, Array(Self.catalogText.utf8)),
            ("\(Self.folderName)/support.json", Array(Self.supportText.utf8)),
        ]
    }
}

extension Starter: PolicyFiles {
    package func read(_ path: PolicyPath, limit: Int, at place: PolicyPlace) throws(Finding) -> [UInt8] {
        guard let file = files.first(where: { $0.path == path.description }) else {
            throw place.refusal(path.description, "is not part of the starter policy")
        }
        return file.bytes
    }

    package func files(
        below path: PolicyPath, matching pattern: FilePattern?, at place: PolicyPlace
    ) throws(Finding) -> [PolicyFile] {
        files.filter { $0.path.hasPrefix("\(path)/") }.map { file in
            PolicyFile(path: String(file.path.dropFirst("\(path)/".count))) { (_) throws(Finding) in file.bytes }
        }
    }
}
