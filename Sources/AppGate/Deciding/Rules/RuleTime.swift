import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Instant {
    /// The time by which the rules of a document are decided: that of the clock, but not before the document was signed and
    /// not more than `Limits.gateClockLead` after it.
    ///
    /// So a clock that was set back wins nothing, and one that is far ahead blocks no one.
    ///
    /// - Parameters:
    ///   - signed: the signed date of the document.
    ///   - clock: what the clock of the device shows.
    ///   - maximumAge: how old the document may be before it can block no one who is not blocked; its time ends there.
    public init(ruleTimeOf signed: SignedDate, clock: Date, maximumAge: Duration? = nil) {
        let signed = signed.instant
        let lead = min(Limits.gateClockLead, max(.zero, maximumAge ?? Limits.gateClockLead))
        let latest = signed.advanced(by: lead.components.seconds)
        self = max(signed, min(Instant(clock) ?? signed, latest))
    }
}
