import CLinux
import Glibc
import LocalFiles
import Synchronization

/// What a signal that ends this process must not leave behind: running programs and unfinished folders.
///
/// There is one for the process, since a signal is sent to the process. All such work begins and ends through this object,
/// so that a signal finds it either begun or not. Once `abandon` has started, every other thread that gets here stops: no
/// tree is put in its place while its parts are being removed.
package final class UnfinishedWork: Sendable {
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

    /// Makes a folder that must not be left behind unfinished.
    ///
    /// - Parameter make: makes it in `parent`, and gives its name.
    package func begin(in parent: Folder, _ make: () throws(FileError) -> String) throws(FileError) {
        // Opened once more: this object must not keep the lock of a folder.
        let opened = try parent.folder(".")
        try state.withLock { (state) throws(FileError) in
            state.folders[Place(parent: parent.identity, name: try make())] = opened
        }
    }

    package func end(_ name: String, in parent: Folder) {
        state.withLock { state in
            _ = state.folders.removeValue(forKey: Place(parent: parent.identity, name: name))
        }
    }

    /// Starts a program that must not outlive this process.
    func start(_ spawn: () -> (code: CInt, pid: pid_t)) -> (code: CInt, pid: pid_t) {
        state.withLock { state in
            let (code, pid) = spawn()
            if code == 0 { state.programs.insert(pid) }
            return (code, pid)
        }
    }

    /// Gets the status of a program that was started, as `waitpid` does; its id is not reused before it has ended.
    func wait(for pid: pid_t, _ status: inout CInt, options: CInt) -> pid_t {
        state.withLock { state in
            var waited: pid_t
            repeat { waited = unsafe waitpid(pid, &status, options) } while waited < 0 && errno == EINTR
            if waited != 0 { state.programs.remove(pid) }
            return waited
        }
    }

    /// Runs something that must happen as a whole or not at all; it must be short, and must not begin or end other work.
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

/// The signals with which a person, a shell or a CI job ends a process, reserved for the thread that waits for them.
///
/// Every other thread must be started later, so that it inherits the blocked signals. The waiting thread must not call
/// `dispatch_main`, as an asynchronous `main` does: that unblocks all signals.
package struct TerminationSignals {
    private var awaited = sigset_t()

    /// Blocks the signals in this thread; one that the parent process has this process ignore is still ignored.
    package init() {
        unsafe sigemptyset(&awaited)
        // A signal that is blocked arrives even where it is ignored.
        for signal in [SIGHUP, SIGINT, SIGTERM] where signet_is_ignored(signal) == 0 {
            unsafe sigaddset(&awaited, signal)
        }
        unsafe pthread_sigmask(SIG_BLOCK, &awaited, nil)
    }

    /// Waits for such a signal and then ends the process without leaving unfinished work behind; as in shells, the exit code
    /// is 128 plus the signal's number.
    package mutating func end(_ work: UnfinishedWork) -> Never {
        var signal: CInt = 0
        while unsafe sigwait(&awaited, &signal) != 0 {}
        work.abandon(exitCode: 128 + signal)
    }
}
