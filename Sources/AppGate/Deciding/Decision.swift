import ManifestVerifier

/// What the app is to do, and how it is known.
public struct Decision: Equatable, Sendable {
    /// What the app is to do.
    public enum Outcome: Equatable, Sendable {
        /// Run.
        case available
        /// Run, and advise an update; `PromptThrottle` says how often.
        case recommended(Update)
        /// Do not run: an update is needed.
        case required(Update)
        /// Do not run: the service is closed; the message is in the source language of the texts.
        case maintenance(message: String?)
    }

    /// Which document decided.
    public enum Source: Equatable, Sendable {
        /// One that was fetched in this session.
        case fetched
        /// The last one that was verified, in an earlier session.
        case stored
        /// The one that the app embeds.
        case embedded
        /// None: nothing that could be verified was ever seen, or nothing may decide.
        case none
    }

    /// What the app is to do.
    public let outcome: Outcome
    /// Which document decided.
    public let source: Source
    /// The signed date of that document; nil with profile `body`, and without a document.
    public let asOf: SignedDate?

    /// A decision.
    public init(_ outcome: Outcome, source: Source, asOf: SignedDate?) {
        self.outcome = outcome
        self.source = source
        self.asOf = asOf
    }

    /// Whether the app must not run.
    public var isBlocked: Bool {
        switch outcome {
        case .available, .recommended: false
        case .required, .maintenance: true
        }
    }

    /// The update that the outcome is about, if it is about one.
    public var update: Update? {
        switch outcome {
        case .recommended(let update), .required(let update): update
        case .available, .maintenance: nil
        }
    }
}

/// An update that is needed or recommended, with its texts in the language of the user.
public struct Update: Equatable, Sendable {
    /// What is to be updated.
    public enum Subject: Equatable, Sendable {
        /// The system; an update of the app would not install.
        case system(SystemBound)
        /// The app.
        case app(AppBound)
    }

    /// Whether the store has the app that is needed.
    public enum StoreState: Equatable, Sendable {
        /// Nobody looked, or the answer does not say.
        case unknown
        /// It does.
        case available
        /// Not yet, or not in this country.
        case missing
    }

    /// What is to be updated, and to what.
    public let subject: Subject
    /// The heading; nil when the document has none.
    public let title: ChosenText?
    /// The explanation; nil when the document has none.
    public let description: ChosenText?
    /// Where the app is to be had, as the document spells it; nil when it does not say.
    public let url: String?
    /// Whether the store has it.
    public let store: StoreState

    /// An update.
    public init(
        subject: Subject, title: ChosenText? = nil, description: ChosenText? = nil, url: String? = nil,
        store: StoreState = .unknown
    ) {
        self.subject = subject
        self.title = title
        self.description = description
        self.url = url
        self.store = store
    }
}
