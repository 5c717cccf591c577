import LocalFiles

/// A folder of work that is not finished. Its owner holds its lock, so that nobody takes it for a leftover.
struct StagingFolder: Sendable {
    /// All names of such folders begin with this.
    static let prefix = ".staging-"

    let name: String
    let folder: Folder

    /// A name that nothing has.
    static var newName: String { prefix + String(UInt64.random(in: .min ... .max), radix: 16) }

    /// Makes one; to be called under the lock of the root, or somebody could clean it up before it is locked.
    init(in root: Folder) throws(BundleStoreError) {
        name = Self.newName
        let name = name
        folder = try BundleStoreError.files { () throws(FileError) in
            let folder = try root.folder(creating: name)
            guard try folder.tryLock() else { throw FileError(folder.path, .write, .locked) }
            return folder
        }
    }

    /// Lets others use what becomes of the folder, but not remove it.
    func share() throws(FileError) {
        guard try folder.tryLock(isShared: true) else { throw FileError(folder.path, .write, .locked) }
    }
}
