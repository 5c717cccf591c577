import Foundation
import ManifestVerifier
import Programs
import PublicationTree
import Testing
import TestPublisher
import TestSupport

/// The trees of `SignedTrees` on a web server, at `/production` and `/staging`.
struct PublishedTrees: Sendable {
    let trees: SignedTrees
    let server: HTTPSServer
    /// What `TMPDIR` names.
    let scratch: String

    /// - Parameters:
    ///   - faults: by path, with a `/` at its beginning.
    ///   - scratch: the name of the folder for temporary folders.
    ///   - tamper: changes the trees before they are served.
    init(
        faults: [String: HTTPSServer.Fault] = [:], shakesHands: Bool = true, scratch: String = "scratch",
        tamper: (SignedTrees) throws -> Void = { _ in }
    ) throws {
        trees = try SignedTrees()
        try tamper(trees)
        server = try HTTPSServer(serving: trees.folder.path("output"), faults: faults, shakesHands: shakesHands)
        self.scratch = scratch
        try FileManager.default.createDirectory(
            atPath: trees.folder.path(scratch), withIntermediateDirectories: true)
    }

    /// What is left in the folder for temporary folders.
    var leftovers: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: trees.folder.path(scratch)) }
    }

    /// The environment variables with which curl trusts the server.
    var variables: [String: String] {
        curlEnvironment(trusting: server.certificate).merging(["TMPDIR": trees.folder.path(scratch)]) { $1 }
    }

    /// A download of a tree.
    ///
    /// - Parameters:
    ///   - address: where it is; nil for the server's folder of the environment's name.
    ///   - environment: the environment to expect.
    ///   - variables: what differs from `variables`.
    func download(
        _ address: String? = nil, environment name: String = "production", keys: TrustedKeys? = nil,
        variables others: [String: String?] = [:], timeLimits: Curl.TimeLimits = .patient
    ) throws -> TreeDownload {
        let environment = try #require(EnvironmentName(name))
        return try TreeDownload(
            TreeAddress(address ?? "\(server.origin)/\(name)"), environment: environment,
            keys: keys ?? trees.keys(),
            variables: variables.merging(others.compactMapValues { $0 }) { $1 }
                .filter { others[$0.key] == nil || others[$0.key] != .some(nil) },
            timeLimits: timeLimits)
    }

    /// The tree that a download gives.
    func tree(
        _ download: TreeDownload? = nil, _ extent: TreeDownload.Extent = .documents
    ) async throws -> DownloadedTree {
        let outcome = try await (download ?? self.download()).run(extent)
        var tree: DownloadedTree?
        if case .tree(let downloaded) = outcome { tree = downloaded }
        return try #require(tree)
    }

    /// The URL of a file of the tree of `production`.
    func url(_ path: String) -> String { "\(server.origin)/production/\(path)" }
}
