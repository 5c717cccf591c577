import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree

extension StaticHost {
    /// Leaves a former site alone when nothing in it has to change: it has the same bodies and headers, signatures that are
    /// valid and fresh, and nothing else.
    ///
    /// - Parameters:
    ///   - rules: what may replace what is live.
    ///   - now: the time on the clock.
    ///   - resignAfter: the age in seconds from which a dated signature is replaced although its body did not change.
    /// - Returns: nil when the site has to be written.
    package func leaveAlone(
        _ former: StaticSite, as tree: VerifiedTree, rules: PublishingRules, now: SignedDate, resignAfter: Int64
    ) throws -> Result? {
        try check(tree)
        let local = try BucketTree(tree)
        let plan = try BucketPlan(
            local, former.contents(for: local), at: path, rules: rules, now: now, resignAfter: resignAfter,
            sendsHeaders: former.sendsHeaders)
        guard plan.steps.isEmpty, let folder = try folder(), folder.kind(of: SiteUpdate.stagingName) == nil else {
            return nil
        }
        for (name, bytes) in try told(of: tree, in: folder, leftAlone: plan.leftAlone) {
            guard try folder.readIfPresent(name, limit: Limits.publicationBytes) == bytes else { return nil }
        }
        let isMarked = kind == .headers || folder.kind(of: Self.markerName) != nil
        let own = try OwnFiles(of: folder).digests
        let expected = Set(local.objects.map(\.path) + (kind == .headers ? [] : [Self.markerName]))
        // A run that was killed listed what it was about to write.
        guard isMarked, own.allSatisfy({ expected.contains($0.key) && $0.value.count == 1 }) else { return nil }
        return result(of: tree, try warnings(tree), isLeftAlone: true)
    }
}
