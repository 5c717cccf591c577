/// How often, and after how long, something is tried again.
public struct RetryPolicy: Sendable {
    /// How often it is tried at most; 1 is never again.
    public var attempts: Int
    /// The longest delay after the first attempt; it doubles from one to the next.
    public var firstDelay: Duration
    /// The longest delay after any attempt.
    public var maximumDelay: Duration
    /// A number from 0 to 1, a new one each time: the share of the second half of a delay that is waited for.
    public var jitter: @Sendable () -> Double

    /// Three attempts, half a second and a second apart, less up to half of it.
    public init(
        attempts: Int = 3, firstDelay: Duration = .milliseconds(500), maximumDelay: Duration = .seconds(8),
        jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.maximumDelay = maximumDelay
        self.jitter = jitter
    }

    /// How long to wait after an attempt, the first of which is 1.
    package func delay(after attempt: Int) -> Duration {
        var delay = min(firstDelay, maximumDelay)
        for _ in 1..<max(1, attempt) where delay < maximumDelay { delay = min(delay * 2, maximumDelay) }
        return delay / 2 + delay / 2 * min(1, max(0, jitter()))
    }
}
