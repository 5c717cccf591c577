import LocalFiles

/// A tree that is being written beside the one it will replace.
package struct StagedTree: Sendable {
    /// All folders of the tree by their paths, the tree's own under "".
    let folders: [String: Folder]

    /// Writes files of a document whose path was given when the tree was begun; may be called from any thread.
    package func write(_ files: [TreeFile]) throws(FileError) {
        for file in files {
            let (folder, name) = place(of: file.path)
            try folder.write(name, file.bytes)
        }
    }

    /// Writes a body; a file becomes another entry of the same file where the file system can.
    package func write(_ body: DocumentBody, to path: String) throws(FileError) {
        switch body {
        case .bytes(let bytes): try write([TreeFile(path: path, bytes: bytes)])
        case .file(let file):
            let (folder, name) = place(of: path)
            try folder.place(name, from: file.folder, named: file.name)
        }
    }

    private func place(of path: String) -> (folder: Folder, name: String) {
        let (parent, name) = path.folderAndName
        guard let folder = folders[parent] else { preconditionFailure("no folder was made for \(path)") }
        return (folder, name)
    }
}

package struct TreeFile: Sendable {
    package let path: String
    package let bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}
