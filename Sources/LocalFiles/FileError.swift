/// Why a file or folder cannot be read or written.
package struct FileError: Error, Equatable {
    package enum Operation: Sendable {
        case read
        case write
    }

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
        /// The content has changed since it was checked.
        case changed
        /// Another process kept the folder locked for too long.
        case locked
        /// The folder of a lock belongs to another user.
        case lockOfAnotherUser
        /// Any other error of the system, in its words.
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
        case .changed: "is not what was verified, or was changed since"
        case .locked: "another process has been working here for too long"
        case .lockOfAnotherUser: "belongs to another user, who may be working here"
        case .system(let text): "cannot be \(operation == .read ? "read" : "written"): \(text)"
        }
    }
}
