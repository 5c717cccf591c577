import ManifestVerifier

/// How many devices of a population are told something else.
package struct Impact: Equatable, Sendable {
    package struct Counts: Equatable, Sendable {
        package var devices = 0
        /// Those that may run now and will be blocked.
        package var newlyBlocked = 0
        /// Those of them that cannot do what they are told: their system cannot run the version, or the store lacks it.
        /// None during maintenance: it asks for nothing, and it passes.
        package var cannotObey = 0
        package var stillBlocked = 0
        /// Those that are blocked now and will run.
        package var runAgain = 0
        /// Those that will be advised to update, and are neither blocked nor advised now.
        package var newlyRecommended = 0
        /// Those that cannot be counted: the population does not say the version or build that a changed bound compares.
        package var unknown = 0
        /// Those of them that may be newly blocked, since a minimum goes up; gates count them as blocked.
        package var mayBeBlocked = 0

        package init() {}

        package mutating func add(_ other: Counts) {
            for field in Self.fields { self[keyPath: field] += other[keyPath: field] }
        }

        /// Counts devices, of which there are no more than `Int` holds in all.
        mutating func add(_ verdict: DeviceVerdict, _ count: Int) {
            devices += count
            if verdict.cause != nil {
                newlyBlocked += count
                if verdict.isStuck { cannotObey += count }
            } else if verdict.mayBeBlocked {
                unknown += count
                mayBeBlocked += count
            } else if verdict.wasBlocked, verdict.isBlocked {
                stillBlocked += count
            } else if verdict.isUnknown {
                unknown += count
            } else if verdict.wasBlocked {
                runAgain += count
            } else if verdict.recommended, !verdict.wasAdvised {
                newlyRecommended += count
            }
        }

        static var fields: [WritableKeyPath<Counts, Int>] {
            [
                \.devices, \.newlyBlocked, \.cannotObey, \.stillBlocked, \.runAgain, \.newlyRecommended, \.unknown,
                \.mayBeBlocked,
            ]
        }
    }

    /// What blocks devices that are newly blocked.
    package struct Cause: Equatable, Sendable {
        /// What they are told: `maintenance`, `system`, `app` or `rule`. The raw value is stable: programs filter by it.
        package enum Kind: String, Sendable, CaseIterable {
            case maintenance
            case system
            case app
            /// A rule that is not the minimum of a policy.
            case rule
        }

        package let kind: Kind
        package let platform: Platform
        /// The bound as the documents spell it, or the id of the rule; nil for maintenance.
        package let bound: String?
        /// Whether the bound is a build: on Android a version code.
        package let isBuild: Bool
        package let documents: [String]
        package let counts: Counts

        package init(
            kind: Kind, platform: Platform, bound: String?, isBuild: Bool = false, documents: [String], counts: Counts
        ) {
            self.kind = kind
            self.platform = platform
            self.bound = bound
            self.isBuild = isBuild
            self.documents = documents
            self.counts = counts
        }
    }

    /// By what devices are told apart. The raw value is stable: it is a name in `--json`.
    package enum Dimension: String, Sendable, CaseIterable {
        case platform
        case system
        case version
        case language
    }

    package struct Row: Equatable, Sendable {
        /// The platform; nil where the value is of all.
        package let platform: Platform?
        /// `17.4`, `3.2.0`, `ar`; nil for all values that are not listed.
        package let value: String?
        package let counts: Counts

        package init(platform: Platform?, value: String?, counts: Counts) {
            self.platform = platform
            self.value = value
            self.counts = counts
        }
    }

    package let total: Counts
    /// Each newly blocked device counts for one: the first that the gate would name, the highest bound of several.
    package let causes: [Cause]
    /// The rows in the order of their values: versions by number, languages by tag; none for what the population does not
    /// say.
    package let parts: [Dimension: [Row]]
    /// The ids of the environments of environment configs that were looked at; of several, each blocks.
    package let configEnvironments: [String]
    /// What rules mean over time; nil where there are none. The numbers above are those of its first moment.
    package let timeline: RuleTimeline?

    package init(
        total: Counts, causes: [Cause], parts: [Dimension: [Row]], configEnvironments: [String] = [],
        timeline: RuleTimeline? = nil
    ) {
        self.total = total
        self.causes = causes
        self.parts = parts
        self.configEnvironments = configEnvironments
        self.timeline = timeline
    }
}

extension Impact {
    /// How many devices are, or may be, newly blocked by any document, and how many of them cannot obey; of rules, at the
    /// moment at which it is most.
    package var worst: (blocked: Int, stuck: Int, moment: RuleTimeline.Moment?) {
        guard let moment = timeline?.worst else {
            return (total.newlyBlocked + total.mayBeBlocked, total.cannotObey + total.mayBeBlocked, nil)
        }
        return (moment.blocked, moment.stuck, moment)
    }
}
