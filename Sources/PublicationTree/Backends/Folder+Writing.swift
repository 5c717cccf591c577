import CLinux
import Glibc

extension Folder {
    /// Writes a new file; fails when something of that name is there.
    package func write(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o644) throws(FileError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let opened = unsafe signet_openat(descriptor, name, flags, mode)
        guard opened >= 0 else { throw lastFailure(of: name, .write) }
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(opened, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let failure = lastFailure(of: name, .write)
                close(opened)
                unsafe unlinkat(descriptor, name, 0)
                throw failure
            }
            written += count
        }
        // Some file systems say only now that there is no space.
        guard close(opened) == 0 else {
            let failure = lastFailure(of: name, .write)
            unsafe unlinkat(descriptor, name, 0)
            throw failure
        }
    }

    /// Writes a file in one step that a crash cannot halve: a new file beside it, flushed, then renamed over it.
    package func replace(_ name: String, _ bytes: [UInt8]) throws(FileError) {
        let temporary = ".\(name).new"
        unsafe unlinkat(descriptor, temporary, 0)
        try write(temporary, bytes)
        try syncFileSystem()
        guard unsafe renameat(descriptor, temporary, descriptor, name) == 0 else {
            let failure = lastFailure(of: name, .write)
            unsafe unlinkat(descriptor, temporary, 0)
            throw failure
        }
        try syncFileSystem()
    }

    /// Gives an entry another name that nothing has.
    package func rename(_ name: String, to newName: String) throws(FileError) {
        guard unsafe signet_rename_no_replace(descriptor, name, newName) != 0 else { return }
        // Some file systems know no flags; the folder is locked, so that checking first is as good.
        guard errno == EINVAL || errno == ENOSYS, kind(of: newName) == nil,
            unsafe renameat(descriptor, name, descriptor, newName) == 0
        else { throw lastFailure(of: newName, .write) }
    }

    /// Exchanges two entries in one step; false when the file system cannot.
    package func exchange(_ a: String, _ b: String) throws(FileError) -> Bool {
        if unsafe signet_exchange(descriptor, a, b) == 0 { return true }
        guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) else {
            throw lastFailure(of: b, .write)
        }
        return false
    }

    /// Removes a file or a folder with all that is in it; links are removed, not followed.
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

    /// Flushes all that was written to the file system of this folder.
    package func syncFileSystem() throws(FileError) {
        guard signet_syncfs(descriptor) == 0 else { throw FileError.last(path, .write) }
    }

    /// Takes the folder's lock, which other processes respect; false when another process has it.
    ///
    /// The lock ends with this object, also when the process dies, and leaves no file behind.
    package func tryLock() throws(FileError) -> Bool {
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
        guard errno == EWOULDBLOCK || errno == EINTR else { throw FileError.last(path, .write) }
        return false
    }
}
