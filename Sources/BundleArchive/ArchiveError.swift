import LocalFiles

/// Why an archive is refused, or cannot be written or unpacked.
package enum ArchiveError: Error, Equatable, Sendable {
    /// Reading or writing failed.
    case file(FileError)
}
