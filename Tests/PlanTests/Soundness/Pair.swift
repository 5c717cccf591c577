import ManifestVerifier
import Plan

/// Two trees and devices that have first one and then the other.
struct Pair {
    var old: PublishedTree
    var new: PublishedTree
    var devices: [JSONValue]

    init(_ random: inout RandomValues, devices count: Int) {
        old = random.tree()
        new = old
        for _ in 0..<random.pick([1, 1, 1, 1, 2, 2, 3, 5]) { random.edit(&new) }
        devices = (0..<count).map { _ in random.device() }
    }

    var changes: [Change] {
        get throws {
            let start = try known(Instant(RandomValues.start))
            return TreeComparison(from: try old.compared, to: try new.compared, since: start).changes
        }
    }

    /// What a comparison does not say although it is so, each with what it is about.
    func faults(_ changes: [Change], _ differences: [Oracle.Difference]) throws -> [Fault] {
        if changes.isEmpty, try !old.isSame(as: new) {
            return [Fault(kind: "bytes differ, and nothing is shown" + bytes)]
        }
        let first = old.documents.isEmpty ? ", published for the first time" : ""
        return differences.compactMap { difference in
            let format = (old.document(at: difference.path) ?? new.document(at: difference.path))?.format
            let telling = changes.filter { $0.tells(difference) }
            let kind: String
            if telling.isEmpty {
                kind = "told something else without a decision that names the place"
            } else if difference.kind == .blocks, !telling.contains(where: \.saysThatItBlocks) {
                kind = "blocked, which no change says"
            } else if difference.kind == .lifts, !telling.contains(where: \.saysThatItLifts) {
                kind = "let run, which no change says"
            } else {
                return nil
            }
            let side = difference.isReadable ? "" : ", as one side cannot be read"
            return Fault(kind: "\(kind)\(side)\(first): \(format?.rawValue ?? "")", difference: difference)
        }
    }

    /// What has other bytes.
    private var bytes: String {
        for document in new.documents {
            guard let former = old.document(at: document.path) else { continue }
            let sides = [former, document]
            if former.bytes != document.bytes {
                let isReadable = sides.allSatisfy { (try? DocumentContent($0.format, body: $0.bytes)) != nil }
                return ": \(document.format.rawValue)" + (isReadable ? "" : " that cannot be read")
            }
            if former.urlPrefix != document.urlPrefix { return ": the prefix of archives" }
        }
        return ": delivery"
    }

    struct Fault {
        /// Equal for faults of one sort.
        let kind: String
        var difference: Oracle.Difference?

        /// Whether it is known, and what is missing is being built; an entry goes when that is there.
        var isKnown: Bool {
            [", as one side cannot be read", ", published for the first time", "that cannot be read"]
                .contains { kind.contains($0) }
        }
    }
}

extension Change {
    fileprivate func tells(_ difference: Oracle.Difference) -> Bool {
        guard isDecision, documents.contains(difference.path) else { return false }
        guard platform == nil || platform == difference.platform else { return false }
        return difference.environment.isEmpty || at.contains(difference.environment) || at == difference.path
    }

    private func says(_ phrases: [String]) -> Bool {
        consequence.map { words in phrases.contains { words.contains($0) } } ?? false
    }

    /// Whether a reader sees that devices are blocked that may run now.
    fileprivate var saysThatItBlocks: Bool {
        kind == .maintenance && to != nil
            || says(["blocks devices", "blocked from now on", "every device is blocked", "may block devices"])
    }

    /// Whether a reader sees that devices run that are blocked now.
    fileprivate var saysThatItLifts: Bool {
        kind == .maintenance && to == nil || says(["lets devices run", "run again", "runs again", "lift a block"])
    }
}
