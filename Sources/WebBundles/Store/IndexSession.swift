import AppGate
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What one session of an app, from its start to its end, has learned: the last index that it fetched.
///
/// A store has one of its own, which its copies share. What was learned in a former session, or two days ago, allows no
/// first start.
package actor IndexSession {
    private var learned: (index: FetchedIndex, since: Stopwatch)?
    /// The same where the store could not keep it: this session alone obeys it.
    private(set) var unkept: WebBundleIndex?

    /// For how many seconds an index allows first starts.
    private static let lifetime = TimeInterval(48 * 3_600)

    package init() {}

    package var fetched: FetchedIndex? {
        learned.flatMap { $0.since.elapsed() < Self.lifetime ? $0.index : nil }
    }

    package func learn(_ index: FetchedIndex, isKept: Bool = true, on clock: any SteadyClock) {
        learned = (index, Stopwatch(on: clock))
        unkept = isKept ? nil : index.index
    }
}
