/// The conditions of a rule in a form in which they are quickly decided: nothing is copied or counted for one that fails.
package struct RuleMatcher: Equatable, Sendable {
    private enum Subject: Sendable {
        case app
        case build
        case system
        /// Any other condition; its place among all is `start`.
        case other
    }

    private struct Test: Equatable, Sendable {
        let subject: Subject
        let start: Int
        let end: Int
    }

    private let tests: [Test]
    private let spans: [VersionSpan]

    init(_ conditions: [GateCondition]) {
        var (tests, spans): ([Test], [VersionSpan]) = ([], [])
        func add(_ subject: Subject, _ patterns: [VersionPattern]) {
            tests.append(Test(subject: subject, start: spans.count, end: spans.count + patterns.count))
            spans += patterns.map { VersionSpan($0) }
        }
        for (index, condition) in conditions.enumerated() {
            switch condition {
            case .app(let patterns): add(.app, patterns)
            case .build(let patterns): add(.build, patterns)
            case .system(let patterns): add(.system, patterns)
            default: tests.append(Test(subject: .other, start: index, end: index))
            }
        }
        self.tests = tests
        self.spans = spans
    }

    /// Whether all conditions hold; what is not known matches nothing.
    ///
    /// - Parameter other: decides the condition at a place, which compares no version.
    package func holds(
        app: VersionNumbers, build: VersionNumbers, system: VersionNumbers, other: (Int) -> Bool
    ) -> Bool {
        for test in tests {
            let holds =
                switch test.subject {
                case .app: isAny(test, app)
                case .build: isAny(test, build)
                case .system: isAny(test, system)
                case .other: other(test.start)
                }
            guard holds else { return false }
        }
        return true
    }

    private func isAny(_ test: Test, _ numbers: VersionNumbers) -> Bool {
        guard numbers.isKnown else { return false }
        for index in test.start..<test.end where spans[index].contains(numbers) { return true }
        return false
    }
}

/// The numbers of an installed version, of which documents name three at most.
package struct VersionNumbers: Equatable, Sendable {
    /// Whether there are any.
    package let isKnown: Bool
    fileprivate let major: Int
    fileprivate let minor: Int
    fileprivate let patch: Int
    /// Whether one that follows them is not 0.
    fileprivate let hasMore: Bool

    /// - Parameter numbers: missing ones are 0; none at all is a version that is not known.
    package init(_ numbers: [Int]) {
        isKnown = !numbers.isEmpty
        major = numbers.isEmpty ? 0 : numbers[0]
        minor = numbers.count > 1 ? numbers[1] : 0
        patch = numbers.count > 2 ? numbers[2] : 0
        hasMore = numbers.dropFirst(3).contains { $0 > 0 }
    }
}

/// The versions of one pattern.
struct VersionSpan: Equatable, Sendable {
    private let low: VersionEnd?
    private let high: VersionEnd?

    /// The versions that a pattern is for.
    init(_ pattern: VersionPattern) {
        (low, high) =
            switch pattern {
            case .exactly(let version): (VersionEnd(version, true), VersionEnd(version, true))
            case .below(let version): (nil, VersionEnd(version, false))
            case .atMost(let version): (nil, VersionEnd(version, true))
            case .atLeast(let version): (VersionEnd(version, true), nil)
            case .above(let version): (VersionEnd(version, false), nil)
            case .range(let first, let last): (VersionEnd(first, true), VersionEnd(last, true))
            }
    }

    /// Whether the version of these numbers is one of them.
    func contains(_ numbers: VersionNumbers) -> Bool {
        if let low {
            let order = low.order(of: numbers)
            guard order > 0 || order == 0 && low.isIncluded else { return false }
        }
        if let high {
            let order = high.order(of: numbers)
            guard order < 0 || order == 0 && high.isIncluded else { return false }
        }
        return true
    }
}

/// Where a pattern begins or ends.
private struct VersionEnd: Equatable, Sendable {
    let isIncluded: Bool
    private let major: Int
    private let minor: Int
    private let patch: Int

    init(_ version: NumericVersion, _ isIncluded: Bool) {
        let numbers = version.components
        (major, minor, patch) = (numbers[0], numbers[1], numbers[2])
        self.isIncluded = isIncluded
    }

    /// Where numbers come in relation to this version: -1 below, 0 the same, 1 above.
    func order(of numbers: VersionNumbers) -> Int {
        if numbers.major != major { return numbers.major < major ? -1 : 1 }
        if numbers.minor != minor { return numbers.minor < minor ? -1 : 1 }
        if numbers.patch != patch { return numbers.patch < patch ? -1 : 1 }
        return numbers.hasMore ? 1 : 0
    }
}
