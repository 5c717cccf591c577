import Diagnostics
import LocalFiles
import ManifestVerifier
import SigningKeys

/// The policy to start with: built in, so that the first build needs no files, and written by `signet init`.
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

/// Writes the starter policy, its schema and catalog, and a key ring with one active and two next keys into a new folder.
package enum Initialization {
    private static let keysName = "keys"
    private static let ignoreName = ".gitignore"
    /// What is built is not reviewed, and can be built again at any time.
    private static let ignored = "/output/"
    /// Nor is the page for reviewers.
    private static let ignoredPage = "/plan.html"

    /// The environment of the starter policy on disk.
    package static let environment: EnvironmentName = {
        guard let name = EnvironmentName("production") else { preconditionFailure("the name is well-formed") }
        return name
    }()

    /// Writes all files; existing files are not touched, and a failure leaves nothing behind.
    ///
    /// - Returns: the paths that were written, the keys that were generated, of which the first is active, and the
    ///   `.gitignore` that is there without a line for the trees, with that line.
    package static func run(
        path: String, secrets: SignerSecrets
    ) async throws -> (files: [String], keys: [KeyRing.Entry], unignored: (file: String, line: String)?) {
        let starter = Starter(environment: environment)
        let schema = DocumentSchema.policy
        let tops = starter.files.map { String($0.path.split(separator: "/")[0]) } + [keysName, schema.fileName]
        var files = try NewFiles(Set(tops).sorted(), in: path)
        let ignoring = try files.folder.readIfPresent(ignoreName, limit: Limits.policyBytes)
        let keys = try await files.allOrNone { (files: inout NewFiles) in
            for file in starter.files { try files.write(file.path, file.bytes) }
            try files.write(schema.fileName, schema.bytes)
            if ignoring == nil { try files.write(ignoreName, Array("\(ignored)\n\(ignoredPage)\n".utf8)) }
            files.willMakeFolder(keysName)
            return try await KeyGeneration.generate(
                names: [environment.rawValue, "\(environment)-2", "\(environment)-3"], environment: environment,
                inFolder: files.folder.child(keysName), secrets: secrets)
        }
        let lines = ignoring.map { String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isNewline) }
        let isIgnored = lines?.contains { $0.split(separator: "/") == ["output"] } ?? true
        return (files.written, keys, isIgnored ? nil : (files.folder.child(ignoreName), ignored))
    }
}
