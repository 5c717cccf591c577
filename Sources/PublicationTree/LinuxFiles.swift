import CLinux
import Glibc

// All system calls on files. A `Folder` is an open directory; every name below it is one segment and symbolic links
// are not followed, so that nobody can swap a folder under our feet.

/// An open folder.
@safe package final class Folder: Sendable {
    /// Where the folder is, for messages.
    package let path: String
    private let descriptor: CInt

    private init(owning descriptor: CInt, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    /// Opens a folder that a person named; links on the way are theirs to choose.
    package convenience init(path: String) throws(FileError) {
        let descriptor = unsafe open(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError.last(path, .read) }
        self.init(owning: descriptor, path: path)
    }

    /// Opens a folder that a person named, making it and the folders above when they are not there.
    package convenience init(creating path: String) throws(FileError) {
        var partial = path.hasPrefix("/") ? "/" : ""
        for segment in path.split(separator: "/") {
            partial += (partial.isEmpty || partial.hasSuffix("/") ? "" : "/") + segment
            if unsafe mkdir(partial, 0o755) != 0, errno != EEXIST { throw FileError.last(partial, .write) }
        }
        do throws(FileError) {
            try self.init(path: path)
        } catch {
            // What is in the way is in the way of making the folder.
            throw FileError(path, .write, error.reason)
        }
    }

    /// Opens a folder in this one.
    package func folder(_ name: String) throws(FileError) -> Folder {
        let opened = unsafe signet_openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0)
        guard opened >= 0 else {
            let failure = lastFailure(of: name, .read)
            // The kernel says "not a directory" of a link as well.
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
    private func lastFailure(of name: String, _ operation: FileError.Operation) -> FileError {
        let code = errno
        return FileError(child(name), operation, FileError.Reason(code, operation))
    }

    // MARK: What is there

    /// What an entry of a folder is.
    package enum Kind: Sendable {
        case file
        case folder
        case link
        case other
    }

    /// What `name` is; nil when there is nothing.
    package func kind(of name: String) -> Kind? {
        status(of: name).map { Self.kind(mode: $0.st_mode) }
    }

    /// Device and inode, which say whether two folders are the same.
    package var identity: [UInt64] {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return [] }
        return [UInt64(status.st_dev), UInt64(status.st_ino)]
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

    /// The entries of this folder in no order; one whose name is not UTF-8 is never a file or folder of ours.
    package func entries() throws(FileError) -> [(name: String, kind: Kind)] {
        try rawEntries().map { entry in
            let bytes = entry.name.dropLast().map(UInt8.init(bitPattern:))
            let name = String(decoding: bytes, as: UTF8.self)
            return (name, name.utf8.elementsEqual(bytes) ? entry.kind : .other)
        }
    }

    /// The entries with their names as C has them: a file that Signet did not make may not be UTF-8.
    private func rawEntries() throws(FileError) -> [(name: [CChar], kind: Kind)] {
        let copy = unsafe signet_openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard copy >= 0, let stream = unsafe fdopendir(copy) else { throw FileError.last(path, .read) }
        defer { unsafe closedir(stream) }
        var entries: [(name: [CChar], kind: Kind)] = []
        while let entry = unsafe readdir(stream) {
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
        return entries
    }

    // MARK: Reading

    /// The bytes of a regular file.
    package func read(_ name: String, limit: Int) throws(FileError) -> [UInt8] {
        try file(name).bytes(limit: limit)
    }

    /// The bytes of a regular file; nil when there is nothing of that name.
    package func readIfPresent(_ name: String, limit: Int) throws(FileError) -> [UInt8]? {
        do throws(FileError) {
            return try read(name, limit: limit)
        } catch {
            if error.reason == .notFound { return nil }
            throw error
        }
    }

    /// Opens a regular file.
    package func file(_ name: String) throws(FileError) -> ReadableFile {
        // Without blocking: to open a FIFO must not wait for its other end.
        let opened = unsafe signet_openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0)
        guard opened >= 0 else { throw lastFailure(of: name, .read) }
        return try ReadableFile(owning: opened, name: name, in: self)
    }

    // MARK: Writing

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

/// An open regular file.
@safe package final class ReadableFile {
    /// The permission bits.
    package let permissions: UInt32
    /// The size when it was opened, in bytes.
    package let size: Int
    private let descriptor: CInt
    private let name: String
    private let folder: Folder

    fileprivate init(owning descriptor: CInt, name: String, in folder: Folder) throws(FileError) {
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

    deinit { close(descriptor) }

    /// Where the file is, for messages.
    package var path: String { folder.child(name) }

    /// All bytes, from where reading has come to.
    package func bytes(limit: Int) throws(FileError) -> [UInt8] {
        guard size <= limit else { throw FileError(path, .read, .tooLarge(limit: limit)) }
        var bytes = try chunk(size + 1)
        // Longer than it was when opened: somebody is writing.
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
        var failure: CInt = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = unsafe Glibc.read(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled)
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

extension FileError {
    /// What the last system call failed with.
    fileprivate static func last(_ path: String, _ operation: Operation) -> FileError {
        let code = errno
        return FileError(path, operation, Reason(code, operation))
    }
}

extension FileError.Reason {
    fileprivate init(_ code: CInt, _ operation: FileError.Operation) {
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

/// Where a program's text goes.
package enum StandardStream: Sendable {
    case output
    case error

    /// Whether a person is at the other end.
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes the text; what nobody reads any more is lost.
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
