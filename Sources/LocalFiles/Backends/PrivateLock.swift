#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The lock of a folder that no other user can take: it lies in a folder of its own that only its owner can open.
///
/// Every user who can open a folder can lock it (flock(2)), so a lock of the folder itself would let any account of the
/// machine hold up a build. The lock's folder is removed with the lock; one that a killed process left is empty, not
/// locked, and is used again by the next.
final class PrivateLock: Sendable {
    /// The name of the lock's folder.
    static let name = ".signet-lock"

    private let parent: Folder
    private let held: Folder

    /// Takes the lock of a folder; nil while another process has it.
    init?(of parent: Folder) throws(FileError) {
        while true {
            let isNew = unsafe mkdirat(parent.descriptor, Self.name, 0o700) == 0
            guard isNew || errno == EEXIST else { throw parent.lastFailure(of: Self.name, .write) }
            guard let held = try Self.opened(in: parent) else { continue }
            // To the owner of the parent nothing in it is closed.
            guard isNew || held.owner == geteuid() || held.owner == parent.owner else {
                throw FileError(held.path, .write, .lockOfAnotherUser)
            }
            guard try held.tryLock() else { return nil }
            // A process that had the lock until now has removed the folder, which is worth nothing then.
            guard parent.identity(of: Self.name) == held.identity else { continue }
            self.parent = parent
            self.held = held
            return
        }
    }

    deinit {
        // Before the lock ends, so that no other process has taken it.
        unsafe unlinkat(parent.descriptor, Self.name, AT_REMOVEDIR)
    }

    /// The lock's folder; nil when it was removed just now.
    private static func opened(in parent: Folder) throws(FileError) -> Folder? {
        do throws(FileError) {
            return try parent.folder(name)
        } catch {
            switch error.reason {
            case .notFound: return nil
            case .permissionDenied: throw FileError(error.path, .write, .lockOfAnotherUser)
            default: throw error
            }
        }
    }
}
