import Diagnostics
import ManifestVerifier
import Policy
import WebBundles

/// How web bundles change between two indices: who is offered what and when, what shells lose, and the bytes.
struct BundleChanges {
    let old: WebBundleIndex?
    let new: WebBundleIndex?
    /// Changes before this time are ignored.
    let since: Instant
    /// The time at which the steps of the old side stand still on devices; nil where they go on.
    var still: Instant?

    var all: [Change] {
        let (before, after) = (states(old), states(new))
        let (oldEntries, newEntries) = (entries(old), entries(new))
        return Set(before.keys).union(after.keys).sorted().flatMap { version -> [Change] in
            let (was, becomes) = (oldEntries[version], newEntries[version])
            let salts = otherSalts(version, was?.conditions, becomes?.conditions)
            guard let was, let becomes else {
                guard before[version] != after[version] else { return [] }
                let consequence = consequence(of: after[version], losing: was, gaining: becomes)
                var change = change(version, "", before[version], after[version], consequence)
                change.digests = (digests(of: was), digests(of: becomes))
                change.leavesNone = after[version] == "withdrawn" && !lost(by: was).isEmpty
                return [change] + salts
            }
            return salts + audience(version, was, becomes) + shells(version, was, becomes)
                + bytes(version, was, becomes)
        }
    }

    private func states(_ index: WebBundleIndex?) -> [SemanticVersion: String] {
        var states: [SemanticVersion: String] = [:]
        for entry in index?.entries ?? [] { states[entry.bundle.version] = "offered" }
        for version in index?.halted ?? [] { states[version] = "halted" }
        for version in index?.retired ?? [] { states[version] = "retired" }
        for version in index?.withdrawn ?? [] { states[version] = "withdrawn" }
        return states
    }

    private func entries(_ index: WebBundleIndex?) -> [SemanticVersion: WebBundleIndex.Entry] {
        Dictionary((index?.entries ?? []).map { ($0.bundle.version, $0) }) { first, _ in first }
    }

    /// Of all that an entry offers, so that what is acknowledged of it is of nothing else; none of none.
    private func digests(of entry: WebBundleIndex.Entry?) -> [String] {
        let offers = entry.map { JSONWriter.bytes(of: WebBundleIndex([$0]).json.withoutSignaturesOfBundles) }
        return offers.map { [String(SHA256.hash($0).hexadecimal.prefix(8))] } ?? []
    }

    private func change(
        _ version: SemanticVersion, _ part: String, _ from: String?, _ to: String?, _ consequence: String? = nil
    ) -> Change {
        Change(
            .bundle, at: "v\(version)\(part)", from: from, to: to, documents: [DocumentPath.webBundleIndex.rawValue],
            isDecision: true, consequence: consequence)
    }

    private func consequence(
        of state: String?, losing was: WebBundleIndex.Entry?, gaining becomes: WebBundleIndex.Entry?
    ) -> String? {
        if let becomes {
            return "for \(BundleWords.audience(becomes.conditions)), with \(BundleWords.shells(becomes.shells))"
        }
        let words: String? =
            switch state {
            case "halted"?: "devices that have not confirmed it leave it, those that have keep it"
            case "retired"?: "devices that have it keep it, and no other gets it"
            case "withdrawn"?: "every device leaves it"
            default: was.map { _ in "no device gets it any more" }
            }
        let gaps = lost(by: was).map { "\($0) have no bundle for everybody" }
        let all = [words].compactMap(\.self) + gaps
        return all.isEmpty ? nil : all.joined(separator: "; ")
    }

    private func audience(
        _ version: SemanticVersion, _ was: WebBundleIndex.Entry, _ becomes: WebBundleIndex.Entry
    ) -> [Change] {
        let (from, to) = (BundleWords.audience(was.conditions), BundleWords.audience(becomes.conditions))
        let words =
            channels(was.conditions?.channels, becomes.conditions?.channels)
            + shares(was.conditions?.share, becomes.conditions?.share)
            + (becomes.conditions == nil ? [] : lost(by: was)).map { "\($0) have no bundle for everybody" }
        guard !words.isEmpty || !from.hasSameBytes(as: to) else { return [] }
        return [change(version, ".when", from, to, words.isEmpty ? nil : words.joined(separator: "; "))]
    }

    /// The salt of a share is the version, unless another tool has made it.
    private func otherSalts(_ version: SemanticVersion, _ was: BundleConditions?, _ becomes: BundleConditions?)
        -> [Change]
    {
        let (from, to) = (was?.share?.salt ?? version.spelling, becomes?.share?.salt ?? version.spelling)
        guard !from.hasSameBytes(as: to) else { return [] }
        return [change(version, ".when.share.salt", from, to, "other devices are the first to be offered it")]
    }

    /// The first moments at which more devices are offered it, and fewer.
    private func shares(_ was: RolloutShare?, _ becomes: RolloutShare?) -> [String] {
        func hundredths(_ share: RolloutShare?, _ time: Instant) -> Int {
            share?.hundredths(at: time) ?? Int(RolloutShare.everyone)
        }
        func percentage(_ share: RolloutShare?, _ time: Instant) -> String {
            RolloutShare.Step(from: time, hundredths: hundredths(share, time)).percentage
        }
        let steps = ((was?.steps ?? []) + (becomes?.steps ?? [])).map(\.from).filter { $0 > since }
        let moments = [since] + Set(steps).sorted()
        func words(_ isSo: (Int, Int) -> Bool) -> String? {
            moments.first { isSo(hundredths(was, still ?? $0), hundredths(becomes, $0)) }.map { time in
                let (from, former) = (time == since ? "now" : "from \(time) on", percentage(was, still ?? time))
                return "\(from) \(percentage(becomes, time)) % of devices instead of \(former) %"
            }
        }
        return [words { $1 > $0 }, words { $1 < $0 }].compactMap(\.self)
    }

    private func channels(_ was: [String]?, _ becomes: [String]?) -> [String] {
        func list(_ names: [String]) -> String { BundleWords.list(names) }
        switch (was, becomes) {
        case (nil, nil): return []
        case (nil, let becomes?): return ["only in \(list(becomes))"]
        case (_?, nil): return ["in every channel"]
        case (let was?, let becomes?):
            let gained = becomes.filter { name in !was.contains { $0.hasSameBytes(as: name) } }
            let lost = was.filter { name in !becomes.contains { $0.hasSameBytes(as: name) } }
            return (gained.isEmpty ? [] : ["also in \(list(gained))"])
                + (lost.isEmpty ? [] : ["no longer in \(list(lost))"])
        }
    }

    private func shells(
        _ version: SemanticVersion, _ was: WebBundleIndex.Entry, _ becomes: WebBundleIndex.Entry
    ) -> [Change] {
        Platform.allCases.compactMap { platform in
            let (old, new) = (was.shells[platform], becomes.shells[platform])
            let words = [old, new].map { range in range.map { BundleWords.shells($0, platform) } }
            guard words[0] != words[1] else { return nil }
            let lost = old?.gaps(coveredBy: [new].compactMap(\.self)) ?? []
            let gained = new?.gaps(coveredBy: [old].compactMap(\.self)) ?? []
            let consequences =
                lost.map { "shells \($0) are no longer offered it, and keep it where they have it" }
                + gained.map { "shells \($0) are offered it" }
            return change(
                version, ".shells.\(platform.rawValue)", words[0], words[1],
                consequences.isEmpty ? nil : consequences.joined(separator: "; "))
        }
    }

    /// The shells for which the bundle was for everybody, and none is any more: `iOS shells from 2.0.0 on`.
    private func lost(by was: WebBundleIndex.Entry?) -> [String] {
        guard let was, was.conditions == nil else { return [] }
        return Platform.allCases.flatMap { platform -> [String] in
            let others = (new?.offered ?? []).compactMap { $0.shells[platform] }
            return (was.shells[platform]?.gaps(coveredBy: others) ?? []).map { "\(platform.displayName) shells \($0)" }
        }
    }

    private func bytes(
        _ version: SemanticVersion, _ was: WebBundleIndex.Entry, _ becomes: WebBundleIndex.Entry
    ) -> [Change] {
        var changes: [Change] = []
        func compare(_ part: String, _ old: String, _ new: String, _ consequence: String? = nil) {
            guard !old.hasSameBytes(as: new) else { return }
            changes.append(change(version, part, old, new, consequence))
        }
        compare(
            ".sha256", was.bundle.sha256, becomes.bundle.sha256,
            "the same version with other bytes: clients that have it keep the former ones")
        compare(".size", "\(was.byteCount)", "\(becomes.byteCount)")
        compare(
            ".files", was.files, becomes.files, "clients that download it compare its files with another list")
        compare(".url", was.bundle.url, becomes.bundle.url)
        return changes
    }
}

extension ShellRange {
    /// The runs of shells that no other range has, in words: `from 2.0.0 to below 2.4.0`, `above 2.9.0`.
    fileprivate func gaps(coveredBy others: [ShellRange]) -> [String] {
        var gaps: [String] = []
        var (low, isAbove) = (minimum, false)
        var start: String { "\(isAbove ? "above" : "from") \(low)" }
        for other in others.sorted(by: { $0.minimum < $1.minimum }) {
            if let maximum, other.minimum > maximum { break }
            if other.minimum > low { gaps.append("\(start) to below \(other.minimum)") }
            guard let end = other.maximum else { return gaps }
            if end >= low { (low, isAbove) = (end, true) }
        }
        let isRest = maximum.map { isAbove ? low < $0 : low <= $0 } ?? true
        return isRest ? gaps + [start + (maximum.map { " to \($0)" } ?? (isAbove ? "" : " on"))] : gaps
    }
}

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
