import ManifestVerifier

/// The state of a store, for a support page or a log.
public struct StoreStatus: Equatable, Sendable {
    /// A version that has not proved yet that it works.
    public struct Trial: Equatable, Sendable {
        /// The version.
        public let version: SemanticVersion
        /// How often it was started.
        public package(set) var starts: Int
        /// When it was started first, in seconds since 1970.
        public let since: Int

        package init(version: SemanticVersion, starts: Int, since: Int) {
            self.version = version
            self.starts = starts
            self.since = since
        }
    }

    /// The bundle that the last start showed; nil before the first.
    public let current: BundleVersion?
    /// The bundle that was shown before that and still works, or that would replace it.
    public let previous: BundleVersion?
    /// The bundle that another start would show, unless its trial ends with that; one that was never started only once an
    /// index of this session offers it.
    public let next: BundleVersion
    /// Whether that was never started, and waits for an index of this session.
    public let isNextWaiting: Bool
    /// The version that has not proved yet that it works.
    public let trial: Trial?
    /// The stored bundles that may be used, the lowest version first.
    public let stored: [SemanticVersion]
    /// Those of them that have proved that they work.
    public let confirmed: [SemanticVersion]
    /// The versions that did not prove in time that they work, the lowest first.
    public let failed: [SemanticVersion]
    /// The versions that may only be used if they are confirmed, the lowest first.
    public let halted: [SemanticVersion]
    /// The versions that must not be used any more, the lowest first.
    public let withdrawn: [SemanticVersion]

    init(_ state: StoreState, _ selection: Selection) {
        let choice = selection.choice(in: state)
        let waiting = selection.waiting(in: state, behind: choice)
        next = waiting.map { .stored($0) } ?? choice
        isNextWaiting = waiting != nil
        current = state.current
        previous = state.previous
        trial = state.trial
        stored = state.bundles.map(\.version)
        confirmed = state.bundles.filter(\.isConfirmed).map(\.version)
        failed = state.failed
        halted = state.halted
        withdrawn = state.withdrawn
    }
}

/// The bundles that a store could show, as a list for the web part of an app.
public struct VersionList: Equatable, Sendable {
    /// `embedded`, and the folders of the stored versions, the lowest version first: `v1.5.0`.
    public let versions: [String]

    /// `{ "versions": ["embedded", "v1.5.0"] }`, over several lines.
    public var json: String {
        let members = [JSONMember("versions", .array(versions.map { .string($0) }))]
        return String(decoding: JSONWriter.bytes(of: .object(members)), as: UTF8.self)
    }
}
