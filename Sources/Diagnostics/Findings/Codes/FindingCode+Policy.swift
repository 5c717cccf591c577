import ManifestVerifier

extension FindingCode {
    // MARK: The policy as a text

    package static let syntax = FindingCode(
        "syntax", .error, .none, "the policy, the catalog or a base file cannot be read at all",
        why: "Nothing else can be checked in a file that is not JSON.",
        fix: """
            Go to the line and column; a comma, a quote or a bracket is missing or too many just before it. The policy \
            may have // comments, no other file may.
            """,
        example: #""value": 3.1.0   instead of   "value": "3.1.0""#)

    package static let unknownMember = FindingCode(
        "unknown-member", .error, .none, "a member that does not exist",
        why: """
            A member with a typing error would be ignored by a tool that is less strict, and a minimum would never \
            apply.
            """,
        fix: """
            Take the name that the hint proposes, or one of those that it lists; signet schema policy gives an editor \
            all of them.
            """,
        example: #""minimumSdkVersion"   instead of   "minimumSDKVersion""#)

    package static let missingMember = FindingCode(
        "missing-member", .error, .none, "a member that the policy, or one of its documents, needs",
        why: "Apps in the field fail to read a document without it.",
        fix: "Add the member where the position says. Which members a document needs is in the article Documents.",
        example: #"environment-config needs "build" beside the value of minimumAppVersion"#)

    package static let invalidValue = FindingCode(
        "invalid-value", .error, .none, "a value of the wrong type, or one that does not fit where it stands",
        why: "It would be published as it is, or mean something else than it says.",
        fix: "Write what the message expects.",
        example: #""origin": "http://…"   instead of   "origin": "https://…""#)

    package static let versionGrammar = FindingCode(
        "version-grammar", .error, .none, "not a version of one to three numbers (in an app-config: of exactly three)",
        why: "Apps compare versions number by number, and cannot read any other form.",
        fix: "Write the version as a string of numbers with points, and leave out beta, rc and build metadata.",
        example: #""3.1.0.2" and "3.1-rc1"   instead of   "3.1.0""#)

    package static let positiveInteger = FindingCode(
        "positive-integer", .error, .none, "an SDK level, version code or build that is not a positive integer",
        why: "Android's values and build numbers are compared as integers.",
        fix: "Write a number without quotes, 1 or more.",
        example: #""minimumSDKVersion": { "value": "23" }   instead of   23"#)

    // MARK: Documents

    package static let platformsDisagree = FindingCode(
        "platforms-disagree", .error, .none, "one document for all platforms, and the platforms differ",
        why: "An app-config has one minimum and one latest version; one of the platforms would get the wrong one.",
        fix: "Give both platforms the same versions, or publish a document for each platform.",
        example: "ios.minimumAppVersion 3.0.0 and android.minimumAppVersion 3.1.0")

    package static let documentPath = FindingCode(
        "document-path", .error, .none,
        """
        a path that no document can have (`builds/`, `objects/`, `publication`, `*.sig`, `*.headers` and `*.jws` are \
        Signet's own), or that collides with another one
        """,
        why: "Two documents cannot be at one place, and not every host tells large letters from small ones.",
        fix: "Choose another path for one of them.",
        example: #""App-Config" beside "app-config""#)

    package static let documentMeaning = FindingCode(
        "document-meaning", .error, .none,
        """
        a file, or members of a base file, that an app, Signet or a common standard would read as something else, and \
        any file of a kind that is not signed
        """,
        why: """
            A signature says nothing of the path: who can place a file could have it taken for a document that \
            decides. Of bytes in a form of their own, elsewhere it could be that of a certificate or a token.
            """,
        fix: """
            Put the members into an inner object, or let the policy render the document; pack a file of another kind \
            into a ZIP.
            """,
        example: #"a static file { "keys": [ … ] } that could be taken for a key ring"#)

    package static let jwsExcluded = FindingCode(
        "jws-excluded", .note, .none,
        """
        a file without a `.jws`, although the policy wants it: it is larger than 1 MiB or empty, or would be a token \
        elsewhere
        """,
        why: """
            An app that is configured for jws cannot fetch it. An object with a registered claim (iss, sub, aud, exp, \
            nbf, jti) in a .jws is what other programs take for a JSON Web Token of that key.
            """,
        fix: "Nothing, if apps read it by response headers; otherwise rename the member, or split the file.",
        example: #"a static file { "exp": 1795302327 }"#)

    package static let jwsImpossible = FindingCode(
        "jws-impossible", .error, .none, "a document that needs a `.jws` and can have none: no app could verify it",
        why: """
            Without headers, the .jws alone carries the signature. A rendered document has a .jws wherever the policy \
            wants it. Of web bundles, apps fetch the .jws alone.
            """,
        fix: "Rename the member (iss, sub, aud, exp, nbf, jti), or choose other envelopes.",
        example: #"a base file { "exp": 3600, "environments": … }"#)

    package static let missingFile = FindingCode(
        "missing-file", .error, .none, "a file that the policy names and that does not exist",
        why: "The document cannot be made without it.",
        fix: """
            Check the name and its letters' case; paths start at the policy's folder. A missing key ring is made by: \
            signet keys generate NAME
            """,
        example: #""files": { "notes.txt": "note.txt" }"#)

    package static let unusableFile = FindingCode(
        "unusable-file", .error, .none, "a file that cannot be read, or that may not be published",
        why: """
            A policy comes from pull requests: it must not publish keys, hidden files, or what a link leads to, and a \
            file is served as what its name says.
            """,
        fix: "Put the file itself into the policy's folder, or correct its content.",
        example: "notes.json that is not valid JSON; a symbolic link; a file in keys/")

    package static let limit = FindingCode(
        "limit", .error, .none, "more than Signet accepts",
        why: "Every size has a limit, so that no input can exhaust a machine.",
        fix: "Split it; the message names the limit.",
        example: "a policy with more than \(Limits.environments) environments")
}
