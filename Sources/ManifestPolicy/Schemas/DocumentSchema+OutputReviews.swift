extension DocumentSchema {
    static let reviews = [
        object(
            "review",
            [
                Member("path", "The page that was written.", .text), Member("bytes", "Its size.", .count),
                Member("sha256", "Its SHA-256.", .digest),
                Member("environments", "What is on it.", .list("reviewedEnvironment")),
            ]),
        object(
            "reviewedEnvironment",
            [
                Member("environment", "The name of the environment.", .text),
                Member("comparedWith", "Where the tree is that it is compared with.", .text, isOptional: true),
                Member(
                    "tree", "What the built tree has to do with the policy.",
                    .oneOf(["signed", "outdated", "unsigned", "missing"]), isOptional: true),
                Member("changes", "How many changes there are.", .count),
                Member("decisions", "How many of them decide what apps are told.", .count),
                Member("needAcknowledgement", "How many findings need acknowledgement and have none.", .count),
                Member("findings", "How many findings are about the changes.", .count),
                Member("documents", "How many documents there are.", .count),
                Member("signed", "How many of them are signed.", .count),
                Member("devices", "How many devices the population has.", .count, isOptional: true),
                Member("newlyBlocked", "How many of them will be blocked and are not now.", .count, isOptional: true),
            ]),
    ]
}
