import Diagnostics
import ManifestVerifier
import Policy

enum SetCommand: Command {
    static let name = "set"
    static let summary = "edit the policy in place, layout and comments kept"
    static let page: [HelpPart] = [
        """
        signet set PATH=VALUE... [--remove PATH]...

        Changes members of the policy where they are, and keeps every other byte:
        layout and comments. All changes are made, or none; what is written can be
        read as a policy. Then it says what that changes for people. Once an app is out,
        it compares with what is live, and writes the entry of "allow" that the change
        needs.

        PATH is an environment and the members below it, joined by dots. A version
        is short for its "value". A member that is missing is added after its
        siblings, in their layout. What an environment only inherits by "extends"
        becomes its own. A name that has a dot cannot be written, nor can the
        elements of a list: give the whole object or list as JSON.

        VALUE is JSON where JSON of that kind belongs, otherwise a string:
        3.2.0, 40000, true, 6h, '{ "en": "Please update" }'.
        """,
        .flags([
            Flag("--remove PATH", "remove a member", isRepeatable: true),
            .policy, .json, .quiet,
        ]),
        """
        Example:
          signet set production.ios.minimumAppVersion=1.0.1
        """,
    ]

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        let removals = arguments.values("--remove").map(RequestedChange.init(removing:))
        let requests = try arguments.operands.map { (word) throws in
            guard let request = RequestedChange(word) else {
                throw arguments.usage("\"\(word)\" is not like PATH=VALUE")
            }
            return request
        }
        let all = requests + removals
        guard (1...Limits.policyChanges).contains(all.count) else {
            throw arguments.usage("signet set takes 1 to \(Limits.policyChanges) changes, like PATH=VALUE")
        }
        guard Set(all.map(\.path)).count == all.count else { throw arguments.usage("a path is given more than once") }
        let editing = try await PolicyEditing(arguments, terminal)
        return try await editing.run(saysNext: false, all)
    }
}
