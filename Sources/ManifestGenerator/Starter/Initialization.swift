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
        let tops = Set(starter.files.map { String($0.path.split(separator: "/")[0]) } + ["keys"]).sorted()
        let folder: Folder
        do throws(FileError) {
            folder = try Folder(creating: path)
            for name in tops where folder.kind(of: name) != nil {
                throw FileError(folder.child(name), .write, .alreadyThere)
            }
        } catch {
            throw .file(error)
        }
        do throws(BuildError) {
            let written = try write(starter.files, to: folder)
            do throws(KeyFolderError) {
                let key = try KeyGeneration.generate(
                    name: environment.rawValue, environment: environment, inFolder: keys, passphrase: passphrase)
                return (written, key)
            } catch {
                throw BuildError.keys(error)
            }
        } catch {
            // None of these was there before.
            for name in tops { try? folder.remove(name) }
            throw error
        }
    }

    private static func write(
        _ files: [(path: String, bytes: [UInt8])], to folder: Folder
    ) throws(BuildError) -> [String] {
        var written: [String] = []
        do throws(FileError) {
            for file in files {
                let (parent, name) = file.path.parentAndName
                let place = parent == "." ? folder : try folder.folder(creating: parent)
                try place.write(name, file.bytes)
                written.append(place.child(name))
            }
        } catch {
            throw .file(error)
        }
        return written
    }
}
