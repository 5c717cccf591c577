import Diagnostics
import ManifestVerifier

/// Moves the keys of a ring through their states: `next`, `active`, `retired`, `revoked`.
package enum KeyRotation {
    /// Makes the next key of an environment the one that signs, the former one `retired`, and generates a new next key.
    ///
    /// No key is generated when the key that takes over is not in a file: one in a token or a service is made there.
    ///
    /// - Parameters:
    ///   - mayBeUnshipped: whether a key that no app version embeds may sign; apps that do not know it refuse everything.
    ///   - newName: the name of the new next key; nil for the environment's name with the next free number.
    package static func rotate(
        _ environment: EnvironmentName, inFolder path: String, mayBeUnshipped: Bool, newName: String?,
        secrets: SignerSecrets
    ) async throws -> KeyRingChange {
        var edit = try LockedKeyRing(path, isNew: false)
        let known = edit.ring.environments
        guard known.contains(environment.rawValue) else {
            throw ErrorReport.noKey(of: environment, in: path, known: known)
        }
        let former = edit.ring.entries.firstIndex { $0.environment == environment && $0.state == .active }
        let next = try translating(edit.ring.successorIndex(for: environment, mayBeUnshipped: mayBeUnshipped)) {
            (error: ErrorReport) in error.at("\(path)/\(KeyFolder.ringName)")
        }
        let name = edit.ring.entries[next].name
        if let former { edit.ring.entries[former].state = .retired }
        edit.ring.entries[next].state = .active
        if case .file = edit.ring.entries[next].signer {
            let name = newName ?? freeName(for: environment, in: edit)
            _ = try edit.generate(name: name, environment: environment, state: .next, passphrase: secrets.passphrase)
        } else if let newName {
            throw ErrorReport(
                .refused, "\(path): \"\(newName)\" would be a file, and \"\(name)\" is not in one",
                hint: "rotate without --name, then make the key where it belongs and: signet keys add NAME --signer …")
        }
        try await edit.commit(variables: secrets.variables)
        return KeyRingChange(from: edit.before, to: edit.ring)
    }

    private static func freeName(for environment: EnvironmentName, in edit: LockedKeyRing) -> String {
        var number = edit.ring.entries.count { $0.environment == environment } + 1
        // A run that was killed may have left the files of a key.
        while !edit.isFree("\(environment)-\(number)") { number += 1 }
        return "\(environment)-\(number)"
    }

    /// Notes the first app version that embeds a key.
    ///
    /// - Parameter key: its id or its name.
    package static func noteShipped(
        _ key: String, in version: NumericVersion, inFolder path: String
    ) throws -> KeyRingChange {
        try KeyRingChange(inFolder: path) { (ring) throws in
            ring.entries[try ring.index(of: key, path)].shippedIn = version.spelling
        }
    }
}

/// Takes keys out of use for good.
package enum KeyRevocation {
    package enum Choice: Equatable, Sendable {
        /// An id or a name, where it can mean only one key.
        case any(String)
        /// The key with this id or name, even if an environment has the same name.
        case key(String)
        case active(EnvironmentName)
    }

    /// Revokes one key: nothing that it signed verifies any more with this ring.
    ///
    /// A word that is an environment's name is refused unless it is the active key of that environment: after a
    /// rotation the key of that name is a retired one, and the stolen one would stay.
    package static func revoke(_ choice: Choice, inFolder path: String) throws -> KeyRingChange {
        try KeyRingChange(inFolder: path) { (ring) throws in
            let index = try index(of: choice, in: ring, path)
            guard ring.entries[index].state != .revoked else {
                throw ErrorReport(
                    .refused,
                    "\(path)/\(KeyFolder.ringName): key \"\(ring.entries[index].name)\" is revoked already")
            }
            ring.entries[index].state = .revoked
        }
    }

    private static func index(of choice: Choice, in ring: KeyRing, _ path: String) throws -> Int {
        switch choice {
        case .active(let environment):
            guard let index = ring.entries.firstIndex(where: { $0.environment == environment && $0.state == .active })
            else { throw ErrorReport.noActiveKey(path, environment, in: ring) }
            return index
        case .key(let key):
            return try ring.index(of: key, path)
        case .any(let key):
            if let environment = EnvironmentName(key), ring.entries.contains(where: { $0.environment == environment }) {
                let active = ring.activeEntry(for: environment)
                guard let active, active.id.rawValue == key || active.name == key else {
                    throw ErrorReport(
                        .usage,
                        "\(path)/\(KeyFolder.ringName): \"\(environment)\" is an environment, "
                            + (active.map { "whose active key is \"\($0.name)\"" } ?? "which has no active key"),
                        hint: "signet keys revoke --active \(environment) revokes the key that signs, "
                            + "signet keys revoke --key \(environment) the key of that name")
                }
            }
            return try ring.index(of: key, path)
        }
    }
}

/// What is different between a key ring and the one before it.
package struct KeyRingChange: Equatable, Sendable {
    package struct Difference: Equatable, Sendable {
        /// The key as it was; nil for a new one.
        package let before: KeyRing.Entry?
        package let after: KeyRing.Entry
    }

    package let ring: KeyRing
    /// The keys that differ, in the order of the ring.
    package let differences: [Difference]

    /// Compares two rings; no change takes a key off a ring.
    fileprivate init(from before: KeyRing, to after: KeyRing) {
        ring = after
        differences = after.entries.compactMap { entry in
            let former = before.entries.first { $0.id == entry.id }
            return former == entry ? nil : Difference(before: former, after: entry)
        }
    }

    init(inFolder path: String, _ change: (inout KeyRing) throws -> Void) throws {
        var edit = try LockedKeyRing(path, isNew: false)
        try change(&edit.ring)
        try edit.commit()
        self.init(from: edit.before, to: edit.ring)
    }
}

extension KeyRing {
    /// The key that takes over for an environment when it is rotated.
    package func nextEntry(for environment: EnvironmentName) -> Entry? {
        nextIndex(for: environment).map { entries[$0] }
    }

    /// The key that a rotation lets sign; fails as `KeyRotation.rotate` does, without the place.
    package func successor(for environment: EnvironmentName) throws(ErrorReport) -> Entry {
        entries[try successorIndex(for: environment, mayBeUnshipped: false)]
    }

    fileprivate func successorIndex(
        for environment: EnvironmentName, mayBeUnshipped: Bool
    ) throws(ErrorReport) -> Int {
        guard let next = nextIndex(for: environment) else {
            throw ErrorReport(
                .refused, "environment \"\(environment)\" has no next key to rotate to",
                hint: "make one with: signet keys generate NAME --environment \(environment); ship it in the app first")
        }
        let name = entries[next].name
        guard entries[next].shippedIn != nil || mayBeUnshipped || isUnused(by: environment) else {
            throw ErrorReport(
                .refused, "no app version is known to embed \"\(name)\"; apps would refuse what it signs",
                hint: "signet keys shipped \(name) VERSION notes the first version that has it; when no app verifies "
                    + "yet: signet keys rotate \(environment) --unshipped")
        }
        return next
    }

    /// Whether no app knows a key of an environment yet, as far as the ring can tell: none is noted as shipped, and none was in
    /// use before the one that signs.
    ///
    /// Whatever key is on such a ring, as those of `init` are, will be in the first app. Once one key is shipped, another may
    /// be younger than that app: a ring has no dates, so each of them needs a note of its own.
    package func isUnused(by environment: EnvironmentName) -> Bool {
        entries.allSatisfy {
            $0.environment != environment || $0.shippedIn == nil && ($0.state == .active || $0.state == .next)
        }
    }

    fileprivate func nextIndex(for environment: EnvironmentName) -> Int? {
        // Only a later key: to a client an earlier one is older than the one whose documents it has.
        let former =
            entries.firstIndex { $0.environment == environment && $0.state == .active }
            ?? entries.lastIndex { $0.environment == environment && $0.state == .retired }
        return entries.indices.dropFirst(former.map { $0 + 1 } ?? 0).first {
            entries[$0].environment == environment && entries[$0].state == .next
        }
    }

    /// Where on the ring the one key with that id or name is.
    func index(of key: String, _ path: String) throws -> Int {
        let found = entries.indices.filter { entries[$0].id.rawValue == key || entries[$0].name == key }
        // One key's name can be another's id.
        guard let index = found.first, found.count == 1 else {
            throw ErrorReport(
                .refused,
                found.isEmpty
                    ? "\(path)/\(KeyFolder.ringName): there is no key with the id or name \"\(key)\""
                    : "\(path)/\(KeyFolder.ringName): several keys have the id or name \"\(key)\"",
                hint: key.didYouMean(
                    found.isEmpty ? entries.map(\.name) : [], otherwise: "signet keys list shows the ring"))
        }
        return index
    }
}
