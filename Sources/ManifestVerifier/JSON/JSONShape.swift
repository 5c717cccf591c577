/// Why a JSON value is not what its place asks for, and where.
package struct JSONShapeError: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        case missingMember(String)
        /// A member that nothing reads, and the known names.
        case unknownMember(String, known: [String])
        case wrongType(expected: String, found: String)
        /// The value is of the right type but not acceptable, for this reason.
        case unacceptable(String)
    }

    package let reason: Reason
    package let position: TextPosition?

    package init(_ reason: Reason, at position: TextPosition?) {
        self.reason = reason
        self.position = position
    }

    package var message: String {
        switch reason {
        case .missingMember(let name): "missing member \"\(name)\""
        case .unknownMember(let name, _): "unknown member \"\(name)\""
        case .wrongType(let expected, let found): "expected \(expected), found \(found)"
        case .unacceptable(let reason): reason
        }
    }
}

/// Reads the members of one object by name and, at the end, refuses those that were never read.
package struct JSONObject {
    package let position: TextPosition?
    /// The members in their order.
    package let members: [JSONMember]
    private var read: [String] = []

    /// Fails when `value` is not an object.
    package init(_ value: JSONValue) throws(JSONShapeError) {
        guard case .object(let members) = value.content else {
            throw JSONShapeError(.wrongType(expected: "an object", found: value.kindName), at: value.position)
        }
        position = value.position
        self.members = members
    }

    /// The member's value, or nil.
    package mutating func optional(_ name: String) -> JSONValue? {
        read.append(name)
        return members.first { $0.name.hasSameBytes(as: name) }?.value
    }

    /// The member's value; fails without one.
    package mutating func required(_ name: String) throws(JSONShapeError) -> JSONValue {
        guard let value = optional(name) else { throw JSONShapeError(.missingMember(name), at: position) }
        return value
    }

    /// Fails for the first member that was never read.
    package func refuseUnknownMembers() throws(JSONShapeError) {
        for error in unknownMembers() { throw error }
    }

    /// An error for every member that was never read.
    package func unknownMembers() -> some Sequence<JSONShapeError> {
        members.lazy.filter { member in !read.contains { $0.hasSameBytes(as: member.name) } }
            .map { JSONShapeError(.unknownMember($0.name, known: read), at: $0.position) }
    }
}

extension JSONValue {
    package func asString() throws(JSONShapeError) -> String {
        guard case .string(let text) = content else { throw wrongType("a string") }
        return text
    }

    /// What `read` makes of a string; fails where that is nothing.
    package func parsed<Value>(or reason: String, _ read: (String) -> Value?) throws(JSONShapeError) -> Value {
        guard let value = read(try asString()) else { throw unacceptable(reason) }
        return value
    }

    package func asBool() throws(JSONShapeError) -> Bool {
        guard case .bool(let bool) = content else { throw wrongType("true or false") }
        return bool
    }

    package func asArray() throws(JSONShapeError) -> [JSONValue] {
        guard case .array(let elements) = content else { throw wrongType("an array") }
        return elements
    }

    /// An integer that is spelled as one: `23`, not `23.0` or `2.3e1`, and within 64 bits.
    package func asInteger() throws(JSONShapeError) -> Int {
        guard case .number(let spelling) = content else { throw wrongType("an integer") }
        guard let number = Int(spelling), !spelling.hasPrefix("-0") else {
            throw unacceptable("\(spelling) is not an integer of 64 bits")
        }
        return number
    }

    /// The 64 lowercase hexadecimal digits of a SHA-256.
    package func asSHA256() throws(JSONShapeError) -> String {
        let text = try asString()
        guard ListedDigest(hexadecimal: text) != nil else {
            throw unacceptable("not 64 lowercase hexadecimal digits")
        }
        return text
    }

    package func wrongType(_ expected: String) -> JSONShapeError {
        JSONShapeError(.wrongType(expected: expected, found: kindName), at: position)
    }

    package func unacceptable(_ reason: String) -> JSONShapeError {
        JSONShapeError(.unacceptable(reason), at: position)
    }
}
