import Glibc
import LocalFiles
import Synchronization

/// A new folder that no other user may enter; removed with all that is in it, at the latest with this object or by the
/// signal that ends the process.
package final class PrivateFolder: Sendable {
    package let folder: Folder
    private let parent: Folder
    private let name: String
    private let exists = Mutex(true)

    /// Where such folders are made: `TMPDIR`, else `/tmp`.
    package static func parent(_ variables: [String: String]) -> String {
        let named = variables["TMPDIR"] ?? ""
        return named.isEmpty ? "/tmp" : named
    }

    /// Makes a folder with an unused name below `parent`.
    package init(below parent: String) throws(FileError) {
        let opened = try Folder(path: parent)
        var made = ""
        try UnfinishedWork.ofThisProcess.begin(in: opened) { () throws(FileError) in
            made = try Self.make(in: opened)
            return made
        }
        self.parent = opened
        name = made
        folder = try opened.folder(made)
    }

    /// Makes a folder with an unused name and returns the name.
    private static func make(in parent: Folder) throws(FileError) -> String {
        var template = Array(parent.child("signet-XXXXXX").utf8CString)
        let isMade = unsafe template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return false }
            return unsafe mkdtemp(start) != nil
        }
        guard isMade else { throw FileError.last(parent.path, .write) }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self).folderAndName.name
    }

    deinit {
        // A caller that needs to know about a failure has called `remove()`.
        try? remove()
    }

    /// Removes the folder; a second call does nothing.
    package func remove() throws(FileError) {
        let mustRemove = exists.withLock { exists in
            defer { exists = false }
            return exists
        }
        guard mustRemove else { return }
        defer { UnfinishedWork.ofThisProcess.end(name, in: parent) }
        try parent.remove(name)
    }
}
