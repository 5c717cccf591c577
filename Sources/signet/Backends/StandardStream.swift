import Glibc

/// Where a program's text goes.
package enum StandardStream: Sendable {
    case output
    case error

    /// Whether a person is at the other end.
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes the text; it is lost when the reader has gone.
    package func write(_ text: String) {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            written += count
        }
    }

    private var descriptor: CInt { self == .output ? STDOUT_FILENO : STDERR_FILENO }
}
