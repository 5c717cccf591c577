import Diagnostics
import LocalFiles
import ManifestVerifier
import SigningKeys

/// The environment that a new key is for.
package enum NewKeyEnvironment {
    /// The named environment or, without one, the environment with the same name as the key.
    ///
    /// When the policy has no environment of that name or, without a policy, the key ring has one of a similar name, the key
    /// is probably another one for an existing environment, which must then be named.
    ///
    /// - Parameters:
    ///   - policy: the path of the policy.
    ///   - mayBeMissing: whether a missing policy is acceptable.
    ///   - keys: the folder of the key ring.
    package static func of(
        key name: String, named environment: EnvironmentName?, policy path: String, mayBeMissing: Bool, keys: String
    ) throws -> EnvironmentName {
        guard let own = EnvironmentName(name) else { throw ErrorReport.invalidKeyName(name) }
        if let environment { return environment }
        guard let known = try environments(ofPolicy: path, mayBeMissing: mayBeMissing) else {
            try refuse(name, besideRingIn: keys)
            return own
        }
        guard !known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else { return own }
        throw ErrorReport(
            .usage, "\(path): there is no environment \"\(name)\"; it has: \(known.joined(separator: ", "))",
            hint: hint(name, known))
    }

    /// Without a policy that names it, an environment beside one of a similar name is made only when it is named.
    private static func refuse(_ name: String, besideRingIn keys: String) throws {
        let known = try KeyFolder.openIfPresent(keys)?.ring.environments ?? []
        guard !known.contains(name), let near = named(in: name, among: known) ?? name.nearest(among: known) else {
            return
        }
        throw ErrorReport(
            .usage, "\(keys)/\(KeyFolder.ringName) has no environment \"\(name)\", but has \"\(near)\"",
            hint: hint(name, known))
    }

    private static func hint(_ key: String, _ known: [String]) -> String {
        func generate(_ environment: String) -> String { "signet keys generate \(key) --environment \(environment)" }
        let first: String
        if let environment = named(in: key, among: known) {
            first = "another key for \"\(environment)\": \(generate(environment))"
        } else if let environment = key.nearest(among: known) {
            first = "did you mean \"\(environment)\"?"
        } else {
            first = "another key for one of these: \(generate(known.first ?? "ENVIRONMENT"))"
        }
        return "\(first); the first key for a new environment: \(generate(key))"
    }

    /// The names of a policy's environments; nil when there is no policy.
    ///
    /// Nothing else of the policy is read, so that an unfinished one can have keys.
    private static func environments(ofPolicy path: String, mayBeMissing: Bool) throws -> [String]? {
        let (parent, name) = path.parentAndName
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Folder(path: parent).read(name, limit: Limits.policyBytes)
        } catch {
            if mayBeMissing, error.reason == .notFound { return nil }
            throw ErrorReport.unreadablePolicy(error)
        }
        let findings = Findings()
        guard
            let policy = FileFindings(path, findings).attempt({ try JSONParser.parse(bytes, allowsComments: true) })
        else { throw PolicyRefusal.refused(findings.sorted) }
        guard case .object(let members)? = policy["environments"]?.content else { return [] }
        return members.map(\.name)
    }

    /// The environment that the name of a key starts with: `production` in `production-2027`.
    static func named(in key: String, among known: [String]) -> String? {
        known.first { name in ["-", ".", "_"].contains { key.hasPrefix(name + $0) } }
    }
}
