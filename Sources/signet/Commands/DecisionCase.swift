import AppGate
import Diagnostics
import ManifestPolicy
import ManifestVerifier
import Population

/// One line of `decide --matrix`: a device, and what it is to be told.
struct DecisionCase {
    /// A column of the table. The raw value is its name in the first line.
    enum Column: String, CaseIterable {
        case platform, os, app, build, language, store, channel, region, model, share, install, at, scope
        case firstSeen = "first-seen"
        case outcome, rule, version, obtainable, due

        /// Whether it says what is expected.
        var isExpectation: Bool {
            switch self {
            case .outcome, .rule, .version, .obtainable, .due: true
            default: false
            }
        }
    }

    /// Something that came otherwise than expected.
    struct Mismatch {
        let line: Int
        let column: Column
        let expected: String
        /// Empty for nothing.
        let actual: String
        /// How the decision came about.
        let reasons: [String]
    }

    /// The line of the file.
    let line: Int
    let device: Device
    let circumstances: RuleCircumstances
    let store: StoreVersion?
    private let expected: [(column: Column, text: String)]

    /// What stands for nothing where something is expected.
    static let nothing = "-"

    /// Which columns there are, for a table that lacks one.
    static let hint: String = {
        func names(_ isExpectation: Bool) -> String {
            Column.allCases.filter { $0.isExpectation == isExpectation }.map(\.rawValue).joined(separator: ",")
        }
        return
            "the first line names columns of the device (\(names(false))) and of what is expected (\(names(true))), in "
            + "any order; os and outcome are needed; an empty field is not known, or not looked at, and - is nothing"
    }()

    /// Reads the lines of a table.
    ///
    /// - Parameters:
    ///   - platform: of lines that do not say it.
    ///   - common: what is so in every line that does not say otherwise.
    /// - Returns: the cases, and the columns that are almost named like one that counts.
    static func all(
        _ path: String, platform: Platform?, _ common: RuleCircumstances
    ) throws -> (cases: [DecisionCase], misspelled: [(column: String, hint: String)]) {
        let table = try CSVTable(path: path, hint: hint)
        for column in [Column.os, .outcome] where !table.columns.contains(column.rawValue) {
            throw ErrorReport(
                .unparsable, "\(path):1: the first line does not name the column \"\(column.rawValue)\"", hint: hint)
        }
        guard !table.rows.isEmpty else {
            throw ErrorReport(.unparsable, "\(path): there is no case behind the first line", hint: hint)
        }
        let names = Column.allCases.map(\.rawValue)
        let misspelled = table.columns.filter { !names.contains($0) }.compactMap { column in
            column.didYouMean(names).map { (column, $0) }
        }
        let cases = try table.rows.map { row in
            do throws(FieldError) {
                return try DecisionCase(row.line, platform: platform, common) { table.text($0.rawValue, in: row) }
            } catch {
                throw ErrorReport(.unparsable, "\(path):\(row.line): \(error.message)", hint: hint)
            }
        }
        return (cases, misspelled)
    }

    /// A field that does not hold what it should.
    private struct FieldError: Error {
        let message: String

        init(_ column: Column, _ text: String?, _ expected: String) {
            message = "\(column.rawValue) \(expected)" + (text.map { ", not \"\($0)\"" } ?? "")
        }
    }

    private init(
        _ line: Int, platform common: Platform?, _ defaults: RuleCircumstances, _ text: (Column) -> String?
    ) throws(FieldError) {
        func read<Value>(_ column: Column, _ rule: String, _ make: (String) -> Value?) throws(FieldError) -> Value? {
            guard let text = text(column) else { return nil }
            guard let value = make(text) else { throw FieldError(column, text, rule) }
            return value
        }
        self.line = line
        let rule = "is ios or android"
        guard let platform = try read(.platform, rule, { Platform(rawValue: $0.asciiLowercased) }) ?? common else {
            throw FieldError(.platform, nil, rule)
        }
        let system: Device.System?
        switch platform {
        case .ios: system = try read(.os, "is a version of iOS like 17.4") { NumericVersion($0).map { .ios($0) } }
        case .android:
            system = try read(.os, "is an SDK level like 34") { Int($0).flatMap { $0 > 0 ? .android(sdk: $0) : nil } }
        }
        guard let system else { throw FieldError(.os, nil, "is missing") }
        device = Device(
            system: system, reportedVersion: text(.app), reportedBuild: text(.build),
            languages: text(.language).map { [$0] } ?? [])
        store = try read(.store, "is a version like 3.2.0") { NumericVersion($0) }.map { StoreVersion(version: $0) }
        var all = defaults
        all.channel = text(.channel) ?? all.channel
        all.region = text(.region) ?? all.region
        all.model = text(.model) ?? all.model
        all.scope = text(.scope) ?? all.scope
        all.at = try read(.at, "is a time like 2026-12-01T00:00:00Z") { Instant($0) } ?? all.at
        if let install = try read(.install, "is 32 lowercase hexadecimal digits", { InstallID($0) }) {
            (all.install, all.place) = (install, nil)
        }
        if let place = try read(.share, RuleCircumstances.shareRule, { RolloutPlace($0) }) { all.place = place }
        if let seen = try read(.firstSeen, RuleCircumstances.seenRule, { RuleCircumstances.FirstSeen($0) }) {
            all.firstSeen.append(seen)
        }
        circumstances = all
        let outcomes = GateRule.Outcome.allCases.map(\.rawValue)
        guard let outcome = text(.outcome), outcomes.contains(outcome) else {
            throw FieldError(.outcome, text(.outcome), "is \(outcomes.alternatives)")
        }
        _ = try read(.obtainable, "is yes or no") { ["yes", "no"].contains($0) ? true : nil }
        _ = try read(.due, "is a time like 2026-12-01T00:00:00Z, or -") {
            $0 == Self.nothing || Instant($0) != nil ? true : nil
        }
        _ = try read(.version, "is a version like 3.2.0, or -") {
            $0 == Self.nothing || NumericVersion($0) != nil ? true : nil
        }
        expected = Column.allCases.filter(\.isExpectation).compactMap { column in text(column).map { (column, $0) } }
    }

    /// What came otherwise.
    ///
    /// - Parameter trace: how rules came to the decision; nil for a document without rules.
    func mismatches(_ decision: Decision, _ trace: RuleTrace?) -> [Mismatch] {
        expected.compactMap { column, text in
            let actual: String
            switch column {
            case .outcome: actual = decision.outcomeName
            case .rule: actual = decision.rule ?? Self.nothing
            case .obtainable: actual = decision.update?.isObtainable == false ? "no" : "yes"
            case .due: actual = trace?.due?.description ?? Self.nothing
            case .version:
                let version = decision.update?.subject.version
                if let version, NumericVersion(text) == version { return nil }
                actual = version?.spelling ?? Self.nothing
            default: return nil
            }
            guard !actual.hasSameBytes(as: text) else { return nil }
            return Mismatch(line: line, column: column, expected: text, actual: actual, reasons: trace?.lines ?? [])
        }
    }
}

extension Update.Subject {
    /// The version to get; nil where none is named.
    fileprivate var version: NumericVersion? {
        switch self {
        case .system(.ios(let version)), .app(.version(let version)): version
        case .app(.build(_, let version)), .rule(_, let version): version
        case .system(.android): nil
        }
    }
}
