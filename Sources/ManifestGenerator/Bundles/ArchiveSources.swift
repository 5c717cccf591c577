import Diagnostics
import LocalFiles
import ManifestVerifier
import Policy
import Programs
import PublicationTree
import WebBundles

/// The places where a build looks for the bytes of archives. None of them is trusted: an archive counts only by the size and
/// the SHA-256 that the reviewed list names.
struct ArchiveSources: Sendable {
    /// The folder beside the policy that has the archives, which git ignores.
    static let folderName = "bundles"

    fileprivate enum Source: Sendable {
        case folder(Folder)
        /// The former tree, on disk or where it is published.
        case tree(PreviousTree)
        case address(TreeAddress)
    }

    private let places: [Source]
    private let variables: [String: String]

    /// - Parameters:
    ///   - policy: the folder of the policy; nil for the starter, which has no bundles.
    ///   - previous: the former tree.
    ///   - named: what `--archives` names: a folder of archives, or an https address.
    ///   - variables: the environment variables, for downloads.
    init(
        policy: String?, previous: PreviousTree?, named: String?, variables: [String: String]
    ) throws {
        self.variables = variables
        var places: [Source] = []
        // The former tree has what was signed and published; another file may be of the same size.
        if let previous, previous.download == nil { places.append(.tree(previous)) }
        if let policy {
            let folder = try Folder(path: policy)
            if folder.kind(of: Self.folderName) != nil {
                places.append(.folder(try folder.folder(Self.folderName)))
            }
        }
        if let named, !TreeAddress.isMeant(by: named) { places.append(.folder(try Folder(path: named))) }
        if let previous, previous.download != nil { places.append(.tree(previous)) }
        if let named, TreeAddress.isMeant(by: named) {
            places.append(.address(try TreeAddress(named)))
        }
        self.places = places
    }

    /// An archive that is on this machine and has the listed size, unread.
    func file(of bundle: BundleOffering.Bundle) throws -> BodyFile? {
        for place in places {
            if let file = try place.file(of: bundle) { return file }
        }
        return nil
    }

    /// Copies the listed archive into a folder of ours, which may mean to download it, and checks it there.
    ///
    /// - Parameter progress: told how many bytes were read since the last call.
    /// - Returns: the archive; nil when no place has the listed bytes.
    func copy(
        _ bundle: BundleOffering.Bundle, into folder: Folder, progress: (Int) -> Void
    ) async throws -> WebArchive? {
        let name = DocumentPath.webBundleName(bundle.version)
        for place in places {
            if let (address, path) = place.source(of: bundle) {
                guard try await download(path, at: address, bundle, as: name, into: folder) else { continue }
            } else {
                guard let file = try place.file(of: bundle) else { continue }
                try folder.copy(name, from: file.folder, named: file.name)
            }
            if let archive = try await Self.archive(name, in: folder, of: bundle, progress: progress) { return archive }
            try folder.remove(name)
        }
        return nil
    }

    /// The archive, if it has the listed bytes; fails when those are not an archive that clients accept.
    private static func archive(
        _ name: String, in folder: Folder, of bundle: BundleOffering.Bundle, progress: (Int) -> Void
    ) async throws -> WebArchive? {
        // Nothing of an archive is parsed before its bytes are the listed ones.
        let found = try BodyDigests(of: folder.file(name), date: nil)
        guard found.byteCount == bundle.archive.byteCount, bundle.archive.digest.matches(found.body) else { return nil }
        // Pages were judged when it was listed.
        let inspection = WebInspection(of: name, pages: nil)
        let archive = try await WebArchive(name, in: folder, inspection: inspection, progress: progress)
        _ = try inspection.verdict(isStrict: false)
        guard archive.digest == found.body else { throw FileError(folder.child(name), .read, .changed) }
        guard !bundle.isOffered || archive.files == bundle.archive.files else {
            throw ErrorReport(
                .refused,
                "v\(bundle.version) is listed with files \(bundle.archive.files), and those of its archive are "
                    + archive.files,
                hint: "clients would refuse it: put the right \"files\" into its entry in the list")
        }
        return archive
    }

    /// The places in their order, for messages.
    var description: String {
        places.map { place in
            switch place {
            case .folder(let folder): folder.path
            case .tree(let tree): tree.download?.address.rawValue ?? tree.tree.folder.path
            case .address(let address): address.rawValue
            }
        }.joined(separator: ", ")
    }

    private func download(
        _ path: String, at address: TreeAddress, _ bundle: BundleOffering.Bundle, as name: String, into folder: Folder
    ) async throws -> Bool {
        let limits = Curl.TimeLimits()
        let files = PublishedFiles(at: address, variables: variables, timeLimits: limits)
        let request = PublishedFiles.Request(
            path, folder: folder, name: name, byteLimit: bundle.archive.byteCount, needsHeaders: false)
        if try await files.get([request], until: .now + limits.whole)[0].failure == nil { return true }
        try folder.remove(name)
        return false
    }
}

extension ArchiveSources.Source {
    /// Where the archive is downloaded from; nil for a place on this machine.
    fileprivate func source(of bundle: BundleOffering.Bundle) -> (address: TreeAddress, path: String)? {
        switch self {
        case .folder: nil
        case .tree(let tree): tree.download.map { ($0.address, bundle.path.rawValue) }
        case .address(let address): (address, DocumentPath.webBundleName(bundle.version))
        }
    }

    /// The archive, unread, if the place is on this machine and has a file of the listed size.
    fileprivate func file(of bundle: BundleOffering.Bundle) throws(FileError) -> BodyFile? {
        let byteCount = bundle.archive.byteCount
        switch self {
        case .folder(let folder):
            let name = DocumentPath.webBundleName(bundle.version)
            guard folder.kind(of: name) == .file, try folder.file(name).size == byteCount else { return nil }
            return BodyFile(folder: folder, name: name, byteCount: byteCount, isShared: true)
        case .tree(let tree):
            guard case .file(let file)? = try tree.tree.body(of: bundle.path, .webBundle), file.byteCount == byteCount
            else { return nil }
            return BodyFile(folder: file.folder, name: file.name, byteCount: byteCount, isShared: true)
        case .address: return nil
        }
    }
}
