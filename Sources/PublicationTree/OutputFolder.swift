import ManifestFormat

/// The folder of all environments' trees, locked for one process, where finished trees are put in one step.
///
/// A tree is written beside the one it replaces, flushed once, then the two folders are exchanged. Where the file
/// system cannot exchange, two renames do it, and the name of the former tree is the journal: it is there without a
/// tree only between the two, and the next run takes it back.
package struct OutputFolder: Sendable {
    private let folder: Folder

    private init(locked folder: Folder) { self.folder = folder }

    /// Opens and locks the folder, making it when it is not there; other processes wait.
    ///
    /// - Parameters:
    ///   - path: the folder of all trees.
    ///   - patience: how long to wait for another process.
    ///   - whenWaiting: called once when another process has the lock.
    package static func lock(
        _ path: String, patience: Duration = .seconds(60), whenWaiting: () -> Void
    ) async throws(FileError) -> OutputFolder {
        let folder = try Folder(creating: path)
        let deadline = ContinuousClock.now + patience
        var isWaiting = false
        while try !folder.tryLock() {
            if !isWaiting { whenWaiting() }
            isWaiting = true
            guard ContinuousClock.now < deadline else { throw FileError(path, .write, .locked) }
            // A cancelled wait only asks again sooner.
            try? await Task.sleep(for: .milliseconds(50))
        }
        return OutputFolder(locked: folder)
    }

    // MARK: Trees

    /// The tree of an environment; nil when there is none. Takes back a tree that a crash left between two renames.
    package func tree(of environment: EnvironmentName) throws(FileError) -> TreeFolder? {
        try recover(environment)
        guard folder.kind(of: environment.rawValue) != nil else { return nil }
        return try TreeFolder(folder.folder(environment.rawValue))
    }

    /// Begins a tree beside the environment's former one; leftovers of a killed run are cleared first.
    ///
    /// - Parameter paths: the documents that the tree will have, whose folders are made now.
    package func stage(
        _ environment: EnvironmentName, for paths: [DocumentPath]
    ) throws(FileError) -> StagedTree {
        try recover(environment)
        let name = Self.stagingName(environment)
        var folders = ["": try folder.folder(creating: name)]
        for path in Set(paths.flatMap { $0.folders.map(String.init) }).sorted() {
            let (parent, name) = path.folderAndName
            folders[path] = try folders[parent]?.folder(creating: name)
        }
        return StagedTree(folders: folders)
    }

    /// Puts the tree that was begun for an environment in the place of its former one, in one step.
    package func install(_ environment: EnvironmentName) throws(FileError) {
        try folder.syncFileSystem()
        try exchange(Self.stagingName(environment), for: environment)
        try folder.syncFileSystem()
        // The former tree is under one of the two other names now.
        try recover(environment)
    }

    /// Removes a tree that was begun and is not to be installed; what cannot be removed is cleared by the next run.
    package func discard(_ environment: EnvironmentName) {
        try? folder.remove(Self.stagingName(environment))
    }

    private func exchange(_ staging: String, for environment: EnvironmentName) throws(FileError) {
        let name = environment.rawValue
        guard folder.kind(of: name) != nil else {
            try folder.rename(staging, to: name)
            return
        }
        if try folder.exchange(staging, name) { return }
        let former = Self.formerName(environment)
        do throws(FileError) {
            try folder.rename(name, to: former)
            try folder.rename(staging, to: name)
        } catch {
            try recover(environment)
            throw FileError(folder.child(name), .write, .cannotExchange)
        }
    }

    /// Takes back a former tree whose successor never came, and clears what a killed run left.
    private func recover(_ environment: EnvironmentName) throws(FileError) {
        let (name, former, staging) = (
            environment.rawValue, Self.formerName(environment), Self.stagingName(environment)
        )
        if folder.kind(of: former) != nil {
            if folder.kind(of: name) == nil {
                try folder.rename(former, to: name)
            } else {
                try folder.remove(former)
            }
        }
        if folder.kind(of: staging) != nil { try folder.remove(staging) }
    }

    // No environment's name begins with a dot.
    private static func stagingName(_ environment: EnvironmentName) -> String { ".\(environment).staging" }
    private static func formerName(_ environment: EnvironmentName) -> String { ".\(environment).former" }
}
