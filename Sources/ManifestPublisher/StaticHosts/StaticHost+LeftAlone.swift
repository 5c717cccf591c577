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
        let folder = try Folder(path: path)
        guard plan.steps.isEmpty, former.tree.unexpectedEntries.isEmpty, try SiteMark.isOn(folder) else {
            return nil
        }
        var files = Set(local.objects.map(\.path))
        for file in instructions(for: tree, leftAlone: plan.leftAlone) {
            let (parent, name) = file.path.folderAndName
            let place = parent.isEmpty ? folder : try folder.folder(parent)
            guard place.kind(of: name) == .file, case let found = try place.file(name),
                found.size == file.bytes.count, try found.bytes(limit: file.bytes.count) == file.bytes
            else { return nil }
            if !parent.isEmpty { files.insert(name) }
        }
        return former.tree.files == files ? result(of: tree, isLeftAlone: true) : nil
    }
}
