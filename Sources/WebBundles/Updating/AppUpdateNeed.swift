import AppGate
import ManifestVerifier

/// A bundle that cannot be run before the app is updated.
public struct AppUpdateNeed: Equatable, Sendable {
    /// The oldest shell that can run the bundle.
    public let minimumShell: NumericVersion
    /// The bundle.
    public let bundle: SemanticVersion
    /// Whether what is shown now is withdrawn and nothing that may be used is left.
    public let isRequired: Bool
    /// The signed date of the document that says so.
    public let asOf: SignedDate?

    /// What the app is to do, as the gate puts it: a recommended update of the app, or a required one when nothing that
    /// may be used is left.
    ///
    /// The version that is asked for is that of the shell; an app whose own version is another one must not compare it.
    ///
    /// - Parameters:
    ///   - url: where the app is to be had.
    ///   - title: the heading, in the language of the user.
    ///   - description: the explanation, in the language of the user.
    ///   - store: whether the store has the app that is needed.
    public func decision(
        url: String?, title: ChosenText? = nil, description: ChosenText? = nil, store: Update.StoreState = .unknown
    ) -> Decision {
        let update = Update(
            subject: .app(.version(minimumShell)), title: title, description: description, url: url, store: store)
        return Decision(isRequired ? .required(update) : .recommended(update), source: .fetched, asOf: asOf)
    }
}

extension UpdateOutcome {
    /// What the app is to do, as the gate puts it; nil unless it needs an update.
    ///
    /// - Parameters:
    ///   - url: where the app is to be had.
    ///   - title: the heading, in the language of the user.
    ///   - description: the explanation, in the language of the user.
    ///   - store: whether the store has the app that is needed.
    public func decision(
        url: String?, title: ChosenText? = nil, description: ChosenText? = nil, store: Update.StoreState = .unknown
    ) -> Decision? {
        guard case .appUpdateNeeded(let need) = self else { return nil }
        return need.decision(url: url, title: title, description: description, store: store)
    }
}
