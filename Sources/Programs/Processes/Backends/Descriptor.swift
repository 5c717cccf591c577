import CLinux
import Glibc

/// An open file descriptor that no started program inherits; closed with this object.
@safe final class Descriptor {
    let number: CInt

    /// Takes the descriptor, which must have been opened with close-on-exec.
    ///
    /// It is moved above the three standard ones: if those were closed it could be one of them, and giving a program its
    /// three would overwrite it.
    init?(owning number: CInt) {
        guard number >= 0 else { return nil }
        guard number <= STDERR_FILENO else {
            self.number = number
            return
        }
        let moved = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        close(number)
        guard moved >= 0 else { return nil }
        self.number = moved
    }

    deinit { close(number) }

    /// The two ends of a new pipe.
    static func pipe() -> (reading: Descriptor, writing: Descriptor)? {
        var ends: [CInt] = [-1, -1]
        guard
            unsafe ends.withUnsafeMutableBufferPointer({ buffer in
                guard let start = buffer.baseAddress else { return false }
                return unsafe signet_pipe(start) == 0
            })
        else { return nil }
        let (reading, writing) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
        guard let reading, let writing else { return nil }
        return (reading, writing)
    }

    /// A file without a name that holds `bytes`, to be read from its start.
    ///
    /// With its input in a file, a program can neither block us nor break a pipe.
    static func namelessFile(holding bytes: [UInt8]) -> Descriptor? {
        guard let file = Descriptor(owning: signet_nameless_file()) else { return nil }
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(file.number, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            written += count
        }
        guard lseek(file.number, 0, SEEK_SET) == 0 else { return nil }
        return file
    }

    /// Lets reading return at once when there is nothing to read.
    func setNonBlocking() -> Bool { fcntl(number, F_SETFL, O_NONBLOCK) == 0 }

    /// Reads what is available, at most 1 MiB, and adds it to `bytes` until there are more than `limit`.
    ///
    /// - Returns: whether anything was read.
    func drain(into bytes: inout [UInt8], limit: Int) -> Bool {
        var hadBytes = false
        for _ in 0..<16 {
            let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, filled in
                filled = unsafe max(0, Glibc.read(number, buffer.baseAddress, buffer.count))
            }
            if chunk.isEmpty { return hadBytes }
            hadBytes = true
            bytes += chunk.prefix(limit + 1 - bytes.count)
        }
        return hadBytes
    }
}
