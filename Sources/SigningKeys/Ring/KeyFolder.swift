import Diagnostics
import LocalFiles
import ManifestVerifier

/// The folder of a team's key ring, public keys and, on machines that sign, private keys.
package struct KeyFolder: Sendable {
    /// The name of the key ring's file.
    package static let ringName = "keyring.json"

    /// Where the folder is, for messages.
    package let path: String
    /// The ring as it is on disk.
    package let ring: KeyRing
    /// The public keys of the ring, in its order.
    package let keys: [TrustedKey]
    let folder: Folder

    /// Reads the ring and all its public keys.
    package init(_ folder: Folder) throws {
        self.folder = folder
        path = folder.path
        ring = try Self.readRing(in: folder)
        var keys: [TrustedKey] = []
        for entry in ring.entries {
            let key = try Self.publicKey(entry.publicKey, in: folder)
            if let other = keys.first(where: { $0.publicKey == key }) {
                throw KeyFolderError.samePublicKey(folder.child(Self.ringName), other.name, entry.name)
            }
            keys.append(
                TrustedKey(
                    id: entry.id, name: entry.name, environment: entry.environment, isRevoked: entry.state == .revoked,
                    publicKey: key))
        }
        self.keys = keys
    }

    /// Opens the folder at `path`.
    package static func open(_ path: String) throws -> KeyFolder {
        guard let folder = try openIfPresent(path) else { throw KeyFolderError.noRing(path) }
        return folder
    }

    /// Opens the folder at `path`; nil when there is no key ring.
    package static func openIfPresent(_ path: String) throws -> KeyFolder? {
        let opened: Folder
        do throws(FileError) {
            opened = try Folder(path: path)
        } catch {
            guard error.reason == .notFound else { throw error }
            return nil
        }
        return opened.kind(of: ringName) == nil ? nil : try KeyFolder(opened)
    }

    private static func readRing(in folder: Folder) throws -> KeyRing {
        let bytes = try folder.read(ringName, limit: Limits.keyRingBytes)
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONParser.parse(bytes)
        } catch {
            throw KeyFolderError.ringSyntax(folder.child(ringName), error)
        }
        do throws(JSONShapeError) {
            return try KeyRing(value)
        } catch {
            throw KeyFolderError.ringShape(folder.child(ringName), error)
        }
    }

    /// The public key in a PEM file.
    package static func publicKey(at path: String) throws -> PublicKey {
        let (parent, name) = path.parentAndName
        let folder = try Folder(path: parent)
        return try publicKey(name, in: folder)
    }

    private static func publicKey(_ name: String, in folder: Folder) throws -> PublicKey {
        let pem = try folder.read(name, limit: Limits.keyFileBytes)
        do throws(PublicKeyError) {
            return try PublicKey(pemRepresentation: pem)
        } catch {
            throw KeyFolderError.publicKey(folder.child(name), error)
        }
    }
}
