import Diagnostics
import LocalFiles
import ManifestVerifier
import Policy

/// A file that says which native code an app has: lines `name version integrity`, or npm's package-lock.json.
package enum SurfaceFile {
    package static func read(_ path: String) throws -> BundleSurface {
        let (parent, name) = path.parentAndName
        let folder = try Folder(path: parent)
        let bytes = try folder.read(name, limit: Limits.packageLockBytes)
        let isObject = bytes.first { ![0x09, 0x0A, 0x0D, 0x20].contains($0) } == UInt8(ascii: "{")
        let plugins = try isObject ? PackageLock(bytes, path, in: folder).plugins() : lines(bytes, path)
        guard !plugins.isEmpty else {
            throw ErrorReport(
                .refused, "\(path): names neither @capacitor/core nor a plugin of Capacitor or Cordova",
                hint: "name the lock file of the app, or a file that signet bundle surface wrote")
        }
        guard plugins.count <= Limits.surfacePlugins else {
            throw ErrorReport(.refused, "\(path): names more than \(Limits.surfacePlugins) plugins")
        }
        return try translating(BundleSurface(plugins)) { (twice: BundleSurface.Twice) in
            ErrorReport(
                .refused,
                "\(path): has \(twice.plugins[0].name) twice, as \(twice.plugins.map(\.version).joined(separator: " and "))",
                hint: "a shell holds one of them: let all packages depend on the same")
        }
    }

    private static func lines(_ bytes: [UInt8], _ path: String) throws -> [BundleSurface.Plugin] {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return try lines.enumerated().compactMap { number, line in
            guard !line.isEmpty else { return nil }
            guard let plugin = BundleSurface.Plugin(line: String(decoding: line, as: UTF8.self)) else {
                throw ErrorReport(
                    .unparsable, "\(path):\(number + 1): not a line like \"@capacitor/camera 7.0.1 sha512-…\"",
                    hint: "signet bundle surface package-lock.json writes such lines")
            }
            return plugin
        }
    }
}
