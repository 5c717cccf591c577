import AppGate
import LocalFiles
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The bundle that a session shows.
///
/// Keep this object as long as the bundle is shown: nobody removes the folder meanwhile.
public final class StartedBundle: Sendable {
    /// Which bundle it is.
    public let version: BundleVersion
    /// Its version, also that of the embedded bundle.
    public let semanticVersion: SemanticVersion
    /// Where its files are.
    public let folder: URL
    /// Whether the version has not proved yet that it works, and ``confirm()`` must be called when it does.
    public let needsConfirmation: Bool
    /// The versions that were given up with this start: they were not confirmed in as many starts as they are allowed.
    public let failures: [SemanticVersion]
    /// Why the start could not be recorded, and only what was confirmed before could be shown; nil when it was.
    public let problem: BundleStoreError?
    private let store: BundleStore
    private let lock: Folder?
    private let stopwatch: Stopwatch
    private let confirmation = Confirmation()

    init(_ choice: BundleStore.Choice, at url: URL, in store: BundleStore, since stopwatch: Stopwatch) {
        version = choice.version
        semanticVersion = store.selection.version(of: choice.version)
        folder = url
        needsConfirmation = choice.needsConfirmation
        failures = choice.failures
        problem = choice.problem
        lock = choice.lock
        self.store = store
        self.stopwatch = stopwatch
    }

    /// The bundle works: it was loaded and can do what it is there for.
    ///
    /// When that cannot be written it holds for this session only.
    ///
    /// - Returns: whether the version may still be used; not when it was given up or withdrawn meanwhile.
    @discardableResult
    @concurrent public func confirm() async throws(BundleStoreError) -> Bool {
        guard case .stored(let version) = version, needsConfirmation else { return true }
        await confirmation.give()
        return try await store.update { (state, _) throws(BundleStoreError) in
            state.confirm(version)
            return state.bundle(version) != nil
        }
    }

    /// Waits until the bundle is confirmed, or until the time is over in which it must be; then the version is given up
    /// and never used again.
    ///
    /// The time began with the start. To be waited for while the app is in the foreground: cancel it when it leaves, as a
    /// page that may not run cannot confirm, and wait again when it is back. Time between the two does not count.
    ///
    /// Throws when it cannot be written that the version failed; the count of its starts stands.
    @concurrent public func outcome() async throws(BundleStoreError) -> HealthOutcome {
        guard case .stored(let version) = version, needsConfirmation else { return .confirmed }
        let confirmation = confirmation
        if await confirmation.isGiven { return .confirmed }
        let used = await confirmation.beginWaiting(at: stopwatch.elapsed())
        let rest = max(.zero, store.health.time - used)
        let isConfirmed = await store.clock.first(within: rest) { await confirmation.wait() }
        await confirmation.endWaiting(at: stopwatch.elapsed())
        if isConfirmed == true { return .confirmed }
        if Task.isCancelled { return .undecided }
        if await confirmation.isGiven { return .confirmed }
        let selection = store.selection
        return try await store.update { (state, _) throws(BundleStoreError) in
            // Another process may have confirmed it, or given it up.
            if state.bundle(version)?.isConfirmed == true { return .confirmed }
            if state.bundle(version) != nil { state.fail(version) }
            return .failed(next: selection.choice(in: state))
        }
    }
}

/// Whether a new version works.
public enum HealthOutcome: Equatable, Sendable {
    /// It has proved that it does.
    case confirmed
    /// It has not in time. Show the other one: call ``BundleStore/start()``.
    case failed(next: BundleVersion)
    /// Whoever waited does so no longer.
    case undecided
}

/// A word that is given once.
private actor Confirmation {
    private(set) var isGiven = false
    private var waiting = 0
    /// When the last one who waited went away; nil while somebody waits, and before anybody did.
    private var leftAt: Duration?
    /// For how long nobody has waited who did before.
    private var away = Duration.zero
    private var listeners: [AsyncStream<Void>.Continuation] = []

    func give() {
        isGiven = true
        for listener in listeners { listener.finish() }
        listeners = []
    }

    /// Somebody begins to wait.
    ///
    /// - Parameter now: since the start.
    /// - Returns: how much of that counts.
    func beginWaiting(at now: Duration) -> Duration {
        if let leftAt { away += now - leftAt }
        leftAt = nil
        waiting += 1
        return now - away
    }

    /// Somebody no longer waits.
    func endWaiting(at now: Duration) {
        waiting -= 1
        if waiting == 0 { leftAt = now }
    }

    /// Waits for the word; false when whoever waited was cancelled.
    func wait() async -> Bool {
        if isGiven { return true }
        let (stream, listener) = AsyncStream.makeStream(of: Void.self)
        listeners.append(listener)
        for await _ in stream {}
        return isGiven
    }
}
