/// A place in a text: both numbers count from 1, and a column is one Unicode scalar.
package struct TextPosition: Hashable, Sendable, CustomStringConvertible {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package var description: String { "\(line):\(column)" }
}

/// A JSON value that keeps member order, number spelling and the place of every value.
package struct JSONValue: Sendable {
    package enum Content: Sendable {
        case null
        case bool(Bool)
        /// The number as it was spelled.
        case number(String)
        case string(String)
        case array([JSONValue])
        case object([JSONMember])
    }

    package var content: Content
    /// Where the value begins; nil for a value that was not parsed.
    package let position: TextPosition?

    package init(_ content: Content, at position: TextPosition? = nil) {
        self.content = content
        self.position = position
    }

    /// What kind of value this is, in words for a message.
    package var kindName: String {
        switch content {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The first member of that name, compared by bytes; nil without one and for anything but an object.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.name.hasSameBytes(as: name) }?.value
    }
}

package struct JSONMember: Sendable {
    package let name: String
    package var value: JSONValue
    /// Where the name begins; nil for a member that was not parsed.
    package let position: TextPosition?

    package init(_ name: String, _ value: JSONValue, at position: TextPosition? = nil) {
        self.name = name
        self.value = value
        self.position = position
    }
}

extension JSONValue {
    /// A string that was not parsed.
    package static func string(_ text: String) -> JSONValue { JSONValue(.string(text)) }
    /// An integer that was not parsed.
    package static func integer(_ number: Int) -> JSONValue { JSONValue(.number(String(number))) }
    /// An object that was not parsed, with its members in that order.
    package static func object(_ members: [JSONMember]) -> JSONValue { JSONValue(.object(members)) }
    /// An array that was not parsed.
    package static func array(_ elements: [JSONValue]) -> JSONValue { JSONValue(.array(elements)) }
}
