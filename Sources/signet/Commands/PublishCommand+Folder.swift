import ManifestPolicy
import ExternalPrograms
import SigningKeys
import Diagnostics
import LocalFiles
import ManifestPublisher
import ManifestVerifier
import PublicationTree

extension PublishCommand {
    /// Writes a site for static hosts.
    static func publish(
        _ environment: EnvironmentName, toFolder path: String, _ terms: PublishingTerms?, _ allowed: Set<LintCode>,
        _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> ExitCode {
        for flag in ["--endpoint-url", "--cloudfront", "--settle", "--no-live-check"]
        where arguments.has(flag) {
            throw arguments.usage("\(flag) is for a bucket; \(path) is a folder")
        }
        let kind = try kind(arguments)
        let host = try StaticHost(path, kind)
        let keys = try TrustedKeys.reading(arguments.keys)
        let tree = try await tree(of: environment, keys: keys, arguments, terminal)
        let former = try former(at: "\(path.trimmingSlashes)/\(StaticHost.siteName)", for: tree, keys: keys)
        let changes = try await hold(tree, over: former, at: path, terms, allowed, keys: keys, arguments, terminal)
        DiffOutput.showShort(changes, of: environment, terminal)
        guard !arguments.has("--dry-run") else {
            try host.check(tree)
            let warnings = host.warnings(tree)
            for warning in warnings { terminal.warning(warning.message, hint: warning.hint) }
            terminal.result([
                "dryRun": .bool(true),
                "host": .string(kind.rawValue),
                "changes": changes.map(DiffOutput.json),
                "documents": .integer(tree.documents.count),
                "warnings": .strings(warnings.map(\.message)),
            ])
            terminal.summary("\(path): \(tree.documents.count) documents to write")
            return .done
        }
        let result = try await host.write(tree, over: former) {
            terminal.note("another signet works beside \(path), waiting for it")
        } progress: {
            terminal.progress("\(environment): writing", $0, of: $1)
        }
        for warning in result.warnings { terminal.warning(warning.message, hint: warning.hint) }
        terminal.result([
            "site": .string(result.site),
            "host": .string(kind.rawValue),
            "changes": changes.map(DiffOutput.json),
            "nginxHeaders": result.nginxHeaders.map { .string($0) },
            "documents": .integer(result.documentCount),
            "warnings": .strings(result.warnings.map(\.message)),
        ])
        terminal.summary(
            "\(result.site): \(result.documentCount) documents"
                + (result.nginxHeaders.map { ", headers in _headers and \($0)" } ?? ", each with its .jws"))
        terminal.note("when the host serves it: signet verify https://… checks it as a client would")
        return .done
    }

    private static func kind(_ arguments: Arguments) throws -> StaticHost.Kind {
        guard let text = arguments.value("--host") else { return .headers }
        guard let kind = StaticHost.Kind(rawValue: text) else {
            let known = StaticHost.Kind.allCases.map(\.rawValue)
            throw ErrorReport(
                .usage, "--host \(text) is not one of \(known.joined(separator: ", "))",
                hint: text.didYouMean(known, otherwise: "signet help publish shows what it takes"))
        }
        return kind
    }

    /// The site that was written before; nil when there is none.
    private static func former(
        at path: String, for tree: VerifiedTree, keys: TrustedKeys
    ) throws -> StaticSite? {
        do throws(FileError) {
            return try StaticSite(Folder(path: path), for: tree, keys: keys)
        } catch {
            if error.reason == .notFound { return nil }
            throw error.report
        }
    }

    /// Refuses what may not take the place of the former site or, without one, of what is live at the origin.
    private static func hold(
        _ tree: VerifiedTree, over former: StaticSite?, at path: String, _ terms: PublishingTerms?,
        _ allowed: Set<LintCode>, keys: TrustedKeys, _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> [Change]? {
        let rules = PublishingRules(tree, keys: keys)
        let live: LiveTree?
        var place = path
        if let former {
            live = former.live
        } else if let address = try origin(terms, arguments) {
            live = try await read(address, for: tree, keys: keys, arguments, terminal)
            if live != nil { place = address.rawValue }
        } else {
            terminal.note("there is no \(path)/\(StaticHost.siteName) and no origin (--url): nothing to compare with")
            live = nil
        }
        let changes = try live.flatMap { live in
            try hold(tree, against: live, at: place, terms, allowed, keys: keys, terminal)
        }
        try rules.check(live, at: place, keepsArchives: former != nil)
        return changes
    }

    /// Where the tree is served; nil when nothing says so.
    private static func origin(_ terms: PublishingTerms?, _ arguments: Arguments) throws -> TreeAddress? {
        guard let text = arguments.value("--url") ?? terms?.environment.origin else { return nil }
        return try publicAddress(text, arguments)
    }

    /// What is live at the origin; nil, which is said, when nothing is, and when the host cannot be reached: the first
    /// site is written before there is a host.
    private static func read(
        _ address: TreeAddress, for tree: VerifiedTree, keys: TrustedKeys, _ arguments: Arguments,
        _ terminal: Terminal
    ) async throws -> LiveTree? {
        let origin = LiveOrigin(
            address, for: tree, keys: keys, network: LiveNetwork(variables: arguments.variables))
        do {
            if let live = try await origin.read() { return live }
            terminal.note("nothing is published at \(address.rawValue): nothing to compare with")
            return nil
        } catch let error as TreeDownloadError {
            switch error {
            case .index(_, .unreachable), .index(_, .timedOut):
                terminal.warning(
                    "\(error.report.message): nothing to compare with",
                    hint: "if it is live there, publish when the host can be reached")
                return nil
            default: throw error
            }
        }
    }
}
