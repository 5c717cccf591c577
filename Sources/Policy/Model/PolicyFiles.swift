import Diagnostics
import LocalFiles
import ManifestVerifier

/// The source of the files that a policy names: a folder on disk, or the built-in starter.
package protocol PolicyFiles: Sendable {
    /// The bytes of one file that the policy names; fails with a `Finding`.
    ///
    /// - Parameter place: where the policy names it, for messages.
    func read(_ path: PolicyPath, limit: Int, at place: PolicyPlace) throws -> [UInt8]

    /// The files below a folder that the policy names; fails with a `Finding`.
    ///
    /// - Parameter pattern: which files; nil for all, and then the folder may hold nothing else.
    func files(below path: PolicyPath, matching pattern: FilePattern?, at place: PolicyPlace) throws -> [PolicyFile]
}

package struct PolicyFile: Sendable {
    package let path: String
    /// The bytes, if there are no more than the limit.
    package let read: @Sendable (_ limit: Int) throws -> [UInt8]
}

/// Where a policy names a file, so that a finding about the file can point there.
package struct PolicyPlace: Sendable {
    let file: String
    let position: TextPosition?

    /// A file that the policy names, as it is called from where the policy is called `file`.
    func path(of named: PolicyPath) -> String {
        let folder = file.parentAndName.parent
        return folder == "." ? named.description : "\(folder)/\(named)"
    }

    /// The result of `body`; a file that cannot be read is a finding at this place.
    func reading<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as FileError {
            let code: FindingCode = error.reason == .notFound ? .missingFile : .unusableFile
            throw Finding(code, file, position, error.report.message, hint: error.report.hint)
        }
    }

    /// A finding that what was found at `path` may not be published.
    func refusal(
        _ path: String, _ reason: String, _ code: FindingCode = .unusableFile, hint: String? = nil
    ) -> Finding {
        Finding(code, file, position, "\(path): \(reason)", hint: hint)
    }
}
