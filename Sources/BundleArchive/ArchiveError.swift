import LocalFiles

/// Why an archive is refused, or cannot be written or unpacked.
package enum ArchiveError: Error, Equatable, Sendable {
    /// Reading or writing failed.
    case file(FileError)
    /// The archive as a whole is not acceptable.
    case archive(ArchiveDefect)
    /// One entry is not acceptable; its name is as it stands there, with everything unprintable replaced.
    case entry(String, EntryDefect)

    /// What is wrong, as a phrase that carries the entry's name.
    package var message: String {
        switch self {
        case .file(let error): error.message
        case .archive(let defect): defect.message
        case .entry(let name, let defect): "\"\(name)\": \(defect.message)"
        }
    }

    /// The result of work on files.
    static func files<Result>(_ work: () throws(FileError) -> Result) throws(ArchiveError) -> Result {
        do throws(FileError) {
            return try work()
        } catch {
            throw .file(error)
        }
    }
}
