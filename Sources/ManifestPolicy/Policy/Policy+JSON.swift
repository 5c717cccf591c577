import Diagnostics
import ManifestVerifier

extension Policy {
    /// Reads a policy strictly: comments are allowed, unknown and repeated members are not.
    ///
    /// All that is wrong is found in one go, unless the bytes are no JSON at all.
    package init(parsing bytes: [UInt8], file: String) throws {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONParser.parse(bytes, allowsComments: true)
        } catch {
            throw PolicyRefusal.unparsable([Finding(.syntax, file, error.position, error.message)])
        }
        let all = Findings()
        guard let policy = Policy(value, FileFindings(file, all)), !all.haveErrors else {
            throw PolicyRefusal.unparsable(all.sorted)
        }
        self = policy
    }

    private init?(_ value: JSONValue, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        file = findings.file
        descriptions = object.optional("descriptions") { (value) throws(JSONShapeError) in try value.asPolicyPath() }
        allowedNames = object.optional("allowedNames") { (value) throws(JSONShapeError) in try value.asNames() } ?? []
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
        var folders: Set<String> = []
        self.environments = members.compactMap { member in
            guard let name = EnvironmentName(member.name) else {
                findings.add(
                    .invalidValue,
                    "\"\(member.name)\" is no name for an environment (A-Z a-z 0-9 . _ - without a leading dot)",
                    at: member.position)
                return nil
            }
            guard folders.insert(member.name.asciiLowercased).inserted else {
                findings.add(
                    .invalidValue, "another environment's name differs from \"\(name)\" only by case",
                    at: member.position)
                return nil
            }
            return findings.attempt { () throws(JSONShapeError) in try Self.extended(member, among: members) }
                .flatMap { EnvironmentPolicy($0, name: name, position: member.position, findings) }
        }
    }

    /// An environment laid over the one it extends, and that one over the one that it extends.
    private static func extended(
        _ member: JSONMember, among members: [JSONMember]
    ) throws(JSONShapeError) -> JSONValue {
        var layers = [member.value]
        var names = [member.name]
        while let base = layers.last?["extends"] {
            let name = try base.asString()
            guard !names.contains(name) else {
                throw base.unacceptable("\"\(names.joined(separator: "\" extends \""))\" extends \"\(name)\", a circle")
            }
            guard let next = members.first(where: { $0.name == name }) else {
                throw base.unacceptable("there is no environment \"\(name)\" to extend")
            }
            names.append(name)
            layers.append(next.value)
        }
        var merged = layers.removeLast()
        while let layer = layers.popLast() { merged = merged.merging(layer) }
        return merged
    }
}

extension EnvironmentPolicy {
    fileprivate init?(
        _ value: JSONValue, name: EnvironmentName, position: TextPosition?, _ findings: FileFindings
    ) {
        guard var object = PolicyObject(value, findings) else { return nil }
        _ = object.value("extends")
        let origin = object.required("origin") { (value) throws(JSONShapeError) in try value.asURL(isOrigin: true) }
        self.name = name
        self.position = position
        profile = object.optional("profile") { (value) throws(JSONShapeError) in try value.asProfile() } ?? .body
        resignAfter =
            object.optional("resignAfter") { (value) throws(JSONShapeError) in try value.asSeconds() }
            ?? PublishingTerms.resignAfter
        cacheControl =
            object.optional("cacheControl") { (value) throws(JSONShapeError) in try value.asHeaderValue() }
            ?? PublishingTerms.cacheControl
        maximumAge = object.optional("maximumAge") { (value) throws(JSONShapeError) in
            Located(value: try value.asSeconds(), position: value.position)
        }
        ios = object.value("ios").flatMap { PlatformPolicy(ios: $0, findings) }
        android = object.value("android").flatMap { PlatformPolicy(android: $0, findings) }
        maintenance = object.value("maintenance").flatMap { MaintenancePolicy($0, findings) }
        let documents = object.requiredValue("documents").flatMap { DocumentsPolicy($0, findings) }
        object.refuseUnknownMembers()
        guard let origin, let documents else { return nil }
        self.origin = origin
        self.documents = documents
    }
}

extension MaintenancePolicy {
    fileprivate init?(_ value: JSONValue, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        let active = object.required("active") { (value) throws(JSONShapeError) in try value.asBool() }
        message = object.optional("message") { (value) throws(JSONShapeError) in try value.asLocatedString() }
        object.refuseUnknownMembers()
        guard let active else { return nil }
        isActive = active
    }
}
