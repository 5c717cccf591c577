import ManifestVerifier

/// Why a rule did not decide.
package enum RuleMiss: Equatable, Sendable {
    /// It is for a part of the app that was not asked for.
    case scope(String)
    /// This condition does not hold.
    case fails(GateCondition)
    /// This condition is unknown, or needs what the device does not say.
    case unknown(GateCondition)
    /// It is maintenance, and the document was not fetched in this session.
    case notFetched
    /// The device cannot get the recommended update, and the rule has no text for such devices.
    case notObtainable
    /// The store is known not to have the recommended update yet.
    case missingInStore
}
