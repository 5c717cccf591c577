import Diagnostics
import LocalFiles
import ManifestVerifier

/// The tree of an environment that was built or published before.
package struct PreviousTree: Sendable {
    package let tree: TreeFolder
    /// Where a tree was downloaded from; its files are there as long as this is.
    package let download: DownloadedTree?
    /// Whether it is the tree that will be replaced, under the lock of its folder.
    package private(set) var isInPlace = false

    package init(_ tree: TreeFolder) { (self.tree, download) = (tree, nil) }

    private init(_ download: DownloadedTree) { (tree, self.download) = (download.tree, download) }

    /// Whether a cache may have served it, which can have older documents than those that are live.
    package var mayBeStale: Bool { download.map { $0.address.bucket == nil } ?? false }

    /// What devices may have of it.
    package func proven(
        of environment: EnvironmentName, keys: TrustedKeys, wanted: [DocumentPath: DocumentFormat]
    ) throws(FileError) -> ProvenTree {
        if let download { return download.proven }
        return try ProvenTree(tree, of: environment, keys: keys, wanted: wanted)
    }
}

extension PreviousTree {
    /// Fails for a URL that cannot be that of a tree, or that would serve for several environments.
    package static func check(_ place: String?, for environments: [EnvironmentName]) throws {
        guard let place, place.contains("://") else { return }
        _ = try TreeAddress(place)
        guard environments.count == 1 else {
            throw ErrorReport(
                .usage, "\(place) is the tree of one environment, and there are \(environments.count)",
                hint: "name one: " + environments.map { "--environment \($0)" }.joined(separator: ", or "))
        }
    }

    /// The former tree of an environment: the one that was named, else the one in place.
    ///
    /// - Parameters:
    ///   - output: the folder of all trees, which no other process changes meanwhile.
    ///   - place: what `--previous` names, if anything.
    package static func former(
        of environment: EnvironmentName, keys: TrustedKeys, in output: OutputFolder, named place: String?,
        _ extent: TreeDownload.Extent, wanted: [DocumentPath: DocumentFormat], variables: [String: String]
    ) async throws -> PreviousTree? {
        if let place {
            return try await named(
                place, of: environment, keys: keys, extent, wanted: wanted, variables: variables)
        }
        guard let tree = try output.tree(of: environment) else { return nil }
        var previous = PreviousTree(tree)
        previous.isInPlace = true
        return previous
    }

    /// The tree of an environment that `--previous` names: a tree, a folder of trees, or the URL of a tree.
    ///
    /// - Returns: nil when nothing is published at the URL.
    package static func named(
        _ place: String, of environment: EnvironmentName, keys: TrustedKeys, _ extent: TreeDownload.Extent,
        wanted: [DocumentPath: DocumentFormat], variables: [String: String]
    ) async throws -> PreviousTree? {
        guard place.contains("://") else { return PreviousTree(try tree(of: environment, at: place)) }
        let address = try TreeAddress(place)
        let download = TreeDownload(address, environment: environment, keys: keys, variables: variables)
        guard case .tree(let tree) = try await download.run(extent, wanted: wanted) else { return nil }
        return PreviousTree(tree)
    }

    private static func tree(of environment: EnvironmentName, at path: String) throws -> TreeFolder {
        do throws(FileError) {
            let folder = try Folder(path: path)
            if folder.holdsTree { return try TreeFolder(folder) }
            if folder.kind(of: environment.rawValue) == .folder {
                return try TreeFolder(folder.folder(environment.rawValue))
            }
        } catch {
            guard error == FileError(path, .read, .notFound) else { throw error }
        }
        throw notFound(environment, at: path)
    }

    package static func notFound(_ environment: EnvironmentName, at place: String) -> ErrorReport {
        ErrorReport(
            .missingInput, "\(place): there is no tree of environment \"\(environment)\"",
            hint:
                "name a tree with its publication.jws, or a folder of such trees; an environment goes by --environment NAME"
        )
    }
}
