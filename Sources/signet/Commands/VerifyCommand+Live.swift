import Diagnostics
import FoundationEssentials
import ManifestPublisher
import ManifestVerifier
import Policy
import PublicationTree
import SigningKeys
import WebBundles

extension VerifyRun {
    func verifyLive() async throws -> ExitCode {
        try arguments.refuseFlags(of: .address, "\(target) is an address")
        let address = try TreeAddress(target)
        // Nothing is between this and a bucket that could hold anything older.
        let network = LiveNetwork(
            variables: arguments.variables,
            settling: address.bucket != nil && !arguments.has("--settle")
                ? Settling(bound: .zero) : try arguments.settling)
        let served = servedPlace
        let environment = try arguments.environment ?? served?.environment
        let trust = LiveTrust(
            environment: environment, pin: pin,
            maximumAge: try arguments.value("--max-age", "a span of time like 90s, 30m, 36h or 2d") { TimeSpan($0) },
            now: try arguments.now)
        if arguments.has("--path") || LiveTarget.isJWS(address) {
            try arguments.refuseFlags(of: .servedJWS, "a .jws has one form")
            let evidence = LiveDocumentCheck.Evidence.itself(try arguments.expectedPath(of: target))
            return try await verifyDocument(address, evidence, trust, network)
        }
        if profile != nil {
            // A profile can be named only for a single document.
            return try await verifyDocument(address, .headers(profile), trust, network)
        }
        let keys = try await arguments.keyChoice
        let found = try await LiveTarget.find(
            target, keys: keys.ring, environment: trust.environment,
            isTree: served?.place.trimmingSlashes == target.trimmingSlashes, network: network)
        switch found {
        case .document(let address):
            return try await verifyDocument(address, .headers(nil), trust, network)
        case .tree(let address):
            let check = LiveCheck(
                address, keys: keys, trust: trust, network: network, downloadsArchives: arguments.has("--archives")
            ) { Self.show($0, terminal) }
            let report = try await check.run()
            let code = try show(report)
            if report.mayHaveMore { terminal.warnOfStrays(at: address.rawValue) }
            if code == .done { try await warnOfPages(report, network) }
            return code
        }
    }

    /// Says that pages of an app cannot fetch its web bundles, which leaves native code as the one that does.
    private func warnOfPages(_ report: LiveReport, _ network: LiveNetwork) async throws {
        guard let manifest = report.documents.first(where: { $0.format == .webBundleManifest }) else { return }
        let access = try await PageAccess(to: manifest.path, at: report.address, network: network)
        guard !access.refused.isEmpty else { return }
        terminal.warning(
            "pages under \(access.refused.joined(separator: " and ")) cannot read \(access.url): the host does not "
                + "allow their origin",
            hint: "nothing to do where native code fetches; for pages, let the host send "
                + "Access-Control-Allow-Origin: * (the article Publishing says how for a bucket)")
    }

    /// The environment that the policy here serves at the address: the tree of another one is refused by every app.
    private var servedPlace: (environment: EnvironmentName, place: String)? {
        guard arguments.hasPolicy,
            let (policy, _) = try? PolicySource.file(arguments.policy).read(keys: arguments.keys)
        else { return nil }
        func places(_ environment: EnvironmentPolicy) -> [String] {
            var places = [environment.origin]
            if case .bucket(let address)? = environment.publishTo?.value { places.append(address.rawValue) }
            return places.filter { target == $0 || target.hasPrefix($0.hasSuffix("/") ? $0 : "\($0)/") }
        }
        let known = policy.environments.flatMap { environment in places(environment).map { (environment.name, $0) } }
        return known.max { $0.1.count < $1.1.count }
    }

    /// Fails for what a key for one machine has signed, unless that was asked for.
    private func refuseDevelopment(_ report: LiveReport) throws {
        let environments = report.documents.map(\.key.environment) + [report.environment].compactMap(\.self)
        guard try arguments.environment == nil, environments.contains(DevelopmentKey.environment) else { return }
        throw ErrorReport(
            .refused,
            "\(report.address): is of environment \"\(DevelopmentKey.environment)\", which is for one machine",
            hint: "build and publish the environment that apps read; or say that it is meant: --environment development"
        )
    }

    private func verifyDocument(
        _ address: TreeAddress, _ evidence: LiveDocumentCheck.Evidence, _ trust: LiveTrust, _ network: LiveNetwork
    ) async throws -> ExitCode {
        try arguments.refuseFlags(of: .servedDocument, "\(address.rawValue) is one document")
        let check = LiveDocumentCheck(
            address, keys: try await arguments.keyChoice, by: evidence, trust: trust, network: network
        ) { Self.show($0, terminal) }
        return try show(await check.run())
    }

    static func show(_ event: LiveCheck.Event, _ terminal: Terminal) {
        switch event {
        case .progress(let done, let total): terminal.progress("fetching", done, of: total)
        case .settling(let paths, let left):
            let others = paths.count == 1 ? "" : " and \(paths.count - 1) more"
            terminal.note("waiting until \(time(after: left)) for \(paths[0])\(others), which a cache may still hold")
        }
    }

    /// The time of day when a while is over: `12:03:10 UTC`.
    private static func time(after left: Duration) -> String {
        let end = Int64(Date().timeIntervalSince1970) + left.components.seconds
        return SignedDate(secondsSince1970: end).map { String($0.headerValue.suffix(12)) } ?? "the end of time"
    }

    private func show(_ live: LiveReport) throws -> ExitCode {
        try refuseDevelopment(live)
        let report = live.verification
        let address = live.address.rawValue
        terminal.result(Records.verifiedTrees.json([Self.record(live)]))
        VerificationOutput.show(
            report, of: address, unread: report.unreadArchives.count, isVerbose: arguments.has("--verbose"), terminal)
        for archive in report.unreadArchives {
            terminal.summary("    \(archive) has the listed size; it was not downloaded")
        }
        return live.trouble.map { ExitCode($0) } ?? .done
    }

    static func record(_ live: LiveReport) -> Records.VerifiedTreeRecord {
        (live.verification, live.environment, live.address.rawValue)
    }
}

extension Terminal {
    /// Says that signed documents which no index lists were not looked for.
    func warnOfStrays(at bucket: String) {
        warning(
            "\(bucket) was not listed: signed documents that no index lists were not looked for",
            hint: "give these credentials s3:ListBucket, and the tree a prefix that holds little else")
    }
}

extension Arguments {
    var settling: Settling {
        get throws {
            let allowed = 0...Limits.settlingSeconds
            let seconds = try value("--settle", "a number of seconds from 0 to \(allowed.upperBound)") { text in
                Int(text).flatMap { allowed.contains($0) ? $0 : nil }
            }
            return seconds.map { Settling(bound: .seconds($0)) } ?? Settling()
        }
    }
}
