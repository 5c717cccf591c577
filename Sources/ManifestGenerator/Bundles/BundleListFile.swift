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
