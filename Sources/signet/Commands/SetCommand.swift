import Diagnostics
import ManifestVerifier
import Policy

enum SetCommand: Command {
    static let name = "set"

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
