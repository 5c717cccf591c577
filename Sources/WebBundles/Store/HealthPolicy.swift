/// How long a new version has to prove that it works.
public struct HealthPolicy: Equatable, Sendable {
    /// How often a version is started at most without being confirmed, by all processes together; at least 1.
    public var starts: Int
    /// How long one session may go on without confirming, if somebody waits for ``StartedBundle/outcome()``.
    public var time: Duration

    /// Two starts of half a minute each.
    public init(starts: Int = 2, time: Duration = .seconds(30)) {
        self.starts = starts
        self.time = time
    }
}
