import Diagnostics
import ManifestVerifier
import Policy

/// What publishing one environment would change, and what must be acknowledged before.
package final class EnvironmentPlan: Sendable {
    package enum Old: Equatable, Sendable {
        /// Nothing: the policy is looked at alone.
        case none
        case nothing(at: String)
        case tree(at: String)

        /// nil where it is compared with nothing.
        package var place: String? {
            switch self {
            case .none: nil
            case .nothing(let place), .tree(let place): place
            }
        }
    }

    package let name: EnvironmentName
    package let old: Old
    /// What changes, in the order in which it is shown: what blocks first.
    package let changes: [Change]
    /// What the policy acknowledges, as phrases.
    package let allowed: [String]
    /// What a reader should know about the changes, or must acknowledge.
    package let findings: [Finding]
    package let count: DeviceReport?
    /// Why devices could not be counted; nil where they were, or there are none.
    package let uncounted: ErrorReport?
    /// Both sides; none for a policy alone.
    package let comparison: TreeComparison?

    package init(
        name: EnvironmentName, old: Old, changes: [Change] = [], allowed: [String] = [], findings: [Finding],
        codes: [Change.Identity: [FindingCode]] = [:], count: DeviceReport? = nil, comparison: TreeComparison? = nil,
        uncounted: ErrorReport? = nil
    ) {
        (self.name, self.old, self.allowed, self.findings) = (name, old, allowed, findings)
        (self.count, self.comparison, self.uncounted) = (count, comparison, uncounted)
        // Blocking ones first; of equal weight, those that affect most devices, bundles, and what leads elsewhere.
        let most = changes.map { change in
            (count?.impact.counts(of: change) ?? []).map { max($0.counts.newlyBlocked, $0.counts.runAgain) }.max() ?? 0
        }
        let rank = changes.map { $0.kind == .bundle ? 0 : $0.namesOtherHost ? 1 : 2 }
        let ordered = changes.indices.sorted { (-most[$0], rank[$0], $0) < (-most[$1], rank[$1], $1) }
        self.changes = Change.Weight.allCases.flatMap { weight in ordered.filter { changes[$0].weight == weight } }
            .map { changes[$0].found(codes[changes[$0].identity] ?? []) }
    }

    /// A plan of both sides.
    ///
    /// - Parameters:
    ///   - sides: what is there, once for each set of bodies that devices may have, usually one; none for a first
    ///     publication, in which no change needs acknowledgement.
    ///   - bases: the entries of `allow` that acknowledge what base files would lose; nil where only a tree is known.
    ///   - shells: those that the list of web bundles recorded before; nil where that is not known.
    package convenience init(
        _ new: ComparedTree, against sides: [ComparedTree], bases: Set<Int>? = nil,
        recorded shells: [RecordedShell]? = nil, at place: String, file: String, adding other: [Finding] = [],
        since start: Instant, counting devices: CountedPopulation? = nil
    ) throws {
        let old = sides.isEmpty ? [.nothing(of: new.environment)] : sides
        let comparisons = old.map { TreeComparison(from: $0.recording(shells), to: new, since: start) }
        var codes: [Change.Identity: [FindingCode]] = [:]
        let counts = try comparisons.map { comparison in try devices?.report(of: comparison, since: start) }
        let reports = counts.map { try? $0?.get() }
        let uncounted = counts.lazy.compactMap { if case .failure(let error)? = $0 { error } else { nil } }.first
        guard !sides.isEmpty else {
            self.init(
                name: new.environment, old: .nothing(at: place), changes: comparisons[0].changes,
                allowed: comparisons[0].allowed, findings: other, count: reports[0], comparison: comparisons[0],
                uncounted: uncounted)
            return
        }
        let found = zip(comparisons, reports).map { comparison, report in
            // Each may need to be acknowledged: none may be lost among many others.
            let findings = Findings(limit: .max)
            let checks = ChangeChecks(
                comparison, bases: bases, impact: report?.impact, findings: FileFindings(file, findings))
            checks.check()
            codes.merge(checks.codes) { first, second in first + second.filter { !first.contains($0) } }
            return findings.sorted
        }
        // An entry of `allow` is unused only if it fits none of them.
        let unused: Set<FindingCode> = [.allowanceUnused, .allowanceDone]
        let others = found.dropFirst().flatMap(\.self)
        let findings =
            found[0].filter { !unused.contains($0.code) || others.isEmpty || others.contains($0) }
            + others.filter { !unused.contains($0.code) && !found[0].contains($0) }
        var seen: Set<Change.Identity> = []
        let worst = reports.compactMap(\.self).max { a, b in
            (a.refusals.count, a.impact.worst.blocked) < (b.refusals.count, b.impact.worst.blocked)
        }
        self.init(
            name: new.environment, old: .tree(at: place),
            changes: comparisons.flatMap(\.changes).filter { seen.insert($0.identity).inserted },
            allowed: comparisons[0].allowed,
            findings: other + findings, codes: codes, count: worst, comparison: comparisons[0],
            uncounted: uncounted)
    }

    /// The findings that publishing needs acknowledged.
    package var needed: [Finding] { findings.filter(\.needsAcknowledgement) }

    package var refusals: [ErrorReport] { (count?.refusals ?? []) + [uncounted].compactMap(\.self) }
}
