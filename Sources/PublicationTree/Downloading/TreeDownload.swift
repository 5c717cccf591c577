import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import Programs

/// Gets the tree of an environment from the host where it is published.
///
/// The index comes first. Nothing of it is read before its signature is verified, and it says how large every other
/// file may be and what its digest is.
package struct TreeDownload: Sendable {
    package enum Outcome: Sendable {
        /// No tree: the host has no `publication.jws`, and said so with this HTTP status.
        case nothingPublished(status: Int)
        case tree(DownloadedTree)
    }

    private let address: TreeAddress
    private let environment: EnvironmentName?
    private let keys: TrustedKeys
    private let timeLimits: Curl.TimeLimits
    let files: PublishedFiles
    let parent: String

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
    /// A document that does not come, or is not the one that the index lists, is left out of the tree: a host is seldom
    /// updated in one step, and a build can sign such a document anew. It is named among the problems unless a key proves
    /// what is there.
    ///
    /// - Parameter withJWS: whether each listed `.jws` is downloaded.
    package func run(
        where isWanted: (Publication.Document) -> Bool = { _ in true }, withJWS: Bool = false
    ) async throws -> Outcome {
        let deadline = ContinuousClock.now + timeLimits.whole
        let temporary = try PrivateFolder(below: parent)
        if let status = try await fetchIndex(into: temporary.folder, until: deadline) {
            try temporary.remove()
            return .nothingPublished(status: status)
        }
        let file = try temporary.folder.read(Self.index, limit: VerifiedIndex.byteLimit)
        let index: VerifiedIndex
        let documents: [Publication.Document]
        do throws(VerifiedIndex.Failure) {
            index = try VerifiedIndex(file, keys: keys, environment: environment)
            documents = index.publication.documents.filter(isWanted)
            try documents.checkSizes()
        } catch {
            throw TreeDownloadError.untrustedIndex(url: address.url(of: Self.index), error)
        }
        let problems = try await fetch(
            documents, withJWS: withJWS, into: temporary.folder, until: deadline)
        let changed = Set(problems.filter(\.isAnotherFile).map(\.path))
        let proofs = BodyProofs(keys: keys, environment: index.publication.environment, index: index)
        let proven = try await proven(
            documents.filter { $0.format != .file && changed.contains($0.path.rawValue) }, by: proofs, until: deadline)
        return .tree(
            DownloadedTree(
                address: address, index: index, tree: try TreeFolder(temporary.folder),
                problems: problems.filter { proven[$0.path] == nil }, proven: proven, temporary: temporary))
    }

    // MARK: The index

    private static let index = DocumentPath.publication.file

    /// Fetches the index.
    ///
    /// - Returns: the HTTP status with which the host says that it has none; nil when it has come.
    private func fetchIndex(into folder: Folder, until deadline: ContinuousClock.Instant) async throws -> Int? {
        let request = PublishedFiles.Request(
            Self.index, folder: folder, name: Self.index, byteLimit: VerifiedIndex.byteLimit, needsHeaders: false)
        guard let failure = try await files.get([request], until: deadline)[0].failure else {
            // curl makes no file for an empty body.
            if folder.kind(of: Self.index) == nil { try folder.write(Self.index, []) }
            return nil
        }
        // A bucket that may not be listed answers 403 for what it does not have.
        if case .status(let status) = failure, status == 404 || status == 403 { return status }
        throw TreeDownloadError.index(url: address.url(of: Self.index), failure)
    }

    // MARK: Documents

    private func fetch(
        _ documents: [Publication.Document], withJWS: Bool, into folder: Folder,
        until deadline: ContinuousClock.Instant
    ) async throws -> [DownloadedTree.Problem] {
        let folders = try folder.folders(creating: Set(documents.flatMap { $0.path.folders.map(String.init) }))
        var fetched: [FetchedDocument] = []
        var requests: [PublishedFiles.Request] = []
        for document in documents {
            let (parent, name) = document.path.rawValue.folderAndName
            guard let parent = folders[parent] else { preconditionFailure("the folder was made above") }
            var files = [
                FetchedDocument.File(suffix: "", digest: document.digest, byteLimit: document.byteCount),
                FetchedDocument.File(
                    suffix: DocumentPath.signatureSuffix, digest: nil, byteLimit: Limits.sidecarBytes),
            ]
            if withJWS, let digest = document.digest(of: .jws) {
                files.append(
                    FetchedDocument.File(
                        suffix: DocumentPath.jwsSuffix, digest: digest,
                        byteLimit: EnvelopeSidecar.jws.byteLimit(ofBody: document.byteCount)))
            }
            requests += files.map { file in
                PublishedFiles.Request(
                    document.path.rawValue + file.suffix, folder: parent, name: name + file.suffix,
                    byteLimit: file.byteLimit, needsHeaders: false)
            }
            fetched.append(FetchedDocument(listed: document, folder: parent, name: name, files: files))
        }
        var failures = try await files.get(requests, until: deadline).map(\.failure)[...]
        for document in fetched.indices {
            for file in fetched[document].files.indices {
                fetched[document].files[file].failure = failures.removeFirst()
            }
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
