import LocalFiles
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The web bundle that an app ships, shown when there is nothing better. It needs no confirmation.
public struct EmbeddedBundle: Equatable, Sendable {
    /// How the app ships it.
    enum Source: Equatable, Sendable {
        case folder(URL)
        case archive(URL)
    }

    /// The version, by which it competes with downloaded ones.
    public let version: SemanticVersion
    let source: Source

    /// A bundle in a folder of the app, served in place.
    public init(version: SemanticVersion, folder: URL) {
        self.version = version
        source = .folder(folder)
    }

    /// A bundle in an archive of the app, which the store unpacks once, and again when the archive has changed or the folder
    /// is no longer what it holds. Each process that shows it reads the archive and the folder once.
    public static func archive(version: SemanticVersion, file: URL) -> EmbeddedBundle {
        EmbeddedBundle(version: version, source: .archive(file))
    }

    private init(version: SemanticVersion, source: Source) {
        self.version = version
        self.source = source
    }
}

/// The embedded bundle of an app that ships it as an archive, unpacked into the store once.
///
/// What its files must be is read from the archive in each process, since nothing signs them. The folder is compared with that
/// as a whole, and made anew when it differs.
struct UnpackedSeed {
    /// The beginning of every such folder's name, which the archive's digest follows.
    static let prefix = "embedded-"

    /// What a process has read of the archive.
    struct Contents {
        let name: String
        let list: FileList
    }

    let contents: Contents
    /// Holds a shared lock of the folder, so that it is not removed while in use.
    let folder: Folder

    /// One that this process has compared before; nil when it is gone, or its page has changed.
    init?(known contents: Contents, in store: StoreFolder) {
        guard let root = try? Folder(path: store.url.path),
            let folder = Self.existing(contents, in: root, isKnown: true)
        else { return nil }
        self.contents = contents
        self.folder = folder
    }

    /// Unpacks the archive, unless it is unpacked already and whole.
    init(of archive: URL, in store: StoreFolder) async throws(BundleStoreError) {
        let (reader, contents): (ArchiveReader, Contents)
        do throws(ArchiveError) {
            let (parent, name) = archive.path.parentAndName
            reader = try ArchiveReader(translating(Folder(path: parent).file(name), to: ArchiveError.file))
            let (digest, list) = try await reader.readWhole { _, _ in }
            contents = Contents(name: Self.prefix + digest.hexadecimal.prefix(16), list: list)
        } catch {
            throw .embedded(error.message)
        }
        guard contents.list.entries[Array(BundleStore.startPage.utf8)] != nil else {
            throw .embedded("the archive has no \(BundleStore.startPage)")
        }
        self.contents = contents
        // Without the lock of the root: removing the folder takes its own.
        if let root = try? Folder(path: store.url.path), let folder = Self.existing(contents, in: root) {
            self.folder = folder
        } else {
            folder = try await Self.unpack(reader, as: contents, in: store)
        }
    }

    /// The unpacked folder; nil when it cannot be used as it is.
    private static func existing(_ contents: Contents, in root: Folder, isKnown: Bool = false) -> Folder? {
        guard let folder = try? root.folder(contents.name), (try? folder.tryLock(isShared: true)) == true else {
            return nil
        }
        let files = CheckedFolder(folder, contents.list) { _ in }
        let isRight = isKnown ? (try? files.checkStartPage() == nil) == true : files.checkAll() == nil
        return isRight ? folder : nil
    }

    private static func unpack(
        _ reader: ArchiveReader, as contents: Contents, in store: StoreFolder
    ) async throws(BundleStoreError) -> Folder {
        let staging = try await store.locked { (root) throws(BundleStoreError) in try StagingFolder(in: root) }
        do throws(ArchiveError) {
            try reader.unpack(into: staging.folder)
        } catch {
            await store.discard(staging)
            throw .embedded(error.message)
        }
        return try await store.locked { (root) throws(BundleStoreError) in
            // Another process may have been faster; then this folder is a leftover.
            if let folder = existing(contents, in: root) { return folder }
            return try BundleStoreError.files { () throws(FileError) in
                try staging.share()
                // A damaged one that is shown stays open; it is a leftover from here on.
                if root.kind(of: contents.name) != nil { try root.rename(contents.name, to: StagingFolder.newName) }
                try root.rename(staging.name, to: contents.name)
                try root.sync()
                return staging.folder
            }
        }
    }
}

extension ReadableFile {
    /// The SHA-256 of all bytes, whatever the current position.
    func digest() throws(FileError) -> SHA256Digest {
        let hash = SHA256()
        var offset = 0
        while case let piece = try bytes(at: offset, count: 256 << 10), !piece.isEmpty {
            hash.update(piece)
            offset += piece.count
        }
        return hash.finalize()
    }
}

extension StoreFolder {
    /// Removes the folder of work that failed. What cannot be removed is a leftover for the next start.
    func discard(_ staging: StagingFolder) async {
        try? await locked { (root) throws(BundleStoreError) in
            try translating(root.remove(staging.name), to: BundleStoreError.init)
        }
        withExtendedLifetime(staging) {}
    }
}
