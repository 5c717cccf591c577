import ManifestVerifier

/// What a device remembers for the rules of one document, whatever becomes of the document's text.
package struct RuleMemory: Equatable, Sendable {
    /// What tells this installation from others in roll-outs.
    package private(set) var installID: InstallID
    /// When rules with a period of grace were first told, by their ids.
    package private(set) var firstSeen: [String: Instant]

    /// That of a new installation.
    package init(installID: InstallID = .random(), firstSeen: [String: Instant] = [:]) {
        self.installID = installID
        self.firstSeen = firstSeen
    }

    /// Counts a rule as told from this time on, unless it was told before.
    mutating func see(_ id: String, at time: Instant) {
        firstSeen[id] = min(firstSeen[id] ?? time, time)
    }

    /// Takes over what was kept: its install id, and what was told earlier.
    mutating func merge(_ kept: RuleMemory) {
        installID = kept.installID
        firstSeen.merge(kept.firstSeen) { min($0, $1) }
    }

    /// Drops all rules but those of these ids.
    mutating func keep(_ ids: Set<String>) {
        firstSeen = firstSeen.filter { ids.contains($0.key) }
    }
}

// MARK: What is kept

extension RuleMemory {
    /// Reads what `bytes` gives; nil for anything else.
    package init?(_ bytes: [UInt8]) {
        guard let value = try? JSONParser.parse(bytes), let install = try? value["install"]?.asString(),
            let installID = InstallID(install), let seen = value["seen"], let object = try? JSONObject(seen)
        else { return nil }
        var firstSeen: [String: Instant] = [:]
        for member in object.members {
            guard GateRule.isName(member.name), let seen = try? member.value.asInstant() else { return nil }
            firstSeen[member.name] = seen
        }
        self.init(installID: installID, firstSeen: firstSeen)
    }

    package var bytes: [UInt8] {
        let seen = firstSeen.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value.description)) }
        return JSONWriter.bytes(
            of: .object([
                JSONMember("install", .string(installID.description)), JSONMember("seen", .object(seen)),
            ]))
    }
}
