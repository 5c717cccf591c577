/// The conditions of all rules of a document in one list, in which the first rule that matches is quickly found: nothing
/// is copied or counted for those that do not.
package struct RuleMatcher: Equatable, Sendable {
    /// An app on a device, as rules are compared with it.
    package struct Installation {
        package var app: VersionNumbers
        package var build: VersionNumbers
        package let system: VersionNumbers
        /// The bytes of the model of the device, if that is known.
        package let model: [UInt8]?
        /// The part of the app that is asked for.
        package var scope: String?

        package init(app: [Int], build: [Int], system: [Int], model: String?, scope: String?) {
            self.app = VersionNumbers(app)
            self.build = VersionNumbers(build)
            self.system = VersionNumbers(system)
            self.model = model.map { Array($0.utf8) }
            self.scope = scope
        }
    }

    /// What must hold; a range is of the versions or models of which one must match.
    private enum Test: Equatable, Sendable {
        case scope(String)
        case app(Range<Int>)
        case build(Range<Int>)
        case system(Range<Int>)
        case model(Range<Int>)
        case other(GateCondition)
    }

    private let versions: [VersionSpan]
    private let models: [ModelSpan]
    private let tests: [Test]
    /// The tests of each rule.
    private let rules: [Range<Int>]

    init(_ rules: [GateRule]) {
        var (versions, models, tests): ([VersionSpan], [ModelSpan], [Test]) = ([], [], [])
        func added(_ patterns: [VersionPattern]) -> Range<Int> {
            versions += patterns.map { VersionSpan($0) }
            return versions.count - patterns.count..<versions.count
        }
        self.rules = rules.map { rule in
            let start = tests.count
            if let scope = rule.scope { tests.append(.scope(scope)) }
            for condition in rule.conditions {
                switch condition {
                case .app(let patterns): tests.append(.app(added(patterns)))
                case .build(let patterns): tests.append(.build(added(patterns)))
                case .system(let patterns): tests.append(.system(added(patterns)))
                case .model(let names):
                    models += names.map { ModelSpan($0) }
                    tests.append(.model(models.count - names.count..<models.count))
                default: tests.append(.other(condition))
                }
            }
            return start..<tests.count
        }
        (self.versions, self.models, self.tests) = (versions, models, tests)
    }

    /// The place of the first rule whose conditions all hold, from a place on; what is not known matches nothing.
    ///
    /// - Parameter other: decides a condition, of the rule at a place, that compares neither a version nor a model; nil when
    ///   that is not known.
    package func firstMatch(
        from start: Int, for installation: Installation, other: (Int, GateCondition) -> Bool?
    ) -> Int? {
        for rule in start..<rules.count where firstMiss(of: rule, for: installation, other: other) == nil {
            return rule
        }
        return nil
    }

    /// The first test of a rule that does not hold: 0 is its scope, where it has one, and the others are its conditions.
    package func firstMiss(
        of rule: Int, for installation: Installation, other: (Int, GateCondition) -> Bool?
    ) -> (place: Int, isKnown: Bool)? {
        for test in rules[rule] {
            let result = holds(tests[test], of: rule, for: installation, other: other)
            if result != true { return (test - rules[rule].lowerBound, result != nil) }
        }
        return nil
    }

    private func holds(
        _ test: Test, of rule: Int, for installation: Installation, other: (Int, GateCondition) -> Bool?
    ) -> Bool? {
        switch test {
        case .scope(let part): installation.scope?.hasSameBytes(as: part) == true
        case .app(let range): isAny(range, installation.app)
        case .build(let range): isAny(range, installation.build)
        case .system(let range): isAny(range, installation.system)
        case .model(let range): isAny(range, installation.model)
        case .other(let condition): other(rule, condition)
        }
    }

    private func isAny(_ range: Range<Int>, _ numbers: VersionNumbers) -> Bool? {
        guard numbers.isKnown else { return nil }
        for place in range where versions[place].contains(numbers) { return true }
        return false
    }

    private func isAny(_ range: Range<Int>, _ model: [UInt8]?) -> Bool? {
        guard let model else { return nil }
        for place in range where models[place].contains(model) { return true }
        return false
    }
}

struct ModelSpan: Equatable, Sendable {
    private let bytes: [UInt8]
    private let isPrefix: Bool

    /// The model of this name; if it ends in `*`, those that begin with what is before that.
    init(_ name: String) {
        isPrefix = name.utf8.last == UInt8(ascii: "*")
        bytes = Array(isPrefix ? name.utf8.dropLast() : name.utf8[...])
    }

    func contains(_ model: [UInt8]) -> Bool { isPrefix ? model.starts(with: bytes) : model == bytes }
}

struct VersionSpan: Equatable, Sendable {
    private let low: VersionEnd?
    private let high: VersionEnd?

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

    func contains(_ numbers: VersionNumbers) -> Bool {
        if let low {
            let order = numbers.order(low.numbers)
            guard order > 0 || order == 0 && low.isIncluded else { return false }
        }
        if let high {
            let order = numbers.order(high.numbers)
            guard order < 0 || order == 0 && high.isIncluded else { return false }
        }
        return true
    }
}

private struct VersionEnd: Equatable, Sendable {
    let numbers: VersionNumbers
    let isIncluded: Bool

    init(_ version: NumericVersion, _ isIncluded: Bool) {
        numbers = version.numbers
        self.isIncluded = isIncluded
    }
}
