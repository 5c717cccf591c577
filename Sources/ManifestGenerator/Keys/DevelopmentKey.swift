import LocalFiles
import ManifestFormat
import ManifestSigning
import ManifestVerifier
import PublicationTree

/// The key that signs the starter policy on a developer's machine: made when first needed, never in git, and good for
/// nothing but the environment `development`.
package enum DevelopmentKey {
    /// The environment of the key.
    package static let environment: EnvironmentName = {
        guard let name = EnvironmentName(folderName) else { preconditionFailure("the name is well-formed") }
        return name
    }()

    /// The folder below the key folder.
    static let folderName = "development"

    /// The key folder of the development key, made when it is not there; says whether it was made now.
    package static func folder(
        below keys: String, secrets: SignerSecrets
    ) async throws(KeyFolderError) -> (folder: KeyFolder, isNew: Bool) {
        let path = keys + "/" + folderName
        if let present = try folderIfPresent(below: keys) { return (present, false) }
        do throws(FileError) {
            let folder = try Folder(creating: path)
            if folder.kind(of: ".gitignore") == nil { try folder.write(".gitignore", Array("*\n".utf8)) }
        } catch {
            throw .file(error)
        }
        _ = try await KeyGeneration.generate(
            name: folderName, environment: environment, inFolder: path, secrets: secrets)
        return (try KeyFolder.open(path), true)
    }

    /// The key folder of the development key, if it was made before.
    package static func folderIfPresent(below keys: String) throws(KeyFolderError) -> KeyFolder? {
        do throws(KeyFolderError) {
            return try KeyFolder.open(keys + "/" + folderName)
        } catch {
            if case .noRing = error { return nil }
            throw error
        }
    }
}

extension EnvironmentName {
    /// Whether a document of this environment may carry the date: one that is far ahead of the clock would lock
    /// clients out until then, so only the environment `development` may go further than 5 minutes.
    func allows(date: SignedDate, now: SignedDate) -> Bool {
        self == DevelopmentKey.environment || date.secondsSince1970 - now.secondsSince1970 <= 5 * 60
    }
}

extension KeyFolder {
    /// All key folders that count here: the ring at `path` and, where it was made, the development key below it.
    package static func all(below path: String) throws(KeyFolderError) -> [KeyFolder] {
        let development = try DevelopmentKey.folderIfPresent(below: path)
        do throws(KeyFolderError) {
            return [try KeyFolder.open(path)] + (development.map { [$0] } ?? [])
        } catch {
            guard case .noRing = error, let development else { throw error }
            return [development]
        }
    }
}

extension KeyFolder {
    /// The keys of this folder.
    var trusted: TrustedKeys {
        // A ring has every id once and, which `init` has checked, every public key once.
        guard let trusted = TrustedKeys(keys) else { preconditionFailure("a ring holds no key twice") }
        return trusted
    }
}

extension TrustedKeys {
    /// All keys that verify here.
    ///
    /// The folder of the development key cannot bring in keys for another environment.
    package static func reading(_ path: String) throws(KeyFolderError) -> TrustedKeys {
        var keys: [TrustedKey] = []
        for folder in try KeyFolder.all(below: path) {
            keys += folder.keys.filter { folder.path == path || $0.environment == DevelopmentKey.environment }
        }
        guard let trusted = TrustedKeys(keys) else {
            throw .samePublicKey(
                path + "/" + KeyFolder.ringName, DevelopmentKey.environment.rawValue, "a key of the ring")
        }
        return trusted
    }
}
