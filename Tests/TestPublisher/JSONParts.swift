import ManifestVerifier

extension JSONValue {
    /// A part of a value.
    package struct Node: Sendable {
        /// The places of the part among its holder's children, and so on from the top.
        package let steps: [Int]
        /// The names of the part and its holders from the top; `#` stands for an element of an array.
        package let place: [String]
        /// Whether it has children, or could.
        package let isHolder: Bool
    }

    private var children: [(name: String, value: JSONValue)] {
        switch content {
        case .object(let members): members.map { ($0.name, $0.value) }
        case .array(let elements): elements.map { ("#", $0) }
        default: []
        }
    }

    /// All parts of a value, and the value itself.
    package var nodes: [Node] { nodes([], []) }

    private func nodes(_ steps: [Int], _ place: [String]) -> [Node] {
        var isHolder = false
        switch content {
        case .object, .array: isHolder = true
        default: break
        }
        return [Node(steps: steps, place: place, isHolder: isHolder)]
            + children.enumerated().flatMap { $1.value.nodes(steps + [$0], place + [$1.name]) }
    }

    /// The part at a place.
    package func value(_ steps: ArraySlice<Int>) -> JSONValue? {
        guard let step = steps.first else { return self }
        let children = children
        return children.indices.contains(step) ? children[step].value.value(steps.dropFirst()) : nil
    }

    /// The value with another one at a place, or without it.
    package func replacing(_ steps: ArraySlice<Int>, _ change: (JSONValue) -> JSONValue?) -> JSONValue? {
        guard let step = steps.first else { return change(self) }
        switch content {
        case .object(var members):
            guard members.indices.contains(step) else { return self }
            if let value = members[step].value.replacing(steps.dropFirst(), change) {
                members[step].value = value
            } else {
                members.remove(at: step)
            }
            return .object(members)
        case .array(var elements):
            guard elements.indices.contains(step) else { return self }
            if let value = elements[step].replacing(steps.dropFirst(), change) {
                elements[step] = value
            } else {
                elements.remove(at: step)
            }
            return .array(elements)
        default: return self
        }
    }

    /// The value with another name for a member, if its object has none of that name.
    package func renaming(_ steps: ArraySlice<Int>, to name: String) -> JSONValue {
        guard let last = steps.last else { return self }
        return replacing(steps.dropLast()) { holder in
            guard case .object(var members) = holder.content, members.indices.contains(last), holder[name] == nil else {
                return holder
            }
            members[last] = JSONMember(name, members[last].value)
            return .object(members)
        } ?? self
    }
}
