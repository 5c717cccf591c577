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

    /// A bundle in an archive of the app, which the store unpacks once, and again when the archive has changed.
    public static func archive(version: SemanticVersion, file: URL) -> EmbeddedBundle {
        EmbeddedBundle(version: version, source: .archive(file))
    }

    private init(version: SemanticVersion, source: Source) {
        self.version = version
        self.source = source
    }
}

/// The embedded bundle of an app that ships it as an archive, unpacked into the store once.
struct UnpackedSeed {
    /// The beginning of every such folder's name, which the archive's digest follows.
    static let prefix = "embedded-"

    let name: String
    /// Holds a shared lock of the folder, so that it is not removed while in use.
    let folder: Folder

    /// Unpacks the archive, unless it is unpacked already.
    init(of archive: URL, in store: StoreFolder) async throws(BundleStoreError) {
        let file: ReadableFile
        do throws(FileError) {
            let (parent, name) = archive.path.parentAndName
            file = try Folder(path: parent).file(name)
            self.name = try Self.prefix + file.digest().hexadecimal.prefix(16)
        } catch {
            throw .embedded(error.message)
        }
        let name = name
        // Without the lock of the root: removing the folder takes its own.
        if let root = try? Folder(path: store.url.path), let folder = (try? Self.existing(name, in: root)) ?? nil {
            self.folder = folder
            return
        }
        let found = try await store.locked { (root) throws(BundleStoreError) -> Found in
            if let folder = try Self.existing(name, in: root) { return .unpacked(folder) }
            return .staging(try StagingFolder(in: root))
        }
        switch found {
        case .unpacked(let folder): self.folder = folder
        case .staging(let staging): folder = try await Self.unpack(file, into: staging, as: name, in: store)
        }
    }

    private enum Found {
        case unpacked(Folder)
        case staging(StagingFolder)
    }

    private static func existing(_ name: String, in root: Folder) throws(BundleStoreError) -> Folder? {
        guard root.kind(of: name) == .folder else { return nil }
        return try BundleStoreError.files { () throws(FileError) in
            let folder = try root.folder(name)
            let isWhole = try folder.tryLock(isShared: true) && folder.kind(of: BundleStore.startPage) == .file
            return isWhole ? folder : nil
        }
    }

    private static func unpack(
        _ file: ReadableFile, into staging: StagingFolder, as name: String, in store: StoreFolder
    ) async throws(BundleStoreError) -> Folder {
        do throws(ArchiveError) {
            try ArchiveReader(file).unpack(into: staging.folder)
        } catch {
            await store.discard(staging)
            throw .embedded(error.message)
        }
        guard staging.folder.kind(of: BundleStore.startPage) == .file else {
            await store.discard(staging)
            throw .embedded("the archive has no \(BundleStore.startPage)")
        }
        return try await store.locked { (root) throws(BundleStoreError) in
            // Another process may have been faster; then this folder is a leftover.
            if let folder = try existing(name, in: root) { return folder }
            return try BundleStoreError.files { () throws(FileError) in
                try staging.share()
                if root.kind(of: name) != nil { try root.remove(name) }
                try root.rename(staging.name, to: name)
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
