import LocalFiles
import ManifestVerifier

extension PolicyImport {
    /// Reads the documents and writes the policy and its catalog; nothing that is there is touched, and a failure
    /// leaves nothing behind.
    ///
    /// - Parameters:
    ///   - documents: the files of the documents, one for each platform.
    ///   - path: the folder of the policy, which is made when it is not there.
    /// - Returns: the paths that were written.
    package static func run(
        _ documents: [(platform: Platform, file: String)], environment: EnvironmentName,
        into path: String
    ) throws -> [String] {
        let imported = try documents.map { (platform, file) throws in
            try ImportedDocument(parsing: read(file), platform: platform, file: file)
        }
        let result = try PolicyImport(imported, environment: environment)
        var files = try NewFiles([Starter.policyName, Starter.catalogName], in: path)
        try files.allOrNone { (files) throws(FileError) in
            try files.write(Starter.policyName, result.policy)
            try files.write(Starter.catalogName, result.catalog)
        }
        return files.written
    }

    private static func read(_ path: String) throws -> [UInt8] {
        let (parent, name) = path.parentAndName
        return try Folder(path: parent).read(name, limit: Limits.manifestBytes)
    }
}
