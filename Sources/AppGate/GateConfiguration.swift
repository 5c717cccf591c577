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

    /// Where the published tree is: the origin of the environment, such as `https://distribution.example.com`.
    public var base: URL
    /// The path of the document in that tree. With `Envelope.jws` it is `path` and `.jws` that is fetched.
    public var path: DocumentPath
    /// How the signature travels. No URL, redirect or response changes it.
    public var envelope: Envelope
    /// How it travelled for older versions of this app, whose last document counts until there is a newer one.
    public var formerEnvelopes: [Envelope] = []
    /// Verifies the document.
    public var verifier: Verifier
    /// With `Envelope.jws`, the hosts whose 403 may carry the document itself: `api.example.com`.
    public var backends: Set<String> = []
    /// Where to get the app when the document does not say, as availability and remote-config documents never do: the
    /// page of the app in its store, so that everyone who is blocked has a button. A URL in a document wins.
    public var storeURL: URL?
    /// A signed document that the app ships, in any envelope: it decides until another is fetched, and nothing older is
    /// accepted. One that does not verify decides nothing and is `CheckFailure.embedded`.
    public var embedded: Download?
    /// What decides while no document can be fetched and verified.
    public var whenUnreachable = Unreachable.lastVerified
    /// How many seconds old a signed date may be before the document can no longer block anyone who is not blocked (freeze);
    /// nil for any age. Has no effect on a document without a date.
    public var maximumAge: TimeInterval?
    /// How many seconds a check waits; after that what is known decides, and the fetch goes on in the background.
    public var checkTimeLimit = TimeInterval(3)
    /// How many seconds one attempt to fetch may take.
    public var requestTimeLimit = TimeInterval(10)
    /// How often a fetch is tried.
    public var retry = RetryPolicy()
    /// How many seconds after a fetch a return to the foreground starts another.
    public var foregroundInterval = TimeInterval(5 * 60)
    /// How many seconds after a fetch, successful or not, an observed response does not start another: a backend that
    /// refuses everything must not make every app hammer the CDN.
    public var observationInterval = TimeInterval(10)
    /// How many seconds the same body of a 403 is not looked at again.
    static let refusalInterval = TimeInterval(60)

    /// A configuration with the defaults of everything else.
    ///
    /// - Parameters:
    ///   - base: the origin of the environment; it may have a path.
    ///   - path: the path of the document in the tree, as in the policy.
    ///   - envelope: how the signature travels; `Classic` has that of deployed apps, `headers`.
    ///   - verifier: verifies the document.
    public init(base: URL, path: DocumentPath, envelope: Envelope = .jws, verifier: Verifier) {
        self.base = base
        self.path = path
        self.envelope = envelope
        self.verifier = verifier
    }

    /// Whether a host is one of `backends`, in letters of either case.
    func isBackend(_ host: String) -> Bool {
        backends.contains { $0.asciiLowercased.hasSameBytes(as: host.asciiLowercased) }
    }

    /// The envelopes of what may be kept.
    var keptEnvelopes: [Envelope] { [envelope] + formerEnvelopes }

    /// The most bytes of a file with the document that are read.
    var byteLimit: Int { envelope.byteLimit(ofBody: verifier.bodyLimit) }

    /// What is fetched.
    public var url: URL { base.appendingPathComponent(envelope.path(of: path), isDirectory: false) }
}

/// How often, and after which delays, something is tried again.
public struct RetryPolicy: Sendable {
    /// The largest number of attempts; 1 means no retry.
    public var attempts: Int
    /// The longest delay after the first attempt, in seconds; it doubles with each further one.
    public var firstDelay: TimeInterval
    /// The longest delay after any attempt, in seconds.
    public var maximumDelay: TimeInterval
    /// Returns a new number from 0 to 1 each time: how much of the second half of a delay to wait.
    public var jitter: @Sendable () -> Double

    /// Three attempts, half a second and a second apart, less up to half of it.
    public init(
        attempts: Int = 3, firstDelay: TimeInterval = 0.5, maximumDelay: TimeInterval = 8,
        jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.maximumDelay = maximumDelay
        self.jitter = jitter
    }

    /// How many seconds to wait after an attempt, the first of which is 1.
    package func delay(after attempt: Int) -> TimeInterval {
        var delay = min(firstDelay, maximumDelay)
        for _ in 1..<max(1, attempt) where delay < maximumDelay { delay = min(delay * 2, maximumDelay) }
        return delay / 2 + delay / 2 * min(1, max(0, jitter()))
    }
}
