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
/// Keep this object as long as the bundle is shown: it keeps the folder from being removed.
public final class StartedBundle: Sendable {
    /// Which bundle it is.
    public let version: BundleVersion
    /// Its version, which the embedded bundle has as well.
    public let semanticVersion: SemanticVersion
    /// Where its files are.
    public let folder: URL
    /// Whether the version has not proved yet that it works, and ``confirm()`` must be called when it does.
    public let needsConfirmation: Bool
    /// The versions that this start gave up: they were not confirmed in their allowed number of starts.
    public let failures: [SemanticVersion]
    /// Why the start could not be recorded, so that only a confirmed bundle could be shown; nil when it was recorded.
    public let problem: BundleStoreError?
    private let store: BundleStore
    /// Its files, which are checked as they are served; nil for an embedded bundle that is served in place.
    let files: CheckedFolder?
    private let stopwatch: Stopwatch
    private let confirmation = Confirmation()

    init(_ choice: BundleStore.Choice, at url: URL, in store: BundleStore, since stopwatch: Stopwatch) {
        version = choice.version
        if case .stored(let version) = choice.version {
            semanticVersion = version
        } else {
            semanticVersion = store.embedded.version
        }
        folder = url
        needsConfirmation = choice.trial != nil
        failures = choice.failures
        problem = choice.problem
        files = choice.files
        self.store = store
        self.stopwatch = stopwatch
    }

    /// Confirms that the bundle works: it was loaded and serves its purpose.
    ///
    /// When that cannot be written, it holds for this session only.
    ///
    /// - Returns: whether the version may still be used; false when it was given up, withdrawn or halted meanwhile.
    @discardableResult
    @concurrent public func confirm() async throws(BundleStoreError) -> Bool {
        guard case .stored(let version) = version, needsConfirmation else { return true }
        let isNews = await confirmation.give()
        let isUsable = try await store.update { (state, _) throws(BundleStoreError) in state.confirm(version) }
        if isUsable, isNews { store.tell(BundleEvent("confirmed").with("bundle", self.version)) }
        return isUsable
    }

    /// Looks at every file of a bundle that was downloaded or unpacked, and for others.
    ///
    /// It is for an app that lets another handler serve ``folder``, such as that of Capacitor: call it before the first page
    /// is loaded, and start again when the bundle is not whole, as it has stepped aside. It holds at that moment only;
    /// ``BundleResponder`` checks each file as it is served.
    ///
    /// - Returns: whether the folder holds what was signed and nothing else; true for an embedded bundle in a folder of the app.
    @concurrent public func verifyAll() async -> Bool { files?.checkAll() == nil }

    /// Gives the version up, whether it was confirmed or not: its page has found out that it does not work. It gets another
    /// trial as one that was not confirmed in time does.
    ///
    /// - Returns: the bundle to show instead: call ``BundleStore/start()``; nil for the embedded one, which cannot
    ///   be given up.
    @concurrent public func reject() async throws(BundleStoreError) -> BundleVersion? {
        guard case .stored(let version) = version else { return nil }
        let fetched = await store.session.fetched
        let next = try await store.update { (state, _) throws(BundleStoreError) in
            // One that has stepped aside is damaged, and may be installed again.
            if state.bundle(version) != nil { state.fail(version, now: store.seconds) }
            return store.selection(in: state, knowing: fetched).choice(in: state)
        }
        store.tell(.failed(version, because: "rejected"))
        return next
    }

    /// Counts more or fewer starts of its trial: one in the background, which may end before any page runs, proves nothing.
    ///
    /// One that cannot be written counts as it did.
    package func count(_ starts: Int) async {
        guard case .stored(let version) = version, needsConfirmation else { return }
        try? await store.update { (state, _) throws(BundleStoreError) in state.count(starts, of: version) }
    }

    /// Lets the time of its trial stand still until ``outcome()`` is awaited: it was started where no page runs.
    package func pause() async { await confirmation.pause(at: stopwatch.elapsed()) }

    /// Waits until the bundle is confirmed, or until the time for that is over; then the version is given up, and gets
    /// another trial a day later or after an update of the app.
    ///
    /// The time began with the start. Await this while the app is in the foreground: cancel it when the app leaves it, as a
    /// suspended page cannot confirm, and await it again afterwards. The time in between does not count.
    ///
    /// Throws when the failure of the version cannot be recorded; the count of its starts remains.
    @concurrent public func outcome() async throws(BundleStoreError) -> HealthOutcome {
        guard case .stored(let version) = version, needsConfirmation else { return .confirmed }
        let confirmation = confirmation
        if await confirmation.isGiven { return .confirmed }
        let used = await confirmation.beginWaiting(at: stopwatch.elapsed())
        let rest = max(0, store.health.time - used)
        let isConfirmed = await store.clock.first(within: rest) { await confirmation.wait() }
        await confirmation.endWaiting(at: stopwatch.elapsed())
        if isConfirmed == true { return .confirmed }
        if Task.isCancelled { return .undecided }
        if await confirmation.isGiven { return .confirmed }
        let fetched = await store.session.fetched
        let outcome: HealthOutcome = try await store.update { (state, _) throws(BundleStoreError) in
            // Another process may have confirmed it, or given it up.
            if state.bundle(version)?.isConfirmed == true { return .confirmed }
            if state.bundle(version) != nil { state.fail(version, now: store.seconds) }
            return .failed(next: store.selection(in: state, knowing: fetched).choice(in: state))
        }
        if case .failed = outcome { store.tell(.failed(version, because: "time")) }
        return outcome
    }
}

/// Whether a new version works.
public enum HealthOutcome: Equatable, Sendable {
    /// It has proved that it works.
    case confirmed
    /// It has not proved it in time. Show the other one: call ``BundleStore/start()``.
    case failed(next: BundleVersion)
    /// The caller cancelled.
    case undecided
}

/// The confirmation of a bundle, given once, and the time spent waiting for it.
private actor Confirmation {
    private(set) var isGiven = false
    private var waiting = 0
    /// When the last waiting caller left; nil while any waits, and before the first does.
    private var leftAt: TimeInterval?
    /// How many seconds no caller has waited since the first.
    private var away = TimeInterval(0)
    private var listeners: [AsyncStream<Void>.Continuation] = []

    /// - Returns: whether it was not given before.
    func give() -> Bool {
        defer { isGiven = true }
        for listener in listeners { listener.finish() }
        listeners = []
        return !isGiven
    }

    /// A caller begins to wait.
    ///
    /// - Parameter now: the time since the start.
    /// - Returns: how much of it counts.
    func beginWaiting(at now: TimeInterval) -> TimeInterval {
        if let leftAt { away += now - leftAt }
        leftAt = nil
        waiting += 1
        return now - away
    }

    /// Stops the time until a caller waits.
    func pause(at now: TimeInterval) {
        if waiting == 0, leftAt == nil { leftAt = now }
    }

    /// A caller no longer waits.
    func endWaiting(at now: TimeInterval) {
        waiting -= 1
        if waiting == 0 { leftAt = now }
    }

    /// Waits for the confirmation; false when the caller cancelled.
    func wait() async -> Bool {
        if isGiven { return true }
        let (stream, listener) = AsyncStream.makeStream(of: Void.self)
        listeners.append(listener)
        for await _ in stream {}
        return isGiven
    }
}

/// How long a new version has to prove that it works.
public struct HealthPolicy: Equatable, Sendable {
    /// The largest number of starts of a version without a confirmation, by all processes together; at least 1.
    public var starts: Int
    /// How many seconds one session may last without a confirmation, if the app awaits ``StartedBundle/outcome()``.
    public var time: TimeInterval

    /// Two starts of half a minute each.
    public init(starts: Int = 2, time: TimeInterval = 30) {
        self.starts = starts
        self.time = time
    }
}
