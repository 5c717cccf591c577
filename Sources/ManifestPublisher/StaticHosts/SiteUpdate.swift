import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree

/// Brings Signet's files in a folder up to date beside those of a web app, which it never touches.
///
/// All is examined before anything is written. Then what changes is staged, the list of own files names it as well, each file
/// is moved to its place, the index last, and stale files are removed. A kill leaves every file whole and on the list, so that
/// the next run finishes the work.
struct SiteUpdate {
    /// A file that the folder is to have.
    struct Entry {
        let path: String
        let digest: ListedDigest
        /// Writes it as a new file of a folder.
        let write: (Folder, String) throws -> Void
        /// Whether it is known to be there, so that it is not read.
        var isThere = false
        /// Whether it may stay as it is when the web app has one.
        var mayBeOther = false
    }

    private let folder: Folder
    private let entries: [Entry]
    /// What hosts are told otherwise until now, which is Signet's by its name or in part; nil for what goes.
    private let told: [(name: String, bytes: [UInt8]?)]
    /// What was Signet's until now.
    private let own: OwnFiles
    /// The entries that are not there yet.
    let changed: [Entry]
    /// The files that are there and are, or will be, Signet's.
    private let owned: [String: ListedDigest]

    static let stagingName = ".signet-staging"

    /// - Throws: an error for people when a file or folder of the web app is in the way.
    init(_ folder: Folder, _ entries: [Entry], told: [(name: String, bytes: [UInt8]?)]) throws {
        (self.folder, self.entries) = (folder, entries)
        self.told = try told.filter { name, bytes in
            try folder.readIfPresent(name, limit: Limits.publicationBytes) != bytes
        }
        own = try OwnFiles(of: folder)
        var changed: [Entry] = []
        var owned: [String: ListedDigest] = [:]
        var inTheWay: [String] = []
        for entry in entries {
            let (parent, name) = entry.path.folderAndName
            guard let place = try Self.place(parent, in: folder) else {
                changed.append(entry)
                owned[entry.path] = entry.digest
                continue
            }
            switch place.kind(of: name) {
            case nil:
                changed.append(entry)
                owned[entry.path] = entry.digest
            case .file:
                let found = entry.isThere ? entry.digest : try place.digest(of: name)
                let isOwn = own.has(found, at: entry.path)
                if isOwn { owned[entry.path] = entry.digest }
                // A file of the web app that has the very bytes stays the web app's.
                if found == entry.digest || entry.mayBeOther && !isOwn { continue }
                if isOwn { changed.append(entry) } else { inTheWay.append(entry.path) }
            case .folder, .link, .other: inTheWay.append(entry.path)
            }
        }
        guard inTheWay.isEmpty else { throw Self.notOurs(inTheWay, in: folder) }
        (self.changed, self.owned) = (changed, owned)
    }

    /// The folder at a path; nil where it is still to be made.
    private static func place(_ path: String, in folder: Folder) throws -> Folder? {
        var place = folder
        var reached = ""
        for name in path.split(separator: "/").map(String.init) {
            reached += (reached.isEmpty ? "" : "/") + name
            switch place.kind(of: name) {
            case nil: return nil
            case .folder: place = try place.folder(name)
            case .file, .link, .other: throw notOurs([reached], in: folder)
            }
        }
        return place
    }

    private static func notOurs(_ paths: [String], in folder: Folder) -> ErrorReport {
        let more = paths.count > 1 ? " (and \(paths.count - 1) more)" : ""
        return ErrorReport(
            .cannotCreate, "\(folder.child(paths[0])) is not a file that signet publish wrote\(more)",
            hint:
                "if it is the web app's, give the document another path in the policy; "
                + "if it is an old copy of the document, remove it, and publish again")
    }

    private var stale: [(path: String, digests: Set<ListedDigest>)] {
        let wanted = Set(entries.map(\.path))
        return own.digests.filter { !wanted.contains($0.key) }.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }

    /// - Parameter written: called for every file that is in its place.
    func run(written: (String) -> Void) throws {
        let after = OwnFiles(owned)
        do {
            let staging = try stage()
            try own.union(after).write(to: folder)
            try move(staging, written)
            for (path, digests) in stale { try remove(path, digests) }
        } catch {
            folder.discard(Self.stagingName)
            throw error
        }
        folder.discard(Self.stagingName)
        try after.write(to: folder)
        try folder.syncFileSystem()
    }

    /// Writes what changes beside the files that are there, after clearing what a killed run left.
    private func stage() throws -> Folder {
        try folder.remove(Self.stagingName)
        let staging = try folder.beginning(Self.stagingName)
        for (number, entry) in changed.enumerated() { try entry.write(staging, String(number)) }
        for (name, bytes) in told {
            if let bytes { try staging.write(name, bytes) }
        }
        // What is moved is on the disk: a crash leaves the former file or the new one.
        try folder.syncFileSystem()
        return staging
    }

    /// Puts what was staged in its place: what hosts are told behind the documents, and the index behind all.
    private func move(_ staging: Folder, _ written: (String) -> Void) throws {
        let index = changed.firstIndex { $0.path == DocumentPath.publication.file }
        func move(_ number: Int) throws {
            let path = changed[number].path
            let (parent, name) = path.folderAndName
            var place = folder
            for part in parent.split(separator: "/") { place = try place.folder(creating: String(part)) }
            try staging.move(String(number), to: place, as: name)
            written(path)
        }
        for number in changed.indices where number != index { try move(number) }
        for (name, bytes) in told {
            if bytes != nil {
                try staging.move(name, to: folder, as: name)
            } else if folder.kind(of: name) == .file {
                try folder.remove(name)
            }
        }
        if let index { try move(index) }
    }

    /// Removes a file that is no longer published, and folders that it leaves empty.
    private func remove(_ path: String, _ digests: Set<ListedDigest>) throws {
        let (parent, name) = path.folderAndName
        guard let place = try? Self.place(parent, in: folder), place.kind(of: name) == .file,
            digests.contains(try place.digest(of: name))
        else { return }
        try place.remove(name)
        var folders: [String] = []
        for part in parent.split(separator: "/") { folders.append("\(folders.last ?? folder.path)/\(part)") }
        Folder.removeEmpty(folders)
    }
}

extension Folder {
    fileprivate func digest(of name: String) throws(FileError) -> ListedDigest {
        ListedDigest(try BodyDigests(of: file(name), date: nil).body)
    }
}
