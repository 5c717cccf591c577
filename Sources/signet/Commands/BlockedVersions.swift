import Diagnostics
import ManifestVerifier
import Policy

/// The versions that `signet block` names: those of a pattern, or all below a minimum.
struct BlockedVersions {
    let platform: Platform
    private let pattern: VersionPattern
    /// The last version that it names.
    private let last: NumericVersion
    /// Whether it names builds: on Android, version codes.
    private let isBuild: Bool
    /// What all below are blocked by; nil for a rule.
    let minimum: RaisedMinimum?

    init(_ arguments: Arguments) throws {
        let words = arguments.operands
        guard words.count == 2, let platform = Platform(rawValue: words[0]) else {
            throw arguments.usage("which platform and versions? as in: ios 3.2.1, or android 100...104")
        }
        guard let pattern = VersionPattern(words[1]) else {
            throw arguments.usage("\"\(words[1])\" is not like 3.2.1, 3.2.0...3.2.4 or \"<3.2.0\"")
        }
        (self.platform, self.pattern) = (platform, pattern)
        isBuild = platform == .android && !words[1].replacingRange.contains(".")
        let build = try arguments.value("--build", is: "a number from 1") { Int($0).flatMap { $0 > 0 ? $0 : nil } }
        switch pattern {
        case .exactly(let version), .range(_, let version):
            if case .range(let first, _) = pattern, version < first {
                throw arguments.usage("\(words[1]) ends before it begins")
            }
            guard build == nil else { throw arguments.usage("--build is for \"<VERSION\"; a rule names its versions") }
            (last, minimum) = (version, nil)
        case .below(let version):
            last = version
            minimum = RaisedMinimum(platform: platform, version: version, isBuild: isBuild, build: build)
        case .atMost, .atLeast, .above:
            throw arguments.usage("\"\(words[1])\" is neither a version, a range nor \"<VERSION\"")
        }
    }

    /// The id of the rule: `block-3.2.1`, `block-3.2.0-3.2.4`
    var id: String {
        switch pattern {
        case .range(let first, let last): "block-\(first)-\(last)"
        default: "block-\(pattern)"
        }
    }

    /// The command that blocks these and everything before, which all apps obey.
    var allBelow: String {
        let numbers = last.components
        let next = isBuild ? "\(numbers[0] + 1)" : "\(numbers[0]).\(numbers[1]).\(numbers[2] + 1)"
        return #"signet block \#(platform.rawValue) "<\#(next)", which blocks all before as well"#
    }

    /// Fails if the rule with this id differs from what `rule` makes: somebody wrote or edited it by hand.
    func refuseOther(in environment: EnvironmentPolicy, _ file: String) throws {
        let rule = environment.platform(platform)?.rules.first { $0.id == id }
        let own: GateCondition = isBuild ? .build([pattern]) : .app([pattern])
        guard let rule, rule.outcome != .required || rule.scope != nil || rule.conditions.map(\.value) != [own] else {
            return
        }
        let place = "\(file)\(rule.position.map { ":\($0)" } ?? "")"
        throw ErrorReport(
            .refused,
            "\(place): rule \"\(id)\" of \(platform.rawValue) is not for exactly \(pattern): it was edited by hand",
            hint: "edit it where it is, or give it another id")
    }

    func rule(title: JSONValue?, description: JSONValue?, orElse: JSONValue?) -> JSONValue {
        let condition = JSONMember(isBuild ? "build" : "app", .string(pattern.description))
        return .rule([
            "id": .string(id), "when": .object([condition]),
            "then": .string(GateRule.Outcome.required.rawValue), "title": title, "description": description,
            "orElse": orElse,
        ])
    }
}

struct RaisedMinimum {
    let platform: Platform
    let version: NumericVersion
    /// Whether `version` is a version code.
    let isBuild: Bool
    let build: Int?

    /// The edits that raise it; none where it stays and people are to read another text.
    func changes(of environment: EnvironmentPolicy, at path: String, hasText: Bool) throws -> [RequestedChange] {
        let steps = steps(in: environment)
        if let fall = steps.first(where: \.isFall) {
            throw ErrorReport(
                .refused, "\(path).minimumAppVersion \(fall.former) already, and \(fall.new) is below it",
                hint: "check the number; what is blocked runs again by: signet unblock")
        }
        if let first = steps.first, !steps.contains(where: \.isRise) {
            guard !hasText else { return [] }
            throw ErrorReport(
                .refused, "\(path).minimumAppVersion \(first.former) already, which blocks all below",
                hint: "--text gives people another text to read")
        }
        return try edits(of: environment, at: path)
    }

    /// The way from the minimum that is there to this one, by the version or by the build.
    private struct Step {
        /// `is 3.0.0`, `has the build 30`
        let former: String
        let new: String
        let isRise: Bool
        let isFall: Bool
    }

    /// As far as both sides have a version or a build; none where they have different ones.
    private func steps(in environment: EnvironmentPolicy) -> [Step] {
        let former = environment.platform(platform)?[.minimumApp]
        var steps: [Step] = []
        if !isBuild, let known = former?.version {
            steps.append(
                Step(former: "is \(known)", new: "\(version)", isRise: version > known, isFall: version < known))
        }
        if let known = former?.number, let code = isBuild ? Int("\(version)") : build {
            let name = platform == .android ? "version code" : "build"
            steps.append(
                Step(former: "has the \(name) \(known)", new: "\(code)", isRise: code > known, isFall: code < known))
        }
        return steps
    }

    /// The edits that lower it to what `--minimum` says.
    func lowered(_ arguments: Arguments, of environment: EnvironmentPolicy, at path: String) throws -> [RequestedChange]
    {
        guard let text = arguments.value("--minimum"), let minimum = NumericVersion(text) else {
            throw arguments.usage("which minimum is to be? --minimum VERSION")
        }
        guard minimum < version else { throw arguments.usage("--minimum \(minimum) is not below \(version)") }
        let isBuild = platform == .android && !text.contains(".")
        let lowered = RaisedMinimum(platform: platform, version: minimum, isBuild: isBuild, build: build)
        let steps = lowered.steps(in: environment)
        if let rise = steps.first(where: \.isRise) {
            throw ErrorReport(
                .refused, "\(path).minimumAppVersion \(rise.former), and \(rise.new) is above it",
                hint: "signet block raises a minimum")
        }
        let isThere = environment.platform(platform)?[.minimumApp] != nil
        guard steps.contains(where: \.isFall) || isThere && steps.isEmpty else {
            throw ErrorReport(
                .refused, "\(path).minimumAppVersion \(steps.first?.former ?? "is not there"): nothing is lowered",
                hint: "name a lower one with --minimum")
        }
        return try lowered.edits(of: environment, at: path)
    }

    private func edits(of environment: EnvironmentPolicy, at path: String) throws -> [RequestedChange] {
        let member = "\(path).minimumAppVersion"
        let former = environment.platform(platform)?[.minimumApp]
        let documents = environment.documents
        let needsBuild =
            former?.number != nil || documents.environmentConfig != nil
            || platform == .android && documents.availability != nil
        switch platform {
        case .ios:
            guard build != nil || !needsBuild else {
                throw ErrorReport(
                    .usage, "\(member).build decides, too", hint: "add the build of \(version): --build N")
            }
            return changes(member, ["value": "\(version)", "build": build.map(String.init)])
        case .android where isBuild:
            guard former?.version == nil else {
                throw ErrorReport(
                    .usage, "\(member).versionName is told, too",
                    hint: "name the version\(needsBuild ? " and its code" : ""): signet block android \"<3.2.0\""
                        + (needsBuild ? " --build \(version)" : ""))
            }
            return changes(member, ["value": "\(version)"])
        case .android:
            guard build != nil || !needsBuild else {
                throw ErrorReport(
                    .usage, "\(member).value is a version code", hint: "add the version code of \(version): --build N")
            }
            return changes(member, ["value": build.map(String.init), "versionName": "\(version)"])
        }
    }

    private func changes(_ member: String, _ values: KeyValuePairs<String, String?>) -> [RequestedChange] {
        values.compactMap { name, value in value.flatMap { RequestedChange("\(member).\(name)=\($0)") } }
    }
}

extension String {
    fileprivate var replacingRange: String { split(separator: "...").joined(separator: " ") }
}
