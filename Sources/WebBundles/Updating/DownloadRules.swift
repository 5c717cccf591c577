import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How an updater downloads an archive: what it waits for, what it tells, and what ends it.
///
/// A download may take any time while bytes arrive. One that breaks goes on where it ended, in the next attempt or the
/// next update, when the server gives a strong entity tag (RFC 9110 §8.8.3).
public struct DownloadRules: Sendable {
    /// How many attempts one update makes, at least one.
    public var attempts = 6
    /// How many seconds an attempt may hear nothing.
    public var silenceLimit: TimeInterval = 30
    /// Whether the network of the device has no meter; nil to download on any network. It is asked before each attempt and
    /// about once a second within one, on any thread. The index, which is small, is fetched on any network.
    public var isUnmetered: (@Sendable () -> Bool)?
    /// Takes the number of bytes that are there, and that of the whole archive.
    public var progress: (@Sendable (_ received: Int, _ whole: Int) -> Void)?
    /// The pause after so many attempts, in seconds.
    package var pause: @Sendable (Int) -> TimeInterval = DownloadRules.pause(after:)

    /// The rules for an app that says nothing.
    public init() {}

    var isAllowed: Bool { isUnmetered?() ?? true }

    /// A second, then twice as long each time, at most half a minute. Up to a half of it is left out at random, so that
    /// devices which a server has turned away do not come back together.
    private static func pause(after attempts: Int) -> TimeInterval {
        Double(min(30, 1 << min(attempts - 1, 5))) * Double.random(in: 0.5...1)
    }
}

package enum BundleAddress {
    /// The address that a document at `document` means; nil unless it is an https URL without credentials, or a name
    /// beside the document. Like a transport, it takes http for this very machine only.
    package static func url(_ text: String, beside document: URL) -> URL? {
        if !text.isEmpty, !text.hasPrefix("."), text.utf8.allSatisfy(\.isNameByte) {
            return URL(string: text, relativeTo: document)?.absoluteURL
        }
        guard (try? WebAddress(text, allowsLocalHTTP: true)) != nil else { return nil }
        return URL(string: text)
    }
}
