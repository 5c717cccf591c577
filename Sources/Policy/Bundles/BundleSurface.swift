import Diagnostics
import ManifestVerifier
import WebBundles

/// The native code that a web bundle calls, or that a shell offers: Capacitor and Cordova plugins, and the bridge itself.
package struct BundleSurface: Equatable, Sendable {
    /// One of them, as a line says it: `@capacitor/camera 7.0.1 sha512-…`.
    package struct Plugin: Hashable, Sendable, CustomStringConvertible {
        package let name: String
        package let version: String
        /// What tells its bytes: the integrity of an archive, the commit of a repository, a folder.
        package let integrity: String

        /// Fails unless each of the three is one word in printable ASCII that needs no escape in JSON.
        package init?(_ name: String, _ version: String, _ integrity: String) {
            let words = [name, version, integrity]
            let isPlain = words.allSatisfy { word in
                !word.isEmpty
                    && word.utf8.allSatisfy {
                        (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
                    }
            }
            guard isPlain, words.reduce(0, { $0 + $1.utf8.count }) <= Limits.surfaceLineBytes else { return nil }
            (self.name, self.version, self.integrity) = (name, version, integrity)
        }

        package init?(line: String) {
            let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            guard words.count == 3 else { return nil }
            self.init(words[0], words[1], words[2])
        }

        package var description: String { "\(name) \(version) \(integrity)" }

        /// Whether a bundle that was made with `needed` can call it: the same, or a later release of one major version.
        ///
        /// The order of versions says nothing of a commit, a folder or a patch, so those must be the same. Nor does it
        /// within `0.x` beyond one minor version (SemVer §4).
        fileprivate func serves(_ needed: Plugin) -> Bool {
            guard name == needed.name else { return false }
            guard self != needed else { return true }
            guard isRelease, needed.isRelease, let own = SemanticVersion(version),
                let other = SemanticVersion(needed.version)
            else { return false }
            return generation == needed.generation && other < own
        }

        private var isRelease: Bool { integrity.hasPrefix("sha") && !integrity.contains("?") }

        /// The numbers that a change of breaks callers.
        private var generation: [Substring] {
            Array(version.split(separator: ".").prefix(version.hasPrefix("0.") ? 2 : 1))
        }
    }

    /// Ordered by name, each name once.
    package let plugins: [Plugin]

    /// Fails with a name that appears twice.
    package init(_ plugins: [Plugin]) throws(Twice) {
        self.plugins = plugins.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let twice = zip(self.plugins, self.plugins.dropFirst()).first { $0.0.name == $0.1.name }
        if let twice { throw Twice(plugins: [twice.0, twice.1]) }
    }

    package struct Twice: Error, Sendable {
        package let plugins: [Plugin]
    }

    /// The plugins that `shell` does not offer in a version that fits, each with the one that it has.
    func missing(in shell: BundleSurface) -> [(needed: Plugin, has: Plugin?)] {
        plugins.compactMap { needed in
            let has = shell.plugins.first { $0.name == needed.name }
            return has?.serves(needed) == true ? nil : (needed, has)
        }
    }

    /// The lines as an array of JSON, on one line or on one for each plugin.
    ///
    /// - Parameter indent: what precedes each line; nil for one line.
    package func json(indent: String? = nil) -> String {
        let lines = plugins.map { "\"\($0)\"" }
        guard let indent else { return "[\(lines.joined(separator: ", "))]" }
        return "[\n" + lines.map { "\(indent)  \($0)" }.joined(separator: ",\n") + "\n\(indent)]"
    }
}

/// A shell that was built for a platform, with what it offers; once recorded it never changes.
package struct RecordedShell: Sendable {
    package let platform: Platform
    package let version: NumericVersion
    package let surface: BundleSurface

    package init(platform: Platform, version: NumericVersion, surface: BundleSurface) {
        (self.platform, self.version, self.surface) = (platform, version, surface)
    }
}

extension BundleSurface {
    init?(listed value: JSONValue, _ findings: FileFindings) {
        let lines = findings.attempt {
            try value.asArray().map { element in
                guard let plugin = Plugin(line: try element.asString()) else {
                    throw element.unacceptable("not like \"@capacitor/camera 7.0.1 sha512-…\"")
                }
                return plugin
            }
        }
        guard let lines else { return nil }
        do throws(Twice) {
            try self.init(lines)
        } catch {
            findings.add(.invalidValue, "\(error.plugins[0].name) appears twice", at: value.position)
            return nil
        }
    }
}

extension [RecordedShell] {
    init(listed value: JSONValue, _ findings: FileFindings) {
        self = []
        guard var platforms = PolicyObject(value, findings) else { return }
        for platform in Platform.allCases {
            guard let shells = platforms.value(platform.rawValue).flatMap({ PolicyObject($0, findings) }) else {
                continue
            }
            for member in shells.members {
                guard let version = NumericVersion(member.name) else {
                    findings.add(
                        .invalidValue, "\"\(member.name)\" is not the version of a shell, like 2.1.0",
                        at: member.position)
                    continue
                }
                guard !contains(where: { $0.platform == platform && $0.version == version }) else {
                    findings.add(.invalidValue, "shell \(version) appears twice", at: member.position)
                    continue
                }
                guard let surface = BundleSurface(listed: member.value, findings) else { continue }
                append(RecordedShell(platform: platform, version: version, surface: surface))
            }
        }
        platforms.refuseUnknownMembers()
    }
}

extension BundleList {
    /// The recorded shells of a platform, the oldest first.
    package func shells(of platform: Platform) -> [RecordedShell] {
        shells.filter { $0.platform == platform }.sorted { $0.version < $1.version }
    }

    /// The newest recorded shell that offers a surface, and those before it as long as they do, too; nil when none does.
    func range(of surface: BundleSurface, on platform: Platform) -> ShellRange? {
        let fits = shells(of: platform).reversed().drop { !surface.missing(in: $0.surface).isEmpty }
            .prefix { surface.missing(in: $0.surface).isEmpty }
        guard let newest = fits.first, let oldest = fits.last else { return nil }
        return ShellRange(oldest.version, newest.version)
    }

    /// The bounds of an offer: those said by hand, and on other platforms those that the recorded shells give.
    package func shells(for offer: BundleOffer) throws(ErrorReport) -> [Platform: ShellRange] {
        guard let surface = offer.surface else { return offer.shells }
        guard !offer.shells.isEmpty || !shells.isEmpty else {
            throw ErrorReport(
                .refused, "no shell is recorded that could run v\(offer.version)",
                hint: "record it: signet bundle shell add ios 2.0.0 --surface FILE; or say it by hand: "
                    + "--shell ios=2.0.0...2.9.9")
        }
        var ranges = offer.shells
        for platform in Platform.allCases where ranges[platform] == nil {
            let recorded = shells(of: platform)
            ranges[platform] = range(of: surface, on: platform)
            guard ranges[platform] == nil, !recorded.isEmpty, offer.shells.isEmpty else { continue }
            throw Self.noShell(platform, recorded, offers: surface, of: offer.version)
        }
        return ranges
    }

    /// The bounds of a version that follow from the recorded shells, after one more was recorded; nil where the bounds
    /// were said by hand or stay.
    package func bounds(of entry: Entry, after shell: RecordedShell) -> [Platform: ShellRange]? {
        guard let archive = entry.archive, let surface = entry.surface, let former = archive.shells[shell.platform],
            range(of: surface, on: shell.platform) == former
        else { return nil }
        let later = BundleList(entries: entries, shells: shells + [shell], pages: pages)
        guard let range = later.range(of: surface, on: shell.platform), range != former else { return nil }
        return archive.shells.merging([shell.platform: range]) { $1 }
    }

    private static func noShell(
        _ platform: Platform, _ recorded: [RecordedShell], offers surface: BundleSurface, of version: SemanticVersion
    ) -> ErrorReport {
        // The nearest one, of equal ones the newest.
        let trials = recorded.reversed().map { ($0, surface.missing(in: $0.surface)) }
        guard let (shell, missing) = trials.min(by: { $0.1.count < $1.1.count }) else {
            preconditionFailure("the caller has found a shell")
        }
        let words = missing.map { needed, has in
            guard let has else { return "\(needed.name) \(needed.version), which it does not have" }
            let isSameVersion = has.version == needed.version
            return isSameVersion
                ? "\(needed.name) \(needed.version) as \(needed.integrity), and it has \(has.integrity)"
                : "\(needed.name) \(needed.version), and it has \(has.version)"
        }
        return ErrorReport(
            .refused,
            "no recorded \(platform.displayName) shell offers what v\(version) calls; "
                + "\(shell.version) is the nearest, and needs \(words.joined(separator: "; "))",
            hint: "record a shell that has them: signet bundle shell add \(platform.rawValue) VERSION --surface FILE; "
                + "or say by hand which can run it: --shell \(platform.rawValue)=\(shell.version)...")
    }
}
