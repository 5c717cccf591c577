import Diagnostics
import FoundationEssentials
import ManifestVerifier
import Policy
import SigningKeys

enum InitCommand: Command {
    static let name = "init"
    static let summary = "a policy to start from, catalog, keys and pipeline"
    static let page: [HelpPart] = [
        """
        signet init [DIR] [--origin URL] [--publish-to PLACE]
                          [--ios URL] [--android URL] [--ci github|gitlab]
        signet init [DIR] --from URL|FILE [--from URL|FILE …]
        signet init [DIR] --ci github|gitlab

        Writes a policy into DIR (this folder by default), its string catalog and
        schema, a .gitignore, and keys/ for the environment "production". Nothing that
        is there is touched. What is not given is a placeholder, with which nothing is
        published.

        One key is active and signs; two are next, and take over when it is lost or
        stolen. Embed all three in the app, and move the private files of the next keys
        to a safe place that is not the machine that builds. Private keys are encrypted
        when SIGNET_KEY_PASSPHRASE is set; git ignores them.

        --from makes the policy from what you publish today, files or addresses:
        availability documents, app-config, env.json, flat remote configuration and
        Firebase's template. A build gives the same documents again, every version as
        it is spelled and every text to the code point; what cannot be so is said.

        DIR is the top of a repository for --ci; where it has a policy already, only the
        pipeline is written.
        """,
        .flags([
            Flag("--origin URL", "where apps fetch the documents: https://distribution.example.com"),
            Flag("--publish-to PLACE", "s3://BUCKET/PREFIX, or a folder in DIR for a static host"),
            Flag("--ios URL", "the app in the App Store"),
            Flag("--android URL", "the app in Google Play"),
            Flag("--from PLACE", "a document that you publish today", isRepeatable: true),
            Flag("--base-environment ID", "which environment of an env.json production is"),
            Flag("--force-parameter NAME", "its parameter that forces an update (force_update_version)"),
            Flag("--ci HOST", "a pipeline as well: github or gitlab"),
            .json, .quiet,
        ]),
        """
        Example:
          signet init shop --origin https://distribution.example.com --ci github
        """,
    ]

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        guard arguments.operands.count <= 1 else { throw arguments.usage("signet init takes one folder") }
        let path = arguments.operands.first ?? "."
        let hosts = Pipeline.allCases.map(\.rawValue).joined(separator: ", ")
        let pipeline = try arguments.value("--ci", "one of \(hosts)") { Pipeline(rawValue: $0) }
        if !arguments.has("--from"), let flag = ["--base-environment", "--force-parameter"].first(where: arguments.has)
        {
            throw arguments.usage("\(flag) is for documents that --from names")
        }
        let result: Initialization.Result
        let file = path == "." ? Starter.policyName : "\(path.trimmingSlashes)/\(Starter.policyName)"
        let others = ["--origin", "--publish-to", "--ios", "--android", "--from"].filter(arguments.has)
        if let pipeline, others.isEmpty, FileManager.default.fileExists(atPath: file) {
            let (policy, _) = try PolicySource.file(file).read(keys: arguments.keys)
            result = try Initialization.run(pipeline, path: path, policy: policy)
        } else {
            result = try await make(pipeline, at: path, arguments, terminal)
        }
        show(result, at: path, terminal)
        return .done
    }

    private static func make(
        _ pipeline: Pipeline?, at path: String, _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> Initialization.Result {
        var request = PolicyImport.Request()
        (request.origin, request.publishTo) = (arguments.value("--origin"), arguments.value("--publish-to"))
        for platform in Platform.allCases { request.storeURLs[platform] = arguments.value("--\(platform)") }
        request.forceParameter = arguments.value("--force-parameter")
        request.baseEnvironment = arguments.value("--base-environment")
        let places = arguments.values("--from")
        guard !places.isEmpty else {
            return try await Initialization.run(
                InitialPolicy(
                    origin: request.origin, publishTo: request.publishTo, storeURLs: request.storeURLs),
                pipeline: pipeline, path: path, secrets: arguments.secrets)
        }
        let sources = try await ImportedSource.read(places, variables: arguments.variables)
        let (result, remarks) = try await Initialization.run(
            sources, request, pipeline: pipeline, path: path, secrets: arguments.secrets)
        for remark in remarks { terminal.warning(remark, hint: nil) }
        return result
    }

    private static func show(_ result: Initialization.Result, at path: String, _ terminal: Terminal) {
        terminal.result(Records.initialization.json((result.files, result.keys.map { ($0, nil) })))
        for file in result.files { terminal.summary("wrote \(file)") }
        for key in result.keys { terminal.summary(KeysCommand.made(key)) }
        let folder = path == "." ? "" : "\(path.trimmingSlashes)/"
        let next = result.keys.filter { $0.state == .next }.map { "\(folder)keys/\($0.name).key.pem" }
        if !next.isEmpty {
            terminal.note(
                "move \(next.joined(separator: " and ")) to a safe place that is not the build machine: they take over "
                    + "when the active key is lost or stolen")
        }
        if let unignored = result.unignored {
            terminal.note(
                "\(unignored.file) is there already: add the line\(unignored.lines.count == 1 ? "" : "s") "
                    + "\(unignored.lines.joined(separator: " and ")) to it, "
                    + "so that what is built is not committed")
        }
        for (environment, secret) in result.secrets {
            terminal.note(
                "the pipeline signs with a secret: signet keys move \(environment) env:\(secret) --to - "
                    + "writes it into a pipe, such as gh secret set \(secret)")
        }
        guard !result.keys.isEmpty else { return }
        terminal.note("next: \(folder.isEmpty ? "" : "cd \(folder.dropLast().shellWord) && ")signet plan")
    }
}

extension StringProtocol {
    /// The text as one POSIX shell word that no command takes for an option.
    fileprivate var shellWord: String {
        let text = hasPrefix("-") ? "./\(self)" : String(self)
        let isPlain = text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._/+,:@%".utf8.contains($0) }
        return isPlain ? text : "'\(text.replacing("'", with: #"'\''"#))'"
    }
}
