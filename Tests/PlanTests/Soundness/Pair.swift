import AppGate
import ManifestVerifier
import Plan
import PublicationTree
import WebBundles

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
            } else if difference.kind == .blocks,
                !telling.contains(where: { $0.saysThatItBlocks(devices[difference.device]) })
            {
                kind = "blocked, which no change says"
            } else if difference.kind == .lifts,
                !telling.contains(where: { $0.saysThatItLifts(devices[difference.device]) })
            {
                kind = "let run, which no change says"
            } else {
                return nil
            }
            let circumstances = circumstances(of: difference) + first
            return Fault(kind: "\(kind)\(circumstances): \(format?.rawValue ?? "")", difference: difference)
        }
    }

    /// What sets one sort of difference apart from others.
    private func circumstances(of difference: Oracle.Difference) -> String {
        guard difference.isReadable else { return ", as one side cannot be read" }
        let documents = [old, new].compactMap { $0.document(at: difference.path) }
        let lacksURL = documents.contains { document in
            guard document.format == .appConfig, let url = document.body["updateUrl"] else { return false }
            if case .string = url.content { return false }
            return url[difference.platform.rawValue] == nil
        }
        if lacksURL { return ", as one side has no URL for the platform" }
        let ahead = (try? devices[difference.device]["ahead"]?.asInteger()) ?? 0
        if ahead > 604_800, documents.contains(where: { $0.format.reader.goesByDate }) {
            return ", by a clock that is ahead by more than a week"
        }
        // Equal as `String`.
        return difference.before == difference.after ? ", in other code points" : ""
    }

    /// What has other bytes.
    private var bytes: String {
        for document in new.documents {
            guard let former = old.document(at: document.path) else { continue }
            let sides = [former, document]
            if former.bytes != document.bytes {
                let isReadable = sides.allSatisfy {
                    $0.format == .file || (try? $0.format.reader.read($0.bytes)) != nil
                }
                return ": \(document.format.rawValue)"
                    + (!isReadable ? " that cannot be read" : hasSameBundles(sides) ? " of the same bundles" : "")
            }
            if former.urlPrefix != document.urlPrefix { return ": the prefix of archives" }
        }
        let index = DocumentPath.webBundleIndex.rawValue
        return (old.document(at: index) == nil) == (new.document(at: index) == nil)
            ? ": delivery" : ": the index of bundles comes or goes"
    }

    /// Whether two indices of bundles differ in the sizes of archives, the order or unknown members alone.
    private func hasSameBundles(_ sides: [PublishedTree.Document]) -> Bool {
        let indices = sides.compactMap { try? WebBundleIndex(body: $0.bytes) }
        guard sides.allSatisfy({ $0.format == .webBundleIndex }), indices.count == 2 else { return false }
        return indices[0].entries.map(\.bundle) == indices[1].entries.map(\.bundle)
            && indices[0].versions == indices[1].versions
    }

    struct Fault {
        /// Equal for faults of one sort.
        let kind: String
        var difference: Oracle.Difference?
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

    /// Whether a reader sees that a device is blocked that may run now.
    fileprivate func saysThatItBlocks(_ device: JSONValue) -> Bool {
        kind == .maintenance && to != nil
            || says(["blocks devices", "every device is blocked", "may block devices"])
            || says(["blocked from now on"]) && isBetween(from, to, device)
    }

    /// Whether a reader sees that a device runs that is blocked now.
    fileprivate func saysThatItLifts(_ device: JSONValue) -> Bool {
        kind == .maintenance && to == nil || says(["lets devices run", "lift a block"])
            || says(["run again", "runs again"]) && isBetween(to, from, device)
    }

    /// Whether a device reports something from one bound on and below another: what a sentence about a minimum means.
    private func isBetween(_ lower: String?, _ upper: String?, _ device: JSONValue) -> Bool {
        let isBuild = at.hasSuffix("build") || platform == .android && !at.hasSuffix(".versionName")
        let member = kind == .minimumSystem ? "system" : isBuild ? "build" : "app"
        guard case .string(let reported)? = device[member]?.content, let upper = upper.flatMap({ NumericVersion($0) })
        else { return false }
        let numbers = InstalledVersion(reported).numbers
        let isAbove = lower.flatMap { NumericVersion($0) }.map { $0.order(of: numbers) >= 0 } ?? true
        return !numbers.isEmpty && isAbove && upper.order(of: numbers) < 0
    }
}
