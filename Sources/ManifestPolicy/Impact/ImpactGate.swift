import Diagnostics

/// What a change must not exceed before it is merged.
package struct ImpactGate: Sendable {
    /// What is counted. The raw value is stable: it is the name in `--json`, and that of the flag.
    package enum Subject: String, Sendable, CaseIterable {
        case blocked = "max-blocked"
        case cannotObey = "max-cannot-obey"
    }

    package let subject: Subject
    package let limit: DeviceLimit

    package init(_ subject: Subject, _ limit: DeviceLimit) {
        self.subject = subject
        self.limit = limit
    }

    /// How many devices count: those that may be blocked count as blocked, and as such that cannot obey.
    package func counted(in impact: Impact) -> Int {
        switch subject {
        case .blocked: impact.total.newlyBlocked + impact.total.mayBeBlocked
        case .cannotObey: impact.total.cannotObey + impact.total.mayBeBlocked
        }
    }

    /// How many may.
    package func allowed(in impact: Impact) -> Int { limit.devices(of: impact.total.devices) }

    /// What is wrong and what to do; nil when the change stays within the limit.
    package func refusal(of impact: Impact) -> ErrorReport? {
        let (counted, allowed, all) = (counted(in: impact), allowed(in: impact), impact.total.devices)
        guard counted > allowed else { return nil }
        let what =
            switch subject {
            case .blocked: "newly blocked"
            case .cannotObey: "newly blocked and cannot obey"
            }
        let unknown = impact.total.mayBeBlocked
        let worst = unknown > 0 ? ", with \(unknown.grouped) that may be blocked and count as blocked" : ""
        return ErrorReport(
            .refused,
            "\(what): \(counted.grouped) of \(all.grouped) devices (\(DeviceShare(counted, of: all)))\(worst): "
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
