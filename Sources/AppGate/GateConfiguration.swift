import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a gate checks, and how patient it is.
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
    /// What is expected of the document.
    public var verifier: Verifier
    /// What of the document is for this app, for remote config and environment config.
    public var selection = Requirements.Selection()
    /// A signed document that the app ships: it decides until one was fetched, and nothing older is accepted.
    public var embedded: Download?
    /// What decides while no document can be fetched and verified.
    public var whenUnreachable = Unreachable.lastVerified
    /// How old a signed date may be before the document can no longer block anyone who is not blocked (freeze); nil for
    /// any age. Has no effect with profile `body`.
    public var maximumAge: Duration?
    /// How long a check waits; then what is known stands, and the fetch goes on in the background.
    public var checkTimeLimit = Duration.seconds(3)
    /// How long one attempt to fetch may take.
    public var requestTimeLimit = Duration.seconds(10)
    /// How often a fetch is tried.
    public var retry = RetryPolicy()
    /// How long after a fetch the return to the foreground leads to another.
    public var foregroundInterval = Duration.seconds(5 * 60)
    /// How long after a fetch, whatever came of it, an observed response leads to no other: a backend that refuses
    /// everything must not make every app hammer the CDN.
    public var observationInterval = Duration.seconds(10)

    /// A configuration with the defaults of all that is not named.
    public init(url: URL, verifier: Verifier) {
        self.url = url
        self.verifier = verifier
    }
}

/// Why a check came to nothing, or decided less than it should; the decision that stands is not touched by it.
public enum CheckFailure: Error, Equatable, Sendable {
    /// There was no response.
    case transport(TransportError)
    /// The server answered with another HTTP status than 200.
    case status(Int)
    /// The response is no manifest.
    case verification(VerificationError)
    /// The document would block this device now, and its signed date is older than the maximum age.
    case frozen(SignedDate)
    /// The embedded document does not verify.
    case embedded(VerificationError)
    /// The document decides, but could not be kept for the next start.
    case notStored
    /// The document that decides cannot be compared with the app, so that no bound of the app applies.
    case unreadableApp(UnreadableApp)
}
