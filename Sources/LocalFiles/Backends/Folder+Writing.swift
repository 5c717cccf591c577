#if canImport(Glibc)
    import CLinux
    import Glibc
#else
    import Darwin
#endif

extension Folder {
    /// Writes a new file; fails when the name exists.
    package func write(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o644) throws(FileError) {
        let file = try create(name, mode: mode)
        do throws(FileError) {
            try file.write(bytes)
            try file.close()
        } catch {
            unsafe unlinkat(descriptor, name, 0)
            throw error
        }
    }

    /// Makes a new file to be written piece by piece; fails when the name exists.
    package func create(_ name: String, mode: mode_t = 0o644) throws(FileError) -> WritableFile {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let opened = unsafe signet_openat(descriptor, name, flags, mode)
        guard opened >= 0 else { throw lastFailure(of: name, .write) }
        return WritableFile(owning: opened, name: name, in: self)
    }

    /// Opens a file to go on with what is there, or makes it.
    package func createOrContinue(_ name: String) throws(FileError) -> WritableFile {
        let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let opened = unsafe signet_openat(descriptor, name, flags, 0o644)
        guard opened >= 0 else { throw lastFailure(of: name, .write) }
        return WritableFile(owning: opened, name: name, in: self)
    }

    /// Makes an entry for a file of another folder: the same file where both are on one file system, else a copy.
    package func place(_ name: String, from source: Folder, named sourceName: String) throws(FileError) {
        guard source.kind(of: sourceName) == .file else {
            throw FileError(source.child(sourceName), .read, .notAFile)
        }
        if unsafe linkat(source.descriptor, sourceName, descriptor, name, 0) == 0 { return }
        guard errno != EEXIST else { throw lastFailure(of: name, .write) }
        try copy(name, from: source, named: sourceName)
    }

    /// Makes a new file with the bytes of a file of another folder.
    package func copy(_ name: String, from source: Folder, named sourceName: String) throws(FileError) {
        let original = try source.file(sourceName)
        let copy = try create(name)
        do throws(FileError) {
            while case let piece = try original.chunk(256 << 10), !piece.isEmpty { try copy.write(piece) }
            try copy.close()
        } catch {
            unsafe unlinkat(descriptor, name, 0)
            throw error
        }
    }

    /// Writes a file so that a crash cannot leave half of it: a new file beside it, flushed, then renamed over it. Who may
    /// read and write it stays as it is.
    package func replace(_ name: String, _ bytes: [UInt8]) throws(FileError) {
        let temporary = ".\(name).new"
        unsafe unlinkat(descriptor, temporary, 0)
        var former = stat()
        let isThere =
            unsafe fstatat(descriptor, name, &former, AT_SYMLINK_NOFOLLOW) == 0 && former.st_mode & S_IFMT == S_IFREG
        let file = try create(temporary)
        do throws(FileError) {
            if isThere { try file.setMode(former.st_mode & 0o777) }
            try file.write(bytes)
            try file.sync()
            try file.close()
        } catch {
            unsafe unlinkat(descriptor, temporary, 0)
            throw error
        }
        guard unsafe renameat(descriptor, temporary, descriptor, name) == 0 else {
            let failure = lastFailure(of: name, .write)
            unsafe unlinkat(descriptor, temporary, 0)
            throw failure
        }
        try sync()
    }

    /// Waits until a file that other code wrote is on the disk, with its entry in this folder.
    package func sync(_ name: String) throws(FileError) {
        try file(name).sync()
        try sync()
    }

    /// Waits until the folder's own entries are on the disk: what was made, renamed or removed directly in it.
    package func sync() throws(FileError) {
        guard flushToDisk(descriptor) else { throw FileError.last(path, .write) }
    }

    /// Renames an entry; fails when the new name exists.
    package func rename(_ name: String, to newName: String) throws(FileError) {
        guard unsafe signet_rename_no_replace(descriptor, name, newName) != 0 else { return }
        // Some file systems support no flags; the folder is locked, so checking first is as good.
        guard [EINVAL, ENOSYS, ENOTSUP].contains(errno), kind(of: newName) == nil,
            unsafe renameat(descriptor, name, descriptor, newName) == 0
        else { throw lastFailure(of: newName, .write) }
    }

    /// Moves a file into another folder of the same file system, over a file that has the name there, in one step.
    package func move(_ name: String, to folder: Folder, as newName: String) throws(FileError) {
        guard unsafe renameat(descriptor, name, folder.descriptor, newName) == 0 else {
            throw folder.lastFailure(of: newName, .write)
        }
    }

    /// Moves a folder aside that lies where a file of ours belongs; it may hold what is not ours, and so is not removed.
    package func clearWay(for name: String) throws(FileError) {
        guard kind(of: name) == .folder else { return }
        let free = (1...99).lazy.map { "\(name).\($0)" }.first { kind(of: $0) == nil }
        try rename(name, to: free ?? "\(name).1")
    }

    /// Exchanges two entries in one step; false when the file system cannot.
    package func exchange(_ a: String, _ b: String) throws(FileError) -> Bool {
        if unsafe signet_exchange(descriptor, a, b) == 0 { return true }
        guard [EINVAL, ENOSYS, EOPNOTSUPP, ENOTSUP, EBUSY, EXDEV].contains(errno) else {
            throw lastFailure(of: b, .write)
        }
        return false
    }

    /// Removes a file or a folder with its content; links are removed, not followed.
    package func remove(_ name: String) throws(FileError) {
        try remove(Array(name.utf8CString), isFolder: kind(of: name) == .folder)
    }

    private func remove(_ name: [CChar], isFolder: Bool) throws(FileError) {
        let shown = child(String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
        if isFolder {
            let opened = unsafe signet_openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0)
            guard opened >= 0 else { throw FileError.last(shown, .write) }
            let folder = Folder(owning: opened, path: shown)
            for entry in try folder.rawEntries() { try folder.remove(entry.name, isFolder: entry.kind == .folder) }
        }
        guard unsafe unlinkat(descriptor, name, isFolder ? AT_REMOVEDIR : 0) == 0 || errno == ENOENT else {
            throw FileError.last(shown, .write)
        }
    }

    package func syncFileSystem() throws(FileError) {
        guard signet_syncfs(descriptor) == 0 else { throw FileError.last(path, .write) }
    }

    /// Takes the lock of the folder itself; false when another process has it.
    ///
    /// The lock ends with this object, even when the process is killed, and leaves no file behind. Every user who can open
    /// the folder can take it: this is for private folders, `locked()` for all others.
    ///
    /// - Parameter isShared: whether other processes may share it at the same time.
    package func tryLock(isShared: Bool = false) throws(FileError) -> Bool {
        if flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 { return true }
        guard errno == EWOULDBLOCK || errno == EINTR else { throw FileError.last(path, .write) }
        return false
    }
}
