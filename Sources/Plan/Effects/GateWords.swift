import Diagnostics
import ManifestVerifier
import Policy

// How gate documents are shown to people.

extension Instant {
    /// `8 December 2026 00:00 UTC`, with seconds where there are any.
    package var words: String {
        let text = description
        let names = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let parts = text.prefix(10).split(separator: "-")
        let time = text.dropFirst(11).prefix(text.hasSuffix(":00Z") ? 5 : 8)
        guard parts.count == 3, let month = Int(parts[1]), let day = Int(parts[2]), names.indices.contains(month - 1)
        else { return text }
        return "\(day) \(names[month - 1]) \(parts[0]) \(time) UTC"
    }
}

extension VersionPattern {
    /// `below 3.2.0`, `2.3.1 to 2.3.4`
    package var words: String {
        switch self {
        case .exactly(let version): "\(version)"
        case .below(let version): "below \(version)"
        case .atMost(let version): "\(version) or below"
        case .atLeast(let version): "\(version) or later"
        case .above(let version): "above \(version)"
        case .range(let first, let last): "\(first) to \(last)"
        }
    }
}

extension [String] {
    /// `a`, `a or b`, `a, b or c`
    package var alternatives: String {
        guard count > 1, let last else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}

extension RolloutShare.Step {
    /// `5% from 1 December 2026 00:00 UTC`
    fileprivate var words: String { "\(percentage)% from \(from.words)" }
}

extension GateCondition {
    /// What it compares: `the version of the app`.
    package func subject(on platform: Platform) -> String {
        switch self {
        case .app: "the version of the app"
        case .build: platform == .android ? "the version code of the app" : "the build of the app"
        case .system: platform == .android ? "the SDK level" : "the version of iOS"
        case .channel: "the channel"
        case .region: "the region"
        case .model: "the model"
        case .from, .until: "the time"
        case .share: "the place in roll-outs"
        case .unknown(let name): name.quotedName
        }
    }

    /// The condition as a phrase: `app below 3.2.0`.
    package func words(on platform: Platform) -> String {
        switch comparison {
        case .versions(let attribute, let patterns):
            "\(attribute.words(on: platform)) \(patterns.map(\.words).alternatives)"
        case .names(let attribute, let names):
            "\(attribute.words(on: platform)) \(names.map(\.quotedName).alternatives)"
        case .from(let start): "from \(start.words)"
        case .until(let end): "until \(end.words)"
        case .share(let share): "for \(share.steps.map(\.words).joined(separator: ", ")) (salt \"\(share.salt)\")"
        case .unknown(let name): "with the unknown condition \(name.quotedName)"
        }
    }
}

extension RuleAttribute {
    /// `app`, `version code`, `iOS`, `channel`
    package func words(on platform: Platform) -> String {
        switch (self, platform) {
        case (.build, .android): "version code"
        case (.system, .android): "SDK level"
        case (.system, .ios): "iOS"
        default: rawValue
        }
    }
}

extension GateRule {
    /// What the rule says, without its texts: `required: app below 3.2.0; iOS 15 or later`.
    package func words(on platform: Platform) -> String {
        let who =
            conditions.isEmpty ? "everyone" : conditions.map { $0.words(on: platform) }.joined(separator: "; ")
        return ["\(outcome.rawValue): \(who)", scope.map { "scope \"\($0)\"" }, deadline.words]
            .compactMap(\.self).joined(separator: "; ")
    }
}

extension RuleDeadline {
    /// `required from 1 December 2026 00:00 UTC, after 7d of grace`; nil without a deadline.
    package var words: String? {
        var parts: [String] = []
        if let requiredFrom { parts.append("required from \(requiredFrom.words)") }
        if let grace { parts.append("\(requiredFrom == nil ? "required " : "")after \(grace) of grace") }
        if let requiredBy { parts.append("\(parts.isEmpty ? "required " : "")by \(requiredBy.words) at the latest") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension [LatestApp] {
    /// `3.2.0 on iOS 15 or later, 2.9.4 on any system`
    package func words(on platform: Platform) -> String {
        guard !isEmpty else { return "none" }
        return map { entry in
            let build = entry.build.map { " (\(RuleAttribute.build.words(on: platform)) \($0))" } ?? ""
            let system = entry.system.map { GateCondition.system($0).words(on: platform) } ?? "any system"
            return "\(entry.app)\(build) on \(system)"
        }.joined(separator: ", ")
    }
}
