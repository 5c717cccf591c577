/// Reads strict JSON into a tree of values.
package enum JSONParser {
    /// Parses one value that fills all of `bytes`.
    ///
    /// - Parameters:
    ///   - allowsComments: whether `//` and `/* */` are allowed wherever white space is; never for a signed document.
    ///   - allowsTrailingCommas: whether one comma may follow the last value of a container; never for a signed document.
    package static func parse(
        _ bytes: [UInt8], allowsComments: Bool = false, allowsTrailingCommas: Bool = false
    ) throws(JSONError) -> JSONValue {
        var tolerance: JSONTolerance = []
        if allowsComments { tolerance.insert(.comments) }
        if allowsTrailingCommas { tolerance.insert(.trailingCommas) }
        var reader = JSONReader(bytes, tolerating: tolerance, keepsText: true)
        var builder = JSONTreeBuilder()
        try reader.document(into: &builder)
        guard let value = builder.value else { preconditionFailure("a text that was read to its end is a value") }
        return value
    }
}

/// Keeps all of a JSON text.
private struct JSONTreeBuilder: JSONConsumer {
    /// A container whose end has not been reached yet.
    private struct OpenContainer {
        let isObject: Bool
        let position: TextPosition
        var elements: [JSONValue] = []
        var members: [JSONMember] = []
        var name = ""
        var namePosition: TextPosition?

        mutating func append(_ value: JSONValue) {
            if isObject {
                members.append(JSONMember(name, value, at: namePosition))
            } else {
                elements.append(value)
            }
        }

        var value: JSONValue {
            JSONValue(isObject ? .object(members) : .array(elements), at: position)
        }
    }

    private var containers: [OpenContainer] = []
    /// The whole value, once it is complete.
    private(set) var value: JSONValue?

    mutating func open(isObject: Bool, at position: TextPosition) {
        containers.append(OpenContainer(isObject: isObject, position: position))
    }

    mutating func member(_ name: String, at position: TextPosition) {
        containers[containers.count - 1].name = name
        containers[containers.count - 1].namePosition = position
    }

    mutating func scalar(_ content: JSONValue.Content, at position: TextPosition) {
        append(JSONValue(content, at: position))
    }

    mutating func close() { append(containers.removeLast().value) }

    private mutating func append(_ value: JSONValue) {
        guard let top = containers.indices.last else {
            self.value = value
            return
        }
        containers[top].append(value)
    }
}
