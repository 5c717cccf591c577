import ManifestVerifier

/// What the app should do, and which document says so.
public struct Decision: Equatable, Sendable {
    /// What the app should do.
    public enum Outcome: Equatable, Sendable {
        /// Run.
        case available
        /// Run, and advise an update; `PromptThrottle` says how often.
        case recommended(Update)
        /// Do not run: an update is needed.
        case required(Update)
        /// Do not run: the service is down for maintenance.
        case maintenance(MaintenanceNotice)
    }

    /// Which document decided.
    public enum Source: Equatable, Sendable {
        /// A document fetched in this session.
        case fetched
        /// The last document verified in an earlier session.
        case stored
        /// The document that the app embeds.
        case embedded
        /// None: no document was ever verified, or none may decide.
        case none
    }

    /// What the app should do.
    public let outcome: Outcome
    /// Which document decided.
    public let source: Source
    /// The signed date of that document; nil with profile `body`, and without a document.
    public let asOf: SignedDate?
    /// The id of the rule that decided; nil when none did, and for a document without rules.
    public let rule: String?

    /// A decision.
    public init(_ outcome: Outcome, source: Source, asOf: SignedDate?, rule: String? = nil) {
        self.outcome = outcome
        self.source = source
        self.asOf = asOf
        self.rule = rule
    }

    /// Whether the app must not run.
    public var isBlocked: Bool {
        switch outcome {
        case .available, .recommended: false
        case .required, .maintenance: true
        }
    }

    /// The update that is required or recommended, if any.
    public var update: Update? { outcome.update }
}

extension Decision.Outcome {
    package var update: Update? {
        switch self {
        case .recommended(let update), .required(let update): update
        case .available, .maintenance: nil
        }
    }
}

/// What to tell people during maintenance.
public struct MaintenanceNotice: Equatable, Sendable {
    /// The heading; nil when the document has none.
    public let title: ChosenText?
    /// The message; nil when the document has none.
    public let message: String?
    /// The language of the message; nil when the document does not say, as app-config documents never do: it is the source
    /// language of their texts.
    public let language: LanguageTag?

    /// A notice.
    public init(title: ChosenText? = nil, message: String?, language: LanguageTag? = nil) {
        self.title = title
        self.message = message
        self.language = language
    }
}
