import Diagnostics
import LocalFiles
import ManifestVerifier
import SigningKeys

/// The environment that a new key is for.
package enum NewKeyEnvironment {
    /// The environment that was named or, when none was, the one that is called like the key.
    ///
    /// A policy that has no environment of the key's name is probably to get a further key of another one: the
    /// environment must be named then.
    ///
    /// - Parameters:
    ///   - policy: the path of the policy.
    ///   - mayBeMissing: whether there need be no policy.
    package static func of(
        key name: String, named environment: EnvironmentName?, policy path: String, mayBeMissing: Bool
    ) throws -> EnvironmentName {
        guard let own = EnvironmentName(name) else { throw ErrorReport.invalidKeyName(name) }
        if let environment { return environment }
        let known = try environments(ofPolicy: path, mayBeMissing: mayBeMissing)
        guard let known, !known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else { return own }
        throw ErrorReport(
            .usage, "\(path): there is no environment \"\(name)\"; it has: \(known.joined(separator: ", "))",
            hint: hint(name, known))
    }

    private static func hint(_ key: String, _ known: [String]) -> String {
        func generate(_ environment: String) -> String { "signet keys generate \(key) --environment \(environment)" }
        let first: String
        if let environment = named(in: key, among: known) {
            first = "a further key of \"\(environment)\": \(generate(environment))"
        } else if let environment = similar(to: key, among: known) {
            first = "did you mean \"\(environment)\"?"
        } else {
            first = "a further key of one of these: \(generate(known.first ?? "ENVIRONMENT"))"
        }
        return "\(first); the first key of a new environment: \(generate(key))"
    }

    /// The names of a policy's environments; nil when there is no policy.
    ///
    /// Nothing else of the policy matters: one that is still being written can have keys.
    private static func environments(
        ofPolicy path: String, mayBeMissing: Bool
    ) throws -> [String]? {
        let (parent, name) = path.parentAndName
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Folder(path: parent).read(name, limit: Limits.policyBytes)
        } catch {
            if mayBeMissing, error.reason == .notFound { return nil }
            throw ErrorReport.unreadablePolicy(error)
        }
        do throws(JSONError) {
            let policy = try JSONParser.parse(bytes, allowsComments: true)
            guard case .object(let members)? = policy["environments"]?.content else { return [] }
            return members.map(\.name)
        } catch {
            throw PolicyRefusal.unparsable([Finding(.syntax, path, error.position, error.message)])
        }
    }

    /// The environment that the name of a key begins with: `production` in `production-2027`.
    static func named(in key: String, among known: [String]) -> String? {
        known.first { name in ["-", ".", "_"].contains { key.hasPrefix(name + $0) } }
    }

    /// The environment that differs by two letters at most, as by a typing error.
    static func similar(to name: String, among known: [String]) -> String? {
        known.map { ($0, distance(Array(name.utf8), Array($0.utf8))) }.filter { $0.1 <= 2 }.min { $0.1 < $1.1 }?.0
    }

    /// How many letters must be inserted, deleted or replaced to make one word the other.
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var row = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in b.enumerated() {
                let replaced = diagonal + (letter == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
            }
        }
        return row[b.count]
    }
}
