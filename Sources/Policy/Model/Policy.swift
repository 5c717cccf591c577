import Diagnostics
import ManifestVerifier

/// What should be true, as a team wrote and reviewed it. Only parsing makes one.
package struct Policy: Sendable {
    package let file: String
    package let digest: SHA256Digest
    package private(set) var descriptions: Positioned<PolicyPath>?
    package private(set) var environments: [EnvironmentPolicy] = []

    private init(file: String, digest: SHA256Digest) { (self.file, self.digest) = (file, digest) }

    static let members: [Member<Policy>] = [
        Member("$schema", "This schema, for editors; Signet ignores it.", .text) { _, _ in },
        Member(
            "descriptions", "The string catalog (.xcstrings) with all texts: a path in the policy's folder.",
            .policyPath, \.descriptions),
        // Read one by one, since one can extend another.
        Member(
            "environments", "The environments by name; each has a key and a tree of its own.", EnvironmentPolicy.all,
            isRequired: true
        ) { _, _ in },
    ]

    /// The devices of an environment; nil where nothing names them. Fails with a `Finding`.
    package func population(of name: EnvironmentName, _ files: any PolicyFiles) throws -> PolicyPopulation? {
        try environments.first { $0.name == name }.flatMap { try PolicyPopulation(of: $0, in: file, files) }
    }
}

package struct Positioned<Value: Sendable>: Sendable {
    package let value: Value
    package let position: TextPosition?
}

extension Policy {
    /// Reads a policy strictly: comments are allowed, unknown and repeated members are not.
    ///
    /// All errors are found in one pass, unless the bytes are not JSON.
    package init(parsing bytes: [UInt8], file: String) throws {
        let all = Findings()
        let findings = FileFindings(file, all)
        guard let value = findings.attempt({ try Self.json(bytes, file) }),
            let policy = Policy(value, SHA256.hash(bytes), findings), !all.haveErrors
        else { throw PolicyRefusal.refused(all.sorted) }
        self = policy
    }

    private static func json(_ bytes: [UInt8], _ file: String) throws -> JSONValue {
        do throws(JSONError) {
            return try JSONParser.parse(bytes, allowsComments: true)
        } catch {
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            guard lines.indices.contains(error.position.line - 1),
                lines[error.position.line - 1].starts(with: Array("<<<<<<<".utf8))
            else { throw error }
            throw Finding(
                .syntax, file, error.position, "a merge was not resolved here",
                hint: "choose one side, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>")
        }
    }

    private init?(_ value: JSONValue, _ digest: SHA256Digest, _ findings: FileFindings) {
        let empty = Policy(file: findings.file, digest: digest)
        guard let read = Self.members.read(value, into: empty, label: "", findings),
            let environments = value["environments"], let members = PolicyObject(environments, findings)?.members
        else { return nil }
        self = read
        guard !members.isEmpty else {
            findings.add(environments.unacceptable("there is no environment"))
            return nil
        }
        guard members.count <= Limits.environments else {
            findings.add(
                .limit, "there are more than \(Limits.environments) environments", at: environments.position)
            return nil
        }
        defer { Self.refuseSharedPlaces(self.environments, findings) }
        var folders: Set<String> = []
        self.environments = members.compactMap { member in
            guard let name = EnvironmentName(member.name) else {
                findings.add(
                    .invalidValue,
                    "\"\(member.name)\" is not an environment name (A-Z a-z 0-9 . _ - without a leading dot)",
                    at: member.position)
                return nil
            }
            guard folders.insert(member.name.asciiLowercased).inserted else {
                findings.add(
                    .invalidValue, "another environment's name differs from \"\(name)\" only by case",
                    at: member.position)
                return nil
            }
            return findings.attempt { try Self.extended(member, among: members, findings.file) }.flatMap { extended in
                let empty = EnvironmentPolicy(name: name, position: member.position)
                return EnvironmentPolicy.members.read(extended, into: empty, label: member.name, findings)
            }
        }
    }

    /// Refuses two environments that are published to one place or served from one, where each would replace the other.
    private static func refuseSharedPlaces(_ environments: [EnvironmentPolicy], _ findings: FileFindings) {
        var taken: [String: EnvironmentName] = [:]
        func refuse(_ environment: EnvironmentPolicy, _ verb: String, _ place: String, at position: TextPosition?) {
            guard let other = taken.updateValue(environment.name, forKey: place.asciiLowercased) else { return }
            findings.add(
                .invalidValue, "environments \"\(other)\" and \"\(environment.name)\" are both \(verb) \(place)",
                at: position, hint: "give each a place of its own, such as another prefix")
        }
        for environment in environments {
            if let target = environment.publishTo {
                refuse(environment, "published to", target.value.description, at: target.position)
            }
            guard !PlaceholderChecks.isUnfilled(environment.origin) else { continue }
            refuse(environment, "served from", environment.origin, at: environment.addresses[0].position)
        }
    }

    /// What an environment does not get from the one that it extends.
    private static let ownMembers = ["publishTo", "allow"]

    /// An environment merged into the one that it extends, and that one into the one that it extends.
    ///
    /// Where it is published and what is acknowledged for it are its own.
    static func extended(_ member: JSONMember, among members: [JSONMember], _ file: String) throws -> JSONValue {
        var layers = [member.value]
        var names = [member.name]
        while let base = layers.last?["extends"] {
            let name = try base.asString()
            guard !names.contains(name) else {
                throw base.unacceptable("\"\(names.joined(separator: "\" extends \""))\" extends \"\(name)\", a cycle")
            }
            guard let next = members.first(where: { $0.name == name }) else {
                throw Finding(
                    .invalidValue, file, base.position, "there is no environment \"\(name)\" to extend",
                    hint: name.didYouMean(members.map(\.name).filter { $0 != member.name }))
            }
            names.append(name)
            layers.append(next.value)
        }
        for index in layers.indices.dropFirst() {
            guard case .object(let members) = layers[index].content else { continue }
            layers[index].content = .object(members.filter { !ownMembers.contains($0.name) })
        }
        var merged = layers.removeLast()
        while let layer = layers.popLast() {
            merged = merged.spellingOutCacheControl(under: layer).merging(layer)
        }
        return merged
    }
}

extension JSONValue {
    /// This value with a JSON Merge Patch applied to it (RFC 7396); every value keeps the place where it was written.
    ///
    /// The recursion is bounded by the nesting that the parser allows.
    package func merging(_ patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch.content else { return patch }
        var members: [JSONMember?] = []
        if case .object(let present) = content { members = present }
        // A table of names as bytes: comparing each with each would take quadratic time.
        var places: [[UInt8]: Int] = [:]
        for (place, member) in members.enumerated() {
            if let member { places[Array(member.name.utf8)] = place }
        }
        for change in changes {
            let place = places[Array(change.name.utf8)]
            if case .null = change.value.content {
                if let place { members[place] = nil }
            } else if let place, let present = members[place] {
                members[place]?.value = present.value.merging(change.value)
            } else {
                let value = JSONValue(.null).merging(change.value)
                members.append(JSONMember(change.name, value, at: change.position))
            }
        }
        return JSONValue(.object(members.compactMap(\.self)), at: patch.position)
    }
}
