import LocalFiles

/// A folder of unfinished work. Its owner holds its lock, so it is not taken for a leftover.
struct StagingFolder: Sendable {
    /// The beginning of every such folder's name.
    static let prefix = ".staging-"

    let name: String
    let folder: Folder

    /// The beginning of the name of a folder with the download of an archive, which a later update may go on with.
    private static let downloadPrefix = "download-"

    static var newName: String { prefix + String(UInt64.random(in: .min ... .max), radix: 16) }

    /// Makes one; call it under the lock of the root, or another process could remove it before it is locked.
    init(in root: Folder) throws(BundleStoreError) {
        let name = Self.newName
        folder = try BundleStoreError.files { () throws(FileError) in
            let folder = try root.folder(creating: name)
            guard try folder.tryLock() else { throw FileError(folder.path, .write, .locked) }
            return folder
        }
        self.name = name
    }

    /// The folder of the download of an archive, with what is there of it; one of its own while another update is at it.
    init(downloading sha256: String, in root: Folder) throws(BundleStoreError) {
        let name = Self.downloadPrefix + sha256
        if let folder = try? root.folder(creating: name), (try? folder.tryLock()) == true {
            self.name = name
            self.folder = folder
        } else {
            self = try StagingFolder(in: root)
        }
    }

    /// Whether a later update may go on with it.
    var isDownload: Bool { name.hasPrefix(Self.downloadPrefix) }

    /// Removes what was downloaded of other archives than one, and is not in use; call it under the lock of the root.
    static func forgetDownloads(but sha256: String?, in root: Folder) throws(FileError) {
        let kept = sha256.map { downloadPrefix + $0 }
        for entry in try root.entries() where entry.name.hasPrefix(downloadPrefix) && entry.name != kept {
            _ = try Leftovers.remove(entry.name, in: root)
        }
    }

    /// Lets other processes use the folder, but not remove it.
    func share() throws(FileError) {
        guard try folder.tryLock(isShared: true) else { throw FileError(folder.path, .write, .locked) }
    }
}

/// What crashes and removed versions have left in the root of a store.
enum Leftovers {
    /// Removes what does not count and is not in use; call it under the lock of the root.
    ///
    /// - Parameter embedded: the name of the unpacked embedded bundle, if known; nil keeps all of them.
    /// - Returns: the names of what was removed.
    @discardableResult
    static func clean(_ root: Folder, state: StoreState, embedded: String?) throws(FileError) -> [String] {
        var removed: [String] = []
        var failure: FileError?
        for entry in try root.entries() where isLeftover(entry, state: state, embedded: embedded) {
            do throws(FileError) {
                if try remove(entry.name, in: root) { removed.append(entry.name) }
            } catch {
                // One that cannot be removed does not stop the others.
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return removed
    }

    /// Whether a folder is in use, so that it cannot be removed now.
    static func isInUse(_ name: String, in root: Folder) throws(FileError) -> Bool {
        guard root.kind(of: name) == .folder else { return false }
        return try !root.folder(name).tryLock()
    }

    /// Removes a folder that is not in use, or anything else; returns whether it is gone.
    static func remove(_ name: String, in root: Folder) throws(FileError) -> Bool {
        if root.kind(of: name) == .folder {
            let folder = try root.folder(name)
            guard try folder.tryLock() else { return false }
            // The lock is held until everything is gone.
            defer { withExtendedLifetime(folder) {} }
            try removeWhole(name, in: root)
        } else {
            try root.remove(name)
        }
        return true
    }

    /// Removes a folder so that no part of it is ever taken for the whole: it is renamed first.
    static func removeWhole(_ name: String, in root: Folder) throws(FileError) {
        guard !name.hasPrefix(StagingFolder.prefix) else { return try root.remove(name) }
        let doomed = StagingFolder.newName
        try root.rename(name, to: doomed)
        try root.remove(doomed)
    }

    private static func isLeftover(
        _ entry: FolderEntry, state: StoreState, embedded: String?
    ) -> Bool {
        if entry.name.hasPrefix(StagingFolder.prefix) { return true }
        // Files are written as hidden ones first, under the lock.
        if entry.name.hasPrefix(".") { return entry.kind != .folder }
        if entry.name.hasPrefix(UnpackedSeed.prefix) { return embedded != nil && entry.name != embedded }
        let isProof = entry.name.hasPrefix(BundleProof.prefix)
        let name = isProof ? String(entry.name.dropFirst(BundleProof.prefix.count)) : entry.name
        guard case .stored(let version) = BundleVersion(name) else { return false }
        return entry.kind != (isProof ? .file : .folder) || state.bundle(version) == nil
    }
}
