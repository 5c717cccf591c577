import Diagnostics
import ManifestVerifier

/// A kind of value: how it is read, and what editors are told of it.
struct Shape<Value: Sendable>: Sendable {
    typealias Reading = @Sendable (JSONValue, _ name: String, FileFindings) -> Value?

    let node: SchemaNode
    /// Reads a value; nil after a finding. The name is what messages call it by: `minimumAppVersion`, `rules.winter.title`.
    let read: Reading

    init(_ node: SchemaNode, read: @escaping Reading) {
        (self.node, self.read) = (node, read)
    }

    /// A value that is one thing, and right or wrong as a whole.
    ///
    /// - Parameter code: the code of a finding about it.
    init(
        _ node: SchemaNode, code: FindingCode = .invalidValue, convert: @escaping @Sendable (JSONValue) throws -> Value
    ) {
        self.init(node) { json, _, findings in findings.attempt(code: code) { try convert(json) } }
    }

    /// A value whose errors are findings with hints of their own, in a file of this name.
    init(_ node: SchemaNode, reading convert: @escaping @Sendable (JSONValue, _ file: String) throws -> Value) {
        self.init(node) { json, _, findings in findings.attempt { try convert(json, findings.file) } }
    }

    var positioned: Shape<Positioned<Value>> {
        let read = read
        return Shape<Positioned<Value>>(node) { json, name, findings in
            read(json, name, findings).map { Positioned(value: $0, position: json.position) }
        }
    }

    /// The same, which schemas have once under a name.
    func named(_ name: String) -> Shape { Shape(.named(name, node), read: read) }
}

/// One member of an object: the only place where its name is written.
struct Member<Root: Sendable>: Sendable {
    let property: SchemaNode.Property
    /// Reads the member of an object into what the object is read into; false when that cannot do without it.
    fileprivate let read: @Sendable (inout PolicyObject, inout Root, _ label: String, FileFindings) -> Bool

    var name: String { property.name }

    init<Value>(
        _ name: String, _ about: String, _ shape: Shape<Value>, isRequired: Bool = false,
        set: @escaping @Sendable (inout Root, Value) -> Void
    ) {
        property = SchemaNode.Property(name: name, about: about, isRequired: isRequired, node: shape.node)
        read = { object, root, label, findings in
            guard let json = isRequired ? object.requiredValue(name) : object.value(name),
                let value = shape.read(json, "\(label).\(name)", findings)
            else { return !isRequired }
            set(&root, value)
            return true
        }
    }

    init<Value>(
        _ name: String, _ about: String, _ shape: Shape<Value>, isRequired: Bool = false,
        _ path: any WritableKeyPath<Root, Value> & Sendable
    ) {
        self.init(name, about, shape, isRequired: isRequired) { $0[keyPath: path] = $1 }
    }

    init<Value>(
        _ name: String, _ about: String, _ shape: Shape<Value>, isRequired: Bool = false,
        _ path: any WritableKeyPath<Root, Value?> & Sendable
    ) {
        self.init(name, about, shape, isRequired: isRequired) { $0[keyPath: path] = $1 }
    }
}

extension Shape {
    /// An object that has these members and no other.
    ///
    /// - Parameters:
    ///   - start: an object without any member.
    ///   - shorthand: the member that may stand for the whole, where it is a text.
    ///   - kind: what messages call the type of the value, if that is not an object.
    ///   - label: what messages call the object by; the name of its own member if nil.
    ///   - restrictions: what a schema says of several members together, as JSON.
    ///   - check: what only several members together get wrong; false when the object cannot be used.
    static func object(
        _ start: @escaping @Sendable (TextPosition?) -> Value, _ members: [Member<Value>], shorthand: String? = nil,
        kind: String? = nil, label: (@Sendable (JSONValue) -> String)? = nil, restrictions: String? = nil,
        check: @escaping @Sendable (inout Value, JSONValue, FileFindings) -> Bool = { _, _, _ in true }
    ) -> Shape {
        let object = SchemaNode.object(members.map(\.property), restrictions: restrictions)
        let short = members.first { $0.name == shorthand }?.property.node
        return Shape(short.map { .either([$0, object]) } ?? object) { json, name, findings in
            var json = json
            if let shorthand, case .string = json.content {
                json = JSONValue(.object([JSONMember(shorthand, json, at: json.position)]), at: json.position)
            }
            if let kind {
                guard case .object = json.content else {
                    findings.add(json.wrongType(kind))
                    return nil
                }
            }
            let label = label?(json) ?? name.split(separator: ".").last.map(String.init) ?? ""
            return members.read(json, into: start(json.position), label: label, findings).flatMap { read in
                var value = read
                return check(&value, json, findings) ? value : nil
            }
        }
    }

    /// An array, of which every element that can be read is kept.
    ///
    /// - Parameters:
    ///   - plural: what messages call the elements.
    ///   - more: further members of its schema, as JSON.
    ///   - check: what only several elements together get wrong.
    static func list<Element>(
        _ element: Shape<Element>, _ plural: String, atMost limit: Int? = nil, more: String? = nil,
        check: @escaping @Sendable ([Element], FileFindings) -> Void = { _, _ in }
    ) -> Shape where Value == [Element] {
        let schema = [limit.map { "\"maxItems\": \($0)" }, more].compactMap(\.self).joined(separator: ", ")
        return Shape(.list(element.node, more: schema)) { json, name, findings in
            guard let elements = findings.attempt({ try json.asArray() }) else { return [] }
            if let limit, elements.count > limit {
                findings.add(.limit, "there are more than \(limit) \(plural)", at: json.position)
                return []
            }
            let values = elements.compactMap { element.read($0, name, findings) }
            check(values, findings)
            return values
        }
    }
}

extension Array {
    /// Reads an object into `root`; nil when it is not an object or lacks what it cannot do without.
    func read<Root>(
        _ json: JSONValue, into root: Root, label: String, _ findings: FileFindings
    ) -> Root? where Element == Member<Root> {
        guard var object = PolicyObject(json, findings) else { return nil }
        var (root, isComplete) = (root, true)
        for member in self where !member.read(&object, &root, label, findings) { isComplete = false }
        object.refuseUnknownMembers()
        return isComplete ? root : nil
    }
}
