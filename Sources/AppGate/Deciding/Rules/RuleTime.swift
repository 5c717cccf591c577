import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The times by which the rules of a document are decided on a device.
public struct RuleTime: Equatable, Sendable {
    /// That of the clock, but not before the document was signed and not more than `Limits.gateClockLead` after it.
    ///
    /// So a clock that was set back wins nothing, and one that is far ahead blocks no one.
    public let time: Instant
    /// By what a rule that blocks ends: the later of `time` and the clock.
    ///
    /// So a block with an end ends even if the document is never signed again.
    public let ends: Instant
    /// Whether maintenance closes: whether the document was signed at most `Limits.maintenanceAge` ago.
    public let isRecent: Bool

    /// The times of a document on a device.
    ///
    /// - Parameters:
    ///   - signed: the signed date of the document.
    ///   - clock: what the clock of the device shows.
    ///   - maximumAge: how many seconds old the document may be before it can block no one who is not blocked; `time`
    ///     ends there.
    public init(of signed: SignedDate, clock: Date, maximumAge: TimeInterval? = nil) {
        // A clock that shows no date counts as one that stands at the signed date.
        self.init(of: signed, clock: Instant(clock) ?? signed.instant, maximumAge: maximumAge)
    }

    /// The same by a clock that shows a date.
    package init(of signed: SignedDate, clock: Instant, maximumAge: TimeInterval? = nil) {
        let lead = min(Limits.gateClockLead, max(0, maximumAge ?? Limits.gateClockLead))
        let latest = signed.instant.advanced(by: Int64(lead))
        time = max(signed.instant, min(clock, latest))
        ends = max(time, clock)
        isRecent = signed.isRecent(at: clock)
    }

    /// The times of a document that is signed at this very time.
    public init(signedAt time: Instant) {
        self.time = time
        ends = time
        isRecent = true
    }
}

extension SignedDate {
    /// Whether what was signed then may close the app for maintenance at this time.
    func isRecent(at time: Instant) -> Bool {
        time <= instant.advanced(by: Int64(Limits.maintenanceAge))
    }

    /// The same by a clock; one that shows no date counts as one that stands at the signed date.
    package func isRecent(by clock: Date) -> Bool { Instant(clock).map { isRecent(at: $0) } ?? true }
}
