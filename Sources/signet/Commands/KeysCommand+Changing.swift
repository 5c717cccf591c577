import Diagnostics
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
            terminal.note("builds need \(arguments.keys)/\(file.rawValue) now")
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
}
