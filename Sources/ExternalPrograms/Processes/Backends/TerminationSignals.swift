import CLinux
import Glibc

/// The signals with which a person, a shell or a CI job ends a process, kept for the thread that waits for them.
///
/// Every other thread must be started later, so that it inherits that they are blocked. The waiting thread must not be
/// given to `dispatch_main`, which an asynchronous `main` does: that lets all signals in again.
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

    /// Waits for such a signal, which ends this process without leaving unfinished work behind; the exit code is 128 and
    /// the signal's number, as shells have it.
    package mutating func end(_ work: UnfinishedWork) -> Never {
        var signal: CInt = 0
        while unsafe sigwait(&awaited, &signal) != 0 {}
        work.abandon(exitCode: 128 + signal)
    }
}
