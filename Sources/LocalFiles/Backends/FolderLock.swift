#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The lock of a folder that no other user can take: it is on a folder inside, which only its owner can open.
///
/// Every user who can open a folder can lock it (flock(2)), so a lock of the folder itself would let any account of the
/// machine block the work in it. The inner folder is removed with the lock; one that a killed process left is empty and
/// not locked, and the next process uses it again.
final class PrivateLock: Sendable {
    static let name = ".signet-lock"

    private let parent: Folder
    private let held: Folder

    /// Takes the lock of a folder; nil while another process has it.
    init?(of parent: Folder) throws(FileError) {
        while true {
            let isNew = unsafe mkdirat(parent.descriptor, Self.name, 0o700) == 0
            guard isNew || errno == EEXIST else { throw parent.lastFailure(of: Self.name, .write) }
            guard let held = try Self.opened(in: parent) else { continue }
            // The owner of the parent can open everything in it.
            guard isNew || held.owner == geteuid() || held.owner == parent.owner else {
                throw FileError(held.path, .write, .lockOfAnotherUser)
            }
            guard try held.tryLock() else { return nil }
            // The process that had the lock until now has removed the folder; a lock of it would protect nothing.
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

    /// The lock's folder; nil when it has just been removed.
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

extension Folder {
    /// Opens a folder, making it when it is not there, and takes its lock; waits while another process has it.
    ///
    /// - Parameters:
    ///   - patience: how many seconds to wait for another process.
    ///   - made: gets the paths of the folders that were made, the outermost first.
    ///   - whenWaiting: called once when another process has the lock.
    package static func locked(
        _ path: String, patience: Double, made: inout [String], whenWaiting: () -> Void
    ) async throws(FileError) -> Folder {
        try await waiting(for: path, patience, pause: 0.05, whenWaiting: whenWaiting) { () throws(FileError) in
            // Made each time: the process that has the lock removes a folder that it has made for nothing.
            try Folder(creating: path, made: &made).locked()
        }
    }

    /// The same folder with its lock, which no other user can take and which ends with the returned folder; nil while
    /// another process has it.
    ///
    /// A folder that may not be written to is returned without a lock: this process can change nothing in it.
    package func locked() throws(FileError) -> Folder? {
        do throws(FileError) {
            guard let lock = try PrivateLock(of: self) else { return nil }
            return try reopened(keeping: lock)
        } catch {
            guard error == FileError(child(PrivateLock.name), .write, .permissionDenied) else { throw error }
            return self
        }
    }

    /// Works in a folder with its lock, making the folder when it is not there.
    ///
    /// It waits on this thread, and is for work of milliseconds that waits for nothing else.
    ///
    /// - Parameter patience: how many seconds to wait for another process, or for other work of this one.
    package static func withLock<Result>(
        of path: String, patience: Double, work: (Folder) throws -> Result
    ) throws -> Result {
        try work(Folder(creating: path).locked(patience: patience))
    }

    /// The folder with its lock (`locked`), waiting on this thread while another process has it.
    package func locked(patience: Double) throws(FileError) -> Folder {
        var attempts = Int(patience * 1_000)
        while true {
            if let locked = try locked() { return locked }
            guard attempts > 0 else { throw FileError(path, .write, .locked) }
            attempts -= 1
            usleep(1_000)
        }
    }

    /// Takes the lock of the folder itself (`tryLock`), waiting while another process has it.
    package func lock(patience: Double) async throws(FileError) {
        try await Self.waiting(for: path, patience, pause: 0.01) { () throws(FileError) in try tryLock() ? () : nil }
    }

    /// Tries to take a lock until it is taken; fails with `locked` when that takes more than `patience` seconds.
    private static func waiting<Lock>(
        for path: String, _ patience: Double, pause: Double, whenWaiting: () -> Void = {},
        take: () throws(FileError) -> Lock?
    ) async throws(FileError) -> Lock {
        // Not by the clock: a process that was suspended, or a machine that slept, has not tried meanwhile.
        var attempts = Int((patience / pause).rounded())
        var isWaiting = false
        while true {
            if let lock = try take() { return lock }
            if !isWaiting { whenWaiting() }
            isWaiting = true
            guard attempts > 0 else { throw FileError(path, .write, .locked) }
            attempts -= 1
            // In a task of its own: one that is cancelled would not pause at all.
            await Task { try? await Task.sleep(nanoseconds: UInt64(pause * 1e9)) }.value
        }
    }
}
