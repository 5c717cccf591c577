import ManifestVerifier
import SigningKeys

/// A path in the policy's folder: segments of `[A-Za-z0-9._-]+` without a leading dot, not into `keys`.
package struct PolicyPath: Sendable, CustomStringConvertible {
    /// The segments, first folder first.
    package let segments: [String]

    /// Fails for a path of another form; a `/` at the end is for the caller to look at.
    package init?(_ path: String) {
        let trimmed = path.hasSuffix("/") ? path.dropLast() : path[...]
        segments = trimmed.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard segments.allSatisfy(KeyRing.isFileName), segments.count <= Limits.folderDepth,
            segments[0].asciiLowercased != "keys"
        else { return nil }
    }

    package var description: String { segments.joined(separator: "/") }
}
