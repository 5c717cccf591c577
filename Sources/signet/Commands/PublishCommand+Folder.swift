import Diagnostics
import LocalFiles
import ManifestPublisher
import ManifestVerifier
import PublicationTree
import SigningKeys

extension PublishRun {
    /// Publishes into a folder that a static host serves.
    func publish(toFolder path: String) async throws -> ExitCode {
        try arguments.refuseFlags(of: .site, "\(path) is a folder")
        let kind = try kind
        try refuseKeys(in: path)
        let host = StaticHost(path, kind)
        let keys = try TrustedKeys.reading(arguments.keys)
        let tree = try await tree(keys)
        let place = path.trimmingSlashes
        // What was written there before.
        let site = try host.folder().map { try StaticSite($0, for: tree, keys: keys) }
        let (former, clock) = try await former(site, at: place, for: tree, keys)
        let changes = try hold(tree, against: former, at: path)
        let now = try arguments.now
        let rules = PublishingRules(
            tree, keys: keys, now: clock ?? now, ignoresDatesAhead: allowed.contains(.dateAhead))
        try rules.check(former?.live, at: former?.place ?? path, keepsArchives: former?.place == place)
        let kept = try site.flatMap { site in
            try host.leaveAlone(site, as: tree, rules: rules, now: now, resignAfter: resignAfter)
        }
        let isDone = !arguments.has("--dry-run")
        let result: StaticHost.Result
        if let kept {
            result = kept
        } else if isDone {
            result = try await host.write(tree, over: site) {
                terminal.note("another signet publishes into \(path), waiting for it")
            } progress: {
                terminal.progress("\(environment): writing", $0, of: $1)
            }
        } else {
            result = try host.examine(tree, over: site)
        }
        for warning in result.warnings { terminal.warning(warning.message, hint: warning.hint) }
        terminal.result(Records.site.json((kind, changes, result, isDone)))
        guard isDone else {
            terminal.summary(
                "\(path): \(result.documentCount) documents \(kept == nil ? "to write" : "left alone")")
            return .done
        }
        terminal.summary(
            "\(result.site): \(result.documentCount) documents\(result.isLeftAlone ? " left alone" : "")"
                + (result.nginxHeaders.map { ", headers in _headers and \($0)" } ?? ", each with its .jws"))
        terminal.note("when the host serves it: signet verify https://… checks it as a client would")
        return .done
    }

    private func refuseKeys(in path: String) throws {
        let (place, keys) = (try Folder.nearest(to: path), try Folder.nearest(to: arguments.keys))
        guard keys.path == arguments.keys else { return }
        let isAround = try place.path == path && keys.isWithin(place)
        if try isAround || place.isWithin(keys) {
            throw ErrorReport(
                .usage, "\(path) is the folder of the keys, or in it or around it",
                hint: "publish to a folder in which everything may be served")
        }
    }

    private var kind: StaticHost.Kind {
        get throws {
            guard let text = arguments.value("--host") else { return .headers }
            guard let kind = StaticHost.Kind(rawValue: text) else {
                let known = StaticHost.Kind.allCases.map(\.rawValue)
                throw ErrorReport(
                    .usage, "--host \(text) is not one of \(known.joined(separator: ", "))",
                    hint: text.didYouMean(known, otherwise: "signet help publish shows what it takes"))
            }
            return kind
        }
    }
}
