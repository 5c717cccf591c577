#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension FileError {
    /// What the last system call failed with.
    package static func last(_ path: String, _ operation: Operation) -> FileError {
        let code = errno
        return FileError(path, operation, Reason(code, operation))
    }
}

extension FileError.Reason {
    init(_ code: CInt, _ operation: FileError.Operation) {
        switch code {
        case ENOENT: self = .notFound
        case ELOOP: self = .symbolicLink
        case ENOTDIR: self = .notAFolder
        case EISDIR: self = .notAFile
        case EEXIST: self = .alreadyThere
        case EACCES, EPERM, EROFS: self = .permissionDenied
        case ENOSPC, EDQUOT: self = .noSpace
        default: self = .system(unsafe String(cString: strerror(code)))
        }
    }
}

/// Waits until what was written to an open file or folder is on the disk; false when it cannot be.
func flushToDisk(_ descriptor: CInt) -> Bool {
    #if canImport(Darwin)
        // fsync does not reach the medium there (fsync(2), "F_FULLFSYNC").
        fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0
    #else
        fsync(descriptor) == 0
    #endif
}

#if canImport(Darwin)
    // What CLinux provides on Linux, by Darwin's own calls.

    func signet_openat(_ directory: CInt, _ name: UnsafePointer<CChar>, _ flags: CInt, _ mode: mode_t) -> CInt {
        unsafe openat(directory, name, flags, mode)
    }

    func signet_exchange(_ directory: CInt, _ a: UnsafePointer<CChar>, _ b: UnsafePointer<CChar>) -> CInt {
        unsafe renameatx_np(directory, a, directory, b, UInt32(RENAME_SWAP))
    }

    func signet_rename_no_replace(
        _ directory: CInt, _ from: UnsafePointer<CChar>, _ to: UnsafePointer<CChar>
    ) -> CInt {
        unsafe renameatx_np(directory, from, directory, to, UInt32(RENAME_EXCL))
    }

    /// Darwin cannot flush a whole file system: files are flushed when they are written (`WritableFile.sync`), folders
    /// here.
    func signet_syncfs(_ file: CInt) -> CInt { fcntl(file, F_FULLFSYNC) == 0 ? 0 : fsync(file) }

    func signet_entry_name(_ entry: UnsafePointer<dirent>) -> UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0)
            .assumingMemoryBound(to: CChar.self)
    }
#endif
