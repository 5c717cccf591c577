import LocalFiles
import ManifestVerifier
import PublicationTree

extension EnvironmentPolicy {
    /// What `--previous` says for the tree that is live.
    package static let liveName = "live"

    /// The place of a tree that was named; `live` is the environment's own: the bucket that it is published to, or else the
    /// origin. For a folder that is what was published into it, if that is here.
    ///
    /// - Parameter folder: the policy's folder; nil for none.
    package func place(named name: String, policyIn folder: String?) -> String {
        guard name == Self.liveName else { return name }
        if case .folder(let path)? = publishTo?.value, let folder {
            let place = folder == "." ? path.description : "\(folder)/\(path)"
            if let found = try? path.folder(in: folder), found.holdsTree { return place }
        }
        return publishTo?.value.bucket?.rawValue ?? origin
    }

    /// Where the policy says what a change is about; nil for what it does not say itself.
    package func position(of member: String) -> TextPosition? {
        if member == "envelopes" { return envelopes.position }
        let parts = member.split(separator: ".")
        guard parts.count >= 2 else { return member == "maintenance" ? maintenance?.message?.position : nil }
        // The id of a rule may have dots.
        let rule = parts[1] == "rules" ? parts.dropFirst(2).joined(separator: ".") : nil
        guard let platform = platforms.first(where: { $0.platform.rawValue == parts[0] }) else { return nil }
        return rule.map(platform.position(ofRule:)) ?? platform.position(of: parts[1])
    }
}

extension PolicyPath {
    /// The folder that it names below the policy's, never behind a link; nil where there is none.
    package func folder(in root: String) throws(FileError) -> Folder? {
        var folder = try Folder(path: root)
        for segment in segments {
            guard folder.kind(of: segment) != nil else { return nil }
            folder = try folder.folder(segment)
        }
        return folder
    }
}

extension PlatformPolicy {
    fileprivate func position(of member: Substring) -> TextPosition? {
        if member == "latest" { return latest?.first?.position ?? self[.latestApp]?.position }
        return RequirementKind.allCases.first { $0.member(on: platform) == member }.flatMap { self[$0]?.position }
    }

    /// Where a rule is, or the member that became it; for a rule that is gone, and for the order, where the rules begin.
    ///
    /// - Parameter member: the id of the rule, with what of it changes, such as `winter.title.en`; empty for the order.
    fileprivate func position(ofRule member: String) -> TextPosition? {
        let rule = rules.filter { member == $0.id || member.hasPrefix("\($0.id).") }.max { $0.id.count < $1.id.count }
        if let rule { return rule.position }
        let id = member.prefix { $0 != "." }
        let classic = RequirementKind.allCases.first { $0.rule(on: platform).map { $0 == id } ?? false }
        return classic.flatMap { self[$0]?.position } ?? rules.first?.position ?? position
    }
}
