import Diagnostics
import LocalFiles
import ManifestVerifier
import Policy

/// npm's package-lock.json, version 2 or 3, as far as it says which native code an app has.
///
/// Only what the app itself depends on is looked at, since that is what Capacitor puts into a shell.
struct PackageLock {
    private let path: String
    private let packages: JSONValue
    /// Of a package's name, the digest of what patch-package changes in it.
    private let patches: [String: String]
    /// Where npm has installed what the file names, if it has.
    private let folder: Folder

    /// - Parameter folder: where the lock file is; patch-package has its folder beside it.
    init(_ bytes: [UInt8], _ path: String, in folder: Folder) throws {
        let value = try translating(JSONParser.parse(bytes)) { (error: JSONError) in ErrorReport(error, in: path) }
        guard let version = try? value["lockfileVersion"]?.asInteger(), [2, 3].contains(version),
            let packages = value["packages"]
        else {
            throw ErrorReport(
                .unparsable, "\(path): is not a package-lock.json of lockfileVersion 2 or 3",
                hint: "npm install --package-lock-only --lockfile-version 3 writes one")
        }
        (self.path, self.packages, self.folder) = (path, packages, folder)
        patches = try Self.patches(in: folder)
    }

    func plugins() throws -> [BundleSurface.Plugin] {
        var found: [String: BundleSurface.Plugin] = [:]
        // The app, and in a workspace its packages; what is below node_modules is not the team's own.
        for member in packages.members where !member.name.isInstalled {
            guard member.name.isEmpty || !isNative(member.name, member.value, at: member.name) else { continue }
            let names = ["dependencies", "devDependencies", "optionalDependencies"].flatMap {
                member.value[$0]?.members.map(\.name) ?? []
            }
            for name in names + ["@capacitor/core"] {
                guard let (place, entry) = installed(name, for: member.name) else { continue }
                let real = entry["name"]?.text ?? name
                guard isNative(real, entry, at: place) else { continue }
                found[place] = try plugin(real, place, entry, isPatched: patches[name])
            }
        }
        return Array(found.values)
    }

    /// The package that `user` gets under a name, as Node finds it.
    private func installed(_ name: String, for user: String) -> (place: String, entry: JSONValue)? {
        var folder = user
        while true {
            let place = (folder.isEmpty ? "" : folder + "/") + "node_modules/" + name
            if let entry = packages[place] {
                guard (try? entry["link"]?.asBool()) == true, let target = entry["resolved"]?.text else {
                    return (place, entry)
                }
                return packages[target].map { (target, $0) }
            }
            guard !folder.isEmpty else { return nil }
            folder = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
        }
    }

    private func plugin(
        _ name: String, _ place: String, _ entry: JSONValue, isPatched patch: String?
    ) throws -> BundleSurface.Plugin {
        let resolved = entry["resolved"]?.text
        let integrity: String? =
            if !place.isInstalled {
                "folder:\(place)"
            } else if let resolved, resolved.hasPrefix("git") {
                resolved
            } else {
                entry["integrity"]?.text?.strongestIntegrity ?? resolved
            }
        let version = entry["version"]?.text ?? "-"
        guard let integrity,
            let plugin = BundleSurface.Plugin(name, version, integrity + (patch.map { "?patch=\($0)" } ?? ""))
        else {
            throw ErrorReport(
                .unparsable, "\(path): says of \(place) neither its integrity nor where it is from, in one word each",
                hint: "let npm install write the lock file anew")
        }
        return plugin
    }

    /// Whether a package has native code: it builds on Capacitor's bridge, or is a plugin of Cordova. Of some of those only
    /// their files say so, which are there after `npm ci`.
    private func isNative(_ name: String, _ entry: JSONValue, at place: String) -> Bool {
        // The platforms are projects of the shell's own, and the others work on a desk.
        guard !["@capacitor/ios", "@capacitor/android", "@capacitor/cli"].contains(name) else { return false }
        let usesBridge = ["dependencies", "peerDependencies"].contains { entry[$0]?["@capacitor/core"] != nil }
        let last = name.split(separator: "/").last ?? ""
        return name == "@capacitor/core" || usesBridge || entry["engines"]?["cordovaDependencies"] != nil
            || ["cordova-plugin-", "cordova.plugins.", "phonegap-plugin-"].contains { last.hasPrefix($0) }
            || hasPluginFile(place)
    }

    private func hasPluginFile(_ place: String) -> Bool {
        var folder = folder
        for segment in place.split(separator: "/").map(String.init) {
            guard let next = try? folder.folder(segment) else { return false }
            folder = next
        }
        return folder.kind(of: "plugin.xml") == .file
    }

    /// What patch-package changes: files like `patches/@capacitor+camera+7.0.1.patch`.
    private static func patches(in folder: Folder) throws -> [String: String] {
        guard folder.kind(of: "patches") == .folder else { return [:] }
        let patches = try folder.folder("patches")
        var bytes: [String: [UInt8]] = [:]
        for name in try patches.entries().map(\.name).sorted() where name.hasSuffix(".patch") {
            let parts = name.split(separator: "+", omittingEmptySubsequences: false)
            // A name with "++" is a patch of a package within another one, which is no plugin of the app.
            guard !parts.contains("") else { continue }
            let package = parts.prefix(name.hasPrefix("@") ? 2 : 1).joined(separator: "/")
            bytes[package, default: []] += try patches.read(name, limit: Limits.packageLockBytes)
        }
        return bytes.mapValues { "sha256-" + Base64.encode(SHA256.hash($0).bytes) }
    }
}

extension JSONValue {
    fileprivate var members: [JSONMember] { (try? JSONObject(self))?.members ?? [] }
    fileprivate var text: String? { try? asString() }
}

extension String {
    /// Whether a path of a lock file is one that npm has installed.
    fileprivate var isInstalled: Bool { split(separator: "/").contains("node_modules") }

    /// The best of several integrities (W3C Subresource Integrity §3.3.5).
    fileprivate var strongestIntegrity: String? {
        split(separator: " ").max { $0.prefix(6) < $1.prefix(6) }.map(String.init)
    }
}
