import Diagnostics
import ManifestVerifier

/// A member of a policy's environment, whether it is there or not: `production.ios.minimumAppVersion`.
struct MemberPlace {
    let environment: String
    /// The names below the environment.
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
        guard names.allSatisfy({ !$0.isEmpty }) else {
            throw ErrorReport(
                .usage, "\"\(path)\" does not name a member of the environment \"\(found)\"",
                hint: "write it like \(found).ios.minimumAppVersion")
        }
    }

    /// Whether this is a version, which has a member `value`.
    var isVersion: Bool { names.last?.hasSuffix("Version") ?? false }

    /// The path from the policy's root.
    var steps: [JSONTextEdit.Step] { steps(names.count) }

    private func steps(_ depth: Int) -> [JSONTextEdit.Step] {
        [.member("environments"), .member(environment)] + names.prefix(depth).map { .member($0) }
    }

    /// How many of the names the environment itself has; fails when one of them cannot have the next.
    func known(in policy: JSONValue, path: String) throws -> Int {
        var value = policy["environments"]?[environment]
        for (depth, name) in names.enumerated() {
            guard let present = value else { return depth - 1 }
            guard case .object = present.content else {
                let parent = ([environment] + names.prefix(depth)).joined(separator: ".")
                throw ErrorReport(
                    .refused, "\(path): \(parent) is \(present.kindName), which has no members",
                    hint: "give it a value as JSON: '\(parent)={ … }'")
            }
            value = present[name]
        }
        return value == nil ? names.count - 1 : names.count
    }

    /// Sets the member; the objects around it that are missing are made.
    func set(_ value: String, known: Int, in text: inout JSONTextEdit) {
        let first = min(known, names.count - 1)
        let wrapped = names[(first + 1)...].reversed().reduce(value) { inner, name in
            "{ \(JSONValue.string(name).oneLine): \(inner) }"
        }
        text.set(names[first], to: wrapped, in: steps(first))
    }

    // MARK: Inheritance

    /// The value that holds for the environment, its own or an inherited one; nil when there is none.
    func effective(in policy: JSONValue) -> JSONValue? {
        let members = Self.environments(of: policy)
        guard let own = members.first(where: { $0.name.hasSameBytes(as: environment) }) else { return nil }
        let merged = (try? Policy.extended(own, among: members, "")) ?? own.value
        return names.reduce(merged) { $0?[$1] }
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
