import Diagnostics
import FoundationEssentials
import ManifestVerifier
import Policy
import SigningKeys

enum InitCommand: Command {
    static let name = "init"

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
        show(result, at: path, for: pipeline, terminal)
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
                request, pipeline: pipeline, path: path, secrets: arguments.secrets)
        }
        let sources = try await ImportedSource.read(places, variables: arguments.variables)
        let (result, remarks) = try await Initialization.run(
            sources, request, pipeline: pipeline, path: path, secrets: arguments.secrets)
        for remark in remarks { terminal.warning(remark, hint: nil) }
        return result
    }

    private static func show(
        _ result: Initialization.Result, at path: String, for pipeline: Pipeline?, _ terminal: Terminal
    ) {
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
                    + "writes it into a pipe, such as \(pipeline == .gitlab ? "glab variable set" : "gh secret set") \(secret)"
            )
        }
        if let pipeline, let top = repositoryTop(above: path) {
            terminal.warning(
                "\(path == "." ? "this folder" : path) is in the repository \(top), and \(pipeline.rawValue) reads a pipeline only at its top",
                hint: "move the pipeline to \(top), and let its commands run in the folder of the policy")
        }
        guard !result.keys.isEmpty else { return }
        terminal.note("next: \(folder.isEmpty ? "" : "cd \(folder.dropLast().shellWord) && ")signet plan none")
    }

    /// The top of the repository of git that has a folder somewhere below it; nil for the top itself, and outside of one.
    private static func repositoryTop(above path: String) -> String? {
        var folder = URL(filePath: path, directoryHint: .isDirectory).absoluteURL.standardized
        func isTop() -> Bool { FileManager.default.fileExists(atPath: folder.appending(path: ".git").path) }
        guard !isTop() else { return nil }
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            if isTop() { return folder.path }
        }
        return nil
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
