import ManifestFormat
import ManifestGenerator
import ManifestPublisher
import ManifestVerifier
import PublicationTree

extension PublishCommand {
    /// Writes a site for static hosts.
    static func publish(
        _ environment: EnvironmentName, toFolder path: String, _ allowed: Set<LintCode>, _ arguments: Arguments,
        _ terminal: Terminal
    ) async throws(ErrorReport) -> ExitCode {
        for flag in ["--endpoint-url", "--cloudfront", "--url", "--settle", "--no-live-check", "--policy"]
        where arguments.has(flag) {
            throw arguments.usage("\(flag) is for a bucket; \(path) is a folder")
        }
        let host = try await reporting { () throws(StaticHostError) in try StaticHost(path) }
        let keys = try await reporting { () throws(KeyFolderError) in try TrustedKeys.reading(arguments.keys) }
        let tree = try await tree(of: environment, keys: keys, arguments, terminal)
        if let (former, publication) = formerSite(path, of: environment, keys: keys) {
            try await hold(tree, against: former, publication, allowed, keys: keys, terminal)
        }
        guard !arguments.has("--dry-run") else {
            terminal.summary("\(path): \(tree.documents.count) documents to write")
            return .done
        }
        let result: StaticHost.Result
        do throws(StaticHostError) {
            result = try await host.write(tree) {
                terminal.note("another signet works beside \(path), waiting for it")
            } progress: {
                terminal.progress("\(environment): writing", $0, of: $1)
            }
        } catch {
            throw error.report
        }
        for warning in result.warnings { terminal.warning(warning.message, hint: warning.hint) }
        if arguments.has("--json") {
            terminal.result(
                .object([
                    JSONMember("site", .string(result.site)),
                    JSONMember("nginxHeaders", .string(result.nginxHeaders)),
                    JSONMember("documents", .integer(result.documentCount)),
                    JSONMember(
                        "warnings", .array(result.warnings.map { .string($0.message) })),
                ]))
        } else {
            terminal.summary(
                "\(result.site): \(result.documentCount) documents, headers in _headers and \(result.nginxHeaders)")
            terminal.note("when the host serves it: signet verify https://… checks it as a client would")
        }
        return .done
    }

    /// The site that was written before, if a key of the environment signed it.
    private static func formerSite(
        _ path: String, of environment: EnvironmentName, keys: TrustedKeys
    ) -> (TreeFolder, Publication)? {
        let index = DocumentPath.publication
        // What cannot be read is no former site; whether it may be replaced is looked at when it is.
        guard let tree = try? TreeFolder(Folder(path: "\(path.trimmingSlashes)/\(StaticHost.siteName)")),
            let files = try? tree.read(index, bodyLimit: Limits.publicationBytes), let sidecar = files.signature,
            let found = try? PublishedIndex(body: files.body, sidecar: sidecar, keys: keys, environment: environment)
        else { return nil }
        return (tree, found.publication)
    }
}
