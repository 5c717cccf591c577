import ManifestFormat
import PublicationTree

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
    ) throws(ImportError) -> [String] {
        let imported = try documents.map { (platform, file) throws(ImportError) in
            try ImportedDocument(parsing: read(file), platform: platform, file: file)
        }
        let result = try PolicyImport(imported, environment: environment)
        do throws(FileError) {
            return try write([(Starter.policyName, result.policy), (Starter.catalogName, result.catalog)], into: path)
        } catch {
            throw .file(error)
        }
    }

    private static func read(_ path: String) throws(ImportError) -> [UInt8] {
        let (parent, name) = path.parentAndName
        do throws(FileError) {
            return try Folder(path: parent).read(name, limit: Limits.manifestBytes)
        } catch {
            throw .file(error)
        }
    }

    private static func write(
        _ files: [(name: String, bytes: [UInt8])], into path: String
    ) throws(FileError) -> [String] {
        let missing = missingFolders(of: path)
        var written: [String] = []
        do throws(FileError) {
            let folder = try Folder(creating: path)
            for file in files where folder.kind(of: file.name) != nil {
                throw FileError(folder.child(file.name), .write, .alreadyThere)
            }
            do throws(FileError) {
                for file in files {
                    try folder.write(file.name, file.bytes)
                    written.append(file.name)
                }
            } catch {
                for name in written { try? folder.remove(name) }
                throw error
            }
            return written.map(folder.child)
        } catch {
            removeEmpty(missing)
            throw error
        }
    }

    /// Those of a folder and the folders above it that are not there, the innermost first.
    private static func missingFolders(of path: String) -> [String] {
        var missing: [String] = []
        var current = path
        while true {
            do throws(FileError) {
                _ = try Folder(path: current)
                return missing
            } catch {
                guard error.reason == .notFound else { return missing }
                missing.append(current)
                let parent = current.parentAndName.parent
                guard parent != current else { return missing }
                current = parent
            }
        }
    }

    /// Removes folders that this run made; what somebody else has put there meanwhile stays.
    private static func removeEmpty(_ folders: [String]) {
        for path in folders {
            let (parent, name) = path.parentAndName
            guard (try? Folder(path: path).entries().isEmpty) == true else { return }
            try? Folder(path: parent).remove(name)
        }
    }
}
