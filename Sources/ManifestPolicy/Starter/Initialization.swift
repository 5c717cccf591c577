import LocalFiles
import ManifestVerifier
import SigningKeys

/// Writes the starter policy, its catalog and a key ring with an active and two next keys into a folder of their own.
package enum Initialization {
    private static let keysName = "keys"
    private static let ignoreName = ".gitignore"
    /// What is built is not reviewed, and comes from the policy again at any time.
    private static let ignored = "/output/\n"

    /// The environment of the starter policy on disk.
    package static let environment: EnvironmentName = {
        guard let name = EnvironmentName("production") else { preconditionFailure("the name is well-formed") }
        return name
    }()

    /// Writes all files; nothing that is there is touched, and a failure leaves nothing behind.
    ///
    /// - Returns: the paths that were written, and the keys that were made, of which the first is active.
    package static func run(
        path: String, secrets: SignerSecrets
    ) async throws -> (files: [String], keys: [KeyRing.Entry]) {
        let starter = Starter(environment: environment)
        let tops = Set(starter.files.map { String($0.path.split(separator: "/")[0]) } + [keysName]).sorted()
        var files: NewFiles
        files = try NewFiles(tops, in: path)
        let keys = try await files.allOrNone { (files) async throws in
            for file in starter.files { try files.write(file.path, file.bytes) }
            if files.folder.kind(of: ignoreName) == nil { try files.write(ignoreName, Array(ignored.utf8)) }
            files.willMakeFolder(keysName)
            return try await KeyGeneration.generate(
                names: [environment.rawValue, "\(environment)-2", "\(environment)-3"], environment: environment,
                inFolder: files.folder.child(keysName), secrets: secrets)
        }
        return (files.written, keys)
    }
}
