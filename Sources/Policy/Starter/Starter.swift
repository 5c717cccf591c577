import Diagnostics
import LocalFiles
import ManifestVerifier

/// The policy to look at: built in, so that the first build needs no files.
package struct Starter: Sendable {
    package static let policyName = "policy.json"
    static let catalogName = "Descriptions.xcstrings"
    private static let folderName = "static"

    private let environment: EnvironmentName

    /// - Parameter environment: the one environment of the policy.
    package init(environment: EnvironmentName) {
        self.environment = environment
    }

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
    package func read(_ path: PolicyPath, limit: Int, at place: PolicyPlace) throws -> [UInt8] {
        guard let file = files.first(where: { $0.path == path.description }) else {
            throw place.refusal(path.description, "is not part of the starter policy")
        }
        return file.bytes
    }

    package func files(below path: PolicyPath, matching pattern: FilePattern?, at place: PolicyPlace) -> [PolicyFile] {
        files.filter { $0.path.hasPrefix("\(path)/") }.map { file in
            PolicyFile(path: String(file.path.dropFirst("\(path)/".count))) { _ in file.bytes }
        }
    }
}
