extension DocumentSchema {
    /// The result of every command, by the name of the command.
    static let outputResults =
        [
            object("init", [files, Member("keys", "The keys that were made, the active one first.", .list("key"))]),
            object("import", [files]),
            object(
                "lint",
                [
                    Member("errors", "How many errors there are.", .count),
                    Member("warnings", "How many warnings there are.", .count),
                ]),
            object("explain", [Member("codes", "The one code, or all.", .list("explainedCode"))]),
            object(
                "explainedCode",
                [
                    Member("code", "The code.", .text),
                    Member("severity", "What it means.", .oneOf(["error", "warning", "note"])),
                    Member("stopsStrict", "Whether --strict stops it.", .flag),
                    Member("stopsPublishing", "Whether publishing needs it acknowledged.", .flag),
                    Member("publishing", "What publishing needs.", .text),
                    Member("meaning", "What is wrong.", .text),
                    Member("reason", "Why it matters.", .text),
                    Member("remedy", "What to do.", .text),
                    Member("example", "An example.", .text),
                ]),
            object("build-number", [Member("buildNumber", "The number of the next build.", .count)]),
            object(
                "bundle",
                [Member("list", "The list.", .text), Member("bundles", "Every version.", .list("listedBundle"))]),
            keyChange, sentDocument, listedBundle, listedSchema,
        ] + build + trees + sign + verify + changes + impact + reviews + decisions + publish + keys
        + keyReadiness
        + schema

    private static let files = Member("files", "The files that were written.", .texts)

    // MARK: Trees

    private static let build = choice(
        "build",
        [
            [Member("environments", "The trees, signed or not.", .list("builtTree"))],
            [Member("environments", "What --check found.", .list("checkedTree"))],
        ])

    private static let trees =
        choice(
            "builtTree",
            [
                [
                    Member("environment", "The environment of the tree.", .text),
                    Member("path", "Its folder.", .text),
                    Member("keyId", "The id of the key that signed it.", .text),
                    Member("keyName", "The name of that key.", .text),
                    Member("profile", "What the signatures in headers cover.", .oneOf(["body", "dated"])),
                    Member("envelopes", "In what signatures travel.", .texts),
                    Member("unchanged", "Whether the tree was this one already.", .flag),
                    changesOfTree,
                    Member("documents", "The documents, the index last.", .list("builtDocument")),
                ],
                [
                    Member("environment", "The environment of the tree.", .text),
                    Member("path", "Its folder.", .text),
                    Member("sha256", "The SHA-256 of its index, which nothing has signed yet.", .digest),
                    changesOfTree,
                    Member("documents", "The documents without the index.", .list("builtDocument")),
                ],
            ]) + [
            object(
                "checkedTree",
                [
                    Member("environment", "The environment of the tree.", .text),
                    Member("upToDate", "Whether it is what the policy gives, and verifies.", .flag),
                    Member("refusals", "What is wrong with it.", .list("refusal")),
                ])
        ]

    private static let sign =
        choice(
            "sign",
            [
                [Member("files", "The files that were signed.", .list("signedFile"))],
                [Member("environments", "The tree of --publication.", .list("builtTree"))],
            ]) + [
            object(
                "signedFile",
                [
                    Member("path", "The file.", .text),
                    Member("sha256", "Its SHA-256.", .digest),
                    Member("keyId", "The id of the key that signed it.", .text),
                    Member("date", "The signed date.", .date, isOptional: true),
                    Member("jwsPath", "The path that its .jws is for.", .text, isOptional: true),
                ])
        ]

    private static let verify = choice(
        "verify",
        [
            [Member("trees", "The trees that were checked.", .list("verifiedTree"))],
            [
                Member("verified", "Whether nothing was refused.", .flag),
                Member("documents", "The file or document, if it verifies.", .list("verifiedDocument")),
                Member("refusals", "What is wrong with it, otherwise.", .list("refusal")),
            ],
        ])

    // MARK: Changes

    private static let changesOfTree = Member(
        "changes", "What changes for people, where there was something to compare with.", .list("change"),
        isOptional: true)

    private static let changes = [
        object("diff", [Member("environments", "The environments.", .list("comparedEnvironment"))]),
        object(
            "comparedEnvironment",
            [
                Member("environment", "The name of the environment.", .text),
                Member("allowed", "What the policy acknowledges, in words.", .texts),
                Member("changes", "Everything that changes, what decides first.", .list("change")),
            ]),
        object(
            "change",
            [
                Member("kind", "What it is about.", .oneOf(Change.Kind.allCases.map(\.rawValue))),
                Member("decision", "Whether any device is told something else.", .flag),
                Member("platform", "The platform; absent for all.", .oneOf(["ios", "android"]), isOptional: true),
                Member("at", "Where a policy says it, or would.", .text),
                Member("from", "What it was.", .text, isOptional: true),
                Member("to", "What it becomes.", .text, isOptional: true),
                Member("language", "The language of a text.", .text, isOptional: true),
                Member("text", "The change in words.", .text),
                Member("documents", "The documents that say it.", .texts),
            ]),
        object(
            "set",
            [
                Member("policy", "The policy's file.", .text),
                Member("changes", "What was written.", .list("policyChange")),
            ]),
        object(
            "policyChange",
            [
                Member("path", "The member.", .text),
                Member("line", "Its line.", .count, isOptional: true),
                Member("column", "Its column.", .count, isOptional: true),
                Member("from", "What it was, as JSON.", .any, isOptional: true),
                Member("to", "What it is, as JSON.", .any, isOptional: true),
                Member("inheritedFrom", "The environment that it came from.", .text, isOptional: true),
            ]),
    ]

    // MARK: Publishing

    private static let publish = choice(
        "publish",
        [
            [
                Member("to", "The bucket and the prefix in it.", .text),
                Member("dryRun", "Whether nothing was to be done.", .flag),
                changesOfTree,
                Member("sent", "The objects that were, or would be, sent.", .list("sentDocument")),
                Member("sentBytes", "Their size.", .count),
                Member("removed", "The objects that were, or would be, removed.", .texts),
                Member("same", "The objects that are what they should be.", .texts),
                Member("stillValid", "The objects whose live signatures are good enough.", .texts),
                Member("milliseconds", "How long it took.", .count, isOptional: true),
                Member(
                    "live", "What apps are served, if that was looked at.", .reference("verifiedTree"), isOptional: true
                ),
            ],
            [
                Member("site", "The folder to upload.", .text),
                hostKind,
                changesOfTree,
                Member(
                    "nginxHeaders", "The file that nginx includes, where headers can be sent.", .text, isOptional: true),
                Member("documents", "How many documents there are.", .count),
                leftAlone,
                Member("warnings", "What a host may not take.", .texts),
            ],
            [
                Member("dryRun", "That nothing was to be done.", .flag),
                hostKind,
                changesOfTree,
                Member("documents", "How many documents there are.", .count),
                leftAlone,
                Member("warnings", "What a host may not take.", .texts),
            ],
        ])

    private static let leftAlone = Member(
        "leftAlone", "Whether the former site is as good as a new one, and stays.", .flag)

    private static let hostKind = Member("host", "What serves the folder.", .oneOf(["headers", "github-pages"]))

    private static let sentDocument = object(
        "sentDocument",
        [
            Member("path", "The path of the object.", .text),
            Member("reason", "Why it was sent.", .text),
        ])

    // MARK: Keys, bundles and schemas

    private static let keys = choice(
        "keys",
        [
            [Member("keys", "The ring, oldest key first.", .list("key"))],
            [Member("changes", "The keys that changed.", .list("keyChange"))],
            [Member("environments", "Which devices know the keys of each.", .list("keyReadiness"))],
        ], or: "key")

    private static let keyChange = object(
        "keyChange",
        [
            Member("before", "The key as it was; null for a new one.", .optional("key")),
            Member("after", "The key as it is.", .reference("key")),
        ])

    private static let listedBundle = object(
        "listedBundle",
        [
            Member("version", "The version of the bundle.", .text),
            Member("state", "What is done with it.", .oneOf(["offered", "retired", "withdrawn"])),
            Member("bytes", "The size of its archive.", .count, isOptional: true),
            Member("sha256", "The SHA-256 of its archive.", .digest, isOptional: true),
            Member("minShellVersion", "The oldest native shell that can run it.", .text, isOptional: true),
            Member("maxShellVersion", "The newest one.", .text, isOptional: true),
        ])

    private static let schema = choice(
        "schema",
        [
            [Member("schemas", "Every schema.", .list("listedSchema"))],
            [files],
            [Member("name", "The name of the schema.", .text), Member("schema", "The schema.", .anyObject)],
        ])

    private static let listedSchema = object(
        "listedSchema",
        [Member("name", "The name to ask for.", .text), Member("description", "What it describes.", .text)])
}
