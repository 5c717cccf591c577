#if canImport(Glibc)
    import CLinux
    import Glibc
#else
    import Darwin
#endif

/// A file that is written piece by piece.
@safe package final class WritableFile {
    private let name: String
    private let folder: Folder
    private var descriptor: CInt

    init(owning descriptor: CInt, name: String, in folder: Folder) {
        self.descriptor = descriptor
        self.name = name
        self.folder = folder
    }

    deinit {
        // It was not closed, so it is no longer needed.
        if descriptor >= 0 { _ = systemClose(descriptor) }
    }

    package func write(_ bytes: [UInt8]) throws(FileError) {
        try unsafe write(bytes) { (file, start, count, _) in unsafe systemWrite(file, start, count) }
    }

    /// Writes bytes from `offset` on, over existing ones; bytes before it that are never written are zero.
    package func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        try unsafe write(bytes) { (file, start, count, done) in unsafe pwrite(file, start, count, off_t(offset + done))
        }
    }

    /// How many bytes it has; fails when it is not a regular file.
    package func byteCount() throws(FileError) -> Int {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw FileError(folder.child(name), .write, .notAFile)
        }
        return Int(status.st_size)
    }

    /// Sets who may read and write it.
    func setMode(_ mode: mode_t) throws(FileError) {
        guard fchmod(descriptor, mode) == 0 else { throw failure() }
    }

    /// Removes all that is in it.
    package func empty() throws(FileError) {
        guard ftruncate(descriptor, 0) == 0 else { throw failure() }
    }

    /// Waits until what was written is on the disk.
    package func sync() throws(FileError) {
        guard flushToDisk(descriptor) else { throw failure() }
    }

    /// Passes what was written to the disk; it is durable once `Folder.syncFileSystem` has returned as well.
    ///
    /// For many files, which would each wait for the disk otherwise: on Linux that call writes them all, and on Apple
    /// systems it flushes the disk's cache once for all of them.
    package func syncWithFileSystem() throws(FileError) {
        #if canImport(Darwin)
            guard fsync(descriptor) == 0 else { throw failure() }
        #endif
    }

    /// Closes the file; some file systems report only now that there is no space.
    package func close() throws(FileError) {
        let closed = systemClose(descriptor)
        descriptor = -1
        guard closed == 0 else { throw failure() }
    }

    private func failure() -> FileError { folder.lastFailure(of: name, .write) }

    private func write(
        _ bytes: [UInt8], by call: (CInt, UnsafeRawPointer?, Int, Int) -> Int
    ) throws(FileError) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe call(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done, done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            done += count
        }
    }
}

// The calls by other names: inside the class its own methods hide them.
private func systemClose(_ descriptor: CInt) -> CInt { close(descriptor) }
@unsafe private func systemWrite(_ descriptor: CInt, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, start, count)
}
