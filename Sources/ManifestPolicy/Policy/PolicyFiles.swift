import Diagnostics

/// Where the files come from that a policy names: a folder on disk, or the starter that is built in.
package protocol PolicyFiles: Sendable {
    /// The bytes of one file that the policy names.
    ///
    /// - Parameter place: where the policy names it, for messages.
    func read(_ path: PolicyPath, limit: Int, at place: PolicyPlace) throws(Finding) -> [UInt8]

    /// The files below a folder that the policy names.
    ///
    /// - Parameter pattern: which files; nil for all, and then nothing else may lie there.
    func files(below path: PolicyPath, matching pattern: FilePattern?, at place: PolicyPlace) throws(Finding)
        -> [PolicyFile]
}

/// A file below a folder that the policy names.
package struct PolicyFile: Sendable {
    /// The path below that folder.
    package let path: String
    /// The bytes, if there are no more than the limit.
    package let read: @Sendable (_ limit: Int) throws(Finding) -> [UInt8]
}
