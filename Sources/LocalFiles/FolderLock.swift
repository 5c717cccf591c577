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
        let deadline = ContinuousClock.now + patience
        var isWaiting = false
        while try !folder.tryLock() {
            if !isWaiting { whenWaiting() }
            isWaiting = true
            guard ContinuousClock.now < deadline else { throw FileError(path, .write, .locked) }
            // A cancelled wait only asks again sooner.
            try? await Task.sleep(for: .milliseconds(50))
        }
        return folder
    }
}
