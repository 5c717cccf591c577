import Diagnostics
import LocalFiles
import ManifestVerifier
import Policy
import PublicationTree
import WebBundles

/// Changes the reviewed list of web bundles, and puts the archives that it names beside the policy. Nothing is signed: that is
/// for a build, after the list was reviewed.
package struct BundleEditing: Sendable {
    private let place: BundleListFile
    private let keptApart: [String]
    private let isStrict: Bool
    private let report: @Sendable (BuildEvent) -> Void

    /// - Parameters:
    ///   - keptApart: folders that are never packed: the keys and the trees.
    ///   - isStrict: whether a warning about a page stops.
    ///   - report: receives events, from any thread.
    package init(
        _ place: BundleListFile, keptApart: [String], isStrict: Bool,
        report: @escaping @Sendable (BuildEvent) -> Void
    ) {
        self.place = place
        self.keptApart = keptApart
        self.isStrict = isStrict
        self.report = report
    }

    package func pack(_ path: String, _ offer: BundleOffer) async throws -> BundleList {
        let folder = try WebFolder(path, apartFrom: keptApart + [place.archives])
        return try await list(offer, madeFrom: path) { name, archives in
            let byteCount = folder.files.reduce(0) { $0 + $1.byteCount }
            try await folder.pack(as: name, into: archives) { report(.working("packing", $0, of: byteCount)) }
        }
    }

    /// Lists an archive that was packed elsewhere, to the byte.
    package func add(_ path: String, _ offer: BundleOffer) async throws -> BundleList {
        let (parent, source) = path.parentAndName
        let original = try Folder(path: parent)
        return try await list(offer, madeFrom: path) { name, archives in
            // A copy: another program may go on writing to the original.
            try archives.copy(name, from: original, named: source)
        }
    }

    /// Offers a listed version.
    ///
    /// - Parameters:
    ///   - conditions: to whom; nil for everybody.
    ///   - goesOn: whether one that was halted or retired is offered again to whom it was.
    package func offer(
        _ version: SemanticVersion, to conditions: BundleConditions?, goesOn: Bool
    ) async throws -> BundleList {
        try await change { list, edit, _ in
            let entry = try listed(version, in: list)
            guard entry.state != .withdrawn else { throw Self.notOffered(version, .withdrawn) }
            let offeredToAll = list.entries.filter { $0.state == .offered && $0.conditions == nil }.map(\.version)
            if let higher = offeredToAll.max(), higher > version {
                report(
                    .warning(
                        "v\(higher) is higher and offered to everybody: who can run it does not get v\(version)",
                        hint: "if that one is bad: signet bundle halt \(higher)"))
            }
            try edit.remove("state", of: version, in: list)
            if goesOn, entry.state != .offered { return }
            if let conditions {
                try edit.set("when", to: conditions.listed, of: version, in: list)
            } else {
                try edit.remove("when", of: version, in: list)
            }
        }
    }

    /// Ends the offer of a version: `halted` takes it from clients that have not confirmed it, `retired` leaves it to all that
    /// have it, and `withdrawn` takes it out of use for good, also one that only an app ships.
    ///
    /// - Parameter isEmbedded: whether the version may be one that the list does not have, since only an app ships it.
    package func end(
        _ version: SemanticVersion, as state: BundleList.State, isEmbedded: Bool
    ) async throws -> BundleList {
        try await change { list, edit, _ in
            if isEmbedded, list.entry(version) == nil {
                try list.checkRoom(for: version)
                return try edit.insertFirst("{ \"version\": \"\(version)\", \"state\": \"withdrawn\" }")
            }
            let former = try listed(version, in: list).state
            if former == .withdrawn && state != .withdrawn || former == .retired && state == .halted {
                throw Self.notOffered(version, former)
            }
            try edit.set("state", to: "\"\(state.rawValue)\"", of: version, in: list)
        }
    }

    /// Records what a shell offers, and lets the bundles run in it whose bounds follow from recorded shells.
    package func record(_ shell: RecordedShell) async throws -> BundleList {
        try await change { list, edit, _ in
            if let former = list.shells(of: shell.platform).first(where: { $0.version == shell.version }) {
                guard former.surface == shell.surface else {
                    throw ErrorReport(
                        .refused,
                        "\(shell.platform.displayName) shell \(shell.version) is recorded with another surface",
                        hint: "devices have it already, so it never changes: give the shell a higher version")
                }
                return
            }
            for entry in list.entries {
                guard let shells = list.bounds(of: entry, after: shell) else { continue }
                try edit.set("shells", to: shells.listed, of: entry.version, in: list)
            }
            try edit.record(shell)
        }
    }

    private func listed(_ version: SemanticVersion, in list: BundleList) throws -> BundleList.Entry {
        guard let entry = list.entry(version) else {
            let all = "signet bundle list shows what is; one that only apps ship is withdrawn with --embedded"
            throw ErrorReport(
                .missingInput, "\(place.file): v\(version) is not listed",
                hint: "\(version)".didYouMean(list.entries.map { "\($0.version)" }, otherwise: all))
        }
        return entry
    }

    private func list(
        _ offer: BundleOffer, madeFrom path: String, _ make: (String, Folder) async throws -> Void
    ) async throws -> BundleList {
        try await change { list, edit, archives in
            let former = list.entry(offer.version)
            if let former, former.state != .offered { throw Self.notOffered(offer.version, former.state) }
            if former == nil { try list.checkRoom(for: offer.version) }
            let shells = try list.shells(for: offer)
            if offer.surface != nil {
                for platform in Platform.allCases where shells[platform] == nil && !list.shells(of: platform).isEmpty {
                    report(
                        .warning(
                            "no recorded \(platform.displayName) shell offers what v\(offer.version) calls, so none gets it",
                            hint: "record one that does, or say by hand which can run it: --shell \(platform)=2.0.0...")
                    )
                }
            }
            let name = DocumentPath.webBundleName(offer.version)
            let temporary = ".\(name).new"
            try archives.remove(temporary)
            defer { try? archives.remove(temporary) }
            try await make(temporary, archives)
            let byteCount = try archives.file(temporary).size
            var done = 0
            let inspection = WebInspection(of: path, pages: list.pages)
            let archive = try await WebArchive(temporary, in: archives, inspection: inspection) {
                done += $0
                report(.working("checking", done, of: byteCount))
            }
            for warning in try inspection.verdict(isStrict: isStrict) { report(.finding(warning)) }
            if let listed = former?.archive?.digest, !listed.matches(archive.digest) {
                throw ErrorReport(
                    .refused,
                    "v\(offer.version) is listed with other bytes: SHA-256 \(listed), now \(archive.digest)",
                    hint: "clients that have it would not load it again; give the bundle a higher version")
            }
            // For git, which must not take the archives.
            if archives.kind(of: ".gitignore") == nil { try archives.write(".gitignore", Array("*\n".utf8)) }
            try archives.remove(name)
            try archives.rename(temporary, to: name)
            guard let former else {
                try edit.insertFirst(
                    offer.entry(
                        archive.digest.hexadecimal, byteCount: archive.file.byteCount, files: archive.files,
                        shells: shells))
                return
            }
            try edit.set("files", to: "\"\(archive.files)\"", of: offer.version, in: list)
            if shells.listed != former.archive?.shells.listed {
                try edit.set("shells", to: shells.listed, of: offer.version, in: list)
            }
            if let surface = offer.surface, surface != former.surface {
                try edit.set("surface", to: surface.json(), of: offer.version, in: list)
            }
            if let conditions = offer.conditions {
                try edit.set("when", to: conditions.listed, of: offer.version, in: list)
            }
        }
    }

    private func change(
        _ body: (BundleList, inout BundleListText, Folder) async throws -> Void
    ) async throws -> BundleList {
        try await Folder.withoutResidue { made in
            let archives = try await place.lockedArchives(made: &made) { report(.waiting(place.archives)) }
            let text = try place.read() ?? BundleListText.empty
            let list = try BundleList(text, file: place.file)
            var edit = try BundleListText(text, file: place.file)
            try await body(list, &edit, archives)
            // What is written is read as a build will read it.
            let changed = try BundleList(edit.bytes, file: place.file)
            if edit.bytes != text { try place.write(edit.bytes) }
            return changed
        }
    }

    private static func notOffered(_ version: SemanticVersion, _ state: BundleList.State) -> ErrorReport {
        state == .withdrawn
            ? ErrorReport(
                .refused, "v\(version) is withdrawn, and stays so: clients never go back to it",
                hint: "give the bundle a higher version")
            : ErrorReport(
                .refused, "v\(version) is \(state.rawValue)", hint: "signet bundle offer \(version) offers it again")
    }
}

extension BundleList {
    /// Fails when another version cannot be listed beside those that are.
    fileprivate func checkRoom(for version: SemanticVersion) throws {
        let spelling = version.spelling.asciiLowercased
        if let other = entries.map(\.version).first(where: { $0.spelling.asciiLowercased == spelling }) {
            throw ErrorReport(
                .refused, "v\(version) differs from v\(other) only by case",
                hint: "some file systems take the two for one; give the bundle another version")
        }
        guard entries.count < Limits.webBundles else {
            throw ErrorReport(.refused, "there are \(Limits.webBundles) versions already")
        }
    }
}
