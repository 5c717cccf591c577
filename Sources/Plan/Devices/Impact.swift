import Diagnostics
import ManifestVerifier
import PublicationTree

/// What a change means for the devices of a population, moment by moment.
///
/// Of a roll-out in steps, each kind of device counts with the share of it that is in: these are the devices to be
/// expected, in whole numbers that are rounded once, at the end: those that are newly blocked up, all others to the
/// nearest.
package struct Impact: Equatable, Sendable {
    package struct Counts: Equatable, Sendable {
        package var devices = 0
        /// Those that may not run until they update.
        package var required = 0
        package var maintenance = 0
        /// Those that may run and are advised to update.
        package var recommended = 0
        /// Those that are blocked and would not be without the change.
        package var newlyBlocked = 0
        /// Those of them that cannot do what they are told: their system cannot run the version, or the store lacks it.
        /// None during maintenance: it asks for nothing, and it passes.
        package var cannotObey = 0
        package var stillBlocked = 0
        /// Those that run, and would be blocked without the change.
        package var runAgain = 0
        /// Those that are advised to update, and would be neither blocked nor advised without the change.
        package var newlyRecommended = 0
        /// Those that cannot be counted: the population does not say what a changed bound or a rule compares.
        package var unknown = 0
        /// Those of them that may be newly blocked, by a higher minimum, a new rule, or without one that let them run; limits
        /// count them as blocked.
        package var mayBeBlocked = 0

        package init() {}

        package mutating func add(_ other: Counts) {
            for field in Self.fields { self[keyPath: field] += other[keyPath: field] }
        }

        /// Counts devices; their total must fit into `Int`.
        mutating func add(_ verdict: DeviceVerdict, _ count: Int) {
            devices += count
            if verdict.required { required += count }
            if verdict.maintenance { maintenance += count }
            if verdict.recommended, !verdict.isBlocked { recommended += count }
            switch verdict.difference {
            case .none: break
            case .newlyBlocked:
                newlyBlocked += count
                if verdict.isStuck { cannotObey += count }
            case .mayBeBlocked:
                unknown += count
                mayBeBlocked += count
            case .stillBlocked: stillBlocked += count
            case .unknown: unknown += count
            case .runsAgain: runAgain += count
            case .newlyRecommended: newlyRecommended += count
            }
        }

        static var fields: [WritableKeyPath<Counts, Int>] {
            [
                \.devices, \.required, \.maintenance, \.recommended, \.newlyBlocked, \.cannotObey, \.stillBlocked,
                \.runAgain, \.newlyRecommended, \.unknown, \.mayBeBlocked,
            ]
        }
    }

    /// A change of a document, as the change that it is told with has it.
    struct Subject: Hashable, Sendable {
        let document: String
        let place: Reading.Place
        let changed: ChangedSubjects.Subject
    }

    /// The counts from a point in time on.
    package struct Moment: Equatable, Sendable {
        package let time: Instant
        package let counts: Counts
        /// The devices that count against limits: those that are, or may be, newly blocked, rounded up.
        package let blocked: Int
        /// Those of them that cannot obey, rounded up.
        package let stuck: Int
        /// What blocks and what no longer does, by the change that is told.
        var changes: [Subject: Counts] = [:]
    }

    /// The moments at which something changes, the present first.
    package let moments: [Moment]

    /// The counts at the first moment.
    package var total: Counts { moments[0].counts }

    /// The first of the moments at which most devices are, or may be, newly blocked.
    package var worst: Moment { worst(by: \.blocked) }

    /// The first of the moments at which a number is the highest.
    func worst(by number: KeyPath<Moment, Int>) -> Moment {
        moments.dropFirst().reduce(moments[0]) { $0[keyPath: number] < $1[keyPath: number] ? $1 : $0 }
    }

    /// The most devices that are newly blocked and cannot obey at a moment.
    package var mostStuck: Int { moments.map(\.stuck).max() ?? 0 }

    /// The most devices that run again at a moment.
    package var mostFreed: Int { moments.map(\.counts.runAgain).max() ?? 0 }
}

/// A part of a population as people read it: `3.1%`, `<0.1%`, `>99.9%`; neither a device nor all but one is rounded away.
package struct DeviceShare: Equatable, Sendable, CustomStringConvertible {
    package let description: String

    /// - Parameter part: from 0 to `whole`.
    package init(_ part: Int, of whole: Int) {
        guard part > 0 else {
            description = "0%"
            return
        }
        guard part < whole else {
            description = "100%"
            return
        }
        let (tenths, rest) = UInt(whole).dividingFullWidth(UInt(part).multipliedFullWidth(by: 1_000))
        let rounded = tenths + (rest >= UInt(whole) - rest ? 1 : 0)
        description =
            switch rounded {
            case 0: "<0.1%"
            case 1_000: ">99.9%"
            default: "\(rounded / 10).\(rounded % 10)%"
            }
    }
}

extension Int {
    /// The number as people read it: `12,345,678`.
    package var grouped: String {
        var text = ""
        for (place, digit) in String(magnitude).reversed().enumerated() {
            if place > 0, place % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return (self < 0 ? "-" : "") + String(text.reversed())
    }
}

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
