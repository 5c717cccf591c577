import AppGate
import Diagnostics
import ManifestVerifier

extension RulePolicy {
    /// What must hold; everything by which apps would never see the rule match is an error.
    static func conditions(_ platform: Platform) -> Shape<[Positioned<GateCondition>]> {
        Shape(.named("\(platform.rawValue)-when", .object(properties(platform)))) {
            json, _, findings in
            let members = PolicyObject(json, findings)?.members ?? []
            let conditions = members.compactMap { member in
                findings.attempt {
                    let condition = try condition(member, platform, findings.file)
                    try refuseImpossible(condition, member, findings.file)
                    return Positioned(value: condition, position: member.position)
                }
            }
            var start: Instant?
            for case .from(let instant) in conditions.map(\.value) { start = instant }
            for condition in conditions {
                guard case .until(let end) = condition.value, let start, end <= start else { continue }
                findings.add(
                    .invalidValue, "until is \(end), not after from", at: condition.position,
                    hint: "the rule would never hold: put until later")
            }
            return conditions
        }
    }

    private static func properties(_ platform: Platform) -> [SchemaNode.Property] {
        let isIOS = platform == .ios
        let patterns = Shape.patterns.node
        let instant = Shape.instant.node
        func row(_ name: String, _ about: String, _ node: SchemaNode) -> SchemaNode.Property {
            SchemaNode.Property(name: name, about: about, node: node)
        }
        return [
            row("app", "Versions of the app\(isIOS ? "" : ": its version names").", patterns),
            row("build", "\(isIOS ? "Builds" : "Version codes") of the app.", patterns),
            row(platform.systemCondition, isIOS ? "Versions of iOS." : "SDK levels of Android.", patterns),
            row("channel", "Channels of the app, as it names them.", names),
            row("region", "Regions of the device, as the app names them.", names),
            row("model", "Models of the device; iPhone8,* for all that begin so.", names),
            row("from", "Not before this time.", instant),
            row("until", "Before this time.", instant),
            row("share", "A share of all devices that grows step by step.", share),
        ]
    }

    private static let names = SchemaNode.named(
        "names", Shape<String>.oneOrMore(#""type": "string", "pattern": "^[ !#-~]+$""#))

    private static let share = SchemaNode.named(
        "share",
        .object(
            [
                SchemaNode.Property(
                    name: "salt", about: "What tells this roll-out from others.", isRequired: true,
                    node: #""type": "string", "pattern": "\#(namePattern)""#),
                SchemaNode.Property(
                    name: "steps", about: "Times, each later than the one before it, and the percentage from then on.",
                    isRequired: true,
                    node: .list(
                        #"""
                        "type": "array", "minItems": 2, "maxItems": 2,
                        "prefixItems": [{ "type": "string" }, { "type": "number", "minimum": 0, "maximum": 100 }]
                        """#,
                        more: #""minItems": 1, "maxItems": \#(Limits.shareSteps)"#)),
            ]))

    private static func names(_ platform: Platform) -> [String] { properties(platform).map(\.name) }

    private static func condition(
        _ member: JSONMember, _ platform: Platform, _ file: String
    ) throws -> GateCondition {
        if member.name == "from" { return .from(try member.value.asRuleTime(file)) }
        if member.name == "until" { return .until(try member.value.asRuleTime(file)) }
        do throws(JSONShapeError) {
            if let condition = try GateCondition(known: member, platform: platform) { return condition }
        } catch {
            throw Finding(.invalidValue, file, error.position, error.message, hint: hint(member.name, platform))
        }
        let others = Platform.allCases.filter { $0 != platform }.map(\.systemCondition)
        let hint =
            others.contains(member.name)
            ? "rules of \(platform.rawValue) have \"\(platform.systemCondition)\""
            : member.name.didYouMean(
                names(platform), otherwise: "the conditions are \(names(platform).joined(separator: ", "))")
        throw Finding(
            .unknownMember, file, member.position,
            "unknown condition \"\(member.name)\": the rule would never match", hint: hint)
    }

    private static func hint(_ name: String, _ platform: Platform) -> String {
        switch name {
        case "app", "build", platform.systemCondition:
            "one pattern or a list of them: 3.2.0, <3.2.0, <=3.2.0, >=3.2.0, >3.2.0 or 3.1.0...3.2.0, without spaces"
        case "share":
            "write it like { \"salt\": \"3.3.0\", \"steps\": [[\"2026-12-01T00:00:00Z\", 5], "
                + "[\"2026-12-03T00:00:00Z\", 100]] }, each step later than the one before it"
        default: "a text, or a list of texts of which one is enough"
        }
    }

    /// Refuses values that apps can read and that never match anything.
    private static func refuseImpossible(_ condition: GateCondition, _ member: JSONMember, _ file: String) throws {
        func refuse(_ message: String, _ hint: String) throws {
            throw Finding(.invalidValue, file, member.value.position, message, hint: hint)
        }
        switch condition.comparison {
        case .versions(_, let patterns):
            for case .range(let first, let last) in patterns where last < first {
                try refuse("\(first)...\(last) ends before it begins", "write \(last)...\(first)")
            }
        case .names(let attribute, let words):
            guard !words.contains("") else { return try refuse("a text is empty", "leave it out") }
            for (index, word) in words.enumerated() { try refuseUnseen(word, at: index, of: member, file) }
            guard attribute == .model else { return }
            for word in words where word.utf8.dropLast().contains(UInt8(ascii: "*")) {
                try refuse("\"\(word)\" has a * that is not its end", "only a * at the end stands for anything")
            }
        case .from, .until, .share, .unknown: break
        }
    }

    /// Refuses a name that people would not see as what it is, or that would end the quotes in which they see it.
    private static func refuseUnseen(_ word: String, at index: Int, of member: JSONMember, _ file: String) throws {
        guard let scalar = word.unicodeScalars.first(where: { !(0x20...0x7E).contains($0.value) || $0 == "\"" }) else {
            return
        }
        let elements = try? member.value.asArray()
        let name = scalar.properties.name.map { " (\($0.lowercased()))" } ?? ""
        throw Finding(
            .invalidValue, file, elements?[index].position ?? member.value.position,
            "the \(member.name) \(word.quotedName) has the character U+\(scalar.hexadecimal)\(name)",
            hint: "a \(member.name) is a name in printable ASCII without quotes")
    }
}

/// What rules compare of a device: versions first, then names.
package enum RuleAttribute: String, CaseIterable, Sendable {
    case app
    case build
    case system
    case channel
    case region
    case model

    static let versions: [RuleAttribute] = [.app, .build, .system]

    /// Where a device has it; nil for a version.
    package var name: WritableKeyPath<Device, String?>? {
        switch self {
        case .app, .build, .system: nil
        case .channel: \.channel
        case .region: \.region
        case .model: \.model
        }
    }
}

/// A condition by what it takes to decide it.
package enum RuleComparison {
    case versions(RuleAttribute, [VersionPattern])
    case names(RuleAttribute, [String])
    case from(Instant)
    case until(Instant)
    case share(RolloutShare)
    case unknown(String)
}

extension GateCondition {
    package var comparison: RuleComparison {
        switch self {
        case .app(let patterns): .versions(.app, patterns)
        case .build(let patterns): .versions(.build, patterns)
        case .system(let patterns): .versions(.system, patterns)
        case .channel(let names): .names(.channel, names)
        case .region(let names): .names(.region, names)
        case .model(let names): .names(.model, names)
        case .from(let start): .from(start)
        case .until(let end): .until(end)
        case .share(let share): .share(share)
        case .unknown(let name): .unknown(name)
        }
    }
}

extension RulePolicy {
    var patterns: [RuleAttribute: [VersionPattern]] {
        var patterns: [RuleAttribute: [VersionPattern]] = [:]
        for case .versions(let attribute, let own) in conditions.map(\.value.comparison) { patterns[attribute] = own }
        return patterns
    }
}
