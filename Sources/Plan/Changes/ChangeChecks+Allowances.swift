import Diagnostics
import ManifestVerifier
import Policy

extension ChangeChecks {
    /// Reports each entry of `allow` that fits no change: its change is live already, or never existed.
    func checkAllowances() {
        // Where some of the old side cannot be compared, an entry may fit a change that is not known.
        guard let policy, comparison.new.isComplete, comparison.old.problems.isEmpty else { return }
        for (index, allowance) in policy.allow.enumerated() where allowance.isForChange && !fitted.contains(index) {
            // Nothing is published yet, or the ring that was reviewed before does not know the former key as retired.
            if allowance.subject.code == .liveRetiredKey,
                comparison.old.isEmpty
                    || comparison.changes.contains(where: { isRotation(allowance.subject.change, behind: $0) })
            {
                continue
            }
            if allowance.subject.code == .ringChanged, comparison.old.ring.isEmpty { continue }
            if allowance.subject.code == .baseChanged, !knowsBases { continue }
            let (code, change) = (allowance.subject.code.rawValue, allowance.subject.change)
            let value = change.to.flatMap(\.withoutDigests)
            // What the new documents no longer say is undone, and the entry must not wait for the next time.
            let isLive = [comparison.oldStatements, comparison.newStatements].allSatisfy { said in
                let values = said.values[change.at] ?? []
                return change.to.map(values.contains) ?? false || value.map(values.contains) ?? values.isEmpty
            }
            // A rotation to a key that no longer signs is over, however it ended.
            let isFormer =
                allowance.subject.code == .liveRetiredKey
                && comparison.new.signing.map { $0.keyName != change.to } ?? false
            // Its change is to come, and needs none any more: what is live stands still by now.
            let isNeedless = comparison.changes.contains {
                !$0.digests.new.isEmpty && $0.isAcknowledged(by: change, ($0.from, $0.to))
            }
            if isLive || isFormer || isNeedless || allowance.subject.code == .overLimit && isBlocked(value) {
                findings.add(
                    .allowanceDone,
                    "\(name): what \"allow\" says of \(change.at) [\(code)] \(isNeedless ? "asks for nothing now" : "is live")",
                    at: allowance.position, hint: "remove the entry")
            } else {
                findings.add(
                    .allowanceUnused,
                    "\(name): \"allow\" has an entry for \(change.at) [\(code)] that fits no change",
                    at: allowance.position, hint: "remove it: an entry is for one change that is about to be published")
            }
        }
    }

    /// Whether what is live blocks as many devices as an acknowledgement says: `900 of 10,000 devices`.
    private func isBlocked(_ words: String?) -> Bool {
        guard let impact, let words = words?.split(separator: " "), words.count == 4,
            let devices = Int(words[0].filter { $0 != "," })
        else { return false }
        return impact.moments.contains { moment in
            let counts = moment.counts
            return counts.required + counts.maintenance + counts.runAgain - counts.newlyBlocked >= devices
        }
    }

    /// Whether an entry is of a rotation to the key that signs from one that is older than what is live: of two rotations, the
    /// first one may have been published in between.
    func isRotation(_ entry: ChangeIdentity, behind change: Change) -> Bool {
        let names = comparison.new.keyNames
        guard change.kind == .key, entry.at == change.at, entry.to == change.to else { return false }
        guard entry.from != change.from else { return true }
        guard let first = entry.from.flatMap(names.firstIndex),
            let live = change.from.flatMap(names.firstIndex)
        else { return false }
        return first <= live
    }
}

extension String {
    /// A value of `allow` without the digests of readings; nil where there is nothing else.
    fileprivate var withoutDigests: String? {
        var words = split(separator: " ", omittingEmptySubsequences: false)
        while let last = words.last, last.utf8.count == 8, last.utf8.allSatisfy(\.isLowercaseHexDigit) {
            words.removeLast()
        }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}

extension Change {
    /// What an entry of `allow` repeats of it: a value, and the digests of the readings that have it, so that it fits no other
    /// change in the same words.
    package func acknowledged(_ values: (from: String?, to: String?)) -> ChangeIdentity {
        func text(_ value: String?, _ digests: [String]) -> String? {
            digests.isEmpty ? value : ([value].compactMap(\.self) + digests).joined(separator: " ")
        }
        let digests = namedDigests
        return ChangeIdentity(at: at, from: text(values.from, digests.old), to: text(values.to, digests.new))
    }

    /// Whether an entry of `allow` is for this change. Of the documents that it names, some may be live already, after an
    /// upload that was cut off.
    func isAcknowledged(by entry: ChangeIdentity, _ values: (from: String?, to: String?)) -> Bool {
        guard entry != acknowledged(values) else { return true }
        guard entry.at.hasSameBytes(as: at), let old = entry.from.digests(behind: values.from),
            let new = entry.to.digests(behind: values.to)
        else { return false }
        let (named, own) = (Self.steps(old, new), Self.steps(namedDigests.old, namedDigests.new))
        return !own.isEmpty && Set(own).isSubset(of: named)
    }

    /// The digests of each step once; of many documents one digest.
    private var namedDigests: (old: [String], new: [String]) {
        let steps = Self.steps(digests.old, digests.new)
        guard (1...Self.mostNamed).contains(steps.count) else {
            return (Self.digest(of: digests.old), Self.digest(of: digests.new))
        }
        var known: Set<[String]> = []
        let distinct = steps.indices.filter { known.insert(steps[$0]).inserted }
        func those(_ digests: [String]) -> [String] { digests.isEmpty ? [] : distinct.map { digests[$0] } }
        return (those(digests.old), those(digests.new))
    }

    /// What is old and new of each document; none where the sides have another number of digests.
    private static func steps(_ old: [String], _ new: [String]) -> [[String]] {
        if old.isEmpty || new.isEmpty { return (old + new).map { [$0] } }
        return old.count == new.count ? zip(old, new).map { [$0, $1] } : []
    }

    /// One digest of many; none of none.
    private static func digest(of digests: [String]) -> [String] {
        digests.isEmpty ? [] : [String(SHA256.hash(Array(digests.joined().utf8)).hexadecimal.prefix(8))]
    }

    /// The most steps of readings that an entry of `allow` names one by one.
    private static let mostNamed = 24
}

extension String? {
    /// The digests that follow a value; nil where it is not followed by them alone.
    fileprivate func digests(behind value: String?) -> [String]? {
        guard !hasSameBytes(as: value) else { return [] }
        guard let self else { return nil }
        let start = value.map { "\($0) " } ?? ""
        guard self.utf8.starts(with: start.utf8) else { return nil }
        let words = self.utf8.dropFirst(start.utf8.count).split(separator: 0x20, omittingEmptySubsequences: false)
        guard words.allSatisfy({ $0.count == 8 && $0.allSatisfy(\.isLowercaseHexDigit) }) else { return nil }
        return words.map { String($0) ?? "" }
    }
}
