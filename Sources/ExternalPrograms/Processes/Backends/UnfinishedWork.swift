import Glibc
import LocalFiles
import Synchronization

/// What a signal that ends this process must not leave behind: programs that run, and folders that are not finished.
///
/// There is one for the process, as a signal is sent to the process. All such work is begun and ended through this
/// object, so that a signal finds it either begun or not. Once `abandon` has started, every other thread that
/// comes here stops: no tree is put in its place while its parts are being removed.
package final class UnfinishedWork: Sendable {
    /// The work of this process.
    package static let ofThisProcess = UnfinishedWork()

    private struct State {
        var programs: Set<pid_t> = []
        /// Folders by the identity of what they are in, and their names.
        var folders: [Place: Folder] = [:]
    }

    private struct Place: Hashable {
        let parent: [UInt64]
        let name: String
    }

    private let state = Mutex(State())

    private init() {}

    // MARK: Folders

    /// Makes a folder that is not to be left behind unfinished.
    ///
    /// - Parameter make: makes it in `parent`, and gives its name.
    package func begin(in parent: Folder, _ make: () throws(FileError) -> String) throws(FileError) {
        // Opened once more: this object must not keep the lock of a folder.
        let opened = try parent.folder(".")
        try state.withLock { (state) throws(FileError) in
            state.folders[Place(parent: parent.identity, name: try make())] = opened
        }
    }

    /// The folder is finished, or removed.
    package func end(_ name: String, in parent: Folder) {
        state.withLock { state in
            _ = state.folders.removeValue(forKey: Place(parent: parent.identity, name: name))
        }
    }

    // MARK: Programs

    /// Starts a program that is not to outlive this process.
    func start(_ spawn: () -> (code: CInt, pid: pid_t)) -> (code: CInt, pid: pid_t) {
        state.withLock { state in
            let (code, pid) = spawn()
            if code == 0 { state.programs.insert(pid) }
            return (code, pid)
        }
    }

    /// Asks for the status of a program that was started, as `waitpid` does; until it has ended, its id is its own.
    func wait(for pid: pid_t, _ status: inout CInt, options: CInt) -> pid_t {
        state.withLock { state in
            var waited: pid_t
            repeat { waited = unsafe waitpid(pid, &status, options) } while waited < 0 && errno == EINTR
            if waited != 0 { state.programs.remove(pid) }
            return waited
        }
    }

    // MARK: Interruption

    /// Runs something that is done as a whole or not at all; must be short and must not begin or end other work.
    package func withoutInterruption<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
        try state.withLock { (_) throws(Failure) in try body() }
    }

    /// Kills the programs, removes the folders and ends the process.
    package func abandon(exitCode: CInt) -> Never {
        state.withLock { state in
            for pid in state.programs { kill(pid, SIGKILL) }
            for pid in state.programs { while waitpid(pid, nil, 0) < 0, errno == EINTR {} }
            for (place, parent) in state.folders { Self.remove(place.name, in: parent) }
            _exit(exitCode)
        }
        _exit(exitCode)
    }

    /// Removes a folder into which another thread may still be writing.
    private static func remove(_ name: String, in parent: Folder) {
        for _ in 0..<attempts {
            if (try? parent.remove(name)) != nil { return }
            usleep(pauseInMicroseconds)
        }
    }

    private static let attempts = 100
    private static let pauseInMicroseconds: useconds_t = 10_000
}
