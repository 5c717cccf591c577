/// New files in a folder, written all together or not at all; existing files are not touched.
package struct NewFiles {
    package let folder: Folder
    package private(set) var written: [String] = []
    /// The folders that were made for this one, the outermost first.
    private let madeFolders: [String]
    /// What was made in the folder, by name.
    private var madeEntries: [String] = []

    /// Opens or makes the folder.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - names: the entries that will be made in it; none may exist.
    package init(_ names: [String], in path: String) throws(FileError) {
        var made: [String] = []
        folder = try Folder(creating: path, made: &made)
        madeFolders = made
        for name in names where folder.kind(of: name) != nil {
            undo()
            throw FileError(folder.child(name), .write, .alreadyThere)
        }
    }

    /// Runs what makes the entries; when it fails, everything that was made is removed again.
    package mutating func allOrNone<Result, Failure: Error>(
        _ work: (inout NewFiles) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        do throws(Failure) {
            return try work(&self)
        } catch {
            undo()
            throw error
        }
    }

    /// The same for asynchronous work.
    package mutating func allOrNone<Result, Failure: Error>(
        _ work: (inout NewFiles) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        do throws(Failure) {
            return try await work(&self)
        } catch {
            undo()
            throw error
        }
    }

    /// Writes a file into the folder, or into folders in it, which are made if missing.
    package mutating func write(_ path: String, _ bytes: [UInt8]) throws(FileError) {
        let (parent, name) = path.parentAndName
        guard parent != "." else {
            try folder.write(name, bytes)
            madeEntries.append(name)
            written.append(folder.child(name))
            return
        }
        var place = folder
        for (depth, segment) in parent.split(separator: "/").map(String.init).enumerated() {
            if depth == 0 { willMakeFolder(segment) }
            place = try place.folder(creating: segment)
        }
        try place.write(name, bytes)
        written.append(place.child(name))
    }

    /// Notes a folder in this one that is about to be made, so that it is removed when the rest fails; an existing one
    /// stays.
    package mutating func willMakeFolder(_ name: String) {
        if folder.kind(of: name) == nil { madeEntries.append(name) }
    }

    /// Removes what was made, as far as possible; the failure that led here is the one to report.
    private func undo() {
        for name in madeEntries.reversed() { try? folder.remove(name) }
        Folder.removeEmpty(madeFolders)
    }
}
