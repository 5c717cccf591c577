import LocalFiles
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The web bundles of an app: which are there, which one to show, and which one to go back to.
///
/// Whatever happened to its folder, a store opens, and what it starts is a whole bundle: the highest version that fits
/// the shell and has neither failed nor been withdrawn, else the embedded one. Several processes may use one folder. A
/// crash at any point leaves leftovers at most, which the next start removes.
///
/// - Important: On iOS the folder belongs into the app's own container. The store holds locks on files while a bundle is
///   shown, and the system ends an app that is suspended while it holds one in an app-group container.
public struct BundleStore: Sendable {
    /// Where the bundles are; made when it is not there. Nothing else may be put there.
    public let root: URL
    /// The bundle that the app ships.
    public let embedded: EmbeddedBundle
    /// The version of the native shell.
    public let shell: NumericVersion
    /// How long a new version has to prove that it works.
    public let health: HealthPolicy
    /// How many of the newest versions are kept, at least one; the one that is shown and the one before it are kept, too.
    public let keeping: Int
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
    /// How long to wait for whoever else works in the store.
    package var patience = Duration.seconds(5)

    /// A store in a folder, which is not touched before something is asked of it.
    ///
    /// - Parameters:
    ///   - root: a folder for this alone that is kept when the app is updated, such as one in Application Support.
    ///   - embedded: the bundle that the app ships.
    ///   - shell: the version of the native shell, which bundles name as the oldest or newest that can run them.
    ///   - health: how long a new version has to prove that it works.
    ///   - keeping: how many of the newest versions are kept.
    ///   - clock: measures how long a session goes on without confirming.
    ///   - now: the clock of the device.
    public init(
        root: URL, embedded: EmbeddedBundle, shell: NumericVersion, health: HealthPolicy = HealthPolicy(),
        keeping: Int = 3, clock: any Clock<Duration> = SuspendingClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.root = root
        self.embedded = embedded
        self.shell = shell
        self.health = health
        self.keeping = keeping
        self.clock = clock
        self.now = now
    }

    /// The file that every bundle has.
    package static let startPage = "index.html"

    var folder: StoreFolder { StoreFolder(url: root, patience: patience) }
    var selection: Selection { Selection(shell: shell, embedded: embedded.version) }

    /// The time in whole seconds since 1970; a clock that shows no such time shows its beginning.
    var seconds: Int {
        let seconds = now().timeIntervalSince1970
        return (0...Double(Int32.max) * 100).contains(seconds) ? Int(seconds) : 0
    }

    // MARK: What is there

    /// The bundles that could be shown: `embedded`, and what was downloaded.
    @concurrent public func list() async throws(BundleStoreError) -> BundleList {
        let stored = try await status().stored.map { BundleVersion.stored($0).description }
        return BundleList(versions: [BundleVersion.embedded.description] + stored)
    }

    /// What the store knows of itself.
    @concurrent public func status() async throws(BundleStoreError) -> StoreStatus {
        try await folder.locked { (root) throws(BundleStoreError) in StoreStatus(try StoreFolder.state(in: root)) }
    }

    /// What was shown before the current bundle and still works, or what would be shown in its place; nil when there is
    /// nothing else.
    public var previousVersion: BundleVersion? {
        get async throws(BundleStoreError) { try await status().previous }
    }

    // MARK: Changing it

    /// Changes the state of the store in one step, by what it is at that moment.
    func update<Result>(
        _ change: (inout StoreState, Folder) throws(BundleStoreError) -> Result
    ) async throws(BundleStoreError) -> Result {
        try await folder.locked { (root) throws(BundleStoreError) in
            var state = try StoreFolder.state(in: root)
            let result = try change(&state, root)
            try StoreFolder.save(state, in: root)
            return result
        }
    }

    /// Removes all but the newest versions, what is shown and what was shown before, and leftovers of crashes. What is
    /// in use stays until the next time.
    ///
    /// An update that installs something does this by itself.
    ///
    /// - Returns: the versions that were removed, the lowest first.
    @discardableResult
    @concurrent public func collectGarbage() async throws(BundleStoreError) -> [SemanticVersion] {
        let (keeping, selection) = (keeping, selection)
        return try await folder.locked { (root) throws(BundleStoreError) in
            var state = try StoreFolder.state(in: root)
            let kept = Retention.kept(of: state, keeping: keeping, next: selection.choice(in: state)).map(\.version)
            let dropped = state.bundles.filter { !kept.contains($0.version) }
            // Those that nobody is using; their locks are held until the state no longer names them.
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
