import Diagnostics
import ManifestVerifier
import SigningKeys

/// Whether an environment has a key that can sign for it, and one that can take over.
struct KeyChecks {
    let keys: KeyFolder
    let environments: [String]
    let findings: FileFindings

    private var ring: KeyRing { keys.ring }
    private var ringFile: String { "\(keys.path)/\(KeyFolder.ringName)" }

    func check(_ environment: EnvironmentPolicy) {
        if let active = ring.activeEntry(for: environment.name) {
            checkNext(environment)
            return checkShipped(active, environment)
        }
        let name = environment.name
        let own = ring.entries.filter { $0.environment == name }
        if own.isEmpty {
            reportNone(environment)
        } else if own.allSatisfy({ $0.state == .revoked }) {
            findings.add(
                .keyRevoked, "every key of environment \"\(name)\" in \(ringFile) is revoked",
                at: environment.position,
                hint: "make a new one: signet keys generate NAME --environment \(name), then: "
                    + "signet keys rotate \(name) --unshipped")
        } else {
            findings.add(
                .keyInactive, "no key of environment \"\(name)\" in \(ringFile) is active", at: environment.position,
                hint:
                    "only an active key signs; let the next one take over with: signet keys rotate \(name); its keys are "
                    + own.map { "\"\($0.name)\" (\($0.state.rawValue))" }.joined(separator: ", "))
        }
    }

    /// A key for one machine is generated again when it is lost: no app knows it.
    private func checkNext(_ environment: EnvironmentPolicy) {
        let name = environment.name
        guard name != DevelopmentKey.environment, ring.nextEntry(for: name) == nil else { return }
        findings.add(
            .noNextKey, "environment \"\(name)\" has no next key in \(ringFile)", at: environment.position,
            about: ChangeIdentity(at: "keys", quoting: nil),
            hint:
                "if the active key is lost or stolen, apps refuse everything new until they are updated; make a next key "
                + "and ship it in the app: signet keys generate NAME --environment \(name)")
    }

    /// Once an app has a key of the environment, one that it lacks says nothing to it.
    private func checkShipped(_ active: KeyRing.Entry, _ environment: EnvironmentPolicy) {
        let shipped = ring.entries.last { $0.environment == environment.name && $0.shippedIn != nil }
        guard active.shippedIn == nil, let shipped, let version = shipped.shippedIn else { return }
        findings.add(
            .keyUnshipped,
            "environment \"\(environment.name)\" signs with \"\(active.name)\", which no version of the app is known to have",
            at: environment.position, about: ChangeIdentity(at: "keys", quoting: active.name),
            hint:
                "apps that have \"\(shipped.name)\" since \(version) refuse what it signs, until they are updated; if they "
                + "have both: signet keys shipped \(active.name) VERSION")
    }

    private func reportNone(_ environment: EnvironmentPolicy) {
        let name = environment.name
        if let namesake = ring.entries.first(where: { $0.name == name.rawValue }) {
            findings.add(
                .keyOfOtherEnvironment,
                "key \"\(namesake.name)\" in \(ringFile) is not for environment \"\(name)\" but for "
                    + "\"\(namesake.environment)\"",
                at: environment.position,
                hint: "each environment needs its own key: signet keys generate NAME --environment \(name)")
        } else {
            // One that the policy has as well is another environment, however similar.
            let similar = name.rawValue.nearest(among: ring.environments.filter { !environments.contains($0) })
            findings.add(
                .keyMissing, "environment \"\(name)\" has no key in \(ringFile)", at: environment.position,
                hint: similar.map { "did you mean \"\($0)\", which has keys?" }
                    ?? "make its first key: signet keys generate \(name)")
        }
    }
}
