import ManifestVerifier
import SigningKeys

extension KeysCommand {
    static func revoke(_ arguments: Arguments, _ terminal: Terminal) async throws -> ExitCode {
        let choice = try revoked(arguments)
        let change = try KeyRevocation.revoke(choice, inFolder: arguments.keys)
        show(change, terminal)
        for difference in change.differences {
            if difference.before?.state == .next {
                let environment = difference.after.environment
                terminal.warning(
                    "\"\(difference.after.name)\" is newer than the key that signs: apps that have it and a document of "
                        + "its thief refuse what is signed now",
                    hint: change.ring.nextEntry(for: environment).map { _ in
                        "let a key behind it on the ring sign: signet keys rotate \(environment)"
                    })
            }
            warn(of: difference.after.environment, in: change.ring, terminal)
            await allowRing(of: difference.after.environment, arguments, terminal)
        }
        terminal.note("apps learn of it with an update that embeds this ring; until then they go on trusting the key")
        return .done
    }

    private static func revoked(_ arguments: Arguments) throws -> KeyRevocation.Choice {
        let words = arguments.operands.dropFirst()
        let (key, active) = (arguments.value("--key"), arguments.value("--active"))
        switch (words.first, key, active) {
        case (let word?, nil, nil) where words.count == 1: return .any(word)
        case (nil, let key?, nil): return .key(key)
        case (nil, nil, let name?):
            guard let environment = EnvironmentName(name) else {
                throw arguments.usage("--active \(name) is not the name of an environment")
            }
            return .active(environment)
        default: throw arguments.wrongOperands
        }
    }

    /// What an environment lacks after a key was revoked, and the command that gives it back.
    private static func warn(of environment: EnvironmentName, in ring: KeyRing, _ terminal: Terminal) {
        let generate = "signet keys generate NAME --environment \(environment)"
        let rotate = "signet keys rotate \(environment)"
        let next = ring.nextEntry(for: environment)
        if ring.activeEntry(for: environment) == nil {
            let hint =
                switch next {
                case nil:
                    "\(generate), then: \(rotate) --unshipped; apps refuse what it signs until an update embeds it"
                case let next? where next.shippedIn == nil:
                    "signet keys shipped \(next.name) VERSION notes the first app version that embeds it; then: \(rotate)"
                default: "\(rotate), then build and publish"
                }
            terminal.warning("environment \"\(environment)\" has no active key now", hint: hint)
        } else if next == nil {
            terminal.warning(
                "environment \"\(environment)\" has no next key now", hint: "\(generate); ship it in the app")
        }
    }
}
