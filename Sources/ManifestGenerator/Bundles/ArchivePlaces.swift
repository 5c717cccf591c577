import LocalFiles
import ManifestCrypto
import ManifestFormat
import PublicationTree

/// The places where a build looks for the bytes of archives. None of them is trusted: an archive counts only by the size and
/// the SHA-256 that the reviewed list names.
struct ArchivePlaces: Sendable {
    /// The folder beside the policy that has the archives, which git ignores.
    static let folderName = "bundles"

    /// Whether an archive may be downloaded.
    enum Reach {
        /// Only what is on this machine.
        case thisMachine
        case everywhere
    }

    fileprivate enum Place: Sendable {
        case folder(Folder)
        /// The former tree, on disk or where it is published.
        case tree(PreviousTree)
        case address(TreeAddress)
    }

    private let places: [Place]
    private let variables: [String: String]

    /// - Parameters:
    ///   - policy: the folder of the policy; nil for the starter, which has no bundles.
    ///   - previous: the former tree.
    ///   - named: what `--archives` names: a folder of archives, or an https address.
    ///   - variables: the environment variables, for downloads.
    init(
        policy: String?, previous: PreviousTree?, named: String?, variables: [String: String]
    ) throws(BuildError) {
        self.variables = variables
        var places: [Place] = []
        do throws(FileError) {
            if let policy {
                let folder = try Folder(path: policy)
                if folder.kind(of: Self.folderName) != nil {
                    places.append(.folder(try folder.folder(Self.folderName)))
                }
            }
            if let previous { places.append(.tree(previous)) }
            if let named, !TreeAddress.isMeant(by: named) { places.append(.folder(try Folder(path: named))) }
        } catch {
            throw .file(error)
        }
        if let named, TreeAddress.isMeant(by: named) {
            do throws(TreeAddressError) { places.append(.address(try TreeAddress(named))) } catch {
                throw .address(error)
            }
        }
        self.places = places
    }

    /// Copies the listed archive into a folder of ours.
    ///
    /// - Parameter progress: told of every piece that is hashed how many bytes it has.
    /// - Returns: the copy with its digests; nil when no place has the listed bytes.
    func copy(
        _ bundle: BundleOffering.Bundle, into folder: Folder, _ reach: Reach, progress: (Int) -> Void = { _ in }
    ) async throws(BuildError) -> (file: BodyFile, digests: BodyDigests)? {
        let name = DocumentPath.webBundleName(bundle.version)
        for place in places {
            if let url = place.url(of: bundle) {
                guard reach == .everywhere, try await download(url, bundle, as: name, into: folder) else { continue }
            } else {
                guard try filing({ () throws(FileError) in try place.copy(bundle, as: name, into: folder) }) else {
                    continue
                }
            }
            let digests = try filing { () throws(FileError) in
                try BodyDigests(of: folder.file(name), date: nil, progress: progress)
            }
            if digests.byteCount == bundle.archive.byteCount, bundle.archive.digest.matches(digests.body) {
                let file = BodyFile(folder: folder, name: name, byteCount: digests.byteCount, isOurs: true)
                return (file, digests)
            }
            try filing { () throws(FileError) in try folder.remove(name) }
        }
        return nil
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
        _ url: String, _ bundle: BundleOffering.Bundle, as name: String, into folder: Folder
    ) async throws(BuildError) -> Bool {
        let limits = TreeDownload.TimeLimits()
        do throws(TreeDownloadError) {
            let failures = try await Curl(variables: variables, timeLimits: limits).fetch(
                [Curl.Transfer(url: url, folder: folder, name: name, byteLimit: bundle.archive.byteCount)],
                until: .now + limits.whole)
            if failures == [nil] { return true }
        } catch {
            throw .download(error)
        }
        try filing { () throws(FileError) in try folder.remove(name) }
        return false
    }

    private func filing<Value>(_ body: () throws(FileError) -> Value) throws(BuildError) -> Value {
        do throws(FileError) { return try body() } catch { throw .file(error) }
    }
}

extension ArchivePlaces.Place {
    /// Where the archive is downloaded from; nil for a place on this machine.
    fileprivate func url(of bundle: BundleOffering.Bundle) -> String? {
        switch self {
        case .folder: nil
        case .tree(let tree): tree.download?.address.url(of: bundle.path.rawValue)
        case .address(let address): address.url(of: DocumentPath.webBundleName(bundle.version))
        }
    }

    /// Copies a file of the listed size from a place on this machine; false when there is none.
    fileprivate func copy(
        _ bundle: BundleOffering.Bundle, as name: String, into folder: Folder
    ) throws(FileError) -> Bool {
        switch self {
        case .folder(let source):
            guard source.kind(of: name) == .file, try source.file(name).size == bundle.archive.byteCount else {
                return false
            }
            try folder.copy(name, from: source, named: name)
        case .tree(let tree):
            guard case .file(let file)? = try tree.tree.body(of: bundle.path, .webBundle),
                file.byteCount == bundle.archive.byteCount
            else { return false }
            try folder.copy(name, from: file.folder, named: file.name)
        case .address: return false
        }
        return true
    }
}
