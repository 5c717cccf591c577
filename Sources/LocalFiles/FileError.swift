/// Why a file or folder cannot be read or written.
package struct FileError: Error, Equatable {
    /// What was tried.
    package enum Operation: Sendable {
        case read
        case write
    }

    /// What stood in the way.
    package enum Reason: Equatable, Sendable {
        case notFound
        case symbolicLink
        case notAFile
        case notAFolder
        case alreadyThere
        case tooLarge(limit: Int)
        case tooMany(limit: Int)
        case permissionDenied
        case noSpace
        /// The file system cannot exchange or rename folders.
        case cannotExchange
        /// A tree whose folder's name is no name of an environment.
        case namesNoEnvironment
        /// A folder that is no tree and has none in it.
        case holdsNoTree
        /// The content is no longer what it was when it was checked.
        case changed
        /// Another process kept the folder locked for too long.
        case locked
        /// The folder of a lock belongs to another user.
        case lockOfAnotherUser
        /// Anything else that the system says.
        case system(String)
    }

    package let path: String
    package let operation: Operation
    package let reason: Reason

    package init(_ path: String, _ operation: Operation, _ reason: Reason) {
        self.path = path
        self.operation = operation
        self.reason = reason
    }

    /// What is wrong, with the path.
    package var message: String { "\(path): \(phrase)" }

    private var phrase: String {
        switch reason {
        case .notFound: "no such file or folder"
        case .symbolicLink: "is a symbolic link, which is never followed here"
        case .notAFile: "is not a regular file"
        case .notAFolder: "is not a folder"
        case .alreadyThere: "is already there"
        case .tooLarge(let limit): "is larger than \(limit) bytes"
        case .tooMany(let limit): "holds more than \(limit) entries or goes too deep"
        case .permissionDenied: operation == .read ? "may not be read" : "may not be written"
        case .noSpace: "cannot be written: no space left"
        case .cannotExchange: "the file system can neither exchange nor rename this folder"
        case .namesNoEnvironment: "the folder's name is no name of an environment"
        case .holdsNoTree: "holds no tree: there is no publication.json"
        case .changed: "is not what was verified, or was changed since"
        case .locked: "another signet has been working here for too long"
        case .lockOfAnotherUser: "belongs to another user, who may be running signet here"
        case .system(let text): "cannot be \(operation == .read ? "read" : "written"): \(text)"
        }
    }
}
