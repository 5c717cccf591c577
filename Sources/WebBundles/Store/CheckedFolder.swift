import LocalFiles
import ManifestVerifier

/// A folder of which only the files of a list are served, each with the content that the list says.
///
/// What is hashed is what is served. A small file is read whole, and the bytes that were hashed are served. A large one is
/// hashed when it is opened first, and all its parts are read from the file that is open since: one that takes its place is
/// not seen. So are folders that were opened, of which most files are in few. A change in place, behind the open file, is
/// found only by the next process.
final class CheckedFolder: Sendable {
    let folder: Folder
    let list: FileList
    private let state = Guarded(State())
    /// What is done when a file is not as the list says.
    private let alarm: @Sendable (BundleRefusal) -> Void

    private struct State {
        /// What was found wrong first; it stays wrong.
        var refusal: BundleRefusal?
        /// The large files that are open, the one that was opened last at the end.
        var large: [(path: [UInt8], file: ReadableFile)] = []
        /// Folders below it that are open.
        var folders: [[UInt8]: Folder] = [:]
    }

    /// Bytes of a file that is read at once.
    private static let smallBytes = 256 << 10
    private static let openFiles = 8
    private static let openFolders = 32
    private static let slash = UInt8(ascii: "/")

    init(_ folder: Folder, _ list: FileList, alarm: @escaping @Sendable (BundleRefusal) -> Void) {
        self.folder = folder
        self.list = list
        self.alarm = alarm
    }

    var refusal: BundleRefusal? { state.with { $0.refusal } }

    /// The content of a file, and its name.
    func body(_ names: ArraySlice<String>, isFolder: Bool) throws(FileError) -> (BundleBody, String) {
        var path = names.joined(separator: "/")
        var found = isFolder ? nil : list.entries[Array(path.utf8)]
        if found == nil {
            path += path.isEmpty ? BundleStore.startPage : "/" + BundleStore.startPage
            found = list.entries[Array(path.utf8)]
        }
        guard let entry = found else { throw FileError(folder.child(path), .read, .notFound) }
        switch try body(path, entry) {
        case .success(let body): return (body, path.parentAndName.name)
        case .failure(let refusal):
            raise(refusal)
            throw FileError(folder.child(path), .read, .changed)
        }
    }

    private func raise(_ refusal: BundleRefusal) {
        let isFirst = state.with { state in
            defer { state.refusal = state.refusal ?? refusal }
            return state.refusal == nil
        }
        if isFirst { alarm(refusal) }
    }

    private func body(_ path: String, _ entry: FileList.Entry) throws(FileError) -> Result<BundleBody, BundleRefusal> {
        let bytes = Array(path.utf8)
        if let open = state.with({ state in state.large.first { $0.path == bytes }?.file }) {
            return .success(BundleBody(open, 0..<open.size))
        }
        guard let file = try file(path, keepsFolder: true) else { return .failure(.missing(path)) }
        guard file.size == entry.byteCount else { return .failure(.changed(path)) }
        if file.size <= Self.smallBytes {
            let content = try file.bytes(at: 0, count: file.size)
            guard content.count == file.size, SHA256.hash(content).hexadecimal == entry.sha256 else {
                return .failure(.changed(path))
            }
            return .success(BundleBody(content, of: file.path))
        }
        guard try file.digest().hexadecimal == entry.sha256 else { return .failure(.changed(path)) }
        state.with { state in
            state.large.append((bytes, file))
            if state.large.count > Self.openFiles { state.large.removeFirst() }
        }
        return .success(BundleBody(file, 0..<file.size))
    }

    /// Opens a file; nil when it is missing, or no file without links on the way.
    ///
    /// - Parameter keepsFolder: whether its folder is the one that was opened before, and stays open.
    private func file(_ path: String, keepsFolder: Bool = false) throws(FileError) -> ReadableFile? {
        let bytes = Array(path.utf8)
        let end = bytes.lastIndex(of: Self.slash)
        let above = end.map { Array(bytes[..<$0]) } ?? []
        do throws(FileError) {
            let known = keepsFolder ? state.with { $0.folders[above] } : nil
            let parent = if let known { known } else { try descendant(above) }
            if keepsFolder, known == nil {
                state.with { state in
                    if state.folders.count == Self.openFolders { state.folders = [:] }
                    state.folders[above] = parent
                }
            }
            return try parent.file(String(decoding: bytes[(end.map { $0 + 1 } ?? 0)...], as: UTF8.self))
        } catch {
            if error.meansGone || error.reason == .notAFile { return nil }
            throw error
        }
    }

    private func descendant(_ path: [UInt8]) throws(FileError) -> Folder {
        var found = folder
        for name in path.split(separator: Self.slash) {
            found = try found.folder(String(decoding: name, as: UTF8.self))
        }
        return found
    }

    // MARK: Before anything is served

    /// Looks at the page that is shown first: it is what a folder that is cut short or planted most often lacks.
    func checkStartPage() throws(FileError) -> BundleRefusal? {
        if let refusal { return refusal }
        return try refusal(of: BundleStore.startPage)
    }

    /// Looks at every file, and for others.
    ///
    /// - Returns: why it is not the folder that was signed; nil when it is.
    func checkAll() -> BundleRefusal? {
        var refusal = planted(in: folder, above: "")
        for path in list.entries.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) where refusal == nil {
            let path = String(decoding: path, as: UTF8.self)
            do throws(FileError) {
                refusal = try self.refusal(of: path)
            } catch {
                refusal = .unreadable(path)
            }
        }
        if let refusal { raise(refusal) }
        return refusal
    }

    private func refusal(of path: String) throws(FileError) -> BundleRefusal? {
        guard let entry = list.entries[Array(path.utf8)], let file = try file(path) else { return .missing(path) }
        guard file.size == entry.byteCount, try file.digest().hexadecimal == entry.sha256 else { return .changed(path) }
        return nil
    }

    private func planted(in folder: Folder, above: String) -> BundleRefusal? {
        guard let entries = try? folder.entries() else { return .unreadable(above) }
        for entry in entries {
            let path = above + entry.name
            if list.entries[Array(path.utf8)] != nil { continue }
            // An archive may have empty folders.
            guard entry.kind == .folder else { return BundleRefusal(code: "planted-file", file: path) }
            guard let inner = try? folder.folder(entry.name) else { return .unreadable(path) }
            if let refusal = planted(in: inner, above: path + "/") { return refusal }
        }
        return nil
    }
}
