import Diagnostics
import ManifestVerifier
import Policy

/// Which shells are newly recorded in the list of web bundles, and which recorded ones changed, which none may.
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
            return Set(was.keys).union(becomes.keys).sorted().compactMap { version in
                switch (was[version], becomes[version]) {
                case (nil, let shell?): change(nil, shell, shell.surface.plugins.count.counted("native plugin"))
                case (let shell?, nil): change(shell, nil, nil)
                case (let former?, let shell?) where former.surface != shell.surface:
                    change(former, shell, nil)
                default: nil
                }
            }
        }
    }

    private func shells(_ all: [RecordedShell], _ platform: Platform) -> [NumericVersion: RecordedShell] {
        Dictionary(all.filter { $0.platform == platform }.map { ($0.version, $0) }) { first, _ in first }
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
}
