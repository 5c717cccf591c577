import ManifestVerifier

/// What a store knows of itself, for a support page or a log.
public struct StoreStatus: Equatable, Sendable {
    /// A version that has not proved yet that it works.
    public struct Trial: Equatable, Sendable {
        /// The version.
        public let version: SemanticVersion
        /// How often it was started.
        public let starts: Int
        /// When it was started first, in seconds since 1970.
        public let since: Int
    }

    /// What the last start has shown; nil before the first.
    public let current: BundleVersion?
    /// What was shown before that and still works, or what would be shown in its place.
    public let previous: BundleVersion?
    /// The version that has not proved yet that it works.
    public let trial: Trial?
    /// What is there and may be used, the lowest version first.
    public let stored: [SemanticVersion]
    /// What did not prove in time that it works, the lowest version first.
    public let failed: [SemanticVersion]
    /// What nobody is to use any more, the lowest version first.
    public let withdrawn: [SemanticVersion]

    init(_ state: StoreState) {
        current = state.current
        previous = state.previous
        trial = state.trial.map { Trial(version: $0.version, starts: $0.starts, since: $0.since) }
        stored = state.bundles.map(\.version)
        failed = state.failed
        withdrawn = state.withdrawn
    }
}
