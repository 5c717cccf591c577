import Glibc
import LocalFiles
import Synchronization

/// A new folder that nobody else may enter; removed with all that is in it, at the latest with this object.
package final class PrivateFolder: Sendable {
    /// The folder.
    package let folder: Folder
    private let parent: Folder
    private let name: String
    private let isThere = Mutex(true)

    /// Makes a folder of an unused name below `parent`.
    package init(below parent: String) throws(FileError) {
        self.parent = try Folder(path: parent)
        var template = Array(self.parent.child("signet-XXXXXX").utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return false }
            return unsafe mkdtemp(start) != nil
        }
        guard made else { throw FileError.last(parent, .write) }
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        name = path.folderAndName.name
        folder = try self.parent.folder(name)
    }

    deinit {
        // Whoever wants to hear of a failure has called `remove()`.
        try? remove()
    }

    /// Removes the folder; a second call does nothing.
    package func remove() throws(FileError) {
        let mustRemove = isThere.withLock { isThere in
            defer { isThere = false }
            return isThere
        }
        if mustRemove { try parent.remove(name) }
    }
}
