import Diagnostics
import LocalFiles
import ManifestVerifier

/// The folder of a team's key ring, public keys and, on machines that sign, private keys.
package struct KeyFolder: Sendable {
    package static let ringName = "keyring.json"

    /// Where the folder is, for messages.
    package let path: String
    package let ring: KeyRing
    /// The public keys of the ring, in its order.
    package let keys: [TrustedKey]
    let folder: Folder

    var ringPath: String { folder.child(Self.ringName) }

    /// Reads the ring and all its public keys.
    package init(_ folder: Folder) throws {
        self.folder = folder
        path = folder.path
        ring = try Self.readRing(in: folder)
        var keys: [TrustedKey] = []
        for entry in ring.entries {
            let key = try ErrorReport.hinting("a public key is in git beside the ring: get it back from there") {
                try Self.publicKey(entry.publicKey, in: folder)
            }
            if let other = keys.first(where: { $0.publicKey == key }) {
                throw ErrorReport.samePublicKey(folder.child(Self.ringName), other.name, entry.name)
            }
            var trusted = TrustedKey(
                id: entry.id, name: entry.name, environment: entry.environment, isRevoked: entry.state == .revoked,
                publicKey: key)
            trusted.state = entry.state
            keys.append(trusted)
        }
        self.keys = keys
    }

    /// The public key that signs for an environment; nil when none is active.
    package func activeKey(for environment: EnvironmentName) -> TrustedKey? {
        guard let active = ring.activeEntry(for: environment) else { return nil }
        return keys.first { $0.id == active.id }
    }

    package static func open(_ path: String) throws -> KeyFolder {
        guard let folder = try openIfPresent(path) else { throw ErrorReport.noKeyRing(path) }
        return folder
    }

    /// Opens the folder at `path`; nil when there is no key ring.
    package static func openIfPresent(_ path: String) throws -> KeyFolder? {
        guard let folder = try Folder.ifPresent(path), folder.kind(of: ringName) != nil else { return nil }
        return try KeyFolder(folder)
    }

    private static func readRing(in folder: Folder) throws -> KeyRing {
        let bytes = try folder.read(ringName, limit: Limits.keyRingBytes)
        do {
            return try KeyRing(JSONParser.parse(bytes))
        } catch let error as JSONError {
            throw ErrorReport(error, in: folder.child(ringName))
        } catch let error as JSONShapeError {
            let position = error.position.map { ":\($0)" } ?? ""
            throw ErrorReport(
                .unparsable, "\(folder.child(ringName))\(position): \(error.message)", hint: error.hint)
        }
    }

    package static func publicKey(at path: String) throws -> PublicKey {
        let (parent, name) = path.parentAndName
        return try ErrorReport.hinting("name a public key as PEM, or the key ring's folder with --keys DIR") {
            try publicKey(name, in: Folder(path: parent))
        }
    }

    private static func publicKey(_ name: String, in folder: Folder) throws -> PublicKey {
        let pem = try folder.read(name, limit: Limits.keyFileBytes)
        return try translating(PublicKey(pemRepresentation: pem)) { (error: PublicKeyError) in
            ErrorReport(.unparsable, "\(folder.child(name)): \(error.message)", hint: error.hint)
        }
    }
}

extension ErrorReport {
    /// Opens a file of a key; when there is none, the error says what to do.
    static func hinting<Result>(_ hint: String, _ open: () throws -> Result) throws -> Result {
        do {
            return try open()
        } catch let error as FileError where error.reason == .notFound {
            throw ErrorReport(.missingInput, error.message, hint: hint)
        } catch let error as FileError where error.reason == .permissionDenied {
            throw ErrorReport(
                .keyPermissions, error.message,
                hint: "run this as the user whose file it is, or give the file to the user who runs this")
        }
    }

    package static func noKeyRing(_ path: String) -> ErrorReport {
        ErrorReport(
            .missingInput, "\(path)/\(KeyFolder.ringName): there is no key ring",
            hint: "get it back from git, or name its folder with --keys DIR; the first one is made by: signet keys "
                + "generate NAME")
    }

    static func samePublicKey(_ ring: String, _ first: String, _ second: String) -> ErrorReport {
        ErrorReport(
            .unparsable, "\(ring): \"\(first)\" and \"\(second)\" are the same public key",
            hint: "one key serves one environment; make another with: signet keys generate NAME")
    }

    /// An environment has no key at all.
    ///
    /// - Parameter known: the names of the environments that have keys.
    package static func noKey(of environment: EnvironmentName, in path: String, known: [String]) -> ErrorReport {
        let names = known.isEmpty ? nil : "there are keys of: \(known.joined(separator: ", "))"
        return ErrorReport(
            .refused, "\(path)/\(KeyFolder.ringName): there is no key of environment \"\(environment)\"",
            hint: environment.rawValue.didYouMean(
                known, otherwise: names ?? "make its first key with: signet keys generate \(environment)"))
    }

    static func noActiveKey(_ path: String, _ environment: EnvironmentName, in keys: KeyRing) -> ErrorReport {
        let ring = "\(path)/\(KeyFolder.ringName)"
        guard keys.environments.contains(environment.rawValue) else {
            return noKey(of: environment, in: path, known: keys.environments)
        }
        return ErrorReport(
            .refused, "\(ring): environment \"\(environment)\" has no active key",
            hint: "let the next key take over with: signet keys rotate \(environment); without one, make it with: "
                + "signet keys generate NAME --environment \(environment)")
    }

    package static func invalidKeyName(_ name: String) -> ErrorReport {
        ErrorReport(
            .usage, "\"\(name)\" is not a valid key name",
            hint: "a name is 1 to \(Limits.nameBytes) of A-Z a-z 0-9 . _ - without a leading dot")
    }
}
