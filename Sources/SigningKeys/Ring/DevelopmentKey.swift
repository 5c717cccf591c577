import Diagnostics
import LocalFiles
import ManifestVerifier

/// The key that signs the starter policy on a developer's machine: made when first needed, never in git, and good for
/// nothing but the environment `development`.
package enum DevelopmentKey {
    package static let environment: EnvironmentName = {
        guard let name = EnvironmentName(folderName) else { preconditionFailure("the name is well-formed") }
        return name
    }()

    static let folderName = "development"

    /// The key folder of the development key, made if necessary; says whether it was made now.
    package static func folder(
        below keys: String, secrets: SignerSecrets
    ) async throws -> (folder: KeyFolder, isNew: Bool) {
        let path = keys + "/" + folderName
        if let present = try folderIfPresent(below: keys) { return (present, false) }
        let folder = try Folder(creating: path)
        if folder.kind(of: ".gitignore") == nil { try folder.write(".gitignore", Array("*\n".utf8)) }
        _ = try await KeyGeneration.generate(
            names: [folderName], environment: environment, inFolder: path, secrets: secrets)
        return (try KeyFolder.open(path), true)
    }

    /// The key folder of the development key, if it was made before.
    package static func folderIfPresent(below keys: String) throws -> KeyFolder? {
        try KeyFolder.openIfPresent(keys + "/" + folderName)
    }
}

extension KeyFolder {
    /// All key folders to use: the ring at `path` and, where it was made, the development key below it.
    package static func all(below path: String) throws -> [KeyFolder] {
        let folders = try allIfPresent(below: path)
        guard !folders.isEmpty else { throw ErrorReport.noKeyRing(path) }
        return folders
    }

    fileprivate static func allIfPresent(below path: String) throws -> [KeyFolder] {
        [try openIfPresent(path), try DevelopmentKey.folderIfPresent(below: path)].compactMap(\.self)
    }

    package var trusted: TrustedKeys {
        // A ring has every id once and, which `init` has checked, every public key once.
        guard let trusted = TrustedKeys(keys) else { preconditionFailure("a ring holds no key twice") }
        return trusted
    }
}

extension TrustedKeys {
    /// All keys that verify here: those of a key folder, or of an exported key ring, which is a file.
    ///
    /// The folder of the development key cannot bring in keys for another environment.
    package static func reading(_ path: String) throws -> TrustedKeys {
        let (parent, name) = path.parentAndName
        if let folder = try? Folder(path: parent), folder.kind(of: name) == .file {
            return try reading(exported: folder.read(name, limit: Limits.keyRingBytes), path)
        }
        guard let keys = try readingIfPresent(path) else { throw ErrorReport.noKeyRing(path) }
        return keys
    }

    private static func reading(exported ring: [UInt8], _ path: String) throws -> TrustedKeys {
        try translating(TrustedKeys(exported: ring)) { (error: KeyRingError) in
            ErrorReport(
                .unparsable, "\(path): is not an exported key ring: \(error)",
                hint:
                    "--keys takes a file that signet keys export --json wrote, or the folder of \(KeyFolder.ringName); "
                    + "--key takes a PEM file")
        }
    }

    /// All keys that verify here; nil when there is no key ring.
    package static func readingIfPresent(_ path: String) throws -> TrustedKeys? {
        var keys: [TrustedKey] = []
        let folders = try KeyFolder.allIfPresent(below: path)
        guard !folders.isEmpty else { return nil }
        for folder in folders {
            keys += folder.keys.filter { folder.path == path || $0.environment == DevelopmentKey.environment }
        }
        guard let trusted = TrustedKeys(keys) else {
            throw ErrorReport.samePublicKey(
                path + "/" + KeyFolder.ringName, DevelopmentKey.environment.rawValue, "a key of the ring")
        }
        return trusted
    }
}
