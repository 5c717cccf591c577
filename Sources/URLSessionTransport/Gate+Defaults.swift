import AppGate
import Foundation
import ManifestVerifier

/// Why a gate cannot be made: a constant of the app is wrong, on every device alike.
public struct GateSetupError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Which one, and why.
    public let description: String
}

extension Gate {
    /// A gate with what most apps want: it reads a gate document as `.jws` over URLSession, and keeps it in Application
    /// Support, in a folder that backups leave out.
    ///
    /// Throws only for constants of the app that are wrong, so that one run of a test shows whether it ever does.
    ///
    /// - Parameters:
    ///   - keys: the key ring as `signet keys export --swift` writes it: `productionKeyRing`.
    ///   - environment: the environment of the document: `production`.
    ///   - origin: where the published tree is: `https://distribution.example.com`.
    ///   - document: the path of the document in the policy, without `.jws`: `gate/ios.json`.
    ///   - device: the device and the app on it; nil for what this process runs on.
    ///   - embedded: the `.jws` that the app ships, which decides until another is fetched.
    ///   - lookup: finds out whether the store has an update.
    ///   - folder: where the last document is kept; nil for Application Support.
    ///   - configure: changes anything else.
    public init(
        keys: String, environment: String, origin: String, document: String, device: Device? = nil,
        embedded: URL? = nil, lookup: StoreLookup? = nil, folder: URL? = nil,
        configure: (inout GateConfiguration) -> Void = { _ in }
    ) throws(GateSetupError) {
        guard let name = EnvironmentName(environment) else {
            throw GateSetupError(description: "\"\(environment)\" is not the name of an environment")
        }
        guard let base = URL(string: origin), base.isFetched else {
            throw GateSetupError(description: "the origin is not an https address: \"\(origin)\"")
        }
        let path: DocumentPath
        do throws(DocumentPath.Failure) {
            path = try DocumentPath(document)
        } catch {
            throw GateSetupError(description: "\"\(document)\" is not the path of a document: \(error.message)")
        }
        let ring = try Self.ring(keys, environment: name)
        let device = device ?? .current
        let verifier = Verifier(
            keyRing: ring, environment: name, reader: .gate(device.platform),
            profile: .dated)
        var configuration = GateConfiguration(base: base, path: path, envelope: .jws, verifier: verifier)
        if let embedded {
            guard let bytes = try? Data(contentsOf: embedded) else {
                throw GateSetupError(description: "the embedded document cannot be read: \(embedded.path)")
            }
            configuration.embedded = Download(jws: [UInt8](bytes))
        }
        configure(&configuration)
        let store = (folder ?? FileManager.default.folderForGates(of: Bundle.main.bundleIdentifier)).map {
            ManifestStore(
                folder: $0, environment: name, path: configuration.path, bodyLimit: configuration.verifier.bodyLimit)
        }
        self.init(configuration, device: device, transport: SessionTransport(), store: store, lookup: lookup)
    }

    private static func ring(_ keys: String, environment: EnvironmentName) throws(GateSetupError) -> TrustedKeys {
        let ring: TrustedKeys
        do throws(KeyRingError) { ring = try TrustedKeys(exported: keys) } catch {
            throw GateSetupError(description: "the key ring: \(error)")
        }
        guard ring.keys.contains(where: { $0.environment == environment && !$0.isRevoked }) else {
            throw GateSetupError(description: "the key ring has no key of environment \"\(environment)\"")
        }
        return ring
    }
}

extension Device {
    /// What this process runs on, as an iOS device.
    public static var current: Device {
        Device(
            ios: ProcessInfo.processInfo.operatingSystemVersion, info: Bundle.main.infoDictionary ?? [:],
            languages: Locale.preferredLanguages)
    }
}

extension FileManager {
    /// The folder for what gates keep; a device that is restored from a backup has an install id of its own.
    ///
    /// One that cannot be made now is made when there is something to keep, or the gate says `notStored`.
    ///
    /// - Parameter app: the bundle identifier of the app, if it has one.
    package func folderForGates(of app: String?) -> URL? {
        guard let support = urls(for: .applicationSupportDirectory, in: .userDomainMask).first else { return nil }
        // Outside of a sandbox, apps of one user have this folder in common.
        let own = app.map { support.appendingPathComponent($0, isDirectory: true) } ?? support
        let folder = own.appendingPathComponent("signet", isDirectory: true)
        #if canImport(Darwin)
            var excluded = folder
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try? createDirectory(at: folder, withIntermediateDirectories: true)
            try? excluded.setResourceValues(values)
        #endif
        return folder
    }
}
