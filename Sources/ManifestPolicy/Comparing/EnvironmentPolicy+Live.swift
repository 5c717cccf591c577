import Diagnostics
import ManifestVerifier
import PublicationTree

extension EnvironmentPolicy {
    /// What `--previous` says for the tree that is live.
    package static let liveName = "live"

    /// Where what is live can be read: `publishTo`, else the origin.
    package var live: String { publishTo?.value.rawValue ?? origin }

    /// The place of a tree that was named; `live` is the environment's own.
    package func place(named name: String) -> String { name == Self.liveName ? live : name }

    /// Where the policy says what a change is about; nil for what it does not say itself.
    func position(of member: String) -> TextPosition? {
        if member == "envelopes" { return envelopes.position }
        let parts = member.split(separator: ".")
        guard parts.count >= 2 else { return member == "maintenance" ? maintenance?.message?.position : nil }
        // The id of a rule may have dots.
        let rule = parts[1] == "rules" ? parts.dropFirst(2).joined(separator: ".") : nil
        switch parts[0] {
        case "ios":
            return ios.flatMap { platform in rule.map(platform.position(ofRule:)) ?? platform.position(of: parts[1]) }
        case "android":
            return android.flatMap { platform in rule.map(platform.position(ofRule:)) ?? platform.position(of: parts[1])
            }
        default: return nil
        }
    }
}

extension PlatformPolicy {
    fileprivate func position(of member: Substring) -> TextPosition? {
        switch member {
        case "minimumOSVersion", "minimumSDKVersion": minimumSystem?.position
        case "recommendedOSVersion": recommendedSystem?.position
        case "minimumAppVersion": minimumAppVersion?.position
        case "recommendedAppVersion": recommendedAppVersion?.position
        case "latestAppVersion": latestAppVersion?.position
        case "latest": latest?.first?.position ?? latestAppVersion?.position
        default: nil
        }
    }

    /// Where a rule is, or the member that became it; for a rule that is gone, and for the order, where the rules begin.
    ///
    /// - Parameter member: the id of the rule, with what of it changes, such as `winter.title.en`; empty for the order.
    fileprivate func position(ofRule member: String) -> TextPosition? {
        let rule = rules.filter { member == $0.id || member.hasPrefix("\($0.id).") }.max { $0.id.count < $1.id.count }
        if let rule { return rule.position }
        let classic =
            switch member.prefix(while: { $0 != "." }) {
            case "minimum-os", "minimum-sdk": minimumSystem
            case "recommended-os": recommendedSystem
            case "minimum-app": minimumAppVersion
            case "recommended-app": recommendedAppVersion
            default: nil as RequirementPolicy<AppVersion>?
            }
        return classic?.position ?? rules.first?.position ?? position
    }
}
