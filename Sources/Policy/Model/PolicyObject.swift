import Diagnostics
import ManifestVerifier

/// Reads one object of a policy member by member, and continues after an invalid one.
struct PolicyObject {
    private var object: JSONObject
    private let findings: FileFindings

    var members: [JSONMember] { object.members }

    /// Fails, with a finding, when `value` is not an object.
    init?(_ value: JSONValue, _ findings: FileFindings) {
        guard let object = findings.attempt({ try JSONObject(value) }) else { return nil }
        (self.object, self.findings) = (object, findings)
    }

    mutating func value(_ name: String) -> JSONValue? { object.optional(name) }

    mutating func requiredValue(_ name: String) -> JSONValue? {
        guard let value = object.optional(name) else {
            findings.add(JSONShapeError(.missingMember(name), at: object.position))
            return nil
        }
        return value
    }

    /// The member as `read` returns it; nil when it is missing and, with a finding, when it is invalid.
    mutating func optional<Result>(_ name: String, _ read: (JSONValue) throws -> Result) -> Result? {
        value(name).flatMap { value in findings.attempt { try read(value) } }
    }

    /// The member as `read` returns it; nil, with a finding, when it is missing or invalid.
    mutating func required<Result>(_ name: String, _ read: (JSONValue) throws -> Result) -> Result? {
        requiredValue(name).flatMap { value in findings.attempt { try read(value) } }
    }

    func refuseUnknownMembers() {
        for error in object.unknownMembers() { findings.add(error) }
    }
}
