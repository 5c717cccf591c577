import LocalFiles
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
        if let former = try former(at: "\(path.trimmingSlashes)/\(StaticHost.siteName)") {
            let index: Result<Publication, TreeDownloadError.IndexFailure>?
            do throws(FileError) {
                index = try self.index(of: former, environment, keys: keys)
            } catch {
                throw error.report
            }
            try await hold(tree, against: former, index, at: path, allowed, keys: keys, terminal)
        }
        guard !arguments.has("--dry-run") else {
            if arguments.has("--json") {
                terminal.result(
                    .object([
                        JSONMember("dryRun", JSONValue(.bool(true))),
                        JSONMember("documents", .integer(tree.documents.count)),
                    ]))
            } else {
                terminal.summary("\(path): \(tree.documents.count) documents to write")
            }
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

    /// The site that was written before; nil when there is none.
    private static func former(at path: String) throws(ErrorReport) -> TreeFolder? {
        do throws(FileError) {
            return try TreeFolder(Folder(path: path))
        } catch {
            if error.reason == .notFound { return nil }
            throw error.report
        }
    }

    /// What the index of the site that was written before says, or why it is not believed; nil when there is none.
    private static func index(
        of tree: TreeFolder, _ environment: EnvironmentName, keys: TrustedKeys
    ) throws(FileError) -> Result<Publication, TreeDownloadError.IndexFailure>? {
        guard let files = try tree.read(DocumentPath.publication, bodyLimit: Limits.publicationBytes) else {
            return nil
        }
        do throws(TreeDownloadError.IndexFailure) {
            return .success(
                try PublishedIndex(
                    body: files.body, sidecar: files.signature ?? [], keys: keys, environment: environment
                ).publication)
        } catch {
            return .failure(error)
        }
    }
}
