#if canImport(Darwin)
    import Darwin

    // What CLinux gives on Linux, by Darwin's own calls.

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

    /// There is no flush of a whole file system: files are flushed when they are written (`WritableFile.sync`), folders
    /// here.
    func signet_syncfs(_ file: CInt) -> CInt { fcntl(file, F_FULLFSYNC) == 0 ? 0 : fsync(file) }

    func signet_entry_name(_ entry: UnsafePointer<dirent>) -> UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0)
            .assumingMemoryBound(to: CChar.self)
    }
#endif
