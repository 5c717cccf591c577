import LocalFiles
import ManifestVerifier
import Programs

/// The folder of all environments' trees, locked for one process, where finished trees are installed in one step.
///
/// A tree is written beside the one it replaces, flushed once, then the two are exchanged. Where the file system cannot
/// exchange, two renames do it, and the name of the former tree is the journal: it exists without a successor only between
/// the two, and the next run takes it back.
package struct OutputFolder: Sendable {
    private let folder: Folder

    private init(locked folder: Folder) { self.folder = folder }

    /// Opens and locks the folder, making it when it is not there; other processes wait.
    ///
    /// - Parameters:
    ///   - patience: how many seconds to wait for another process.
    ///   - whenWaiting: called once when another process has the lock.
    package static func lock(
        _ path: String, patience: Double = 60, whenWaiting: () -> Void
    ) async throws(FileError) -> OutputFolder {
        var made: [String] = []
        return OutputFolder(
            locked: try await Folder.locked(path, patience: patience, made: &made, whenWaiting: whenWaiting))
    }

    /// The tree of an environment; nil when there is none. Takes back a tree that a crash left between two renames.
    package func tree(of environment: EnvironmentName) throws(FileError) -> TreeFolder? {
        try recover(environment)
        guard folder.kind(of: environment.rawValue) != nil else { return nil }
        return try TreeFolder(folder.folder(environment.rawValue))
    }

    /// Begins a tree beside the environment's former one, after clearing the leftovers of a killed run.
    ///
    /// - Parameter paths: the documents that the tree will have, whose folders are made now.
    package func stage(
        _ environment: EnvironmentName, for paths: [DocumentPath]
    ) throws(FileError) -> StagedTree {
        try recover(environment)
        let folders = Set(paths.flatMap { $0.folders.map(String.init) })
        return StagedTree(folders: try folder.beginning(Self.staging(environment)).folders(creating: folders))
    }

    /// Puts the begun tree of an environment in the place of its former one, in one step.
    package func install(_ environment: EnvironmentName) throws(FileError) {
        try folder.syncFileSystem()
        // A signal must not remove parts of the tree while it is put in its place.
        try UnfinishedWork.ofThisProcess.withoutInterruption { () throws(FileError) in try exchange(environment) }
        try folder.syncFileSystem()
        // The former tree now has one of the two other names.
        try recover(environment)
        UnfinishedWork.ofThisProcess.end(Self.staging(environment), in: folder)
    }

    /// Removes the begun tree instead of installing it; what cannot be removed is cleared by the next run.
    package func discard(_ environment: EnvironmentName) { folder.discard(Self.staging(environment)) }

    /// Runs `work` with a new folder beside the environment's tree, for files that become part of it.
    package func withWorkplace<Result>(
        of environment: EnvironmentName, _ work: (Folder) async throws -> Result
    ) async throws -> Result {
        let name = ".\(environment).packing"
        // A killed run may have left one.
        try folder.remove(name)
        let workplace = try folder.beginning(name)
        defer { folder.discard(name) }
        return try await work(workplace)
    }

    // No environment's name begins with a dot.
    private static func staging(_ environment: EnvironmentName) -> String { ".\(environment).staging" }
    private static func former(_ environment: EnvironmentName) -> String { ".\(environment).former" }

    private func exchange(_ environment: EnvironmentName) throws(FileError) {
        let (name, staging) = (environment.rawValue, Self.staging(environment))
        guard folder.kind(of: name) != nil else {
            try folder.rename(staging, to: name)
            return
        }
        if try folder.exchange(staging, name) { return }
        do throws(FileError) {
            try folder.rename(name, to: Self.former(environment))
            try folder.rename(staging, to: name)
        } catch {
            try recover(environment)
            throw FileError(folder.child(name), .write, .cannotExchange)
        }
    }

    /// Takes back a former tree whose successor never came, and clears what a killed run left.
    private func recover(_ environment: EnvironmentName) throws(FileError) {
        let (name, staging, former) = (environment.rawValue, Self.staging(environment), Self.former(environment))
        if folder.kind(of: former) != nil {
            if folder.kind(of: name) == nil {
                try folder.rename(former, to: name)
            } else {
                try folder.remove(former)
            }
        }
        if folder.kind(of: staging) != nil { try folder.remove(staging) }
    }
}

extension Folder {
    /// Makes a folder in this one for unfinished work: a signal that ends the process removes it.
    package func beginning(_ name: String) throws(FileError) -> Folder {
        try UnfinishedWork.ofThisProcess.begin(in: self) { () throws(FileError) in
            _ = try folder(creating: name)
            return name
        }
        return try folder(name)
    }

    /// Removes unfinished work, as far as possible.
    package func discard(_ name: String) {
        try? remove(name)
        UnfinishedWork.ofThisProcess.end(name, in: self)
    }
}

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
