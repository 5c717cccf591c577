import ManifestVerifier

extension JSONValue {
    /// This value with a JSON Merge Patch applied to it (RFC 7396); every value keeps the place where it was written.
    ///
    /// The recursion is bounded by the nesting that the parser allows.
    package func merging(_ patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch.content else { return patch }
        var members: [JSONMember?] = []
        if case .object(let present) = content { members = present }
        // By bytes and through a table: a policy of many members must not take their square of time.
        var places: [[UInt8]: Int] = [:]
        for (place, member) in members.enumerated() {
            if let member { places[Array(member.name.utf8)] = place }
        }
        for change in changes {
            let place = places[Array(change.name.utf8)]
            if case .null = change.value.content {
                if let place { members[place] = nil }
            } else if let place, let present = members[place] {
                members[place]?.value = present.value.merging(change.value)
            } else {
                let value = JSONValue(.null).merging(change.value)
                members.append(JSONMember(change.name, value, at: change.position))
            }
        }
        return JSONValue(.object(members.compactMap(\.self)), at: patch.position)
    }
}
