extension Folder {
    /// Opens a folder, making it when it is not there, and takes its lock; waits while another process has it.
    ///
    /// - Parameters:
    ///   - patience: how long to wait for another process.
    ///   - made: gets the paths of the folders that were made, the outermost first.
    ///   - whenWaiting: called once when another process has the lock.
    package static func locked(
        _ path: String, patience: Duration, made: inout [String], whenWaiting: () -> Void
    ) async throws(FileError) -> Folder {
        let folder = try Folder(creating: path, made: &made)
        let pause = Duration.milliseconds(50)
        // Not by the clock: a machine that was busy or slept has not asked meanwhile.
        var attempts = Int(patience / pause)
        var isWaiting = false
        while true {
            if let locked = try folder.locked() { return locked }
            if !isWaiting { whenWaiting() }
            isWaiting = true
            guard attempts > 0 else { throw FileError(path, .write, .locked) }
            attempts -= 1
            // In a task of its own: one that is cancelled would not pause at all.
            await Task { try? await Task.sleep(for: pause) }.value
        }
    }

    /// The same folder with its lock, which no other user can take and which ends with the returned folder; nil while
    /// another process has it.
    ///
    /// A folder that may not be written to is returned without a lock: nothing in it can be changed by this process.
    package func locked() throws(FileError) -> Folder? {
        do throws(FileError) {
            guard let lock = try PrivateLock(of: self) else { return nil }
            return try reopened(keeping: lock)
        } catch {
            guard error == FileError(child(PrivateLock.name), .write, .permissionDenied) else { throw error }
            return self
        }
    }
}
