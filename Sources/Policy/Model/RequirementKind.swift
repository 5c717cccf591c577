import Diagnostics
import ManifestVerifier

/// What a platform can be asked for: the rows from which parsing, schema, rules and import derive.
package enum RequirementKind: CaseIterable, Sendable {
    case minimumSystem
    case recommendedSystem
    case minimumApp
    case recommendedApp
    case latestApp

    package var isSystem: Bool { self == .minimumSystem || self == .recommendedSystem }

    /// What the rule decides that it becomes; nil for what only says what there is.
    package var outcome: GateRule.Outcome? {
        switch self {
        case .minimumSystem, .minimumApp: .required
        case .recommendedSystem, .recommendedApp: .recommended
        case .latestApp: nil
        }
    }

    private var stem: String {
        switch self {
        case .minimumSystem, .minimumApp: "minimum"
        case .recommendedSystem, .recommendedApp: "recommended"
        case .latestApp: "latest"
        }
    }

    /// The kinds that a platform has, in the order of the contract.
    static func all(on platform: Platform) -> [RequirementKind] {
        allCases.filter { platform == .ios || $0 != .recommendedSystem }
    }

    /// The member of a policy, and of an availability document: `minimumAppVersion`, `minimumSDKVersion`.
    package func member(on platform: Platform) -> String {
        stem + (isSystem ? platform == .ios ? "OS" : "SDK" : "App") + "Version"
    }

    /// The id of the rule that it becomes: `minimum-os`.
    package func rule(on platform: Platform) -> String? {
        outcome.map { _ in "\(stem)-\(isSystem ? platform.systemCondition : "app")" }
    }

    func about(on platform: Platform) -> String {
        let isIOS = platform == .ios
        let subject = isSystem ? isIOS ? "version of iOS" : "SDK level" : isIOS ? "version" : "version code"
        return switch self {
        case .minimumSystem, .minimumApp: "Below this \(subject) the app does not run."
        case .recommendedSystem: "Below this \(subject) an update of iOS is advised."
        case .recommendedApp: "Below this \(subject) an update of the app is advised."
        case .latestApp: "The newest \(subject) in the store."
        }
    }
}

/// A version that is required, advised or there, with its texts.
package struct RequirementPolicy: Sendable {
    package let position: TextPosition?
    /// The version as people know it: `value` of iOS, `versionName` of Android; nil where only the number is known.
    package fileprivate(set) var version: NumericVersion?
    /// A build of iOS, a version code or an SDK level of Android; nil where only the version is known.
    package fileprivate(set) var number: Int?
    fileprivate(set) var texts: [RuleText: TextReference] = [:]
    /// Whether a minimum is deliberately above every existing version.
    package fileprivate(set) var isDemise = false
}

extension RequirementKind {
    func shape(on platform: Platform) -> Shape<RequirementPolicy> {
        let isNamed = platform == .android && !isSystem
        return .object(
            { RequirementPolicy(position: $0) }, members(on: platform),
            restrictions: isNamed ? #""anyOf": [{ "required": ["value"] }, { "required": ["versionName"] }]"# : nil,
            check: { requirement, json, findings in
                guard isNamed, requirement.version == nil, json["value"] == nil else {
                    return requirement.version != nil || requirement.number != nil
                }
                findings.add(JSONShapeError(.missingMember("value"), at: json.position))
                return false
            }
        ).named("\(platform.rawValue)-\(member(on: platform))")
    }

    func members(on platform: Platform) -> [Member<RequirementPolicy>] {
        let advice = outcome == .recommended
        let value: [Member<RequirementPolicy>] =
            switch (platform, isSystem) {
            case (.ios, true):
                [Member("value", "1 to 3 numbers joined by dots.", .version, isRequired: true, \.version)]
            case (.ios, false):
                [
                    Member("value", "1 to 3 numbers joined by dots.", .version, isRequired: true, \.version),
                    Member("build", "The build number, for documents that decide by build.", .number, \.number),
                ]
            case (.android, true): [Member("value", "An SDK level.", .number, isRequired: true, \.number)]
            case (.android, false):
                [
                    Member("value", "A version code.", .number, \.number),
                    Member("versionName", "What people call the version: 3.2.0.", .version, \.version),
                ]
            }
        func text(_ text: RuleText, _ about: String? = nil) -> Member<RequirementPolicy> {
            Member(text.rawValue, about ?? text.about, .words) { $0.texts[text] = $1 }
        }
        let orElse = text(.orElse, "For devices that cannot get the update; only gate documents have it.")
        let demise = Member<RequirementPolicy>(
            "demise", "Whether a minimum is meant to be above every version that there is.", .flag, \.isDemise)
        return value + (advice ? [text(.title)] : []) + [text(.description)]
            + (outcome != nil && !isSystem ? [orElse] : [])
            + (outcome == .required ? [demise] : [])
    }
}

/// A value that a document requires or tells, as it is compared and shown.
package enum RequirementValue: Equatable, Sendable, CustomStringConvertible {
    case version(NumericVersion)
    case number(Int)
    case text(String)

    package var description: String {
        switch self {
        case .version(let version): version.spelling
        case .number(let number): String(number)
        case .text(let text): text
        }
    }

    package func isBelow(_ other: RequirementValue) -> Bool {
        switch (self, other) {
        case (.version(let a), .version(let b)): a < b
        case (.number(let a), .number(let b)): a < b
        default: false
        }
    }
}
