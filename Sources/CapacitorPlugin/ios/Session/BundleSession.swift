import AppGate
import LocalFiles
import ManifestVerifier
import WebBundles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One session of the app: which bundle is shown, what its pages say of it, and when another one takes its place.
///
/// It knows neither Capacitor nor UIKit, and does the same as the class of that name for Android: both play the scenarios in
/// `sessions.txt`.
package actor BundleSession {
    private static let period = TimeInterval(15 * 60)

    private let store: BundleStore
    private let updater: BundleUpdater
    private let channel: KeptChannel
    private let settings: PluginSettings
    private let shell: any SessionShell
    private let clock: any SteadyClock
    /// Goes on while the device sleeps.
    private let wakefulClock: any SteadyClock
    private let words: SessionWords
    /// How many seconds a start may wait for an index.
    private let patience: TimeInterval

    private var current: StartedBundle?
    /// Its number in the order in which they were shown.
    private var number = 0
    private var sinceShown: Stopwatch?
    /// The one whose page is being left; it keeps its folder.
    private var leaving: StartedBundle?
    private var pages = Pages()
    /// What was said in this session, by kind and version.
    private var told: Set<String> = []
    private var sinceUpdate: Stopwatch?
    private var isInBackground = false
    /// What was started in the background, where no page can prove that it works; it counts once the app is seen.
    private var uncounted: StartedBundle?
    /// Waits for the end of a trial.
    private var watch: Task<Void, Never>?
    private var turn = Turn()

    package init(
        store: BundleStore, updater: BundleUpdater, channel: KeptChannel, settings: PluginSettings,
        shell: any SessionShell, clock: any SteadyClock = SystemClock.suspending,
        wakefulClock: any SteadyClock = SystemClock.continuous,
        now: @escaping @Sendable () -> Date = { Date() }, patience: TimeInterval = 3
    ) {
        self.store = store
        self.updater = updater
        self.channel = channel
        self.settings = settings
        self.shell = shell
        self.clock = clock
        self.wakefulClock = wakefulClock
        words = SessionWords(settings: settings, now: now)
        self.patience = patience
    }

    // MARK: Beginning

    /// Chooses the bundle of the first page.
    ///
    /// A version that was never started waits a moment for an index of this session, which may say that it was withdrawn;
    /// without one, the last confirmed version is shown, and the new one at ``reload()``.
    package func begin() async throws(BundleStoreError) -> StartedBundle {
        // When the store has trouble, the start says so.
        let isWaiting = (try? await store.status().isNextWaiting) ?? false
        if isWaiting {
            let task = update()
            _ = await clock.first(within: patience) { await task.value }
        }
        await turn.begin()
        defer { turn.end() }
        let started = try await start()
        open(started)
        if settings.autoUpdate, !isWaiting { _ = update() }
        return started
    }

    /// Capacitor itself serves the folder, so that all of it is looked at before.
    private func start() async throws(BundleStoreError) -> StartedBundle {
        while true {
            let started = try await store.start()
            // An embedded one in a folder of the app is whole.
            guard await started.verifyAll() else { continue }
            if isInBackground {
                uncounted = started
                await started.count(-1)
                await started.pause()
                // The app came to the foreground in between.
                if !isInBackground {
                    uncounted = nil
                    await started.count(1)
                }
            }
            return started
        }
    }

    private func open(_ started: StartedBundle) {
        (leaving, current) = (current, started)
        number += 1
        sinceShown = Stopwatch(on: wakefulClock)
        for version in started.failures {
            tell(words.event(.rolledBack, version.spelling, "it was started too often without ready()"))
        }
        if let problem = started.problem { tell(words.failure(problem)) }
        watchOver(started)
    }

    // MARK: What pages say

    /// A page was loaded: what it says from now on is about its bundle.
    ///
    /// - Parameter age: how many seconds ago it began to load: one that is older than what is shown comes late, and is
    ///   being left.
    package func attach(_ page: String, age: TimeInterval = 0) async {
        // Another bundle may be shown while this call waits for its turn.
        guard let sinceShown, age <= sinceShown.elapsed() else { return }
        let shown = number
        await turn.begin()
        defer { turn.end() }
        pages.attach(page, to: shown)
        guard shown == number else { return }
        leaving = nil
        for event in pages.takeUntold() { shell.tell(event) }
    }

    /// The page works, and so does its bundle.
    package func ready(_ page: String) async throws(BundleStoreError) -> [JSONMember] {
        await turn.begin()
        defer { turn.end() }
        if pages.isPage(page, of: number) { try await current?.confirm() }
        return try await report().current(channel: channel.current)
    }

    /// The page has found out that its bundle does not work.
    package func reject(_ page: String, because reason: String) async throws {
        await turn.begin()
        defer { turn.end() }
        guard let current, pages.isPage(page, of: number) else { return }
        guard try await current.reject() != nil else {
            throw SessionError(
                description: "the embedded bundle cannot be rejected: there is nothing to go back to")
        }
        try await leave(words.rolledBack(current, "its page rejected it: \(reason)"))
    }

    /// Shows the best bundle; the same one again when there is no better.
    package func reload() async throws(BundleStoreError) {
        await turn.begin()
        defer { turn.end() }
        guard let current else { return }
        let status = try await store.status()
        if !status.isNextWaiting, status.next != current.version {
            try await show()
        } else {
            shell.show(current)
        }
    }

    /// Forgets all that was downloaded, and shows the embedded bundle.
    package func reset() async throws(BundleStoreError) {
        await turn.begin()
        defer { turn.end() }
        try await store.reset()
        told = []
        if let current, current.version != .embedded { try await show() }
    }

    /// Follows another channel; nil for that of the configuration.
    package func setChannel(_ name: String?) async throws {
        await turn.begin()
        defer { turn.end() }
        if let name, !KeptChannel.isName(name) {
            throw SessionError(description: "\"\(name)\" is not the name of a channel")
        }
        do throws(FileError) {
            try channel.follow(name)
        } catch {
            throw SessionError(description: error.message)
        }
    }

    /// The bundle that is shown.
    package func currentBundle() async throws(BundleStoreError) -> [JSONMember] {
        await turn.begin()
        defer { turn.end() }
        return try await report().current(channel: channel.current)
    }

    /// All bundles that the store knows, each with its state.
    package func bundles() async throws(BundleStoreError) -> JSONValue {
        await turn.begin()
        defer { turn.end() }
        return try await report().bundles
    }

    private func report() async throws(BundleStoreError) -> SessionReport {
        SessionReport(settings: settings, status: try await store.status(), current: current?.version ?? .embedded)
    }

    // MARK: Updating

    /// Looks for a bundle, and waits until there is an outcome. A call during a download shares it, unless what is shown must
    /// be left by now.
    package func sync() async -> [JSONMember] { await update().value }

    private func update() -> Task<[JSONMember], Never> {
        sinceUpdate = Stopwatch(on: wakefulClock)
        return Task { await finish(updater.update()) }
    }

    private func finish(_ outcome: UpdateOutcome) async -> [JSONMember] {
        await turn.begin()
        defer { turn.end() }
        do throws(BundleStoreError) {
            return try await result(of: outcome)
        } catch {
            return result(of: words.failure(error))
        }
    }

    private func result(of outcome: UpdateOutcome) async throws(BundleStoreError) -> [JSONMember] {
        var event = words.event(of: outcome, shown: current)
        if event == nil, current != nil, let next = try await report().next {
            event = words.event(.updateReady, next, "it starts at reload(), or when the app starts")
        }
        guard let event else { return [JSONMember("outcome", .string("upToDate"))] }
        if event.kind == .rolledBack { try await show() }
        return result(of: event)
    }

    /// Tells the page what it has not been told before, and makes it the result of an update.
    private func result(of event: SessionEvent) -> [JSONMember] {
        let isNews = told.insert("\(event.kind.rawValue) \(event.version ?? "")").inserted
        if isNews || event.kind == .updateFailed { tell(event) }
        return [JSONMember("outcome", .string(event.kind.rawValue))] + event.members
    }

    // MARK: Leaving

    /// Shows another bundle, and tells its page why.
    private func leave(_ event: SessionEvent) async throws(BundleStoreError) {
        try await show()
        tell(event)
    }

    private func show() async throws(BundleStoreError) {
        let started = try await start()
        open(started)
        shell.show(started)
    }

    private func watchOver(_ started: StartedBundle) {
        watch?.cancel()
        guard started.needsConfirmation, !isInBackground else { return }
        watch = Task {
            do throws(BundleStoreError) {
                if case .failed = try await started.outcome() { try await giveUp(started) }
            } catch {
                // The count of its starts remains.
                tell(words.failure(error))
            }
        }
    }

    private func giveUp(_ started: StartedBundle) async throws(BundleStoreError) {
        await turn.begin()
        defer { turn.end() }
        guard started === current else { return }
        try await leave(
            words.rolledBack(started, "it did not say ready() within \(settings.readyTimeout) ms"))
    }

    /// The app left the foreground, where a page may not run, or was launched outside it: the time of a trial stands still,
    /// and what starts does not count.
    package func background() {
        isInBackground = true
        watch?.cancel()
    }

    /// The app is back in the foreground.
    package func foreground() async {
        guard isInBackground else { return }
        isInBackground = false
        guard let current else { return }
        if uncounted === current { await current.count(1) }
        uncounted = nil
        watchOver(current)
        if settings.autoUpdate, sinceUpdate.map({ $0.elapsed() >= Self.period }) ?? true { _ = update() }
    }

    // MARK: Telling

    private func tell(_ event: SessionEvent) {
        if pages.canTell(event, of: number) { shell.tell(event) }
    }
}
