import ManifestFormat
import ManifestSigning
import PublicationTree

/// Writes the starter policy, its catalog and a key ring with a first key into a folder of their own.
package enum Initialization {
    /// The environment of the starter policy on disk.
    package static let environment: EnvironmentName = {
        guard let name = EnvironmentName("production") else { preconditionFailure("the name is well-formed") }
        return name
    }()

    /// Writes all files; nothing that is there is touched.
    ///
    /// - Returns: the paths that were written, and the key that was made.
    package static func run(
        path: String, passphrase: SecretBytes?
    ) throws(BuildError) -> (files: [String], key: KeyRing.Entry) {
        let starter = Starter(environment: environment)
        let keys = (path == "." ? "" : path + "/") + "keys"
        var written: [String] = []
        do throws(FileError) {
            let folder = try Folder(creating: path)
            for name in Set(starter.files.map { String($0.path.split(separator: "/")[0]) } + ["keys"]).sorted()
            where folder.kind(of: name) != nil {
                throw FileError(folder.child(name), .write, .alreadyThere)
            }
            for file in starter.files {
                let (parent, name) = file.path.parentAndName
                let place = parent == "." ? folder : try folder.folder(creating: parent)
                try place.write(name, file.bytes)
                written.append(place.child(name))
            }
        } catch {
            throw .file(error)
        }
        do throws(KeyFolderError) {
            let key = try KeyGeneration.generate(
                name: environment.rawValue, environment: environment, inFolder: keys, passphrase: passphrase)
            return (written, key)
        } catch {
            throw .keys(error)
        }
    }
}
