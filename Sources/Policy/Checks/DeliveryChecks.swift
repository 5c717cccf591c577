import Classic
import Diagnostics
import ManifestVerifier
import PublicationTree
import SigningKeys
import WebBundles

/// Whether every document can have the envelopes that the policy wants.
struct EnvelopeChecks {
    let findings: FileFindings

    func check(_ environment: RenderedEnvironment) {
        let envelopes = environment.policy.envelopes.value
        guard envelopes.hasJWS else { return checkBundles(environment) }
        /// Files of one entry of the policy that have no `.jws` for one reason.
        var files: [(reason: JWS.Exclusion, first: RenderedDocument, count: Int)] = []
        for document in environment.documents {
            guard let reason = JWS.exclusion(of: document.body, as: document.format) else { continue }
            guard document.format == .file, envelopes.hasHeaders else {
                findings.add(
                    .jwsImpossible, "\"\(document.path)\" can have no .jws: \(reason.message)", at: document.origin,
                    hint: document.format == .file
                        ? "nothing would carry its signature to an app: add \"headers\" to \"envelopes\", or publish it elsewhere"
                        : "rename the member in the base file, or leave \"jws\" out of \"envelopes\"")
                continue
            }
            if let place = files.firstIndex(where: { $0.reason == reason && $0.first.origin == document.origin }) {
                files[place].count += 1
            } else {
                files.append((reason, document, 1))
            }
        }
        for (reason, first, count) in files {
            let others = count > 1 ? " and \(count - 1) others have" : " has"
            findings.add(
                .jwsExcluded, "\"\(first.path)\"\(others) no .jws: \(reason.message)", at: first.origin,
                hint: "apps verify \(count > 1 ? "them" : "it") by response headers alone")
        }
    }

    private func checkBundles(_ environment: RenderedEnvironment) {
        guard environment.policy.documents.webBundles != nil else { return }
        findings.add(
            .jwsImpossible,
            "\"\(DocumentPath.webBundleIndex)\" has no .jws, and apps with web bundles fetch nothing else",
            at: environment.policy.envelopes.position, hint: "add \"jws\" to \"envelopes\"")
    }
}

/// Whether a team has put its own values in the place of those that a starter policy and examples have.
package struct PlaceholderChecks {
    let findings: FileFindings

    func check(_ environment: EnvironmentPolicy) {
        for address in environment.addresses where Self.isPlaceholder(address.value) {
            let isUnfilled = Self.isUnfilled(address.value)
            findings.add(
                .placeholderValue, "\"\(address.value)\" is a placeholder", at: address.position,
                about: isUnfilled ? nil : ChangeIdentity(at: "addresses", quoting: address.value),
                hint: "put your own address in its place\(isUnfilled ? "; nothing is published with it" : "")")
        }
    }

    /// What `init` writes for an address that it was not given. No host is ever called so (RFC 2606 §2), and no store has such an
    /// app.
    static let origin = "https://distribution.invalid"
    static let appStore = "https://apps.apple.com/app/id000000000"
    static let googlePlay = "https://play.google.com/store/apps/details?id=your.app"

    /// Whether it is still an address that `init` wrote.
    package static func isUnfilled(_ address: String) -> Bool { [origin, appStore, googlePlay].contains(address) }

    /// Whether an address has the host of an example (RFC 2606 §3), or names an app that does not exist.
    static func isPlaceholder(_ spelling: String) -> Bool {
        let parts = spelling.asciiLowercased.split { "/?&#:".contains($0) }
        let host = parts.dropFirst().first ?? ""
        if ["example.com", "example.net", "example.org"].contains(where: { host == $0 || host.hasSuffix(".\($0)") }) {
            return true
        }
        return host.hasSuffix(".invalid")
            || parts.contains { part in
                part == "id=your.app" || part == "id=com.example" || part.hasPrefix("id=com.example.")
                    || part == "id123456"
                    || (part.hasPrefix("id0") && part.dropFirst(2).allSatisfy { $0 == "0" })
            }
    }
}

extension Finding {
    /// Whether it is about an address that is still that of `init`, which no entry of `allow` acknowledges.
    package var isOfUnfilledAddress: Bool { code == .placeholderValue && change == nil }
}

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
