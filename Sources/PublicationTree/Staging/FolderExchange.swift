import LocalFiles
import Programs

/// A place in a locked folder where a finished folder is put in one step.
///
/// A folder is written beside the one it replaces, flushed once, then the two are exchanged. Where the file system
/// cannot exchange, two renames do it, and the name of the former folder is the journal: it exists without a successor
/// only between the two, and the next run takes it back.
package struct FolderExchange: Sendable {
    private let parent: Folder
    private let name: String

    /// - Parameters:
    ///   - parent: a folder whose lock this process has.
    ///   - name: the name of the folder to be replaced.
    package init(in parent: Folder, name: String) {
        self.parent = parent
        self.name = name
    }

    /// Begins a folder beside the former one, after clearing the leftovers of a killed run.
    ///
    /// - Parameter folders: the paths of the folders in it, which are made now.
    package func stage(_ folders: Set<String>) throws(FileError) -> StagedTree {
        try recover()
        try UnfinishedWork.ofThisProcess.begin(in: parent) { () throws(FileError) in
            _ = try parent.folder(creating: stagingName)
            return stagingName
        }
        return StagedTree(folders: try parent.folder(stagingName).folders(creating: folders))
    }

    /// Puts the begun folder in the place of the former one, in one step.
    package func install() throws(FileError) {
        try parent.syncFileSystem()
        // A signal must not remove parts of the folder while it is put in its place.
        try UnfinishedWork.ofThisProcess.withoutInterruption { () throws(FileError) in try exchange() }
        try parent.syncFileSystem()
        // The former folder now has one of the two other names.
        try recover()
        UnfinishedWork.ofThisProcess.end(stagingName, in: parent)
    }

    /// Removes the begun folder instead of installing it; what cannot be removed is cleared by the next run.
    package func discard() {
        try? parent.remove(stagingName)
        UnfinishedWork.ofThisProcess.end(stagingName, in: parent)
    }

    private func exchange() throws(FileError) {
        guard parent.kind(of: name) != nil else {
            try parent.rename(stagingName, to: name)
            return
        }
        if try parent.exchange(stagingName, name) { return }
        do throws(FileError) {
            try parent.rename(name, to: formerName)
            try parent.rename(stagingName, to: name)
        } catch {
            try recover()
            throw FileError(parent.child(name), .write, .cannotExchange)
        }
    }

    /// Takes back a former folder whose successor never came, and clears what a killed run left.
    package func recover() throws(FileError) {
        if parent.kind(of: formerName) != nil {
            if parent.kind(of: name) == nil {
                try parent.rename(formerName, to: name)
            } else {
                try parent.remove(formerName)
            }
        }
        if parent.kind(of: stagingName) != nil { try parent.remove(stagingName) }
    }

    // No environment's name begins with a dot.
    private var stagingName: String { ".\(name).staging" }
    private var formerName: String { ".\(name).former" }
}
