import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier

/// One environment's finished folder, open for reading.
package struct TreeFolder: Sendable {
    package let folder: Folder
    /// Where the files are, by path.
    private let folders: [String: Folder]
    /// The paths of all regular files; they are ASCII, so that they are equal only if their bytes are.
    package let files: Set<String>
    /// Entries that no tree has, ordered by path; none of them is ever read.
    package let unexpectedEntries: [UnexpectedEntry]

    /// The list of the files that publishing wrote into the folder of a static host.
    package static let siteList = ".signet-files"

    package struct UnexpectedEntry: Equatable, Sendable {
        /// Where it is, with escapes for what is not ASCII.
        package let path: String
        /// What is wrong with it, as a phrase.
        package let reason: String
    }

    /// Lists everything in the folder.
    package init(_ folder: Folder) throws(FileError) {
        self.folder = folder
        var folders = ["": folder]
        var files: Set<String> = []
        var unexpected: [UnexpectedEntry] = []
        var pending: [(path: String, depth: Int)] = [("", 0)]
        while let (path, depth) = pending.popLast() {
            guard let current = folders[path] else { continue }
            guard depth <= Limits.folderDepth else {
                throw FileError(current.path, .read, .tooMany(limit: Limits.folderDepth))
            }
            for entry in try current.entries() {
                let child = path.isEmpty ? entry.shownName : "\(path)/\(entry.shownName)"
                guard let name = entry.asciiName else {
                    unexpected.append(UnexpectedEntry(path: child, reason: "has a name that is not ASCII"))
                    continue
                }
                switch entry.kind {
                case .file: files.insert(child)
                case .folder:
                    folders[child] = try current.folder(name)
                    pending.append((child, depth + 1))
                case .link, .other:
                    unexpected.append(UnexpectedEntry(path: child, reason: "is neither a file nor a folder"))
                }
            }
            guard files.count + unexpected.count <= Limits.treeFiles, folders.count <= Limits.treeFolders else {
                throw FileError(folder.path, .read, .tooMany(limit: Limits.treeFiles))
            }
        }
        self.folders = folders
        self.files = files
        unexpectedEntries = unexpected.sorted { $0.path < $1.path }
    }

    /// Looks for these files alone, in a folder that holds others as well. No link is followed.
    package init(_ folder: Folder, only paths: [String]) throws(FileError) {
        self.folder = folder
        var folders = ["": folder]
        var files: Set<String> = []
        for path in paths {
            var (place, reached) = (folder, "")
            var names = path.split(separator: "/").map(String.init)[...]
            while names.count > 1, let name = names.popFirst(), place.kind(of: name) == .folder {
                reached += (reached.isEmpty ? "" : "/") + name
                if folders[reached] == nil { folders[reached] = try place.folder(name) }
                place = folders[reached] ?? place
            }
            guard names.count == 1, let name = names.first, place.kind(of: name) == .file,
                reached == path.folderAndName.folder
            else { continue }
            files.insert(path)
        }
        (self.folders, self.files) = (folders, files)
        unexpectedEntries = []
    }

    /// The bytes of a file of the tree; nil when it is not there.
    package func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]? {
        guard files.contains(path) else { return nil }
        let (parent, name) = path.folderAndName
        return try folders[parent]?.readIfPresent(name, limit: limit)
    }

    /// The same; nil also for a file that is larger than it can be, which tells devices nothing and is not kept.
    package func readIfUsual(_ path: String, limit: Int) throws(FileError) -> [UInt8]? {
        do throws(FileError) {
            return try read(path, limit: limit)
        } catch {
            guard case .tooLarge = error.reason else { throw error }
            return nil
        }
    }

    /// The bytes of a document and of the sidecars that it has; nil without a body.
    package func read(_ path: DocumentPath, bodyLimit: Int) throws(FileError) -> TreeDocument? {
        guard let body = try read(path.rawValue, limit: bodyLimit) else { return nil }
        let sidecars = try sidecars(of: path)
        return TreeDocument(body: body, headers: sidecars.headers, signature: sidecars.signature)
    }

    /// The sidecars of a document, each nil when it is not there.
    package func sidecars(of path: DocumentPath) throws(FileError) -> (headers: [UInt8]?, signature: [UInt8]?) {
        (
            try read(path.headersSidecar, limit: Limits.sidecarBytes),
            try read(path.signatureSidecar, limit: Limits.sidecarBytes)
        )
    }

    /// The body of a document by its format, in memory or as a file; nil when it is not there.
    package func body(of path: DocumentPath, _ format: DocumentFormat) throws(FileError) -> DocumentBody? {
        guard format.isStreamed else {
            return try read(path.rawValue, limit: format.byteLimit).map { .bytes($0) }
        }
        let (parent, name) = path.rawValue.folderAndName
        guard files.contains(path.rawValue), let folder = folders[parent] else { return nil }
        let size = try folder.file(name).size
        guard size <= format.byteLimit else {
            throw FileError(folder.child(name), .read, .tooLarge(limit: format.byteLimit))
        }
        return .file(BodyFile(folder: folder, name: name, byteCount: size))
    }
}

extension TreeFolder {
    /// The tree at `path`, or all trees in that folder, each with the environment that it must be of.
    ///
    /// - Parameters:
    ///   - environment: the environment to expect; nil for the name of the tree's folder.
    ///   - mayBeUnnamed: whether the folder of a tree may have a name that no environment has.
    package static func trees(
        at path: String, environment: EnvironmentName?, mayBeUnnamed: Bool = false
    ) throws -> [(environment: EnvironmentName, tree: TreeFolder)] {
        let folder = try Folder(path: path)
        if folder.holdsTree {
            guard
                let expected = environment ?? folder.name.flatMap(EnvironmentName.init)
                    ?? (mayBeUnnamed ? .unnamed : nil)
            else {
                throw ErrorReport(
                    .unparsable, "\(path): the folder's name is not an environment name",
                    hint: "say which environment the tree must be of with --environment NAME")
            }
            return [(expected, try TreeFolder(folder))]
        }
        let wanted = try environments(in: folder, only: environment)
        guard wanted.isEmpty else {
            // Beside a tree, what is left of another one is refused.
            let all = environment == nil ? try environments(in: folder, isWhole: false) : wanted
            return try all.map { ($0, try TreeFolder(folder.folder($0.rawValue))) }
        }
        let known = try environments(in: folder)
        guard let environment, !known.isEmpty else {
            throw ErrorReport(
                .missingInput, "\(path): holds no tree: there is no \(DocumentPath.publication.file)",
                hint: "build one with: signet build")
        }
        throw notFound(environment, in: path, known: known)
    }

    package static func tree(of environment: EnvironmentName, in path: String) throws -> TreeFolder {
        do throws(FileError) {
            return try TreeFolder(Folder(path: "\(path)/\(environment)"))
        } catch {
            guard error.reason == .notFound else { throw error }
            guard let folder = try? Folder(path: path) else {
                throw ErrorReport(.missingInput, error.message, hint: "build it with: signet build")
            }
            throw notFound(environment, in: path, known: try environments(in: folder))
        }
    }

    /// The environments whose trees are at a path: one tree, or a folder of trees. What they claim is verified when they
    /// are read.
    package static func environments(in path: String) throws(FileError) -> [EnvironmentName] {
        let folder = try Folder(path: path)
        guard folder.kind(of: DocumentPath.publication.file) == .file else { return try environments(in: folder) }
        let file = try folder.read(DocumentPath.publication.file, limit: VerifiedIndex.byteLimit)
        return (try? JWS(file)).map { [$0.header.environment] } ?? []
    }

    /// The environments whose trees are in a folder, ordered by name.
    ///
    /// - Parameters:
    ///   - only: the one to look for; nil for all.
    ///   - isWhole: whether a tree must have its index.
    private static func environments(
        in folder: Folder, only: EnvironmentName? = nil, isWhole: Bool = true
    ) throws(FileError) -> [EnvironmentName] {
        var names: [EnvironmentName] = []
        for entry in try folder.entries().sorted(by: { $0.precedes($1) }) where entry.kind == .folder {
            guard let name = EnvironmentName(entry.name), only == nil || only == name else { continue }
            let tree = try folder.folder(entry.name)
            if tree.holdsTree || !isWhole && tree.holdsSidecars { names.append(name) }
        }
        return names
    }

    private static func notFound(
        _ environment: EnvironmentName, in path: String, known: [EnvironmentName]
    ) -> ErrorReport {
        let names = known.map(\.rawValue)
        return ErrorReport(
            .missingInput, "\(path): there is no tree of environment \"\(environment)\"",
            hint: environment.rawValue.didYouMean(
                names,
                otherwise: names.isEmpty
                    ? "build it with: signet build" : "there are trees of: \(names.joined(separator: ", "))"))
    }
}

extension Folder {
    /// Whether it has headers of documents: without an index, what is left of a tree.
    fileprivate var holdsSidecars: Bool {
        (try? TreeFolder(self))?.files.contains { $0.hasSuffix(DocumentPath.headersSuffix) } ?? false
    }

    /// Whether it has an index, signed or not.
    package var holdsTree: Bool {
        kind(of: DocumentPath.publication.file) != nil || kind(of: DocumentPath.publication.rawValue) == .file
    }
}

/// A document's files as they are on disk, not trusted yet.
package struct TreeDocument: Sendable {
    package let body: [UInt8]
    package let headers: [UInt8]?
    package let signature: [UInt8]?
}
