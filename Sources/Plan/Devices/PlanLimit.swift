import Diagnostics
import ManifestVerifier
import PublicationTree

package struct PlanLimit: Sendable {
    /// What is counted. The raw value is stable: it is the name in `--json`, and that of the flag.
    package enum Subject: String, Sendable, CaseIterable {
        case blocked = "max-blocked"
        case cannotObey = "max-cannot-obey"
    }

    package let subject: Subject
    package let limit: DeviceLimit

    package init(_ subject: Subject, _ limit: DeviceLimit) {
        (self.subject, self.limit) = (subject, limit)
    }

    /// How many devices count, at the moment at which there are most: those that may be blocked count as blocked, and as
    /// such that cannot obey.
    package func counted(in impact: Impact) -> Int { impact.worst(by: number)[keyPath: number] }

    private var number: KeyPath<Impact.Moment, Int> { subject == .blocked ? \.blocked : \.stuck }

    package func allowed(in impact: Impact) -> Int { limit.devices(of: impact.total.devices) }

    /// What is wrong and what to do; nil when the change stays within the limit.
    package func refusal(of impact: Impact) -> ErrorReport? {
        let worst = impact.worst(by: number)
        let (counted, allowed, all) = (worst[keyPath: number], allowed(in: impact), impact.total.devices)
        guard counted > allowed else { return nil }
        let what =
            switch subject {
            case .blocked: "newly blocked"
            case .cannotObey: "newly blocked and cannot obey"
            }
        let unknown = worst.counts.mayBeBlocked
        let unclear = unknown > 0 ? ", with \(unknown.grouped) that may be blocked and count as blocked" : ""
        return ErrorReport(
            .refused,
            "\(what): \(counted.grouped) of \(all.grouped) devices (\(DeviceShare(counted, of: all)))"
                + (worst == impact.moments[0] ? "" : " from \(worst.time.words) on") + "\(unclear): "
                + "\((counted - allowed).grouped) more than the \(allowed.grouped) of --\(subject.rawValue) \(limit)",
            hint: unknown > 0 ? Self.tellingHint : hint)
    }

    private static let tellingHint =
        "give the population the version and the build (Android: version code) of every app"

    private var hint: String {
        switch subject {
        case .blocked:
            "raise the minimum less far, or recommend the update and wait until fewer need it; or allow more"
        case .cannotObey:
            "wait until the stores have the version, or keep one that their systems can run; or allow more"
        }
    }
}
