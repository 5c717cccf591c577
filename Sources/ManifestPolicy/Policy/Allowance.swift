import Diagnostics
import ManifestVerifier

/// One change or warning that a reviewed policy acknowledges: `{ "code": "minimum-lowered", "at": "ios.minimumAppVersion",
/// "from": "3.2.0", "to": "3.0.0" }`, `{ "code": "wrong-store", "at": "welcome.en", "to": "App Store" }`.
///
/// It fits that one and no other, so that it cannot be planted for a later one.
package struct Allowance: Sendable {
    /// What is acknowledged: a code, and what changes, as the finding names it.
    struct Subject: Hashable {
        let code: LintCode
        let change: ChangeIdentity
    }

    let subject: Subject
    let position: TextPosition?

    /// Whether it is for a change, which is over when it is published, and not for a warning about the policy itself.
    var isForChange: Bool { subject.code.rule.acknowledgement != .byQuote }

    /// Reads the entries of `allow`; what is wrong with one is a finding.
    static func all(_ value: JSONValue, _ findings: FileFindings) -> [Allowance] {
        guard let elements = findings.attempt({ try value.asArray() }) else { return [] }
        return elements.compactMap { Allowance($0, findings) }
    }

    private init?(_ value: JSONValue, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        let code = object.required("code") { value throws(JSONShapeError) in
            let name = try value.asString()
            guard let code = LintCode(rawValue: name), Self.codes.contains(code) else {
                throw value.unacceptable(
                    "\"\(name)\" is not a code that a policy can acknowledge: "
                        + Self.codes.map(\.rawValue).joined(separator: ", "))
            }
            return code
        }
        let at = object.required("at") { try $0.asString() }
        let from = object.optional("from") { try $0.asString() }
        let to = object.optional("to") { try $0.asString() }
        object.refuseUnknownMembers()
        guard let code, let at else { return nil }
        subject = Subject(code: code, change: ChangeIdentity(at: at, from: from, to: to))
        position = value.position
    }

    /// `minimum-lowered at ios.minimumAppVersion, from 3.2.0 to 3.0.0`
    var phrase: String {
        let change = subject.change
        return "\(subject.code.rawValue) at \(change.at)" + (change.from.map { ", from \($0)" } ?? "")
            + (change.to.map { " to \($0)" } ?? "")
    }

    /// The codes that a policy can acknowledge.
    package static let codes = LintCode.allCases.filter { code in
        switch code.rule.acknowledgement {
        case .byQuote, .offered, .required: true
        case .none, .requiredByHand: false
        }
    }
}

extension ChangeIdentity {
    /// What a person does who means it: the entry of `allow`, ready to paste, and where to.
    func acknowledging(_ code: LintCode, in environments: [EnvironmentName]) -> String {
        let places = environments.map { "of \"\($0)\"" }.joined(separator: " and ")
        return "if it is meant, add to \"allow\" \(places): \(allowance(code))"
    }

    /// The entry of `allow` that acknowledges this change, ready to paste.
    package func allowance(_ code: LintCode) -> String {
        func quoted(_ text: String) -> String {
            var bytes = JSONWriter.bytes(of: .string(text))
            if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
            return String(decoding: bytes, as: UTF8.self)
        }
        let members = [("code", code.rawValue), ("at", at), ("from", from), ("to", to)]
            .compactMap { name, value in value.map { "\"\(name)\": \(quoted($0))" } }
        return "{ \(members.joined(separator: ", ")) }"
    }
}
