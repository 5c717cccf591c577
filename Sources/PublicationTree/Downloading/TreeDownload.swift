import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import Programs
import WebBundles

/// Gets the tree of an environment from where it is published.
///
/// The index comes first. Nothing of it is read before its signature is verified, and it says how large every other
/// file may be and what its digest is. What is not as it says is fetched again with all its proofs.
package struct TreeDownload: Sendable {
    package enum Outcome: Sendable {
        /// No tree: the host has no `publication.jws`, and said so with this HTTP status, nor any document that is asked for.
        case nothingPublished(status: Int)
        case tree(DownloadedTree)
    }

    /// Which documents that the index lists are downloaded.
    package enum Extent: Sendable {
        /// All but archives and static files, for a comparison.
        case renderedDocuments
        /// All but archives, with their signatures, for a build that keeps those that are still good.
        case documents
    }

    private let address: TreeAddress
    private let environment: EnvironmentName?
    private let keys: TrustedKeys
    private let files: PublishedFiles
    private let parent: String

    /// - Parameters:
    ///   - environment: the environment that the tree must be of; nil for the one of the key that signed.
    ///   - keys: the known keys; the index must be signed by one of that environment that is not revoked.
    package init(
        _ address: TreeAddress, environment: EnvironmentName?, keys: TrustedKeys, variables: [String: String],
        timeLimits: Curl.TimeLimits = Curl.TimeLimits()
    ) {
        self.address = address
        self.environment = environment
        self.keys = keys
        files = PublishedFiles(at: address, variables: variables, timeLimits: timeLimits)
        parent = PrivateFolder.parent(variables)
    }

    /// Downloads the index alone, and verifies it.
    ///
    /// - Returns: the HTTP status with which the host says that it has none; nil when there is one.
    package func findIndex() async throws -> Int? {
        let temporary = try PrivateFolder(below: parent)
        let absence = try await fetchIndex(into: temporary.folder, until: .now + files.timeLimits.whole)
        if absence == nil { _ = try index(in: temporary.folder) }
        try temporary.remove()
        return absence
    }

    private static let index = DocumentPath.publication.file

    private func fetchIndex(into folder: Folder, until deadline: ContinuousClock.Instant) async throws -> Int? {
        let request = PublishedFiles.Request(
            Self.index, folder: folder, name: Self.index, byteLimit: VerifiedIndex.byteLimit, needsHeaders: false)
        guard let failure = try await files.get([request], until: deadline)[0].failure else {
            // curl makes no file for an empty body.
            if folder.kind(of: Self.index) == nil { try folder.write(Self.index, []) }
            return nil
        }
        if failure.meansAbsence, case .status(let status) = failure { return status }
        throw TreeDownloadError.index(url: address.url(of: Self.index), failure)
    }

    /// The index that came. If its key was revoked since, the download goes on: nothing in that index is trusted, and the tree
    /// that is built now replaces it.
    private func index(in folder: Folder) throws -> Result<VerifiedIndex, VerifiedIndex.Failure> {
        let file = try folder.read(Self.index, limit: VerifiedIndex.byteLimit)
        do throws(VerifiedIndex.Failure) {
            let index = try VerifiedIndex(file, keys: keys, environment: environment)
            try index.publication.documents.filter { $0.format != .webBundle }.checkSizes()
            return .success(index)
        } catch {
            if case .revokedKey = error { return .failure(error) }
            throw TreeDownloadError.untrustedIndex(url: address.url(of: Self.index), error)
        }
    }

    /// Downloads the index and the documents.
    ///
    /// A document that is not the one that the index lists is not in the folder of the tree: a host is seldom updated in one
    /// step, and a build can sign such a document anew.
    ///
    /// - Parameter wanted: the documents of the tree that is compared, which may be there although no index lists them.
    package func run(_ extent: Extent, wanted: [DocumentPath: DocumentFormat] = [:]) async throws -> Outcome {
        let deadline = ContinuousClock.now + files.timeLimits.whole
        let temporary = try PrivateFolder(below: parent)
        let absence = try await fetchIndex(into: temporary.folder, until: deadline)
        let index = try absence == nil ? index(in: temporary.folder) : nil
        let proven = try await proven(extent, index, wanted, in: temporary.folder, until: deadline)
        if let absence, proven.bodies.isEmpty {
            try temporary.remove()
            return .nothingPublished(status: absence)
        }
        return .tree(
            DownloadedTree(
                address: address, tree: try TreeFolder(temporary.folder), proven: proven, temporary: temporary))
    }

    private func proven(
        _ extent: Extent, _ found: Result<VerifiedIndex, VerifiedIndex.Failure>?,
        _ wanted: [DocumentPath: DocumentFormat], in folder: Folder, until deadline: ContinuousClock.Instant
    ) async throws -> ProvenTree {
        let index = try? found?.get()
        let listed = index?.publication.documents ?? []
        let there = try await files.list(expecting: (listed.count + wanted.count) * PublishedFiles.filesOfDocument)
        let paths = PublishedPaths(index?.publication, wanted: wanted, beside: there ?? [])
        let environment = index?.publication.environment ?? environment ?? .unnamed
        let proofs = BodyProofs(keys: keys, environment: environment, index: index)
        let download = ProofDownload(files: files, proofs: proofs, parent: parent, deadline: deadline)
        let fetched = try await fetch(
            listed.filter { $0.format != .webBundle && (extent == .documents || $0.format != .file) },
            withSignatures: extent == .documents || index?.key.signs == false, by: proofs, into: folder,
            until: deadline)
        if index == nil, found != nil { try await fetchBundles(into: folder, until: deadline) }
        var (bodies, failures): ([String: [FoundBody]], [String: TransferFailure]) = ([:], [:])
        for (document, state) in fetched where document.format != .file {
            let hasOther = document.jws == nil && there?.contains(document.path.jwsSidecar) == true
            switch state {
            case .asListed(let proven) where !hasOther: bodies[document.path.rawValue] = proven
            case .unknown(let failure): failures[document.path.rawValue] = failure
            case .asListed, .other: break
            }
        }
        let settled = Set(bodies.keys).union(failures.keys)
        let others = try await download.run(
            at: paths.proven.filter { path in
                !settled.contains(path.rawValue)
                    && there?.isDisjoint(with: [path.rawValue, path.signatureSidecar, path.jwsSidecar]) != true
            })
        bodies.merge(others.bodies) { _, new in new }
        failures.merge(others.failures) { _, new in new }
        var digests: [String: ListedDigest]?
        if address.bucket != nil {
            let files = try await download.digests(of: listed.filter { $0.format == .file })
            digests = files.digests
            failures.merge(files.failures) { _, new in new }
        }
        return ProvenTree(
            environment: environment, index: found, bodies: bodies, at: paths, files: digests,
            failures: failures, mayHaveMore: address.bucket != nil && there == nil)
    }

    /// Downloads what is said of web bundles where the key of the index was revoked, with the signatures. Only signatures over
    /// archives are taken from there, which the keys of the ring prove.
    private func fetchBundles(into folder: Folder, until deadline: ContinuousClock.Instant) async throws {
        let limits = [DocumentPath.webBundleIndex, .webBundleManifest].flatMap {
            [($0.rawValue, Limits.manifestBytes), ($0.signatureSidecar, Limits.sidecarBytes)]
        }
        let folders = try folder.folders(creating: [DocumentPath.webBundleFolder])
        guard let parent = folders[DocumentPath.webBundleFolder] else {
            preconditionFailure("the folder was made above")
        }
        for (path, limit) in limits {
            let name = path.folderAndName.1
            let request = PublishedFiles.Request(
                path, folder: parent, name: name, byteLimit: limit, needsHeaders: false)
            let answer = try await files.get([request], until: deadline)[0]
            if answer.failure != nil, parent.kind(of: name) != nil { try parent.remove(name) }
        }
    }

    /// Downloads listed documents, with each listed `.jws`, which devices may read in place of the body.
    private func fetch(
        _ documents: [Publication.Document], withSignatures: Bool, by proofs: BodyProofs, into folder: Folder,
        until deadline: ContinuousClock.Instant
    ) async throws -> [(Publication.Document, FetchedDocument.State)] {
        let folders = try folder.folders(creating: Set(documents.flatMap { $0.path.folders.map(String.init) }))
        var fetched: [FetchedDocument] = []
        for document in documents {
            let (parent, name) = document.path.rawValue.folderAndName
            guard let parent = folders[parent] else { preconditionFailure("the folder was made above") }
            fetched.append(FetchedDocument(document, withSignature: withSignatures, in: parent, as: name))
        }
        var failures = try await files.get(fetched.flatMap(\.requests), until: deadline).map(\.failure)[...]
        for document in fetched.indices {
            for file in fetched[document].files.indices {
                fetched[document].files[file].failure = failures.removeFirst()
            }
        }
        return try await fetched.concurrentMap { (document) throws(FileError) in
            (document.listed, try document.state(proofs))
        }
    }
}

/// Why there is no index of a published tree that can be used.
package enum TreeDownloadError: ReportableError, Equatable {
    /// The index or its signature did not come from this URL.
    case index(url: String, TransferFailure)
    /// The index at this URL is not trusted.
    case untrustedIndex(url: String, VerifiedIndex.Failure)

    package var report: ErrorReport {
        switch self {
        case .index(let url, let failure):
            ErrorReport(failure.kind, "\(url): \(failure.message)", hint: failure.hint)
        case .untrustedIndex(let url, let failure):
            ErrorReport(.refused, "\(url): \(failure.message)", hint: failure.hint)
        }
    }
}

extension TransferFailure {
    /// Whether the host says that it has no such file; a bucket that may not be listed answers 403.
    package var meansAbsence: Bool { self == .status(404) || self == .status(403) }

    /// Whether it is not known what is there: what is larger than a client reads tells devices nothing.
    package var isUnknown: Bool {
        if case .tooLarge = self { false } else { !meansAbsence }
    }
}

extension Folder {
    /// Makes folders below this one.
    ///
    /// - Parameter paths: their paths, and those of all folders that they are in.
    /// - Returns: the folders by their paths, this one under "".
    package func folders(creating paths: Set<String>) throws(FileError) -> [String: Folder] {
        var folders = ["": self]
        for path in paths.sorted() {
            let (parent, name) = path.folderAndName
            folders[path] = try folders[parent]?.folder(creating: name)
        }
        return folders
    }
}
