extension DocumentSchema {
    /// What `signet keys readiness` says of one environment.
    static let keyReadiness = [
        object(
            "keyReadiness",
            [
                Member("environment", "The name of the environment.", .text),
                Member("devices", "All devices; absent without a population.", .count, isOptional: true),
                Member("keys", "Its keys that are not revoked, oldest first.", .list("knownKey")),
                Member("next", "The name of the key that rotate would let sign.", .text, isOptional: true),
                Member("refusal", "Why rotate would be refused.", .text, isOptional: true),
                Member("stranded", "Devices that do not know that key.", .count, isOptional: true),
                Member("unclear", "Devices that may not know it.", .count, isOptional: true),
                Member("versions", "What they run, up to 100.", .list("strandedVersion"), isOptional: true),
            ]),
        object(
            "knownKey",
            [
                Member("id", "Its id.", .text),
                Member("name", "What people call it.", .text),
                Member("state", "What it does.", .oneOf(["next", "active", "retired"])),
                Member("shippedIn", "The first app version that embeds it.", .text, isOptional: true),
                Member("know", "Devices that know it.", .count, isOptional: true),
                Member("lack", "Devices that do not.", .count, isOptional: true),
                Member("unclear", "Devices that may not.", .count, isOptional: true),
            ]),
        object(
            "strandedVersion",
            [
                Member("version", "The version of the app.", .text),
                Member("devices", "How many devices run it.", .count),
            ]),
    ]
}
