import Diagnostics
import LocalFiles
import ManifestVerifier
import Policy

/// Where the list of web bundles of a policy is, and the folder with the archives that it names.
package struct BundleListFile: Sendable {
    /// The list's path in the policy's folder, for messages.
    package let file: String
    let archives: String
    private let policyFolder: String
    private let path: PolicyPath

    /// Reads the policy to find the list.
    ///
    /// - Parameters:
    ///   - environment: whose list is meant; nil when all environments have the same.
    ///   - keys: the folder of the keys, which no policy may read.
    package init(policy: String, environment: String?, keys: String) throws {
        let parsed = try PolicySource.file(policy).read(keys: keys).0
        var environments = parsed.environments
        if let environment {
            environments = environments.filter { $0.name.rawValue == environment }
            guard !environments.isEmpty else {
                throw ErrorReport.noEnvironment(
                    environment, file: parsed.file, known: parsed.environments.map(\.name.rawValue))
            }
        }
        let named = environments.filter { $0.documents.webBundles != nil }
        guard let first = named.first?.documents.webBundles else {
            throw ErrorReport(
                .refused, "\(policy): the environment has no web bundles",
                hint: "add to its documents: \"web-bundles\": { \"path\": \"builds/\", \"list\": \"bundles.json\" }")
        }
        let path = first.list.value
        guard named.allSatisfy({ $0.documents.webBundles?.list.value.segments == path.segments }) else {
            throw ErrorReport(
                .usage, "the environments have different lists of web bundles",
                hint: "name one: " + named.map { "--environment \($0.name)" }.joined(separator: ", or "))
        }
        self.path = path
        policyFolder = policy.parentAndName.parent
        file = policyFolder == "." ? path.description : "\(policyFolder)/\(path)"
        archives =
            policyFolder == "." ? ArchiveSources.folderName : "\(policyFolder)/\(ArchiveSources.folderName)"
    }

    package func list() throws -> BundleList {
        guard let bytes = try read() else { throw FileError(file, .read, .notFound) }
        return try BundleList(bytes, file: file)
    }

    /// The bytes of the list; nil when there is none yet.
    func read() throws -> [UInt8]? {
        try folder().readIfPresent(path.segments[path.segments.count - 1], limit: Limits.bundleListBytes)
    }

    func write(_ bytes: [UInt8]) throws {
        try folder().replace(path.segments[path.segments.count - 1], bytes)
    }

    /// The folder of the archives; other processes that change the list wait.
    func lockedArchives(made: inout [String], whenWaiting: () -> Void) async throws -> Folder {
        // A pull request can bring a link, which must not lead archives elsewhere.
        guard try Folder(path: policyFolder).kind(of: ArchiveSources.folderName) != .link else {
            throw FileError(archives, .write, .symbolicLink)
        }
        return try await Folder.locked(archives, patience: 60, made: &made, whenWaiting: whenWaiting)
    }

    private func folder() throws(FileError) -> Folder {
        var folder = try Folder(path: policyFolder)
        for segment in path.segments.dropLast() { folder = try folder.folder(segment) }
        return folder
    }
}

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
