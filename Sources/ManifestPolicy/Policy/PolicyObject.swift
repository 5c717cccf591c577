import Diagnostics
import ManifestVerifier

/// Reads one object of a policy member by member, and goes on after a wrong one.
struct PolicyObject {
    private var object: JSONObject
    private let findings: FileFindings

    /// Where the object begins.
    var position: TextPosition? { object.position }
    /// The members in their order.
    var members: [JSONMember] { object.members }

    /// Fails, with a finding, when `value` is no object.
    init?(_ value: JSONValue, _ findings: FileFindings) {
        guard let object = findings.attempt({ () throws(JSONShapeError) in try JSONObject(value) }) else { return nil }
        self.object = object
        self.findings = findings
    }

    /// The member as it stands, or nil.
    mutating func value(_ name: String) -> JSONValue? { object.optional(name) }

    /// The member as it stands; nil, with a finding, when there is none.
    mutating func requiredValue(_ name: String) -> JSONValue? {
        guard let value = object.optional(name) else {
            findings.add(JSONShapeError(.missingMember(name), at: position))
            return nil
        }
        return value
    }

    /// What `read` makes of the member; nil when there is none and, with a finding, when it is wrong.
    mutating func optional<Result>(
        _ name: String, code: LintCode = .invalidValue, _ read: (JSONValue) throws(JSONShapeError) -> Result
    ) -> Result? {
        guard let value = value(name) else { return nil }
        return findings.attempt(code: code) { () throws(JSONShapeError) in try read(value) }
    }

    /// What `read` makes of the member; nil, with a finding, when there is none or it is wrong.
    mutating func required<Result>(
        _ name: String, code: LintCode = .invalidValue, _ read: (JSONValue) throws(JSONShapeError) -> Result
    ) -> Result? {
        guard let value = requiredValue(name) else { return nil }
        return findings.attempt(code: code) { () throws(JSONShapeError) in try read(value) }
    }

    /// Adds a finding for every member that was never asked for.
    func refuseUnknownMembers() {
        for error in object.unknownMembers() { findings.add(error) }
    }
}
