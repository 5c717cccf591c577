import PublicationTree
import Diagnostics
import LocalFiles
import ManifestPolicy
import ManifestVerifier

/// Changes the reviewed list of web bundles, and puts the archives that it names beside the policy. Nothing is signed: that is
/// for a build, after the list was reviewed.
package struct BundleEditing: Sendable {
    private let place: BundleListPlace
    private let keptApart: [String]
    private let isStrict: Bool
    private let tell: @Sendable (BuildEvent) -> Void

    /// - Parameters:
    ///   - place: which list.
    ///   - keptApart: folders that are never packed: the keys and the trees.
    ///   - isStrict: whether a warning about a page stops.
    ///   - tell: receives events, from any thread.
    package init(
        _ place: BundleListPlace, keptApart: [String], isStrict: Bool,
        tell: @escaping @Sendable (BuildEvent) -> Void
    ) {
        self.place = place
        self.keptApart = keptApart
        self.isStrict = isStrict
        self.tell = tell
    }

    /// Packs the folder that a web build has written, and lists it.
    package func pack(_ path: String, _ offer: BundleOffer) async throws -> BundleList {
        let folder = try WebFolder(path, apartFrom: keptApart + [place.archives])
        try warn(of: folder.page, in: path)
        return try await list(offer, madeFrom: path) { (name, archives) throws in
            let byteCount = folder.files.reduce(0) { $0 + $1.byteCount }
            try folder.pack(as: name, into: archives) { tell(.working("packing", $0, of: byteCount)) }
        }
    }

    /// Lists an archive that was packed elsewhere, to the byte.
    package func add(_ path: String, _ offer: BundleOffer) async throws -> BundleList {
        let (parent, source) = path.parentAndName
        let original = try reading { () throws(FileError) in try Folder(path: parent) }
        return try await list(offer, madeFrom: path) { (name, archives) throws in
            // A copy: another program may go on writing to the original.
            try reading { () throws(FileError) in try archives.copy(name, from: original, named: source) }
        }
    }

    /// Takes a version out of use for good, also one that only an app ships.
    package func withdraw(_ version: SemanticVersion) async throws -> BundleList {
        try await change { (list, edit, _) throws in
            if list.entry(version) == nil {
                try list.checkRoom(for: version)
                edit.insertFirst("{ \"version\": \"\(version)\", \"state\": \"withdrawn\" }")
            } else {
                edit.set("state", to: "\"withdrawn\"", of: version, in: list)
            }
        }
    }

    /// Offers a version no longer; clients that have it may keep it.
    package func retire(_ version: SemanticVersion) async throws -> BundleList {
        try await change { (list, edit, _) throws in
            guard let entry = list.entry(version) else { throw BundleError.notListed(version, list: place.file) }
            guard entry.state != .withdrawn else { throw BundleError.notOffered(version, .withdrawn) }
            edit.set("state", to: "\"retired\"", of: version, in: list)
        }
    }

    private func warn(of page: [UInt8], in place: String) throws {
        let warnings = WebPage(page).warnings
        for warning in warnings { tell(.pageWarning("\(place)/\(WebPage.name) \(warning.text)", hint: warning.hint)) }
        guard !isStrict || warnings.isEmpty else { throw BundleError.strict(place, warnings.count) }
    }

    // MARK: The list

    private func list(
        _ offer: BundleOffer, madeFrom path: String, _ make: (String, Folder) throws -> Void
    ) async throws -> BundleList {
        try await change { (list, edit, archives) throws in
            let former = list.entry(offer.version)
            if let former, former.state != .offered { throw BundleError.notOffered(offer.version, former.state) }
            if former == nil { try list.checkRoom(for: offer.version) }
            let name = DocumentPath.webBundleName(offer.version)
            let temporary = ".\(name).new"
            try reading { () throws(FileError) in try archives.remove(temporary) }
            defer { try? archives.remove(temporary) }
            try make(temporary, archives)
            let archive = try WebArchive(temporary, in: archives, madeFrom: path) { tell(.working($0, $1, of: $2)) }
            if let listed = former?.archive?.digest, !listed.matches(archive.digest) {
                throw BundleError.otherArchive(offer.version, listed: listed, new: archive.digest)
            }
            try reading { () throws(FileError) in
                try archives.remove(name)
                try archives.rename(temporary, to: name)
            }
            guard let former else {
                edit.insertFirst(offer.entry(archive.digest.hexadecimal, byteCount: archive.file.byteCount))
                return
            }
            edit.set("minShellVersion", to: "\"\(offer.minimumShell)\"", of: offer.version, in: list)
            if offer.maximumShell != former.archive?.maximumShell {
                let maximum = offer.maximumShell ?? .unbounded
                edit.set("maxShellVersion", to: "\"\(maximum)\"", of: offer.version, in: list)
            }
        }
    }

    private func change(
        _ body: (BundleList, inout BundleListText, Folder) throws -> Void
    ) async throws -> BundleList {
        let archives = try await place.lockedArchives { tell(.waiting(place.archives)) }
        let text = try place.read() ?? BundleListText.empty
        let list = try BundleList(text, file: place.file)
        var edit = try BundleListText(text, file: place.file)
        try body(list, &edit, archives)
        // What is written is read as a build will read it.
        let changed = try BundleList(edit.bytes, file: place.file)
        if edit.bytes != text { try place.write(edit.bytes) }
        return changed
    }
}

extension BundleList {
    /// Fails when another version cannot be listed beside those that are.
    fileprivate func checkRoom(for version: SemanticVersion) throws {
        let spelling = version.spelling.asciiLowercased
        if let other = entries.map(\.version).first(where: { $0.spelling.asciiLowercased == spelling }) {
            throw BundleError.sameButForCase(version, other)
        }
        guard entries.count < Limits.webBundles else { throw BundleError.tooMany }
    }
}
