import Diagnostics
import ManifestVerifier

/// A member of a policy's environment, whether it is there or not: `production.ios.minimumAppVersion`.
struct MemberPath {
    private(set) var environment: String
    var names: [String]

    /// Reads a path of names that are joined by dots; the environment's own name may contain dots.
    init(_ path: String, in policy: JSONValue, file: String) throws {
        let known = Self.environments(of: policy).map(\.name)
        let found = known.filter { path.hasPrefix("\($0).") || path == $0 }.max { $0.utf8.count < $1.utf8.count }
        guard let found else {
            throw ErrorReport.noEnvironment(String(path.prefix { $0 != "." }), file: file, known: known)
        }
        environment = found
        names = path.dropFirst(found.count + 1).split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard names.allSatisfy({ !$0.isEmpty }), names.count < Limits.jsonNesting else {
            throw ErrorReport(
                .usage, "\"\(path)\" does not name a member of the environment \"\(found)\"",
                hint: "write it like \(found).ios.minimumAppVersion")
        }
    }

    /// Whether this is a version, which has a member `value`.
    var isVersion: Bool {
        guard names.count == 2, let platform = Platform(rawValue: names[0]) else { return false }
        return RequirementKind.all(on: platform).contains { $0.member(on: platform) == names[1] }
    }

    var steps: [JSONTextEdit.Step] { steps(names.count) }

    private func steps(_ depth: Int) -> [JSONTextEdit.Step] {
        [.member("environments"), .member(environment)] + names.prefix(depth).map { .member($0) }
    }

    /// How many of the names the environment itself has; fails when one of them, inherited or not, cannot have the next.
    func known(in policy: JSONValue, path: String) throws -> Int {
        let start = policy["environments"]?[environment]
        var known = 0
        for depth in 0..<names.count {
            let own = names.prefix(depth).reduce(start) { $0?[$1] }
            if own != nil { known = depth }
            guard let parent = own ?? effective(in: policy, depth: depth) else { break }
            guard case .object = parent.content else {
                let name = ([environment] + names.prefix(depth)).joined(separator: ".")
                let shape = if case .array = parent.content { "[ … ]" } else { "{ … }" }
                throw ErrorReport(
                    .refused, "\(path): \(name) is \(parent.kindName), which has no members",
                    hint: "give it a value as JSON: '\(name)=\(shape)'")
            }
        }
        return known
    }

    /// Sets the member; the objects around it that are missing are made.
    func set(_ value: String, known: Int, in text: inout JSONTextEdit) throws(JSONError) {
        let wrapped = names[(known + 1)...].reversed().reduce(value) { inner, name in
            "{ \(JSONValue.string(name).oneLine): \(inner) }"
        }
        try text.edit(steps(known)) { $0.set(names[known], to: wrapped, in: $1) }
    }

    func inherited(in policy: JSONValue) -> JSONValue? {
        base(in: policy).flatMap { base in
            var place = self
            place.environment = base
            return place.effective(in: policy)
        }
    }

    /// The value in effect for the environment, its own or inherited; nil if neither exists.
    ///
    /// - Parameter depth: how many of the names lead to it; nil for all.
    func effective(in policy: JSONValue, depth: Int? = nil) -> JSONValue? {
        let members = Self.environments(of: policy)
        guard let own = members.first(where: { $0.name.hasSameBytes(as: environment) }) else { return nil }
        let merged = (try? Policy.extended(own, among: members, "")) ?? own.value
        return names.prefix(depth ?? names.count).reduce(merged) { $0?[$1] }
    }

    /// The name of the environment that this one extends.
    func base(in policy: JSONValue) -> String? {
        policy["environments"]?[environment]?["extends"].flatMap { try? $0.asString() }
    }

    private static func environments(of policy: JSONValue) -> [JSONMember] {
        guard case .object(let members)? = policy["environments"]?.content else { return [] }
        return members
    }
}

/// A change to a policy as it is asked for on a command line: `production.ios.minimumAppVersion=3.2.0`.
package struct RequestedChange: Sendable {
    package let path: String
    /// The value as it was written; nil to remove the member.
    package let value: String?

    /// Reads `PATH=VALUE`; fails without a path or an equals sign.
    package init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        (path, value) = (String(parts[0]), String(parts[1]))
    }

    package init(setting path: String, to value: String) { (self.path, self.value) = (path, value) }

    package init(removing path: String) { (self.path, value) = (path, nil) }
}

/// What a change to a policy did to one member of one environment, inherited values included.
package struct PolicyChange: Sendable {
    package let path: String
    /// Where the new value begins in the policy; nil when the member was removed.
    package let position: TextPosition?
    package let former: JSONValue?
    package let new: JSONValue?
    /// The member that was inherited before and is the environment's own now, and from which environment.
    package let inherited: (path: String, base: String)?

    /// The change in words: `production.ios.minimumAppVersion 3.0.0 → 3.2.0`.
    package var text: String {
        switch (former?.shown, new?.shown) {
        case (let former?, let new?) where former == new: "\(path) is \(new) already"
        case (let former?, let new?): "\(path) \(former) → \(new)"
        case (let former?, nil): "\(path) \(former) removed"
        case (nil, let new?): "\(path) \(new) added"
        case (nil, nil): "\(path) is not there"
        }
    }
}

extension JSONValue {
    /// The value for a person: a string without its quotes, and no more than the beginning of something long.
    fileprivate var shown: String {
        let text = (try? asString()) ?? oneLine
        return text.unicodeScalars.count > 80 ? "\(String(text.unicodeScalars.prefix(79)))…" : text
    }
}
