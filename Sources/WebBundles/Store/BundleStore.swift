import AppGate
import LocalFiles
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The web bundles of an app: which exist, which one to show, and which one to go back to.
///
/// Whatever happened to its folder, a store opens, and it starts a whole bundle: the highest version that fits the shell
/// and has neither failed nor been withdrawn, otherwise the embedded one. The first start of a version needs an index that
/// was fetched in this session and offers it: see ``BundleUpdater/update()``. Several processes may use one folder. A crash
/// at any point leaves at most leftovers, which the next start removes.
///
/// - Important: On iOS the folder belongs in the app's own container. The store holds file locks while a bundle is shown,
///   and the system kills an app that is suspended while it holds one in an app-group container.
public struct BundleStore: Sendable {
    /// The folder of the bundles, made if missing. Nothing else may be put into it.
    public let root: URL
    /// The bundle that the app ships.
    public let embedded: EmbeddedBundle
    /// The version of the native shell.
    public let shell: NumericVersion
    /// How long a new version has to prove that it works.
    public let health: HealthPolicy
    /// How many of the newest versions are kept, at least one; the shown one and the one before it are kept as well.
    public let keeping: Int
    private let followedChannel: @Sendable () -> String?
    /// The installed app with its shell and its embedded bundle, of which a change is an update of the app.
    let app: String
    let verifier: Verifier
    let events: @Sendable (BundleEvent) -> Void
    let clock: any SteadyClock
    let now: @Sendable () -> Date
    /// Goes on while the device sleeps: for how long an index allows first starts.
    package var wakefulClock: any SteadyClock = SystemClock.continuous
    /// How many seconds to wait for other processes that use the store.
    package var patience = TimeInterval(5)
    /// What this session has learned; copies of the store share it.
    package var session = IndexSession()
    /// The bundles of which this process has found that they are not what was signed, by the names of their folders, with
    /// device and inode of each: another process may install a bundle of the same name.
    let refusals = Guarded<[String: (folder: [UInt64], reason: BundleRefusal)]>([:])
    /// What this process has read of an embedded archive; nil before that, and after a file of it was found changed.
    let seed = Guarded<UnpackedSeed.Contents?>(nil)

    /// A store in a folder, which is not touched before the first use.
    ///
    /// - Parameters:
    ///   - root: a folder for the store alone that survives app updates, such as one in Application Support.
    ///   - embedded: the bundle that the app ships.
    ///   - shell: the version of the native shell, which bundles name as the oldest or newest that can run them.
    ///   - keyRing: the keys that the app embeds; bundles of a key that is revoked or gone do not start.
    ///   - environment: the environment that bundles must come from.
    ///   - app: the installed app, such as `3.2.0 (41000)`, by which an update of it is known, beside the versions of the
    ///     shell and of the embedded bundle.
    ///   - health: how long a new version has to prove that it works.
    ///   - keeping: how many of the newest versions are kept.
    ///   - channel: the channel of the app, for bundles that are offered to some channels only; it is looked at each
    ///     time, so that it may change.
    ///   - events: takes what becomes of attempts and bundles, for the app's telemetry; it must not wait.
    ///   - clock: measures how long a session lasts without confirming.
    ///   - now: the clock of the device.
    public init(
        root: URL, embedded: EmbeddedBundle, shell: NumericVersion, keyRing: TrustedKeys,
        environment: EnvironmentName, app: String? = nil, health: HealthPolicy = HealthPolicy(), keeping: Int = 3,
        channel: @escaping @autoclosure @Sendable () -> String? = nil,
        events: @escaping @Sendable (BundleEvent) -> Void = { _ in }, clock: any SteadyClock = SystemClock.suspending,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.root = root
        self.embedded = embedded
        self.shell = shell
        self.health = health
        self.keeping = keeping
        followedChannel = channel
        self.events = events
        self.app = "\(app.map { "\($0) " } ?? "")\(shell.spelling) \(embedded.version)"
        verifier = Verifier(
            keyRing: keyRing, environment: environment, reader: WebBundleIndex.Reader(),
            knownFormats: GateReader.all + [WebBundleManifest.Reader()])
        self.clock = clock
        self.now = now
    }

    /// The channel of the app, such as `beta`; nil when it has none.
    public var channel: String? { followedChannel() }

    package static let startPage = "index.html"
    static let platform = Platform.ios

    var folder: StoreFolder { StoreFolder(url: root, patience: patience) }

    /// The choice of this device in this session.
    func selection(in state: StoreState, knowing fetched: FetchedIndex?) -> Selection {
        let device = BundleDevice(platform: Self.platform, shell: shell, channel: channel, installID: state.installID)
        return Selection(device, embedded: embedded.version, fetched: fetched, clock: Instant(now()))
    }

    /// The time in whole seconds since 1970; 0 when the clock shows no plausible time.
    var seconds: Int {
        let seconds = now().timeIntervalSince1970
        return (0...Double(Int32.max) * 100).contains(seconds) ? Int(seconds) : 0
    }

    /// Tells the app of an event; call it without the lock.
    func tell(_ event: BundleEvent) { events(event.completed(by: self)) }

    // MARK: Reading

    /// The bundles that could be shown: `embedded` and the downloaded ones.
    @concurrent public func list() async throws(BundleStoreError) -> VersionList {
        let stored = try await status().stored.map { BundleVersion.stored($0).description }
        return VersionList(versions: [BundleVersion.embedded.description] + stored)
    }

    /// The state of the store.
    @concurrent public func status() async throws(BundleStoreError) -> StoreStatus {
        let fetched = await session.fetched
        return try await folder.locked { (root) throws(BundleStoreError) in
            let state = try StoreFolder.state(in: root)
            return StoreStatus(state, selection(in: state, knowing: fetched))
        }
    }

    /// The bundle that was shown before the current one and still works, or that would replace it; nil when there is no
    /// other.
    public var previousVersion: BundleVersion? {
        get async throws(BundleStoreError) { try await status().previous }
    }

    // MARK: Changing

    /// Changes the current state of the store in one step. A new state gets an id of this installation.
    func update<Result>(
        _ change: (inout StoreState, Folder) throws(BundleStoreError) -> Result
    ) async throws(BundleStoreError) -> Result {
        let unkept = await session.unkept
        return try await folder.locked { (root) throws(BundleStoreError) in
            var state = try StoreFolder.state(in: root)
            if let unkept { state.obeyUnkept(unkept) }
            if state.installID == nil { state.installID = .random() }
            state.forgive(app, now: seconds)
            let result = try change(&state, root)
            try StoreFolder.save(state, in: root)
            return result
        }
    }

    /// Forgets every version that was downloaded, and that any of them failed: the next start shows the embedded one.
    @concurrent public func reset() async throws(BundleStoreError) {
        try await update { (state, _) throws(BundleStoreError) in state.reset() }
        await removeLeftovers(seed: nil)
    }

    /// Removes the leftovers of crashes and all versions but the newest, the shown one and the one before it. What is in use
    /// stays until the next time.
    ///
    /// An update that installs something does this by itself.
    ///
    /// - Returns: the versions that were removed, the lowest first.
    @discardableResult
    @concurrent public func collectGarbage() async throws(BundleStoreError) -> [SemanticVersion] {
        let (keeping, fetched) = (keeping, await session.fetched)
        return try await folder.locked { (root) throws(BundleStoreError) in
            var state = try StoreFolder.state(in: root)
            let next = selection(in: state, knowing: fetched).choice(in: state)
            let kept = Retention.kept(of: state, keeping: keeping, next: next).map(\.version)
            let dropped = state.bundles.filter { !kept.contains($0.version) }
            // Those not in use; their locks are held until the state no longer names them.
            let unused = dropped.compactMap { bundle -> (version: SemanticVersion, folder: Folder)? in
                guard let folder = try? root.folder(bundle.folderName), (try? folder.tryLock()) == true else {
                    return nil
                }
                return (bundle.version, folder)
            }
            state.keep { bundle in !unused.contains { $0.version == bundle.version } }
            try StoreFolder.save(state, in: root)
            try BundleStoreError.files { () throws(FileError) in
                for (version, _) in unused {
                    try Leftovers.removeWhole(BundleVersion.stored(version).description, in: root)
                }
                try Leftovers.clean(root, state: state, embedded: nil)
            }
            return unused.map(\.version)
        }
    }
}

extension BundleStore {
    /// Gives a bundle that is there the bounds of a newer index, with that index as its proof.
    ///
    /// The proof comes first. A crash before the state follows leaves a record of bounds that this shell is not within, so that
    /// nothing starts by it, and the next update extends it again: the index says what the files are, whatever the kept one says.
    ///
    /// - Returns: whether it is there; a record of what is not, or has another list of files, is dropped.
    func extend(_ offer: WebBundleIndex.Entry, to shells: ShellRange, by index: Download) async throws(BundleStoreError)
        -> Bool
    {
        try await folder.locked { (root) throws(BundleStoreError) in
            var state = try StoreFolder.state(in: root)
            guard let known = state.bundle(offer.bundle.version), known.hasBytes(of: offer) else { return false }
            let isExtended = try BundleStoreError.files { () throws(FileError) in
                guard root.kind(of: known.folderName) == .folder,
                    let list = try BundleProof.list(of: known, in: root)
                else { return false }
                try BundleProof(index: index, list: list).save(for: known, in: root)
                try root.sync(BundleProof.name(of: known))
                return true
            }
            if isExtended {
                state.install(
                    StoredBundle(
                        version: known.version, sha256: known.sha256, files: known.files, shells: shells,
                        isConfirmed: known.isConfirmed))
            } else {
                state.keep { $0.version != known.version }
            }
            try StoreFolder.save(state, in: root)
            return isExtended
        }
    }

    /// Gives a version up for a day whose archive is what was signed, and no bundle.
    func giveUp(_ version: SemanticVersion) async throws(BundleStoreError) {
        try await update { (state, _) throws(BundleStoreError) in state.fail(version, now: seconds) }
    }

    /// Makes a checked and unpacked bundle one that can be started.
    ///
    /// - Returns: whether it was needed; another process may have been faster.
    func install(
        _ bundle: StoredBundle, with proof: BundleProof, from staging: StagingFolder
    ) async throws(BundleStoreError) -> Bool {
        let name = bundle.folderName
        return try await folder.locked { (root) throws(BundleStoreError) in
            var state = try StoreFolder.state(in: root)
            // It may have been withdrawn or halted, or installed by another process, in the meantime. Some file systems ignore case.
            let isTaken = state.bundles.contains { $0.folderName.lowercased() == name.lowercased() }
            guard state.isInstallable(bundle.version), !isTaken else { return false }
            let isFree = try BundleStoreError.files { () throws(FileError) in
                guard root.kind(of: name) != nil else { return true }
                return try Leftovers.remove(name, in: root)
            }
            guard isFree else { throw .inUse(bundle.version) }
            try BundleStoreError.files { () throws(FileError) in
                try proof.save(for: bundle, in: root)
                try root.sync(BundleProof.name(of: bundle))
                try staging.share()
                try root.rename(staging.name, to: name)
                try root.sync()
            }
            refusals.with { $0[name] = nil }
            state.install(bundle)
            do throws(BundleStoreError) {
                try StoreFolder.save(state, in: root)
            } catch {
                // Without its record the folder does not count; if it cannot be removed, it is a leftover.
                try? Leftovers.removeWhole(name, in: root)
                throw error
            }
            return true
        }
    }
}
