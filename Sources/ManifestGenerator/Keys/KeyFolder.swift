import LocalFiles
import ManifestCrypto
import ManifestFormat
import ManifestSigning
import ManifestVerifier
import PublicationTree

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
    package init(_ folder: Folder) throws(KeyFolderError) {
        self.folder = folder
        path = folder.path
        ring = try Self.readRing(in: folder)
        var keys: [TrustedKey] = []
        for entry in ring.entries {
            let key = try Self.publicKey(entry.publicKey, in: folder)
            if let other = keys.first(where: { $0.publicKey == key }) {
                throw .samePublicKey(folder.child(Self.ringName), other.name, entry.name)
            }
            keys.append(
                TrustedKey(
                    id: entry.id, name: entry.name, environment: entry.environment, isRevoked: entry.state == .revoked,
                    publicKey: key))
        }
        self.keys = keys
    }

    /// Opens the folder at `path`.
    package static func open(_ path: String) throws(KeyFolderError) -> KeyFolder {
        let folder: Folder
        do throws(FileError) {
            folder = try Folder(path: path)
        } catch {
            throw error.reason == .notFound ? .noRing(path) : .file(error)
        }
        return try KeyFolder(folder)
    }

    private static func readRing(in folder: Folder) throws(KeyFolderError) -> KeyRing {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try folder.read(ringName, limit: Limits.keyRingBytes)
        } catch {
            throw error.reason == .notFound ? .noRing(folder.path) : .file(error)
        }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONParser.parse(bytes)
        } catch {
            throw .ringSyntax(folder.child(ringName), error)
        }
        do throws(JSONShapeError) {
            return try KeyRing(value)
        } catch {
            throw .ringShape(folder.child(ringName), error)
        }
    }

    /// The public key in a PEM file.
    package static func publicKey(at path: String) throws(KeyFolderError) -> PublicKey {
        let (parent, name) = path.parentAndName
        let folder: Folder
        do throws(FileError) {
            folder = try Folder(path: parent)
        } catch {
            throw .file(error)
        }
        return try publicKey(name, in: folder)
    }

    private static func publicKey(_ name: String, in folder: Folder) throws(KeyFolderError) -> PublicKey {
        let pem: [UInt8]
        do throws(FileError) {
            pem = try folder.read(name, limit: Limits.keyFileBytes)
        } catch {
            throw .file(error)
        }
        do throws(PublicKeyError) {
            return try PublicKey(pemRepresentation: pem)
        } catch {
            throw .publicKey(folder.child(name), error)
        }
    }
}
