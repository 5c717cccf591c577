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
