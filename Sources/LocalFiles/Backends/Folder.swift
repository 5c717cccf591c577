#if canImport(Glibc)
    import CLinux
    import Glibc
#else
    import Darwin
#endif

// All system calls on files are in this directory. A `Folder` is an open directory; every name below it is one segment,
// and symbolic links are not followed, so no other process can redirect the work by swapping a folder.

/// An open folder.
@safe package final class Folder: Sendable {
    /// Where the folder is, for messages.
    package let path: String
    let descriptor: CInt
    /// The lock that this folder was opened with; it ends with the folder.
    private let lock: PrivateLock?

    init(owning descriptor: CInt, path: String, keeping lock: PrivateLock? = nil) {
        self.descriptor = descriptor
        self.path = path
        self.lock = lock
    }

    deinit {
        // A program being started has a copy of the descriptor until it runs, which would hold the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Opens a folder that a person named; links in the path are followed.
    package convenience init(path: String) throws(FileError) {
        let descriptor = unsafe open(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError.last(path, .read) }
        self.init(owning: descriptor, path: path)
    }

    package func folder(_ name: String) throws(FileError) -> Folder {
        let opened = unsafe signet_openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0)
        guard opened >= 0 else {
            let failure = lastFailure(of: name, .read)
            // The kernel reports a link as "not a directory" as well.
            throw kind(of: name) == .link ? FileError(child(name), .read, .symbolicLink) : failure
        }
        return Folder(owning: opened, path: child(name))
    }

    /// Opens a folder in this one, making it when it is not there.
    package func folder(creating name: String) throws(FileError) -> Folder {
        if unsafe mkdirat(descriptor, name, 0o755) != 0, errno != EEXIST {
            throw lastFailure(of: name, .write)
        }
        return try folder(name)
    }

    /// The same folder, opened once more and holding a lock for as long.
    func reopened(keeping lock: PrivateLock) throws(FileError) -> Folder {
        let opened = unsafe signet_openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard opened >= 0 else { throw FileError.last(path, .read) }
        return Folder(owning: opened, path: path, keeping: lock)
    }

    /// The folder's own name, also when it was opened as `.` or through a link; nil for the root and when it is gone.
    package var name: String? {
        guard let resolved = unsafe realpath(path.isEmpty ? "." : path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved).split(separator: "/").last.map(String.init)
    }

    /// The path of something in this folder, for messages.
    package func child(_ name: String) -> String {
        path.isEmpty || path == "." ? name : path.hasSuffix("/") ? path + name : "\(path)/\(name)"
    }

    /// What the last system call failed with, taken before anything else can change it.
    func lastFailure(of name: String, _ operation: FileError.Operation) -> FileError {
        let code = errno
        return FileError(child(name), operation, FileError.Reason(code, operation))
    }

    // MARK: What is there

    package enum Kind: Sendable {
        case file
        case folder
        case link
        case other
    }

    /// What `name` is; nil when it does not exist.
    package func kind(of name: String) -> Kind? {
        status(of: name).map { Self.kind(mode: $0.st_mode) }
    }

    /// Device and inode, which identify the folder.
    package var identity: [UInt64] {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return [] }
        return [UInt64(status.st_dev), UInt64(status.st_ino)]
    }

    /// Device and inode of an entry; nil when it does not exist.
    func identity(of name: String) -> [UInt64]? {
        status(of: name).map { [UInt64($0.st_dev), UInt64($0.st_ino)] }
    }

    var owner: uid_t? {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? status.st_uid : nil
    }

    private func status(of name: String) -> stat? {
        var status = stat()
        guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return status
    }

    private static func kind(mode: mode_t) -> Kind {
        switch mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        case S_IFLNK: .link
        default: .other
        }
    }

    /// The entries of this folder in no order.
    package func entries() throws(FileError) -> [FolderEntry] {
        try rawEntries().map { entry in
            FolderEntry(bytes: entry.name.dropLast().map(UInt8.init(bitPattern:)), kind: entry.kind)
        }
    }

    /// The entries with their names in C: the name of a file that Signet did not make may not be UTF-8.
    func rawEntries() throws(FileError) -> [(name: [CChar], kind: Kind)] {
        let copy = unsafe signet_openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard copy >= 0, let stream = unsafe fdopendir(copy) else { throw FileError.last(path, .read) }
        defer { unsafe closedir(stream) }
        var entries: [(name: [CChar], kind: Kind)] = []
        while true {
            // Both the end and an error give no entry; only errno tells them apart.
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                guard errno == 0 else { throw FileError.last(path, .read) }
                return entries
            }
            let start = unsafe signet_entry_name(entry)
            let name = unsafe Array(UnsafeBufferPointer(start: start, count: strlen(start) + 1))
            if name == [0x2E, 0] || name == [0x2E, 0x2E, 0] { continue }
            let kind: Kind
            switch unsafe Int(entry.pointee.d_type) {
            case Int(DT_REG): kind = .file
            case Int(DT_DIR): kind = .folder
            case Int(DT_LNK): kind = .link
            default:
                var status = stat()
                let known = unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
                kind = known ? Self.kind(mode: status.st_mode) : .other
            }
            entries.append((name, kind))
        }
    }

    // MARK: Reading

    package func read(_ name: String, limit: Int) throws(FileError) -> [UInt8] {
        try file(name).bytes(limit: limit)
    }

    /// The bytes of a regular file; nil when it does not exist.
    package func readIfPresent(_ name: String, limit: Int) throws(FileError) -> [UInt8]? {
        do throws(FileError) {
            return try read(name, limit: limit)
        } catch {
            if error.reason == .notFound { return nil }
            throw error
        }
    }

    package func file(_ name: String) throws(FileError) -> ReadableFile {
        // Without blocking: opening a FIFO must not wait for its other end.
        let opened = unsafe signet_openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0)
        guard opened >= 0 else { throw lastFailure(of: name, .read) }
        return try ReadableFile(owning: opened, name: name, in: self)
    }
}
