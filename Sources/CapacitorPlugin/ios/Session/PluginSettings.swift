import AppGate
import ManifestVerifier
import WebBundles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A member of `plugins.Signet` that cannot be used.
package struct SettingsError: Error, CustomStringConvertible {
    let member: String
    let reason: String

    init(_ member: String, _ reason: String) {
        self.member = member
        self.reason = reason
    }

    package var description: String { "plugins.Signet.\(member): \(reason)" }
}

/// What `plugins.Signet` in capacitor.config says, checked once.
package struct PluginSettings: Sendable {
    private static let names = [
        "origin", "environment", "keys", "version", "shell", "channel", "readyTimeout", "autoUpdate", "keep",
    ]
    private static let starts = 2

    package let origin: URL
    package let environment: EnvironmentName
    package let keys: TrustedKeys
    /// The version of the embedded bundle.
    package let version: SemanticVersion
    /// The version of the native shell.
    package let shell: NumericVersion
    package let channel: String?
    /// Milliseconds.
    package let readyTimeout: Int
    package let autoUpdate: Bool
    package let keep: Int

    /// Reads the member `Signet` of `plugins`.
    ///
    /// - Parameters:
    ///   - json: all of it.
    ///   - appVersion: the version of the installed app, which is that of the shell unless a member says another one.
    package init(json: [UInt8], appVersion: String) throws(SettingsError) {
        let members: Members
        do {
            members = Members(values: try JSONObject(JSONParser.parse(json)).members)
        } catch let error as JSONShapeError {
            throw SettingsError("*", error.message)
        } catch {
            throw SettingsError("*", "it is not valid JSON: \(error)")
        }
        for member in members.values where !Self.names.contains(where: { $0.hasSameBytes(as: member.name) }) {
            let known = Self.names.joined(separator: ", ")
            throw SettingsError(member.name, "there is no such member, only \(known)")
        }
        origin = try Self.origin(try members.text("origin"))
        let name = try members.text("environment")
        guard let environment = EnvironmentName(name), name.utf8.allSatisfy(Self.isNameByte) else {
            throw SettingsError("environment", "\"\(name)\" is not the name of an environment")
        }
        self.environment = environment
        keys = try Self.ring(members["keys"])
        let version = try members.text("version")
        guard let version = SemanticVersion(version), !version.hasBuildMetadata else {
            throw SettingsError("version", "\"\(version)\" is not a version such as 1.5.0")
        }
        self.version = version
        let isSet = members["shell"] != nil
        let shell = isSet ? try members.text("shell") : appVersion
        guard let shell = NumericVersion(shell) else {
            let hint = isSet ? "" : "; it is the app's own, so set another one here"
            throw SettingsError("shell", "\"\(shell)\" is not a version of one to three numbers\(hint)")
        }
        self.shell = shell
        channel = members["channel"] == nil ? nil : try members.text("channel")
        if let channel, !KeptChannel.isName(channel) {
            throw SettingsError("channel", "\"\(channel)\" is not the name of a channel")
        }
        readyTimeout = try members.number("readyTimeout", usually: 10_000, atLeast: 1_000)
        keep = min(try members.number("keep", usually: 3, atLeast: 1), 100)
        do {
            autoUpdate = try members["autoUpdate"]?.asBool() ?? true
        } catch {
            throw SettingsError("autoUpdate", "it is neither true nor false")
        }
    }

    private struct Members {
        let values: [JSONMember]

        subscript(name: String) -> JSONValue? { values.first { $0.name == name }?.value }

        func text(_ name: String) throws(SettingsError) -> String {
            guard let value = self[name] else { throw SettingsError(name, "it is missing") }
            guard case .string(let text) = value.content else { throw SettingsError(name, "it is not a string") }
            return text
        }

        func number(_ name: String, usually usual: Int, atLeast least: Int) throws(SettingsError) -> Int {
            guard let value = self[name] else { return usual }
            guard let number = try? value.asInteger() else { throw SettingsError(name, "it is not an integer") }
            guard number >= least else { throw SettingsError(name, "\(number) is less than \(least)") }
            return number
        }
    }

    /// A signed document names its environment in these alone.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }

    private static func ring(_ value: JSONValue?) throws(SettingsError) -> TrustedKeys {
        guard let value else { throw SettingsError("keys", "it is missing") }
        do {
            return try TrustedKeys(exported: JSONWriter.bytes(of: value))
        } catch {
            throw SettingsError("keys", error.description)
        }
    }

    private static func origin(_ text: String) throws(SettingsError) -> URL {
        guard let parts = URLComponents(string: text), let url = parts.url, parts.scheme == "https",
            parts.host?.isEmpty == false, parts.user == nil, parts.password == nil, parts.query == nil,
            parts.fragment == nil
        else { throw SettingsError("origin", "\"\(text)\" is not an https address") }
        return url
    }

    /// The store of the app.
    ///
    /// - Parameters:
    ///   - folder: a folder for this plugin alone, which no backup holds.
    ///   - embedded: the folder of the web assets that the app ships.
    ///   - app: the installed app, such as `2.1.0 (7)`.
    ///   - channel: the one that this device follows.
    package func store(in folder: URL, embedded: URL, app: String, channel: KeptChannel) -> BundleStore {
        BundleStore(
            root: folder.appendingPathComponent("bundles", isDirectory: true),
            embedded: EmbeddedBundle(version: version, folder: embedded), shell: shell, keyRing: keys,
            environment: environment, app: app,
            health: HealthPolicy(starts: Self.starts, time: TimeInterval(readyTimeout) / 1_000),
            keeping: keep,
            channel: channel.current)
    }

    /// What fetches bundles for it.
    package func updater(
        of store: BundleStore, transport: any DocumentTransport & FileTransport
    ) -> BundleUpdater {
        BundleUpdater(UpdateConfiguration(base: origin), store: store, transport: transport)
    }
}
