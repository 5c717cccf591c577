#if canImport(Glibc)
    import CLinux
    import Glibc
#else
    import Darwin
#endif

/// An open regular file.
@safe package final class ReadableFile: Sendable {
    package let permissions: UInt32
    /// The size when it was opened, in bytes.
    package let size: Int
    private let descriptor: CInt
    private let name: String
    private let folder: Folder

    init(owning descriptor: CInt, name: String, in folder: Folder) throws(FileError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw FileError(folder.child(name), .read, .notAFile)
        }
        self.descriptor = descriptor
        self.name = name
        self.folder = folder
        permissions = UInt32(status.st_mode & 0o7777)
        size = Int(status.st_size)
    }

    /// Opens a regular file that the environment names; links are followed.
    package convenience init(following path: String) throws(FileError) {
        let (parent, name) = path.parentAndName
        let folder = try Folder(path: parent)
        let opened = unsafe signet_openat(folder.descriptor, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0)
        guard opened >= 0 else { throw folder.lastFailure(of: name, .read) }
        try self.init(owning: opened, name: name, in: folder)
    }

    deinit { close(descriptor) }

    /// Where the file is, for messages.
    package var path: String { folder.child(name) }

    /// All bytes from the current position on.
    package func bytes(limit: Int) throws(FileError) -> [UInt8] {
        guard size <= limit else { throw FileError(path, .read, .tooLarge(limit: limit)) }
        var bytes = try chunk(size + 1)
        // Longer than it was when opened: it is being written.
        while bytes.count > size {
            let more = try chunk(64 << 10)
            if more.isEmpty { break }
            bytes += more
            guard bytes.count <= limit else { throw FileError(path, .read, .tooLarge(limit: limit)) }
        }
        return bytes
    }

    /// Up to `count` further bytes; none at the end.
    package func chunk(_ count: Int) throws(FileError) -> [UInt8] {
        try unsafe bytes(count) { (start, count, _) in unsafe read(descriptor, start, count) }
    }

    /// Up to `count` bytes from `offset` on, whatever the current position; fewer at the end.
    package func bytes(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        try unsafe bytes(count) { (start, count, done) in unsafe pread(descriptor, start, count, off_t(offset + done)) }
    }

    /// Waits until everything written to the file is on the disk.
    func sync() throws(FileError) {
        guard flushToDisk(descriptor) else { throw folder.lastFailure(of: name, .write) }
    }

    private func bytes(
        _ count: Int, by call: (UnsafeMutableRawPointer?, Int, Int) -> Int
    ) throws(FileError) -> [UInt8] {
        // All threads share one empty array, whose count this would write.
        guard count > 0 else { return [] }
        var failure: CInt = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = unsafe call(buffer.baseAddress?.advanced(by: filled), count - filled, filled)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                if got <= 0 { return }
                filled += got
            }
        }
        guard failure == 0 else { throw FileError(path, .read, FileError.Reason(failure, .read)) }
        return bytes
    }
}
