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
        switch parts[0] {
        case "ios": return ios.flatMap { $0.position(of: parts[1]) }
        case "android": return android.flatMap { $0.position(of: parts[1]) }
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
        default: nil
        }
    }
}
