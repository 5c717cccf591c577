import Diagnostics
import ManifestVerifier
import PublicationTree

/// What should be true, as a team wrote and reviewed it. Only parsing makes one.
package struct Policy: Sendable {
    /// The policy's file name, for messages.
    package let file: String
    package let digest: SHA256Digest
    /// The string catalog, in the policy's folder.
    package let descriptions: Positioned<PolicyPath>?
    package let environments: [EnvironmentPolicy]
    /// Names that stay in Latin letters in texts of other scripts: `App Store`, the app's own name.
    package let allowedNames: [String]
}

package struct Positioned<Value: Sendable>: Sendable {
    package let value: Value
    package let position: TextPosition?
}

/// The policy of one environment, after `extends`.
package struct EnvironmentPolicy: Sendable {
    package let name: EnvironmentName
    package let position: TextPosition?
    /// Scheme and host of the documents' URLs: `https://distribution.example.com`.
    package let origin: String
    /// The bucket that `publish` sends to; nil where `--to` names it.
    package let publishTo: Positioned<TreeAddress>?
    package let allow: [Allowance]
    package let profile: SignatureProfile
    package let envelopes: Positioned<Envelopes>
    /// The age in seconds at which an unchanged signature with a date is made again.
    package let resignAfter: Int64
    package let cacheControl: CacheControlPolicy
    /// The maximum age in seconds of a document that newly blocks an app; the value that apps are built with.
    package let maximumAge: Positioned<Int64>?
    package let ios: PlatformPolicy<NumericVersion>?
    package let android: PlatformPolicy<Int>?
    package let maintenance: MaintenancePolicy?
    package let documents: DocumentsPolicy
    /// The origin, the stores' URLs and those of rules, and where the policy has them.
    let addresses: [Positioned<String>]
}

/// Whether the service is closed for maintenance.
package struct MaintenancePolicy: Sendable {
    let position: TextPosition?
    package let isActive: Bool
    /// What to say meanwhile.
    package let message: TextReference?
}

// MARK: JSON

extension Policy {
    /// Reads a policy strictly: comments are allowed, unknown and repeated members are not.
    ///
    /// All errors are found in one pass, unless the bytes are not JSON.
    package init(parsing bytes: [UInt8], file: String) throws {
        let all = Findings()
        let findings = FileFindings(file, all)
        guard let value = findings.attempt({ try JSONParser.parse(bytes, allowsComments: true) }),
            let policy = Policy(value, SHA256.hash(bytes), findings), !all.haveErrors
        else { throw PolicyRefusal.refused(all.sorted) }
        self = policy
    }

    private init?(_ value: JSONValue, _ digest: SHA256Digest, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        file = findings.file
        self.digest = digest
        // For editors, which find the schema by it.
        let _: String? = object.optional("$schema") { try $0.asString() }
        descriptions = object.optional("descriptions") { try $0.asPolicyPath() }
        allowedNames = object.optional("allowedNames") { try $0.asNames() } ?? []
        let environments = object.requiredValue("environments")
        object.refuseUnknownMembers()
        guard let environments, let members = PolicyObject(environments, findings)?.members else { return nil }
        guard !members.isEmpty else {
            findings.add(environments.unacceptable("there is no environment"))
            return nil
        }
        guard members.count <= Limits.environments else {
            findings.add(
                .limit, "there are more than \(Limits.environments) environments", at: environments.position)
            return nil
        }
        defer { Self.refuseSharedTargets(self.environments, findings) }
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
            return findings.attempt { try Self.extended(member, among: members, findings.file) }
                .flatMap { EnvironmentPolicy($0, name: name, position: member.position, findings) }
        }
    }

    /// Refuses two environments that are published to one place, where each would replace the other.
    private static func refuseSharedTargets(_ environments: [EnvironmentPolicy], _ findings: FileFindings) {
        var taken: [String: EnvironmentName] = [:]
        for environment in environments {
            guard let target = environment.publishTo else { continue }
            if let other = taken.updateValue(environment.name, forKey: target.value.rawValue) {
                findings.add(
                    .invalidValue,
                    "environments \"\(other)\" and \"\(environment.name)\" are both published to \(target.value)",
                    at: target.position, hint: "give each a place of its own, such as another prefix")
            }
        }
    }

    /// An environment merged into the one that it extends, and that one into the one that it extends.
    ///
    /// Where it is published and what is acknowledged for it are its own.
    static func extended(
        _ member: JSONMember, among members: [JSONMember], _ file: String
    ) throws -> JSONValue {
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
        for index in layers.indices.dropFirst() { layers[index] = layers[index].withoutMembers(ownMembers) }
        var merged = layers.removeLast()
        while let layer = layers.popLast() {
            merged = merged.spellingOutCacheControl(under: layer).merging(layer)
        }
        return merged
    }
}

extension Policy {
    /// What an environment does not get from the one that it extends.
    private static let ownMembers = ["publishTo", "allow"]
}

extension JSONValue {
    /// An object without some of its members.
    fileprivate func withoutMembers(_ names: [String]) -> JSONValue {
        guard case .object(let members) = content else { return self }
        return JSONValue(.object(members.filter { !names.contains($0.name) }), at: position)
    }
}

extension EnvironmentPolicy {
    fileprivate init?(_ value: JSONValue, name: EnvironmentName, position: TextPosition?, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        _ = object.value("extends")
        let origin = object.required("origin") { try $0.asURL(isOrigin: true) }
        self.name = name
        self.position = position
        publishTo = object.optional("publishTo") { try $0.asBucket() }
        allow = object.value("allow").map { Allowance.all($0, findings) } ?? []
        profile = object.optional("profile") { try $0.asProfile() } ?? .body
        envelopes =
            object.optional("envelopes") { Positioned(value: try Envelopes($0), position: $0.position) }
            ?? Positioned(value: .standard, position: nil)
        resignAfter = object.optional("resignAfter") { try $0.asSeconds() } ?? PublishingTerms.resignAfter
        cacheControl = object.value("cacheControl").flatMap { CacheControlPolicy($0, findings) } ?? CacheControlPolicy()
        maximumAge = object.optional("maximumAge") { Positioned(value: try $0.asSeconds(), position: $0.position) }
        ios = object.value("ios").flatMap { PlatformPolicy(ios: $0, findings) }
        android = object.value("android").flatMap { PlatformPolicy(android: $0, findings) }
        maintenance = object.value("maintenance").flatMap { MaintenancePolicy($0, findings) }
        let documents = object.requiredValue("documents").flatMap { DocumentsPolicy($0, findings) }
        object.refuseUnknownMembers()
        let written = [value["origin"], value["ios"]?["storeURL"], value["android"]?["storeURL"]].compactMap(\.self)
        let rules = (ios?.rules ?? []) + (android?.rules ?? [])
        addresses = written.compactMap { try? $0.asPositionedString() } + rules.compactMap(\.url)
        guard let origin, let documents else { return nil }
        self.origin = origin
        self.documents = documents
    }
}

extension MaintenancePolicy {
    fileprivate init?(_ value: JSONValue, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        position = value.position
        let active = object.required("active") { try $0.asBool() }
        message = object.value("message").flatMap { TextReference($0, name: "maintenance.message", findings) }
        object.refuseUnknownMembers()
        guard let active else { return nil }
        isActive = active
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
