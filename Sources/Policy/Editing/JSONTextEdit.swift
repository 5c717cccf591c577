import Diagnostics
import ManifestVerifier

/// Edits a JSON text in place: everything else keeps its bytes, including comments and layout.
///
/// Each edit takes time in proportion to the length of the text, and fails when the text would nest too deep.
struct JSONTextEdit {
    /// One step from a value to a value in it.
    enum Step: ExpressibleByStringLiteral {
        case member(String)
        case element(Int)

        init(stringLiteral name: String) { self = .member(name) }
    }

    private(set) var bytes: [UInt8]
    private(set) var root: JSONValue

    /// Fails with a finding about the file unless the bytes are JSON, comments allowed.
    init(_ bytes: [UInt8], file: String) throws(PolicyRefusal) {
        self.bytes = bytes
        do throws(JSONError) {
            root = try JSONParser.parse(bytes, allowsComments: true)
        } catch {
            throw PolicyRefusal.refused([Finding(error, in: file)])
        }
    }

    func value(at path: [Step]) -> JSONValue? {
        path.reduce(root) { value, step in
            switch (step, value?.content) {
            case (.member(let name), _): value?[name]
            case (.element(let index), .array(let elements)?) where elements.indices.contains(index): elements[index]
            case (.element, _): nil
            }
        }
    }

    /// Changes the value at a path, which is there.
    mutating func edit(
        _ path: [Step], _ change: (_ changes: inout JSONTextChanges, _ value: JSONValue) -> Void
    ) throws(JSONError) {
        guard let value = value(at: path) else { preconditionFailure("the caller has read the value") }
        var changes = JSONTextChanges(bytes, root: root)
        change(&changes, value)
        bytes = changes.bytes
        root = try JSONParser.parse(bytes, allowsComments: true)
    }
}
