import ManifestVerifier

/// Changes to a JSON text at places that do not overlap, made all at once: everything else keeps its bytes, including
/// comments and layout.
struct JSONTextChanges {
    /// A member to add; the lines of its value follow its own indentation, and without one it is on one line.
    private typealias NewMember = (name: String, value: (_ indent: String?) -> String)

    private let text: JSONTextScan
    private let style: JSONStyle
    private var splices: [(range: Range<Int>, text: String)] = []
    /// Where the search for a place begins, so that the places of a long text are not all counted from its start.
    private var start = JSONTextScan.Place.start

    init(_ bytes: [UInt8], root: JSONValue) {
        text = JSONTextScan(bytes: bytes)
        style = JSONStyle(of: text, root: root)
    }

    var bytes: [UInt8] {
        var result: [UInt8] = []
        var end = 0
        let order = splices.indices.sorted {
            (splices[$0].range.lowerBound, $0) < (splices[$1].range.lowerBound, $1)
        }
        for splice in order.map({ splices[$0] }) {
            result += text.bytes[end..<splice.range.lowerBound]
            result += splice.text.utf8
            end = splice.range.upperBound
        }
        return result + text.bytes[end...]
    }

    /// Says that what changes next is behind the start of a member: it is found faster from there.
    mutating func goOn(at member: JSONMember) {
        guard let position = member.position else { preconditionFailure("every member was parsed") }
        start = JSONTextScan.Place(position: position, offset: offset(of: position))
    }

    mutating func replace(_ value: JSONValue, with text: String) {
        splices.append((range(of: value), text))
    }

    /// Sets a member of an object; a new one is added after all others, in their layout.
    mutating func set(_ name: String, to value: String, in object: JSONValue) {
        if let present = object[name] {
            replace(present, with: value)
        } else {
            add([(name, { _ in value })], to: object)
        }
    }

    /// Lays members into an object: what says the same stays as it is written, what is missing is added.
    ///
    /// Fails where an object is expected and the text has something else.
    mutating func merge(_ members: [JSONMember], into target: JSONMember) throws(JSONShapeError) {
        let present = try JSONObject(target.value).members
        var missing: [NewMember] = []
        for new in members {
            guard let old = present.first(where: { $0.name.hasSameBytes(as: new.name) }) else {
                missing.append((new.name, { [style] in style.text(new.value, indent: $0) }))
                continue
            }
            switch (old.value.content, new.value.content) {
            case (.object, .object(let inner)): try merge(inner, into: old)
            case (.null, _): replace(old.value, with: style.text(new.value, indent: indentation(of: old.position)))
            case (_, .object): throw old.value.wrongType("an object")
            default:
                if !old.value.saysSame(as: new.value) { replace(old.value, with: new.value.oneLine) }
            }
        }
        add(missing, to: target.value, named: target.position)
    }

    /// Adds members to an object after all others, in their layout.
    ///
    /// - Parameter name: where the name of the object is, if it has one.
    private mutating func add(_ members: [NewMember], to object: JSONValue, named name: TextPosition? = nil) {
        guard !members.isEmpty else { return }
        guard case .object(let present) = object.content, let last = present.last else {
            return addFirst(members, to: object, named: name)
        }
        let end = range(of: last.value).upperBound
        guard let indent = indentation(of: last.position) else {
            return insert(members.map { style.comma + style.member($0.name, $0.value(nil)) }.joined(), at: end)
        }
        insert(",", at: end)
        let lines = members.map { style.lineBreak + indent + style.member($0.name, $0.value(indent)) }
        // A comment behind the last member stays with it.
        insert(lines.joined(separator: ","), at: text.endOfComments(from: end))
    }

    /// Adds members to an object without any: on lines of their own if its end, or its name, is on one.
    private mutating func addFirst(_ members: [NewMember], to object: JSONValue, named name: TextPosition?) {
        let open = offset(of: object.position) + 1
        let brace = text.skippingComments(from: open)
        func lines(_ indent: String) -> String {
            let inner = indent + style.unit
            return members.map { inner + style.member($0.name, $0.value(inner)) }
                .joined(separator: "," + style.lineBreak) + style.lineBreak + indent
        }
        if let line = text.lineStart(before: brace) {
            splices.append((line..<brace, lines(text.string(line..<brace))))
        } else if let indent = indentation(of: name) {
            splices.append((open..<brace, style.lineBreak + lines(indent)))
        } else {
            let gap = text.bytes[brace - 1] == UInt8(ascii: " ") ? "" : style.padding
            let inline = members.map { style.member($0.name, $0.value(nil)) }.joined(separator: style.comma)
            insert(gap + inline + style.padding, at: brace)
        }
    }

    /// Removes a member of an object, and its line when nothing else is on it; comments stay.
    mutating func remove(_ name: String, from object: JSONValue) {
        guard case .object(let members) = object.content,
            let index = members.firstIndex(where: { $0.name.hasSameBytes(as: name) })
        else { return }
        remove(
            offset(of: members[index].position)..<range(of: members[index].value).upperBound,
            behind: index > 0 ? members[index - 1].value : nil, in: object)
    }

    /// Removes an element of an array in the same way.
    mutating func remove(_ index: Int, from array: JSONValue) {
        guard case .array(let elements) = array.content, elements.indices.contains(index) else { return }
        remove(range(of: elements[index]), behind: index > 0 ? elements[index - 1] : nil, in: array)
    }

    /// Removes what is between commas.
    ///
    /// - Parameter previous: the value before it; nil for what is first.
    private mutating func remove(_ range: Range<Int>, behind previous: JSONValue?, in container: JSONValue) {
        let (bytes, start, end) = (text.bytes, range.lowerBound, range.upperBound)
        let next = text.skippingComments(from: end)
        if bytes[next] == UInt8(ascii: ",") {
            let following = text.skippingSpace(from: next + 1)
            if let line = text.lineStart(before: start),
                let lineFeed = bytes[next..<following].firstIndex(of: .lineFeed)
            {
                cut(line..<end, next..<(lineFeed + 1))
            } else {
                cut(start..<end, next..<following)
            }
        } else if let previous {
            let comma = text.skippingComments(from: self.range(of: previous).upperBound)
            // A comment before the member keeps the end of its line.
            let rest = bytes[end...].first { !" \t".utf8.contains($0) }
            let comment = text.lastComment(from: comma + 1)
            let gap = comment?.end ?? comma + 1
            let keepsLine = comment?.isLine ?? false && rest != .lineFeed && rest != UInt8(ascii: "\r")
            cut(comma..<(comma + 1), (keepsLine ? text.lineStart(before: start) ?? gap : gap)..<end)
        } else if text.skippingSpace(from: offset(of: container.position) + 1) == start,
            text.skippingSpace(from: end) == next
        {
            cut((offset(of: container.position) + 1)..<next)
        } else {
            cut(start..<end)
        }
    }

    /// Inserts an element at the start of an array.
    mutating func insertFirst(_ element: String, into array: JSONValue) {
        guard case .array(let elements) = array.content else { preconditionFailure("the caller has read the array") }
        guard let first = elements.first else {
            // White space and comments in the empty array stay where they are.
            let start = offset(of: array.position) + 1
            let end = text.bytes[start] == UInt8(ascii: "]") ? style.lineBreak + "  " : ""
            return insert("\(style.lineBreak)    \(element)\(end)", at: start)
        }
        // If the first element starts a line, so does the new one, with the same indentation.
        let separator = indentation(of: first.position).map { "," + style.lineBreak + $0 } ?? ", "
        insert(element + separator, at: offset(of: first.position))
    }

    private mutating func insert(_ text: String, at offset: Int) { splices.append((offset..<offset, text)) }

    private mutating func cut(_ ranges: Range<Int>...) { splices += ranges.map { ($0, "") } }

    /// The white space before a place that starts a line; nil elsewhere.
    private func indentation(of position: TextPosition?) -> String? {
        position.flatMap { position in
            let offset = offset(of: position)
            return text.lineStart(before: offset).map { text.string($0..<offset) }
        }
    }

    private func range(of value: JSONValue) -> Range<Int> {
        let start = offset(of: value.position)
        return start..<text.endOfValue(at: start)
    }

    private func offset(of position: TextPosition?) -> Int {
        guard let position else { preconditionFailure("every value was parsed") }
        return text.offset(of: position, from: start)
    }
}

extension JSONValue {
    /// Whether readers take two strings, or two integers, for the same.
    fileprivate func saysSame(as other: JSONValue) -> Bool {
        if let text = try? asString(), let otherText = try? other.asString() { return text.hasSameBytes(as: otherText) }
        if let number = try? asInteger(), let otherNumber = try? other.asInteger() { return number == otherNumber }
        return false
    }
}
