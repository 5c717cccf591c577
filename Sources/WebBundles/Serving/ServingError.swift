import LocalFiles

/// Why a bundle cannot be served.
public enum ServingError: Error, Equatable, Sendable {
    /// The folder or a file in it cannot be read, for this reason.
    case unreadable(String)
    /// A file became shorter while it was served.
    case fileCutShort(String)
    /// The prefix is no path.
    case malformedPrefix(String)
    /// The fallback is no path of a file.
    case malformedFallback(String)
    /// The Content-Security-Policy is not printable ASCII.
    case malformedPolicy(String)

    /// What the file system says.
    init(_ error: FileError) {
        self = .unreadable(error.message)
    }
}
