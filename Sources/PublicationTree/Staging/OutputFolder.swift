import LocalFiles
import ManifestVerifier
import Programs

/// The folder of all environments' trees, locked for one process, where finished trees are installed in one step.
package struct OutputFolder: Sendable {
    private let folder: Folder

    private init(locked folder: Folder) { self.folder = folder }

    /// Opens and locks the folder, making it when it is not there; other processes wait.
    ///
    /// - Parameters:
    ///   - path: the folder of all trees.
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
        try place(of: environment).recover()
        guard folder.kind(of: environment.rawValue) != nil else { return nil }
        return try TreeFolder(folder.folder(environment.rawValue))
    }

    /// Begins a tree beside the environment's former one, after clearing the leftovers of a killed run.
    ///
    /// - Parameter paths: the documents that the tree will have, whose folders are made now.
    package func stage(
        _ environment: EnvironmentName, for paths: [DocumentPath]
    ) throws(FileError) -> StagedTree {
        try place(of: environment).stage(Set(paths.flatMap { $0.folders.map(String.init) }))
    }

    /// Puts the begun tree of an environment in the place of its former one, in one step.
    package func install(_ environment: EnvironmentName) throws(FileError) {
        try place(of: environment).install()
    }

    /// Removes the begun tree instead of installing it; what cannot be removed is cleared by the next run.
    package func discard(_ environment: EnvironmentName) { place(of: environment).discard() }

    // MARK: Work in progress

    /// A new folder beside the environment's tree, for files that will become part of it, after clearing what a killed
    /// run left there.
    package func workplace(_ environment: EnvironmentName) throws(FileError) -> Folder {
        let name = Self.workplaceName(environment)
        try folder.remove(name)
        try UnfinishedWork.ofThisProcess.begin(in: folder) { () throws(FileError) in
            _ = try folder.folder(creating: name)
            return name
        }
        return try folder.folder(name)
    }

    /// Removes that folder; what cannot be removed is cleared by the next run.
    package func clearWorkplace(_ environment: EnvironmentName) {
        let name = Self.workplaceName(environment)
        try? folder.remove(name)
        UnfinishedWork.ofThisProcess.end(name, in: folder)
    }

    // No environment's name begins with a dot.
    private static func workplaceName(_ environment: EnvironmentName) -> String { ".\(environment).packing" }

    private func place(of environment: EnvironmentName) -> FolderExchange {
        FolderExchange(in: folder, name: environment.rawValue)
    }
}
