import ManifestVerifier

/// Edits a JSON text in place: everything else keeps its bytes, including comments and layout.
///
/// Each edit takes time in proportion to the length of the text, and fails when the text would nest too deep.
struct JSONTextEdit {
    /// One step from a value to a value in it.
    enum Step: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        case member(String)
        case element(Int)

        init(stringLiteral name: String) { self = .member(name) }
        init(integerLiteral index: Int) { self = .element(index) }
    }

    private(set) var bytes: [UInt8]
    private(set) var root: JSONValue

    /// Fails unless the bytes are JSON, comments allowed.
    init(_ bytes: [UInt8]) throws(JSONError) {
        self.bytes = bytes
        root = try JSONParser.parse(bytes, allowsComments: true)
    }

    /// The value at a path from the root; nil where there is none.
    func value(at path: [Step]) -> JSONValue? {
        path.reduce(root) { value, step in
            switch (step, value?.content) {
            case (.member(let name), _): value?[name]
            case (.element(let index), .array(let elements)?) where elements.indices.contains(index): elements[index]
            case (.element, _): nil
            }
        }
    }

    // MARK: Edits

    /// Sets a member of an object; a new member is added after all others, in their layout.
    mutating func set(_ name: String, to value: String, in object: [Step]) throws(JSONError) {
        let target = target(at: object)
        try edit { changes in
            if let present = target[name] {
                changes.replace(present, with: value)
            } else {
                changes.add([(name, .asWritten(value))], to: target)
            }
        }
    }

    /// Removes a member of an object, and its line when nothing else is on it; comments stay.
    mutating func remove(_ name: String, from object: [Step]) throws(JSONError) {
        let target = target(at: object)
        try edit { $0.remove(name, from: target) }
    }

    /// Removes an element of an array in the same way.
    mutating func remove(_ index: Int, from array: [Step]) throws(JSONError) {
        let target = target(at: array)
        try edit { $0.remove(index, from: target) }
    }

    /// Inserts an element at the start of an array.
    mutating func insertFirst(_ element: String, into array: [Step]) throws(JSONError) {
        let target = target(at: array)
        try edit { $0.insertFirst(element, into: target) }
    }

    private mutating func edit(_ change: (inout JSONTextChanges) -> Void) throws(JSONError) {
        var changes = JSONTextChanges(bytes, root: root)
        change(&changes)
        bytes = changes.bytes
        root = try JSONParser.parse(bytes, allowsComments: true)
    }

    private func target(at path: [Step]) -> JSONValue {
        guard let target = value(at: path) else { preconditionFailure("the caller has read the value") }
        return target
    }
}
