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

    /// Those on this machine, which are looked through first.
    private let folders: [Folder]
    private let addresses: [TreeAddress]
    private let variables: [String: String]

    /// - Parameters:
    ///   - policy: the folder of the policy; nil for the starter, which has no bundles.
    ///   - named: what `--archives` names: a folder of archives, or an https address.
    init(
        policy: String?, previous: PreviousTree?, named: String?, variables: [String: String]
    ) throws {
        self.variables = variables
        var folders: [Folder] = []
        var addresses: [TreeAddress] = []
        // The former tree has what was signed and published; another file may be of the same size.
        if let address = previous?.download?.address {
            addresses.append(try TreeAddress(address.url(of: DocumentPath.webBundleFolder)))
        } else if let tree = previous?.tree.folder, tree.kind(of: DocumentPath.webBundleFolder) == .folder {
            folders.append(try tree.folder(DocumentPath.webBundleFolder))
        }
        if let policy {
            let folder = try Folder(path: policy)
            if folder.kind(of: Self.folderName) != nil { folders.append(try folder.folder(Self.folderName)) }
        }
        if let named {
            if TreeAddress.isMeant(by: named) {
                addresses.append(try TreeAddress(named))
            } else {
                folders.append(try Folder(path: named))
            }
        }
        (self.folders, self.addresses) = (folders, addresses)
    }

    /// An archive that is on this machine and has the listed size, unread.
    func file(of bundle: BundleOffering.Bundle) throws(FileError) -> BodyFile? {
        for folder in folders {
            if let file = try Self.file(of: bundle, in: folder) { return file }
        }
        return nil
    }

    private static func file(of bundle: BundleOffering.Bundle, in folder: Folder) throws(FileError) -> BodyFile? {
        let (name, byteCount) = (DocumentPath.webBundleName(bundle.version), bundle.archive.byteCount)
        guard folder.kind(of: name) == .file, try folder.file(name).size == byteCount else { return nil }
        return BodyFile(folder: folder, name: name, byteCount: byteCount)
    }

    /// Copies the listed archive into a folder of ours, which may mean to download it, and checks it there.
    ///
    /// - Returns: the archive; nil when no place has the listed bytes.
    func copy(
        _ bundle: BundleOffering.Bundle, into folder: Folder, progress: (Int) -> Void
    ) async throws -> WebArchive? {
        let name = DocumentPath.webBundleName(bundle.version)
        for source in folders {
            guard let file = try Self.file(of: bundle, in: source) else { continue }
            try folder.copy(name, from: file.folder, named: file.name)
            if let archive = try await Self.archive(name, in: folder, of: bundle, progress: progress) { return archive }
        }
        for address in addresses {
            guard try await download(name, at: address, byteCount: bundle.archive.byteCount, into: folder) else {
                continue
            }
            if let archive = try await Self.archive(name, in: folder, of: bundle, progress: progress) { return archive }
        }
        return nil
    }

    /// The archive, if it has the listed bytes, else it is removed; fails when those are not an archive that clients accept.
    private static func archive(
        _ name: String, in folder: Folder, of bundle: BundleOffering.Bundle, progress: (Int) -> Void
    ) async throws -> WebArchive? {
        // Nothing of an archive is parsed before its bytes are the listed ones.
        let found = try BodyDigests(of: folder.file(name), date: nil)
        guard found.byteCount == bundle.archive.byteCount, bundle.archive.digest.matches(found.body) else {
            try folder.remove(name)
            return nil
        }
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
        (folders.map(\.path) + addresses.map(\.rawValue)).joined(separator: ", ")
    }

    private func download(
        _ name: String, at address: TreeAddress, byteCount: Int, into folder: Folder
    ) async throws -> Bool {
        let limits = Curl.TimeLimits()
        let files = PublishedFiles(at: address, variables: variables, timeLimits: limits)
        let request = PublishedFiles.Request(
            name, folder: folder, name: name, byteLimit: byteCount, needsHeaders: false)
        if try await files.get([request], until: .now + limits.whole)[0].failure == nil { return true }
        try folder.remove(name)
        return false
    }
}
