import Diagnostics
import ManifestVerifier

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
        guard entry.at == at, let old = entry.from.digests(behind: values.from),
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
