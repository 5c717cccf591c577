import ManifestVerifier

/// What documents mean for the devices of a population, moment by moment.
///
/// Of a roll-out in steps, each kind of device counts with the share of it that is in: these are the devices to be
/// expected, in whole numbers that are rounded once, at the end.
package struct RuleTimeline: Equatable, Sendable {
    /// Expected numbers of devices at one moment.
    package struct Counts: Equatable, Sendable {
        /// Those that may not run until they update.
        package var required = 0
        /// Those of them that cannot: no version that may run is for their system, or the store lacks it.
        package var cannotObey = 0
        /// Those that may not run because of maintenance.
        package var maintenance = 0
        package var recommended = 0
        /// Those that are blocked and would not be without the change.
        package var newlyBlocked = 0
        /// Those of them that cannot obey.
        package var newlyStuck = 0
        /// Those that run, and would not without the change.
        package var runAgain = 0
        /// Those that may be newly blocked: the population does not say what a rule compares.
        package var mayBeBlocked = 0

        package init() {}

        mutating func add(_ other: Counts) {
            for field in Self.fields { self[keyPath: field] += other[keyPath: field] }
        }

        mutating func add(_ verdict: DeviceVerdict, _ count: Int) {
            if verdict.required { required += count }
            if verdict.cannotObey { cannotObey += count }
            if verdict.maintenance { maintenance += count }
            if verdict.recommended, !verdict.isBlocked { recommended += count }
            if verdict.cause != nil { newlyBlocked += count }
            if verdict.isStuck { newlyStuck += count }
            if verdict.wasBlocked, !verdict.isBlocked { runAgain += count }
            if verdict.mayBeBlocked { mayBeBlocked += count }
        }

        static var fields: [WritableKeyPath<Counts, Int>] {
            [
                \.required, \.cannotObey, \.maintenance, \.recommended, \.newlyBlocked, \.newlyStuck, \.runAgain,
                \.mayBeBlocked,
            ]
        }
    }

    package struct Rule: Hashable, Sendable {
        package let document: String
        package let id: String
        package let outcome: GateRule.Outcome
        package let devices: Int
    }

    /// The time from which on something is so.
    package struct Moment: Equatable, Sendable {
        package let time: Instant
        package let counts: Counts
        /// The devices that count against limits: those that are, or may be, newly blocked, by rules or by anything else,
        /// rounded up.
        package let blocked: Int
        /// Those of them that cannot obey, rounded up.
        package let stuck: Int
        /// The rules that block or advise, in the order of their documents.
        package let rules: [Rule]
    }

    /// The moments at which something changes, the present first.
    package let moments: [Moment]

    /// The moment at which most devices are, or may be, newly blocked.
    package var worst: Moment? {
        moments.reduce(nil) { worst, moment in worst.map { $0.blocked < moment.blocked ? moment : $0 } ?? moment }
    }
}
