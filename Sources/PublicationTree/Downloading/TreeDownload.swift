import Diagnostics
import ExternalPrograms
import LocalFiles
import ManifestVerifier

/// Gets the tree of an environment from the host where it is published.
///
/// The index comes first. Nothing of it is read before its signature is verified, and it says how large every other
/// file may be and what its digest is.
package struct TreeDownload: Sendable {
    /// What is at an address.
    package enum Outcome: Sendable {
        /// No tree: the host has no `publication.json`, and said so with this HTTP status.
        case nothingPublished(status: Int)
        case tree(DownloadedTree)
    }

    private let address: TreeAddress
    private let environment: EnvironmentName?
    private let keys: TrustedKeys
    private let timeLimits: Curl.TimeLimits
    private let files: PublishedFiles
    /// Where temporary folders are.
    private let parent: String

    /// - Parameters:
    ///   - environment: the environment that the tree must be of; nil for the one of the key that signed.
    ///   - keys: the known keys; the index must be signed by one of that environment that is not revoked.
    ///   - variables: the environment variables of this process, where `PATH` leads to curl, and `TMPDIR` says where
    ///     temporary folders are.
    package init(
        _ address: TreeAddress, environment: EnvironmentName?, keys: TrustedKeys, variables: [String: String],
        timeLimits: Curl.TimeLimits = Curl.TimeLimits()
    ) {
        self.address = address
        self.environment = environment
        self.keys = keys
        self.timeLimits = timeLimits
        files = PublishedFiles(at: address, variables: variables, timeLimits: timeLimits)
        parent = PrivateFolder.parent(variables)
    }

    /// Downloads the index and the documents that are wanted, each with its signature sidecar.
    ///
    /// A document that does not come, or is not the one that the index lists, is left out of the tree and named among
    /// its problems: a host is seldom updated in one step, and a build can sign such a document anew.
    package func run(
        where isWanted: (Publication.Document) -> Bool = { _ in true }
    ) async throws -> Outcome {
        let deadline = ContinuousClock.now + timeLimits.whole
        let temporary = try PrivateFolder(below: parent)
        let headers: [HeaderField]
        switch try await fetchIndex(into: temporary.folder, until: deadline) {
        case .none(let status):
            try temporary.remove()
            return .nothingPublished(status: status)
        case .here(let fields): headers = fields
        }
        let index = try verifiedIndex(in: temporary.folder, headers: headers)
        let documents = index.publication.documents.filter(isWanted)
        try check(documents)
        let problems = try await fetch(documents, into: temporary.folder, until: deadline)
        return .tree(
            DownloadedTree(
                address: address, index: index, tree: try TreeFolder(temporary.folder), problems: problems,
                temporary: temporary))
    }

    // MARK: The index

    /// What a host says of the index.
    private enum FoundIndex {
        /// It has none, and says so with this HTTP status.
        case none(status: Int)
        /// It came with these fields.
        case here([HeaderField])
    }

    private func fetchIndex(
        into folder: Folder, until deadline: ContinuousClock.Instant
    ) async throws -> FoundIndex {
        let paths = [DocumentPath.publication.rawValue, DocumentPath.publication.signatureSidecar]
        let requests = zip(paths, [Limits.publicationBytes, Limits.sidecarBytes]).map { path, limit in
            PublishedFiles.Request(path, folder: folder, name: path, byteLimit: limit)
        }
        let answers = try await files.get(requests, until: deadline)
        // A bucket that may not be listed answers 403 for what it does not have.
        if case .status(let status) = answers[0].failure, status == 404 || status == 403 {
            return .none(status: status)
        }
        for (path, answer) in zip(paths, answers) {
            if let failure = answer.failure { throw TreeDownloadError.index(url: address.url(of: path), failure) }
        }
        return .here(answers[0].headers)
    }

    private func verifiedIndex(in folder: Folder, headers: [HeaderField]) throws -> VerifiedIndex {
        let path = DocumentPath.publication
        let body = try folder.read(path.rawValue, limit: Limits.publicationBytes)
        let sidecar = try folder.read(path.signatureSidecar, limit: Limits.sidecarBytes)
        do throws(VerifiedIndex.Failure) {
            return try VerifiedIndex(
                body: body, sidecar: sidecar, headers: headers, keys: keys, environment: environment)
        } catch {
            throw TreeDownloadError.untrustedIndex(url: address.url(of: path.rawValue), error)
        }
    }

    // MARK: Documents

    /// Refuses a list that no tree of Signet can have, whatever key signed it.
    private func check(_ documents: [Publication.Document]) throws {
        func beyond(_ what: String) -> TreeDownloadError {
            .untrustedIndex(url: address.url(of: DocumentPath.publication.rawValue), .beyondLimits(what))
        }
        var bytes = 0
        for document in documents {
            guard document.byteCount <= document.format.byteLimit else {
                throw beyond("\"\(document.path)\" with more than \(document.format.byteLimit) bytes")
            }
            if !document.format.isStreamed { bytes += document.byteCount }
        }
        guard bytes <= Limits.treeBytes else { throw beyond("more than \(Limits.treeBytes) bytes") }
        guard Set(documents.flatMap(\.path.folders)).count < Limits.treeFolders else {
            throw beyond("more than \(Limits.treeFolders) folders")
        }
    }

    private func fetch(
        _ documents: [Publication.Document], into folder: Folder, until deadline: ContinuousClock.Instant
    ) async throws -> [DownloadedTree.Problem] {
        let folders = try folder.folders(creating: Set(documents.flatMap { $0.path.folders.map(String.init) }))
        let places = documents.map { document in
            let (parent, name) = document.path.rawValue.folderAndName
            guard let parent = folders[parent] else { preconditionFailure("the folder was made above") }
            return (folder: parent, name: name)
        }
        let requests = zip(documents, places).flatMap { document, place in
            [
                PublishedFiles.Request(
                    document.path.rawValue, folder: place.folder, name: place.name, byteLimit: document.byteCount,
                    needsHeaders: false),
                PublishedFiles.Request(
                    document.path.signatureSidecar, folder: place.folder,
                    name: place.name + DocumentPath.signatureSuffix, byteLimit: Limits.sidecarBytes,
                    needsHeaders: false),
            ]
        }
        let failures = try await files.get(requests, until: deadline).map(\.failure)
        let fetched = documents.indices.map { index in
            FetchedDocument(
                listed: documents[index], folder: places[index].folder, name: places[index].name,
                bodyFailure: failures[2 * index], signatureFailure: failures[2 * index + 1])
        }
        return try await fetched.concurrentMap { (document) throws(FileError) in try document.problems() }
            .flatMap { $0 }
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
