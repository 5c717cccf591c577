import Diagnostics
import ManifestVerifier

/// Whether a team has put its own values in the place of those that a starter policy and examples have.
package struct PlaceholderChecks {
    let findings: FileFindings

    func check(_ environment: EnvironmentPolicy) {
        for address in environment.addresses where Self.isPlaceholder(address.value) {
            let isUnfilled = Self.isUnfilled(address.value)
            findings.add(
                .placeholderValue, "\"\(address.value)\" is a placeholder", at: address.position,
                about: isUnfilled ? nil : ChangeIdentity(at: "addresses", quoting: address.value),
                hint: "put your own address in its place\(isUnfilled ? "; nothing is published with it" : "")")
        }
    }

    /// What `init` writes for an address that it was not given. No host is ever called so (RFC 2606 §2), and no store has such an
    /// app.
    static let origin = "https://distribution.invalid"
    static let appStore = "https://apps.apple.com/app/id000000000"
    static let googlePlay = "https://play.google.com/store/apps/details?id=your.app"

    /// Whether it is an address that `init` wrote and nobody has replaced.
    package static func isUnfilled(_ address: String) -> Bool { [origin, appStore, googlePlay].contains(address) }

    /// Whether an address has the host of an example (RFC 2606 §3), or names an app that does not exist.
    static func isPlaceholder(_ spelling: String) -> Bool {
        let parts = spelling.asciiLowercased.split { "/?&#:".contains($0) }
        let host = parts.dropFirst().first ?? ""
        if ["example.com", "example.net", "example.org"].contains(where: { host == $0 || host.hasSuffix(".\($0)") }) {
            return true
        }
        return host.hasSuffix(".invalid")
            || parts.contains { part in
                part == "id=your.app" || part == "id=com.example" || part.hasPrefix("id=com.example.")
                    || part == "id123456"
                    || (part.hasPrefix("id0") && part.dropFirst(2).allSatisfy { $0 == "0" })
            }
    }
}

extension Finding {
    /// Whether it is about an address that nobody has replaced, which no entry of `allow` acknowledges.
    package var isOfUnfilledAddress: Bool { code == .placeholderValue && change == nil }
}
