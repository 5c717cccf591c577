import Diagnostics
import Glibc
import Synchronization

package enum StandardStream: Sendable {
    case output
    case error

    package var isTerminal: Bool { isatty(descriptor) == 1 }

    package var isPipe: Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }

    /// Writes the text; it is lost when the reader has gone.
    package func write(_ text: String) {
        guard !write(Array(text.utf8)), errno != EPIPE, self == .output else { return }
        Self.failure.store(errno, ordering: .relaxed)
    }

    /// Why some of the product is missing; nil when all of it was taken, and when its reader has gone.
    package static var loss: ErrorReport? {
        let code = failure.load(ordering: .relaxed)
        guard code != 0 else { return nil }
        let reason = unsafe String(cString: strerror(code))
        return ErrorReport(
            .inputOutput, "standard output: cannot be written: \(reason)", hint: "what was written of it is not whole")
    }

    private static let failure = Atomic<CInt>(0)

    /// Writes bytes, and says whether all were taken.
    package func write(_ bytes: [UInt8]) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    private var descriptor: CInt { self == .output ? STDOUT_FILENO : STDERR_FILENO }
}
