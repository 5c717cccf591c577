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
    public var update: Update? {
        switch outcome {
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

/// A required or recommended update, with its texts in the language of the user.
public struct Update: Equatable, Sendable {
    /// What to update.
    public enum Subject: Equatable, Sendable {
        /// The system; an update of the app would not install.
        case system(SystemBound)
        /// The app.
        case app(AppBound)
        /// What the rule of this id demands; `target` is the version that this device can get, if the document names it.
        case rule(String, target: NumericVersion?)
    }

    /// Whether the store has the required version of the app.
    public enum StoreState: Equatable, Sendable {
        /// The store was not asked, or the answer does not say.
        case unknown
        /// It does.
        case available
        /// Not yet, or not in this country.
        case missing
    }

    /// What to update, and to which version.
    public let subject: Subject
    /// The heading; nil when the document has none.
    public let title: ChosenText?
    /// The explanation; nil when the document has none.
    public let description: ChosenText?
    /// Where to get the app: as the document spells it, else `GateConfiguration.storeURL`; nil when neither says, and for
    /// an update of the system, which is in the device's settings.
    public let url: String?
    /// Whether the store has it.
    public let store: StoreState
    /// Whether this device can get it, as far as the document knows; false for a system that no version in the store runs
    /// on. There is no URL in that case, and the texts say what else to do.
    public let isObtainable: Bool
    /// When a recommended update becomes required; nil for never.
    public let due: Instant?

    /// An update.
    public init(
        subject: Subject, title: ChosenText? = nil, description: ChosenText? = nil, url: String? = nil,
        store: StoreState = .unknown, isObtainable: Bool = true, due: Instant? = nil
    ) {
        self.subject = subject
        self.title = title
        self.description = description
        self.url = url
        self.store = store
        self.isObtainable = isObtainable
        self.due = due
    }

    /// Whether a store may have it.
    var isInStore: Bool {
        switch subject {
        case .app, .rule(_, target: .some): true
        case .system, .rule(_, target: nil): false
        }
    }
}
