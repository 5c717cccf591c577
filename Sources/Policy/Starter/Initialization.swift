import Diagnostics
import LocalFiles
import ManifestVerifier
import SigningKeys

/// Writes a policy with its schema and catalog, a key ring with one active and two next keys, and what keeps the rest out of
/// git, into a folder.
package enum Initialization {
    package struct Result: Sendable {
        package let files: [String]
        /// The first of them is active.
        package let keys: [KeyRing.Entry]
        /// The `.gitignore` that is there without lines for the trees, and those lines.
        package let unignored: (file: String, lines: [String])?
        /// The secrets that the pipeline signs with.
        package var secrets: [Pipeline.Secret] = []
    }

    private static let keysName = "keys"
    private static let ignoreName = ".gitignore"
    /// What is built is not reviewed, and can be built again at any time.
    private static let ignored = "/output/"

    /// The environment of a policy that `init` writes.
    package static let environment: EnvironmentName = {
        guard let name = EnvironmentName("production") else { preconditionFailure("the name is well-formed") }
        return name
    }()

    /// Writes all files; existing files are not touched, and a failure leaves nothing behind.
    package static func run(
        _ request: PolicyImport.Request, pipeline: Pipeline?, path: String, secrets: SignerSecrets
    ) async throws -> Result {
        try await write(request.initialFiles(for: pipeline), pipeline: pipeline, path: path, secrets: secrets)
    }

    /// Writes the pipeline alone, for the policy that is there.
    package static func run(_ pipeline: Pipeline, path: String, policy: Policy) throws -> Result {
        var files = try NewFiles([], in: path)
        let ring = try KeyFolder.openIfPresent(files.folder.child(keysName))?.ring ?? KeyRing()
        try files.allOrNone { (files: inout NewFiles) in try write(pipeline, for: policy, ring, &files) }
        return try Result(
            files: files.written, keys: [], unignored: nil, secrets: Pipeline.secrets(for: policy, ring))
    }

    static func write(
        _ contents: [(path: String, bytes: [UInt8])], pipeline: Pipeline?, path: String, secrets: SignerSecrets
    ) async throws -> Result {
        let schema = DocumentSchema.policy
        let tops = contents.map { String($0.path.split(separator: "/")[0]) } + [keysName, schema.fileName]
        var files = try NewFiles(Set(tops).sorted(), in: path)
        let ignoring = try files.folder.readIfPresent(ignoreName, limit: Limits.policyBytes)
        let policy = try Policy(parsing: contents[0].bytes, file: Starter.policyName)
        // A folder that is there may be that of a web app, and is in git.
        let ignored =
            [Self.ignored]
            + policy.environments.compactMap(\.publishTo?.value).compactMap { target in
                guard case .folder(let path) = target, files.folder.kind(of: path.segments[0]) == nil else {
                    return nil
                }
                return "/\(path)/"
            }
        let keys = try await files.allOrNone { (files: inout NewFiles) in
            for file in contents { try files.write(file.path, file.bytes) }
            try files.write(schema.fileName, schema.bytes)
            if ignoring == nil {
                try files.write(ignoreName, Array((ignored + ["/plan.html", ""]).joined(separator: "\n").utf8))
            }
            files.willMakeFolder(keysName)
            let keys = try await KeyGeneration.generate(
                names: [environment.rawValue, "\(environment)-2", "\(environment)-3"], environment: environment,
                inFolder: files.folder.child(keysName), secrets: secrets)
            try pipeline.map { try write($0, for: policy, KeyRing(entries: keys), &files) }
            return keys
        }
        let lines = ignoring.map { String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isNewline) }
        let known = lines.map { lines in Set(lines.map { $0.split(separator: "/") }) }
        let unignored = ignored.filter { known?.contains($0.split(separator: "/")) == false }
        return try Result(
            files: files.written, keys: keys,
            unignored: unignored.isEmpty ? nil : (files.folder.child(ignoreName), unignored),
            secrets: pipeline == nil ? [] : Pipeline.secrets(for: policy, KeyRing(entries: keys)))
    }

    /// Last of all: the folders above it may be the team's own, and stay when something fails.
    private static func write(
        _ pipeline: Pipeline, for policy: Policy, _ ring: KeyRing, _ files: inout NewFiles
    ) throws {
        for file in try pipeline.files(for: policy, ring) { try files.write(file.path, Array(file.text.utf8)) }
    }
}

/// The policy to look at: built in, so that the first build needs no files. Its environment is "development".
package enum Starter {
    package static let policyName = "policy.json"
    static let catalogName = "Descriptions.xcstrings"

    /// The policy first.
    static var files: [(path: String, bytes: [UInt8])] {
        [policyName, catalogName, "static/support.json"].map { ($0, EmbeddedFile.bytes("starter/\($0)")) }
    }
}

extension PolicyImport.Request {
    /// The policy that `init` writes for a team that publishes nothing yet, and its catalog: a gate document, and whatever has
    /// no good default. What was not asked for becomes a placeholder, with which nothing is published.
    ///
    /// Fails for a value that no policy may have.
    func initialFiles(for pipeline: Pipeline?) throws -> [(path: String, bytes: [UInt8])] {
        func quoted(_ text: String) -> String { JSONValue.string(text).oneLine }
        // GitHub's pages send no signature headers.
        let isForPages = pipeline == .github && publishTo?.hasPrefix("s3://") != true
        let envelopes = isForPages ? "\n      \"envelopes\": [\"jws\"]," : ""
        let text = EmbeddedFile.text(
            "initial/\(Starter.policyName)",
            [
                "ORIGIN": quoted(origin ?? PlaceholderChecks.origin),
                "TARGET": (publishTo.map { "\"publishTo\": \(quoted($0))," } ?? "// \"publishTo\": \"s3://BUCKET\",")
                    + envelopes,
                "IOS": quoted(storeURLs[.ios] ?? PlaceholderChecks.appStore),
                "ANDROID": quoted(storeURLs[.android] ?? PlaceholderChecks.googlePlay),
            ])
        do {
            _ = try Policy(parsing: Array(text.utf8), file: Starter.policyName)
        } catch let refusal as PolicyRefusal {
            let finding = refusal.findings[0]
            throw ErrorReport(
                .usage, finding.message, hint: finding.hint ?? "signet help init shows what it takes")
        }
        return [
            (Starter.policyName, Array(text.utf8)),
            (Starter.catalogName, EmbeddedFile.bytes("initial/\(Starter.catalogName)")),
        ]
    }
}
