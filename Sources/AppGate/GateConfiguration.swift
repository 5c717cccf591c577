import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a gate checks, and how long it waits.
public struct GateConfiguration: Sendable {
    /// What decides while no document can be fetched and verified.
    public enum Unreachable: Sendable {
        /// The last document that was verified, else the embedded one: airplane mode does not lift a block.
        case lastVerified
        /// Nothing: the app runs.
        case allow
    }

    /// Where the document is.
    public var url: URL
    /// Verifies the document.
    public var verifier: Verifier
    /// Which part of the document is for this app, for remote config and environment config.
    public var selection = Requirements.Selection()
    /// Where to get the app when the document does not say, as availability and remote-config documents never do: the
    /// page of the app in its store, so that everyone who is blocked has a button. A URL in a document wins.
    public var storeURL: URL?
    /// A signed document that the app ships: it decides until another is fetched, and nothing older is accepted. One that
    /// does not verify decides nothing and is `CheckFailure.embedded`.
    public var embedded: Download?
    /// What decides while no document can be fetched and verified.
    public var whenUnreachable = Unreachable.lastVerified
    /// How old a signed date may be before the document can no longer block anyone who is not blocked (freeze); nil for
    /// any age. Has no effect with profile `body`.
    public var maximumAge: Duration?
    /// How long a check waits; after that what is known decides, and the fetch goes on in the background.
    public var checkTimeLimit = Duration.seconds(3)
    /// How long one attempt to fetch may take.
    public var requestTimeLimit = Duration.seconds(10)
    /// How often a fetch is tried.
    public var retry = RetryPolicy()
    /// How long after a fetch a return to the foreground starts another.
    public var foregroundInterval = Duration.seconds(5 * 60)
    /// How long after a fetch, successful or not, an observed response does not start another: a backend that refuses
    /// everything must not make every app hammer the CDN.
    public var observationInterval = Duration.seconds(10)

    /// A configuration with the defaults of everything else.
    public init(url: URL, verifier: Verifier) {
        self.url = url
        self.verifier = verifier
    }
}

/// How often, and after which delays, something is tried again.
public struct RetryPolicy: Sendable {
    /// The largest number of attempts; 1 means no retry.
    public var attempts: Int
    /// The longest delay after the first attempt; it doubles with each further one.
    public var firstDelay: Duration
    /// The longest delay after any attempt.
    public var maximumDelay: Duration
    /// Returns a new number from 0 to 1 each time: how much of the second half of a delay to wait.
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
