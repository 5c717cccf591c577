import Diagnostics
import LocalFiles
import ManifestPublisher
import ManifestVerifier
import Policy
import Programs
import PublicationTree
import SigningKeys

extension PublishCommand {
    /// Publishes into a folder that a static host serves.
    static func publish(
        _ environment: EnvironmentName, toFolder path: String, _ terms: PublishingTerms?, _ allowed: Set<FindingCode>,
        _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> ExitCode {
        try arguments.refuseFlags(of: .site, "\(path) is a folder")
        let kind = try kind(arguments)
        try refuseKeys(in: path, arguments)
        let host = StaticHost(path, kind)
        let keys = try TrustedKeys.reading(arguments.keys)
        let tree = try await tree(of: environment, terms, keys: keys, arguments, terminal)
        let place = path.trimmingSlashes
        let site = try site(at: place, for: tree, keys: keys)
        let former = try await former(site, at: place, for: tree, terms, keys: keys, arguments, terminal)
        let changes = try hold(tree, against: former, terms, allowed, terminal)
        let now = try arguments.now
        let rules = PublishingRules(
            tree, keys: keys, now: former?.live.clock ?? now,
            ignoresDatesAhead: allowed.contains(.dateAhead))
        try rules.check(former?.live, at: former?.place ?? path, keepsArchives: former?.place == place)
        let kept = try site.flatMap { site in
            try host.leaveAlone(
                site, as: tree, rules: rules, now: now,
                resignAfter: terms?.environment.resignAfter ?? PublishingTerms.resignAfter)
        }
        guard !arguments.has("--dry-run") else {
            if kept == nil { try host.examine(tree, over: site) }
            let warnings = try host.warnings(tree)
            for warning in warnings { terminal.warning(warning.message, hint: warning.hint) }
            terminal.result(
                Records.plannedSite.json((kind, changes, tree.documents.count + 1, kept != nil, warnings)))
            terminal.summary(
                "\(path): \(tree.documents.count + 1) documents \(kept == nil ? "to write" : "left alone")")
            return .done
        }
        let result: StaticHost.Result
        if let kept {
            result = kept
        } else {
            result = try await host.write(tree, over: site) {
                terminal.note("another signet publishes into \(path), waiting for it")
            } progress: {
                terminal.progress("\(environment): writing", $0, of: $1)
            }
        }
        for warning in result.warnings { terminal.warning(warning.message, hint: warning.hint) }
        terminal.result(Records.site.json((kind, changes, result)))
        terminal.summary(
            "\(result.site): \(result.documentCount) documents\(result.isLeftAlone ? " left alone" : "")"
                + (result.nginxHeaders.map { ", headers in _headers and \($0)" } ?? ", each with its .jws"))
        terminal.note("when the host serves it: signet verify https://… checks it as a client would")
        return .done
    }

    private static func refuseKeys(in path: String, _ arguments: Arguments) throws {
        let (place, keys) = (try Folder.nearest(to: path), try Folder.nearest(to: arguments.keys))
        guard keys.path == arguments.keys else { return }
        let isAround = try place.path == path && keys.isWithin(place)
        if try isAround || place.isWithin(keys) {
            throw ErrorReport(
                .usage, "\(path) is the folder of the keys, or in it or around it",
                hint: "publish to a folder in which everything may be served")
        }
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

    /// What was written there before; nil when there is no such folder.
    private static func site(
        at path: String, for tree: VerifiedTree, keys: TrustedKeys
    ) throws -> StaticSite? {
        let folder: Folder
        do throws(FileError) {
            folder = try Folder(path: path)
        } catch {
            if error.reason == .notFound { return nil }
            throw error.report
        }
        return try StaticSite(folder, for: tree, keys: keys)
    }
}
