import Diagnostics
import ManifestVerifier
import Policy

/// Which shells are newly recorded in the list of web bundles, each with what it offers otherwise than the one before it; and
/// which recorded ones changed, which none may.
struct ShellChanges {
    /// The recorded shells of each side; nil where they are not known.
    let old: [RecordedShell]?
    let new: [RecordedShell]?
    /// The list that has the new ones.
    let file: String?

    var all: [Change] {
        guard let old, let new else { return [] }
        return Platform.allCases.flatMap { platform -> [Change] in
            let (was, becomes) = (shells(old, platform), shells(new, platform))
            return Set(was.keys).union(becomes.keys).sorted().compactMap { version -> Change? in
                let nearest = becomes.keys.filter { $0 < version }.max().flatMap { becomes[$0] }
                return switch (was[version], becomes[version]) {
                case (nil, let shell?): change(nil, shell, recorded(shell, after: nearest))
                case (let shell?, nil): change(shell, nil, nil)
                case (let former?, let shell?) where former.surface != shell.surface:
                    change(former, shell, shell.surface.differences(from: former.surface))
                default: nil
                }
            }
        }
    }

    private func shells(_ all: [RecordedShell], _ platform: Platform) -> [NumericVersion: RecordedShell] {
        Dictionary(all.filter { $0.platform == platform }.map { ($0.version, $0) }) { first, _ in first }
    }

    private func recorded(_ shell: RecordedShell, after former: RecordedShell?) -> String {
        let count = shell.surface.plugins.count.counted("native plugin")
        guard let former else { return "\(count); no older \(shell.platform.displayName) shell is recorded" }
        guard shell.surface != former.surface else { return "\(count), the same as in shell \(former.version)" }
        return "\(count); since shell \(former.version): \(shell.surface.differences(from: former.surface))"
    }

    private func change(_ was: RecordedShell?, _ becomes: RecordedShell?, _ consequence: String?) -> Change? {
        (becomes ?? was).map { shell in
            Change(
                .shell, shell.platform, at: "surfaces.\(shell.platform.rawValue).\(shell.version)",
                from: was?.surface.digest, to: becomes?.surface.digest, documents: file.map { [$0] } ?? [],
                consequence: consequence)
        }
    }
}

extension BundleSurface {
    /// SHA-256 of its lines, in hexadecimal digits.
    fileprivate var digest: String { SHA256.hash(Array(plugins.map { "\($0)\n" }.joined().utf8)).hexadecimal }

    /// What it has otherwise than an older one; first what is gone, which breaks bundles.
    fileprivate func differences(from former: BundleSurface) -> String {
        let was = Dictionary(former.plugins.map { ($0.name, $0) }) { first, _ in first }
        let names = Set(plugins.map(\.name))
        let gone = former.plugins.filter { !names.contains($0.name) }.map { "\($0.name) \($0.version) is gone" }
        let changed = plugins.compactMap { plugin -> String? in
            guard let was = was[plugin.name], was != plugin else { return nil }
            return was.version == plugin.version
                ? "\(plugin.name) \(plugin.version) has other bytes"
                : "\(plugin.name) \(was.version) → \(plugin.version)"
        }
        let added = plugins.filter { was[$0.name] == nil }.map { "\($0.name) \($0.version) is new" }
        return (gone + changed + added).joined(separator: ", ")
    }
}
