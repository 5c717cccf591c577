import Diagnostics
import ManifestVerifier

/// One change or warning that a reviewed policy acknowledges: `{ "code": "devices-freed", "at": "ios.minimumAppVersion",
/// "from": "3.2.0", "to": "3.0.0" }`, `{ "code": "wrong-store", "at": "welcome.en", "to": "App Store" }`.
///
/// It fits that one and no other, so that it cannot be planted for a later one.
package struct Allowance: Sendable {
    /// What is acknowledged: a code, and what changes, as the finding names it.
    package struct Subject: Hashable {
        package let code: FindingCode
        package let change: ChangeIdentity

        package init(code: FindingCode, change: ChangeIdentity) { (self.code, self.change) = (code, change) }
    }

    package let position: TextPosition?
    private var code = codes[0]
    private var at = ""
    private var from: String?
    private var to: String?

    private init(position: TextPosition?) { self.position = position }

    package var subject: Subject { Subject(code: code, change: ChangeIdentity(at: at, from: from, to: to)) }

    /// Whether it is for a change, which is over when it is published, and not for a warning about the policy itself.
    package var isForChange: Bool { code.acknowledgement != .byQuote }

    static let all = Shape<[Allowance]>.list(
        .object(
            { Allowance(position: $0) },
            [
                Member("code", "The code of the finding.", acknowledged, isRequired: true, \.code),
                Member("at", "What changes, or what the warning is about.", .text, isRequired: true, \.at),
                Member("from", "What is live.", .text, \.from),
                Member("to", "What it becomes, or what the warning quotes.", .text, \.to),
            ]), "entries",
        more: #"""
            "examples": [
              [{ "code": "devices-freed", "at": "ios.minimumAppVersion", "from": "3.2.0", "to": "3.0.0" }]
            ]
            """#)

    private static let acknowledged = Shape<FindingCode>(#""enum": \#(codes.map(\.rawValue).json)"#) { value in
        let name = try value.asString()
        guard let code = FindingCode(rawValue: name), codes.contains(code) else {
            throw value.unacceptable(
                "\"\(name)\" is not a code that a policy can acknowledge: "
                    + codes.map(\.rawValue).joined(separator: ", "))
        }
        return code
    }

    /// `devices-freed at ios.minimumAppVersion, from 3.2.0 to 3.0.0`
    package var phrase: String {
        let change = subject.change
        return "\(subject.code.rawValue) at \(change.at)" + (change.from.map { ", from \($0)" } ?? "")
            + (change.to.map { " to \($0)" } ?? "")
    }

    package static let codes = FindingCode.allCases.filter { code in
        switch code.acknowledgement {
        case .byQuote, .offered, .required: true
        case .none, .requiredByHand: false
        }
    }
}

extension Finding {
    /// The entry of `allow` that acknowledges it, ready to paste; nil where a policy cannot.
    package var allowEntry: String? {
        Allowance.codes.contains(code) ? change?.allowance(code) : nil
    }

    /// What a person does who ends it, or who means it.
    package var nextStep: String? {
        let places = environments.map { "of \"\($0)\"" }.joined(separator: " and ")
        let entry = places.isEmpty ? nil : allowEntry.map { "if it is meant, add to \"allow\" \(places): \($0)" }
        let steps = [hint, entry].compactMap(\.self)
        return steps.isEmpty ? nil : steps.joined(separator: "; ")
    }
}

extension ChangeIdentity {
    package func allowance(_ code: FindingCode) -> String {
        let members = [("code", code.rawValue), ("at", at), ("from", from), ("to", to)]
        return JSONValue.object(members.compactMap { name, text in text.map { JSONMember(name, .string($0)) } }).oneLine
    }
}
