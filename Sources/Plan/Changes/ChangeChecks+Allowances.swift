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
                comparison.old.isEmpty || comparison.changes.contains(where: { $0.isOfKey(allowance.subject.change) })
            {
                continue
            }
            if allowance.subject.code == .ringChanged, comparison.old.ring.isEmpty { continue }
            guard bases?.knows(allowance) ?? true else { continue }
            let (code, change) = (allowance.subject.code.rawValue, allowance.subject.change)
            let live = comparison.oldStatements.values[change.at] ?? []
            let value = change.to.flatMap(\.withoutDigests)
            func says(_ values: Set<String>) -> Bool {
                change.to.map(values.contains) ?? false || value.map(values.contains) ?? values.isEmpty
            }
            // What the new documents no longer say is undone, and the entry must not wait for the next time.
            let isUndone =
                comparison.newStatements.values[change.at].map { !says($0) }
                ?? comparison.changes.contains { other in
                    other.at == change.at && says(Set([other.from].compactMap(\.self)))
                        && !says(Set([other.to].compactMap(\.self)))
                }
            let isLive = says(live) && !isUndone
            // A rotation to a key that no longer signs is over, however it ended.
            let isFormer =
                allowance.subject.code == .liveRetiredKey
                && comparison.new.signing.map { $0.keyName != change.to } ?? false
            if isLive || isFormer || allowance.subject.code == .overLimit && isBlocked(value) {
                findings.add(
                    .allowanceDone, "\(name): what \"allow\" says of \(change.at) [\(code)] is live",
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
        guard entry.to == change.to, let first = entry.from.flatMap(names.firstIndex),
            let live = change.from.flatMap(names.firstIndex)
        else { return false }
        return first <= live
    }
}

extension Change {
    /// Whether it is the step from one signing key to another that an entry of `allow` is for.
    fileprivate func isOfKey(_ entry: ChangeIdentity) -> Bool {
        kind == .key && at == entry.at && from == entry.from && to == entry.to
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
