import LocalFiles
import ManifestVerifier

/// A tree that is being written beside the one it will replace.
package struct StagedTree: Sendable {
    private let folders: [String: Folder]

    /// - Parameter folders: all folders of the tree by their paths, the tree's own under "".
    init(folders: [String: Folder]) { self.folders = folders }

    /// Writes files of a document whose path was named when the tree was begun; may be called from any thread.
    package func write(_ files: [TreeFile]) throws(FileError) {
        for file in files {
            let (parent, name) = file.path.folderAndName
            guard let folder = folders[parent] else { preconditionFailure("no folder was made for \(file.path)") }
            try folder.write(name, file.bytes)
        }
    }

    /// Writes a body; a file that may be shared becomes another entry of the same file where the file system can.
    package func write(_ body: DocumentBody, to path: String) throws(FileError) {
        switch body {
        case .bytes(let bytes): try write([TreeFile(path: path, bytes: bytes)])
        case .file(let file):
            let (parent, name) = path.folderAndName
            guard let folder = folders[parent] else { preconditionFailure("no folder was made for \(path)") }
            if file.isShared {
                try folder.place(name, from: file.folder, named: file.name)
            } else {
                try folder.copy(name, from: file.folder, named: file.name)
            }
        }
    }

    /// SHA-256 of a file that was written.
    package func digest(of path: String) throws(FileError) -> SHA256Digest {
        let (parent, name) = path.folderAndName
        guard let folder = folders[parent] else { preconditionFailure("no folder was made for \(path)") }
        return try BodyDigests(of: folder.file(name), date: nil).body
    }
}
