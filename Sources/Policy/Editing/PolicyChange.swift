import ManifestVerifier

/// A change to a policy as it is asked for on a command line: `production.ios.minimumAppVersion=3.2.0`.
package struct RequestedChange: Sendable {
    package let path: String
    /// The value as it was written; nil to remove the member.
    package let value: String?

    /// Reads `PATH=VALUE`; fails without a path or an equals sign.
    package init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        (path, value) = (String(parts[0]), String(parts[1]))
    }

    package init(setting path: String, to value: String) { (self.path, self.value) = (path, value) }

    package init(removing path: String) { (self.path, value) = (path, nil) }
}

/// What a change to a policy did to one member of one environment, inherited values included.
package struct PolicyChange: Sendable {
    package let path: String
    /// Where the new value begins in the policy; nil when the member was removed.
    package let position: TextPosition?
    package let former: JSONValue?
    package let new: JSONValue?
    /// The member that was inherited before and is the environment's own now, and from which environment.
    package let inherited: (path: String, base: String)?

    /// The change in words: `production.ios.minimumAppVersion 3.0.0 → 3.2.0`.
    package var text: String {
        switch (former?.shown, new?.shown) {
        case (let former?, let new?) where former == new: "\(path) is \(new) already"
        case (let former?, let new?): "\(path) \(former) → \(new)"
        case (let former?, nil): "\(path) \(former) removed"
        case (nil, let new?): "\(path) \(new) added"
        case (nil, nil): "\(path) is not there"
        }
    }
}

extension JSONValue {
    /// The value for a person: a string without its quotes, and no more than the beginning of something long.
    fileprivate var shown: String {
        let text = (try? asString()) ?? oneLine
        return text.unicodeScalars.count > 80 ? "\(String(text.unicodeScalars.prefix(79)))…" : text
    }
}
