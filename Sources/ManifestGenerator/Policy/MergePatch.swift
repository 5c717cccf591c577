import ManifestFormat

extension JSONValue {
    /// This value with a JSON Merge Patch applied to it (RFC 7396); every value keeps the place where it was written.
    ///
    /// The recursion is bounded by the nesting that the parser allows.
    package func merging(_ patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch.content else { return patch }
        var members: [JSONMember] = []
        if case .object(let present) = content { members = present }
        for change in changes {
            let index = members.firstIndex { $0.name.hasSameBytes(as: change.name) }
            if case .null = change.value.content {
                if let index { members.remove(at: index) }
            } else if let index {
                members[index].value = members[index].value.merging(change.value)
            } else {
                let value = JSONValue(.null).merging(change.value)
                members.append(JSONMember(change.name, value, at: change.position))
            }
        }
        return JSONValue(.object(members), at: patch.position)
    }
}
