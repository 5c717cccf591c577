import ManifestFormat
import PublicationTree

/// Where the trees are that were built or published before.
enum PreviousTrees {
    /// The tree of an environment at `path`, which is that tree or a folder of trees.
    static func tree(of environment: EnvironmentName, at path: String) throws(BuildError) -> TreeFolder {
        do throws(FileError) {
            let folder = try Folder(path: path)
            if folder.kind(of: DocumentPath.publication.rawValue) == .file { return try TreeFolder(folder) }
            if folder.kind(of: environment.rawValue) == .folder {
                return try TreeFolder(folder.folder(environment.rawValue))
            }
        } catch {
            guard error == FileError(path, .read, .notFound) else { throw .file(error) }
        }
        throw .noFormerTree(environment, path)
    }

    /// The tree of an environment in the folder of all trees, without its lock; nil when there is none.
    static func tree(of environment: EnvironmentName, in output: String) throws(BuildError) -> TreeFolder? {
        do throws(FileError) {
            let folder = try Folder(path: output)
            guard folder.kind(of: environment.rawValue) == .folder else { return nil }
            return try TreeFolder(folder.folder(environment.rawValue))
        } catch {
            guard error == FileError(output, .read, .notFound) else { throw .file(error) }
            return nil
        }
    }
}
