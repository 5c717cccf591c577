import Diagnostics
import LocalFiles
import ManifestVerifier
import Plan
import Policy
import PublicationTree
import SigningKeys

/// The commands that move keys through their states.
extension KeysCommand {
    static func rotate(_ arguments: Arguments, _ terminal: Terminal) async throws -> ExitCode {
        guard let environment = EnvironmentName(arguments.operands[1]) else { throw arguments.wrongOperands }
        let change = try await KeyRotation.rotate(
            environment, inFolder: arguments.keys, mayBeUnshipped: arguments.has("--unshipped"),
            newName: arguments.value("--name"), secrets: arguments.secrets)
        show(change, terminal)
        if case .file(let file)? = change.ring.activeEntry(for: environment)?.signer {
            let former = change.differences.compactMap(\.before).first { $0.state == .active }
            let secret: String =
                if case .environment(let variable)? = former?.signer {
                    "; the secret that has the former key gets it by: signet keys move \(environment) "
                        + "env:\(variable.rawValue) --to -"
                } else {
                    ""
                }
            terminal.note("builds need \(arguments.keys)/\(file.rawValue) now\(secret)")
        }
        for key in change.differences where key.before == nil {
            terminal.note("move \(arguments.keys)/\(key.after.name).key.pem to where next keys are kept")
        }
        await allowFormerKey(change, of: environment, arguments, terminal)
        await allowRing(of: environment, isPublished: true, arguments, terminal)
        if !arguments.has("--unshipped"), let active = change.ring.activeEntry(for: environment),
            active.shippedIn == nil
        {
            terminal.note(
                "no key of \"\(environment)\" is noted as shipped; an app that is out and lacks \"\(active.name)\" "
                    + "refuses what it signs")
        }
        if change.ring.nextEntry(for: environment) == nil {
            terminal.warning(
                "environment \"\(environment)\" has no next key now",
                hint: "make one where the active one is, then: signet keys add NAME --environment \(environment) "
                    + "--signer REFERENCE")
        }
        terminal.note("build and publish: everything is signed anew; then embed the ring in the next app version")
        return .done
    }

    /// Acknowledges in the policy, if there is one, that what is live has the former key's signatures once more.
    private static func allowFormerKey(
        _ change: KeyRingChange, of environment: EnvironmentName, _ arguments: Arguments, _ terminal: Terminal
    ) async {
        guard let former = change.differences.first(where: { $0.before?.state == .active })?.after.name,
            let new = change.ring.activeEntry(for: environment)?.name
        else { return }
        await allow(
            .liveRetiredKey, ChangeIdentity(at: "key", from: former, to: new), in: environment,
            "says that what is live may be signed by \"\(former)\" until the next publish; remove the entry then",
            arguments, terminal)
    }

    /// - Parameter words: what "allow" says now.
    private static func allow(
        _ code: FindingCode, _ change: ChangeIdentity, in environment: EnvironmentName,
        _ words: String, _ arguments: Arguments, _ terminal: Terminal
    ) async {
        guard arguments.hasPolicy else { return }
        let policy = arguments.policy
        do {
            try await PolicyEdit.allow(Allowance.Subject(code: code, change: change), in: environment, policy: policy)
            terminal.note("\(policy): \"allow\" of \"\(environment)\" \(words)")
        } catch {
            terminal.warning(
                "\(policy): was not changed: \(ErrorReport(error).message)",
                hint: "add to \"allow\" of \"\(environment)\": \(change.allowance(code))")
        }
    }

    /// Acknowledges in the policy, if there is one, the ring of an environment as it is now.
    ///
    /// - Parameter isPublished: whether there is certainly a live ring that it is compared with; otherwise an app must have one
    ///   of its keys.
    static func allowRing(
        of environment: EnvironmentName, isPublished: Bool = false, _ arguments: Arguments, _ terminal: Terminal
    ) async {
        guard let folder = try? KeyFolder.open(arguments.keys),
            isPublished
                || folder.ring.entries.contains(where: { $0.environment == environment && $0.shippedIn != nil })
        else { return }
        let ring = folder.listed(for: environment)
        // The first key of an environment changes no ring.
        guard ring.contains(where: { $0.state != .active }) else { return }
        await allow(
            .ringChanged, ChangeIdentity(at: "keys", from: nil, to: ring.words), in: environment,
            "has this ring; remove the entry when it is published", arguments, terminal)
    }

    static func shipped(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitCode {
        guard let version = NumericVersion(arguments.operands[2]) else { throw arguments.wrongOperands }
        let change = try KeyRotation.noteShipped(arguments.operands[1], in: version, inFolder: arguments.keys)
        show(change, terminal)
        return .done
    }

    /// What was changed, as the lines that differ.
    static func show(_ change: KeyRingChange, _ terminal: Terminal) {
        terminal.result(Records.keyChanges.json(change.differences))
        for difference in change.differences {
            if let before = difference.before { terminal.summary("- \(line(before))") }
            terminal.summary("+ \(line(difference.after))")
        }
    }

    static func line(_ entry: KeyRing.Entry) -> String {
        "\(entry.name)  \(entry.state.rawValue)  \(entry.environment)  shipped in \(entry.shippedIn ?? "-")"
    }

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

    /// Moves a private key into a secret of CI, or deletes its file when that has been confirmed.
    static func move(_ arguments: Arguments, _ terminal: Terminal) async throws -> ExitCode {
        let (key, target) = (arguments.operands[1], arguments.operands[2])
        guard case .environment(let variable)? = try? SignerReference(target) else {
            throw arguments.usage("signet keys move takes a key and env:NAME, the variable that CI sets from a secret")
        }
        guard !arguments.has("--confirm") else {
            let file = try KeyMove.confirm(
                key, in: variable, inFolder: arguments.keys, secrets: arguments.secrets)
            terminal.summary("deleted \(file)")
            return .done
        }
        guard let place = arguments.value("--to") else {
            throw arguments.usage("where does the private key go? --to FILE, or --to - for a pipe")
        }
        let (parent, file) = place.parentAndName
        let folder = place == "-" ? nil : try Folder(path: parent)
        if let folder {
            try await KeyMove.check(file, in: folder, variables: arguments.variables)
        } else {
            try refuseWatchedOutput(arguments)
        }
        _ = try KeyMove.move(key, to: variable, inFolder: arguments.keys, secrets: arguments.secrets) { pem in
            var bytes = pem.copy()
            defer { bytes.wipe() }
            if let folder {
                try folder.write(file, bytes, mode: 0o600)
            } else if !StandardStream.output.write(bytes) {
                throw ErrorReport(.inputOutput, "the reader of the pipe ended before it had the whole key", hint: nil)
            }
        }
        let name = variable.rawValue
        terminal.note(
            "builds take the key from \(name) now; its file stays until CI has signed with the secret, then: signet keys "
                + "move \(key) \(target) --confirm")
        return .done
    }

    /// A private key is written into a pipe only: never to a screen or a file that others may read, nor into what CI records.
    private static func refuseWatchedOutput(_ arguments: Arguments) throws {
        let isRecorded = arguments.variables["CI"].map { !$0.isEmpty && $0 != "false" } ?? false
        guard !StandardStream.output.isPipe || isRecorded else { return }
        throw ErrorReport(
            .refused,
            isRecorded ? "standard output is recorded here by CI" : "standard output is not a pipe",
            hint:
                "pipe it into the program that stores secrets, on your own machine: signet keys move … --to - | gh secret "
                + "set NAME; or write a file that only you can read: --to FILE")
    }
}
