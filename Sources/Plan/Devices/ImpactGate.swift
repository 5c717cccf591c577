import Diagnostics
import ManifestVerifier

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
    ///
    /// Of rules, the moment counts at which there are most.
    package func counted(in impact: Impact) -> Int { worst(in: impact).devices }

    private func worst(in impact: Impact) -> (devices: Int, time: Instant?) {
        let plain =
            switch subject {
            case .blocked: impact.total.newlyBlocked + impact.total.mayBeBlocked
            case .cannotObey: impact.total.cannotObey + impact.total.mayBeBlocked
            }
        return (impact.timeline?.moments ?? []).reduce((plain, nil)) { worst, moment in
            let devices = subject == .blocked ? moment.blocked : moment.stuck
            return devices > worst.devices ? (devices, moment.time) : worst
        }
    }

    package func allowed(in impact: Impact) -> Int { limit.devices(of: impact.total.devices) }

    /// What is wrong and what to do; nil when the change stays within the limit.
    package func refusal(of impact: Impact) -> ErrorReport? {
        let ((counted, time), allowed, all) = (worst(in: impact), allowed(in: impact), impact.total.devices)
        guard counted > allowed else { return nil }
        let what =
            switch subject {
            case .blocked: "newly blocked"
            case .cannotObey: "newly blocked and cannot obey"
            }
        let moment = impact.timeline?.moments.first { $0.time == time }
        let unknown = max(impact.total.mayBeBlocked, moment?.counts.mayBeBlocked ?? 0)
        let worst = unknown > 0 ? ", with \(unknown.grouped) that may be blocked and count as blocked" : ""
        return ErrorReport(
            .refused,
            "\(what): \(counted.grouped) of \(all.grouped) devices (\(DeviceShare(counted, of: all)))"
                + (time.map { " from \($0.words) on" } ?? "") + "\(worst): "
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
