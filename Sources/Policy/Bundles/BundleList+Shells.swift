import Diagnostics
import ManifestVerifier
import WebBundles

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
