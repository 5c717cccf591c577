/// A flag of a command: the one place that says how it is written, what it takes, and where it may stand.
struct Flag: Sendable {
    /// As the help shows it: `--policy FILE`.
    let head: String
    private(set) var about: String
    private(set) var isRepeatable: Bool
    /// The verbs of its command that it is for; none where it is for all.
    let verbs: [String]
    /// The flags that may not stand beside it.
    let excluded: [String]
    /// What it is for instead, where a target does not take it.
    let purposes: [Target: String]

    /// What a command works on, where that does not take every flag.
    enum Target {
        case address, servedDocument, servedJWS, elsewhere
        case file, jws, folder, tree
        case bucket, site
        case files, publication
    }

    /// - Parameter notFor: what it is for, by the target that does not take it: `[.folder: "one file"]`.
    init(
        _ head: String, _ about: String, isRepeatable: Bool = false, verbs: [String] = [], excludes: [String] = [],
        notFor purposes: [Target: String] = [:]
    ) {
        (self.head, self.about, self.isRepeatable) = (head, about, isRepeatable)
        (self.verbs, excluded, self.purposes) = (verbs, excludes, purposes)
    }

    var name: String { String(head.prefix { $0 != " " }) }

    /// What the help calls its value: `FILE`; nil for a flag that takes none.
    var value: String? {
        head.firstIndex(of: " ").map { String(head[head.index(after: $0)...]) }
    }

    /// Whether the value may be a file or a folder.
    var takesFile: Bool {
        ["FILE", "DIR", "PEM", "PLACE"].contains { value?.contains($0) ?? false }
    }

    /// All that the help says of it.
    var explanation: String {
        (verbs.isEmpty ? "" : verbs.joined(separator: ", ") + ": ") + about + (isRepeatable ? "; may be repeated" : "")
    }

    func saying(_ about: String) -> Flag {
        var flag = self
        flag.about = about
        return flag
    }

    var repeatable: Flag {
        var flag = self
        flag.isRepeatable = true
        return flag
    }
}

/// The flags that several commands share.
extension Flag {
    static let json = Flag("--json", "the result as JSON")
    static let quiet = Flag("--quiet", "only errors")
    static let annotations = Flag(
        "--github", "show findings beside the lines of a pull request, too", excludes: ["--json"])
    static let strict = Flag("--strict", "refuse warnings, too")
    static let policy = Flag("--policy FILE", "the policy (policy.json)")
    static let keys = Flag("--keys DIR", "the folder of the key ring (keys)")
    static let trustedKeys = Flag(
        "--keys DIR|FILE",
        "the key ring (keys), or a file that signet keys export --json wrote; the key that the header names must "
            + "be on it",
        excludes: ["--key"])
    static let key = Flag(
        "--key PEM", "this public key instead, under whatever id the header names", notFor: [.tree: "one document"])
    static let output = Flag("--output DIR", "the folder of the trees (output)")
    static let environment = Flag("--environment NAME", "only this environment")
    static let against = Flag(
        "--against TREE",
        "a tree kept from an earlier publication, to compare with where what is live is not known")
    static let signingTime = Flag("--at TIME", "the date to sign, like 2026-08-03T22:59:35Z (now)")
    static let settle = Flag(
        "--settle SECONDS",
        "how long to wait for a cache to settle (60); 0 asks once",
        notFor: [.elsewhere: "an https address", .site: "a bucket"])
    static let header = Flag(
        "--header 'N: V'",
        "one of them; give each signature header once",
        isRepeatable: true, excludes: ["--signature"],
        notFor: [.address: "a file", .folder: "one file", .tree: "one document", .jws: "a body"])
    static let headers = Flag(
        "--headers FILE",
        "the response headers as received, as curl -D FILE writes them, instead of its .headers; of several "
            + "responses the last one counts",
        excludes: ["--header", "--signature"],
        notFor: [.address: "a file", .folder: "one file", .tree: "one document", .jws: "a body"])
    static let path = Flag(
        "--path PATH",
        "the path that a .jws must be for, as distribution/availability-ios; without it the file must be at a "
            + "place that ends like the path that was signed",
        notFor: [.folder: "one file", .tree: "one document"])
    static let profile = Flag(
        "--profile NAME",
        "body or dated; without it a date header decides, so name dated to demand a signed date",
        notFor: [.servedJWS: "signature headers", .folder: "one file", .tree: "one document", .jws: "a body"])
}
