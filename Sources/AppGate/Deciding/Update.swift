import ManifestVerifier

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

extension Update.StoreState {
    /// Whether the store has an app for this device that is not below a version.
    package init(of needed: NumericVersion?, in store: StoreVersion?, for device: Device) {
        guard let store, let needed else {
            self = .unknown
            return
        }
        if store.version < needed {
            self = .missing
        } else if let minimum = store.minimumSystem, device.isBelow(.ios(minimum)) {
            // The store offers this device the last version that it can run, which is not known.
            self = .unknown
        } else {
            self = .available
        }
    }
}

/// The required system.
public enum SystemBound: Equatable, Sendable {
    /// A version of iOS.
    case ios(NumericVersion)
    /// An SDK level of Android.
    case android(sdk: Int)
}

/// The required app.
public enum AppBound: Equatable, Sendable {
    /// A version: `CFBundleShortVersionString`, on Android the version name.
    case version(NumericVersion)
    /// A build: `CFBundleVersion`, on Android the version code; `shownAs` is the version to show for it, if it is known.
    case build(Int, shownAs: NumericVersion?)
}
