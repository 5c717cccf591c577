import ManifestFormat
import ManifestGenerator
import ManifestSigning

/// `signet bundle`
enum BundleCommand: Command {
    static let name = "bundle"
    static let summary = "web bundles: pack, add, withdraw, list, simulate"
    static let flags: [Flag] = [
        .value("--version"), .value("--min-shell"), .value("--max-shell"), .value("--url-prefix"),
        .value("--environment"), .value("--previous"), .value("--keys"), .value("--output"), .value("--at"),
        .value("--root"), .option("--strict"), .option("--json"), .option("--quiet"),
    ]
    static let help = """
        signet bundle pack DIR --version VERSION --min-shell VERSION --environment NAME
        signet bundle add FILE.zip --version VERSION --min-shell VERSION --environment NAME
        signet bundle withdraw VERSION --environment NAME
        signet bundle list --environment NAME
        signet bundle simulate SCENARIO --root DIR

        For apps with a native shell that stays and a web part that is swapped at run time.

        pack makes a ZIP archive of the folder that a web build has written, the same bytes from the same
        files, puts it into the tree as builds/vVERSION.zip and signs it. builds/manifest.json names the
        newest bundle, builds/index.json all that are offered, each for the shells that can run it. A
        version is never replaced by other bytes. "signet build" keeps bundles, and "signet publish"
        uploads them.

        add offers an archive that was packed elsewhere, to the byte.

        withdraw takes a version out of use for good: clients leave it at their next update.

        list shows what is offered and withdrawn.

        simulate plays updates, crashes and failed health checks against a store in DIR, and prints what
        each start would load; README "Web bundles" has an example.

          --version VERSION     the version of the bundle, like 1.5.1 or 2.0.0-rc.1
          --min-shell VERSION   the oldest native shell that can run it
          --max-shell VERSION   the newest one (any)
          --url-prefix URL      where the archive is served, if not beside builds/index.json
          --environment NAME    the environment
          --previous DIR|URL    the former tree, on a machine that has no output/: bundles that are
                                offered already come from there
          --strict              refuse a page without a Content-Security-Policy and what else is a warning
          --keys DIR            the key ring and its keys (keys)
          --output DIR          where the trees are (output)
          --at TIME             the date to sign, like 2026-08-03T22:59:35Z (now)
          --root DIR            simulate: the store, which must be empty or not there
          --json                the result as JSON
          --quiet               only errors

        Example:
          signet bundle pack dist --version 1.5.1 --min-shell 2.0.0 --max-shell 2.99.99 \\
              --environment production && signet verify output/production
        """

    static func run(_ arguments: Arguments, terminal: Terminal) async throws(ErrorReport) -> ExitCode {
        guard let verb = arguments.operands.first else { throw arguments.usage("signet bundle needs one of \(verbs)") }
        guard let flags = flagsOfVerb[verb] else {
            throw arguments.usage("signet bundle has no \"\(verb)\"; there are \(verbs)")
        }
        for flag in self.flags where arguments.has(flag.name) && !flags.contains(flag.name) {
            throw arguments.usage("\(flag.name) is not for signet bundle \(verb)")
        }
        switch verb {
        case "simulate": return try await simulate(arguments, terminal)
        default: return try await release(verb, arguments, terminal)
        }
    }

    private static let verbs = "pack, add, withdraw, list and simulate"
    private static let treeFlags: Set<String> = [
        "--environment", "--previous", "--keys", "--output", "--json", "--quiet",
    ]
    private static let offerFlags = treeFlags.union([
        "--version", "--min-shell", "--max-shell", "--url-prefix", "--strict", "--at",
    ])
    private static let flagsOfVerb: [String: Set<String>] = [
        "pack": offerFlags, "add": offerFlags, "withdraw": treeFlags.union(["--at"]), "list": treeFlags,
        "simulate": ["--root", "--json", "--quiet"],
    ]

    private static func release(
        _ verb: String, _ arguments: Arguments, _ terminal: Terminal
    ) async throws(ErrorReport) -> ExitCode {
        guard let environment = try arguments.environment else {
            throw arguments.usage("signet bundle \(verb) needs --environment NAME")
        }
        let request = BundleRequest(
            environment: environment, keys: arguments.keys, output: arguments.output,
            previous: arguments.value("--previous"), isStrict: arguments.has("--strict"), date: try arguments.date,
            now: try arguments.now, secrets: arguments.secrets, variables: arguments.variables)
        let release = BundleRelease(request) { event in BuildOutput.tell(event, terminal) }
        let report: BundleReport
        if verb == "list" {
            guard arguments.operands.count == 1 else { throw arguments.usage("signet bundle list takes no more words") }
            report = try await reporting { () async throws(BundleError) in try await release.list() }
        } else {
            guard arguments.operands.count == 2 else {
                throw arguments.usage("signet bundle \(verb) takes one \(operandOfVerb[verb] ?? "operand")")
            }
            let operand = arguments.operands[1]
            if verb == "withdraw" {
                guard let version = SemanticVersion(operand.hasPrefix("v") ? String(operand.dropFirst()) : operand)
                else { throw arguments.usage("\(operand) is not a semantic version like 1.5.1") }
                report = try await reporting { () async throws(BundleError) in try await release.withdraw(version) }
            } else {
                let offer = try arguments.offer(verb)
                report = try await reporting { () async throws(BundleError) in
                    verb == "pack"
                        ? try await release.pack(operand.trimmingSlashes, offer)
                        : try await release.add(operand, offer)
                }
            }
        }
        BundleOutput.show(report, isList: verb == "list", asJSON: arguments.has("--json"), terminal)
        return .done
    }

    private static let operandOfVerb = ["pack": "folder", "add": "archive", "withdraw": "version"]
}

extension Arguments {
    /// The terms of an offer.
    fileprivate func offer(_ verb: String) throws(ErrorReport) -> BundleOffer {
        guard let version = value("--version"), let minimumShell = value("--min-shell") else {
            throw usage("signet bundle \(verb) needs --version and --min-shell")
        }
        do throws(BundleOffer.Failure) {
            return try BundleOffer(
                version: version, minimumShell: minimumShell, maximumShell: value("--max-shell"),
                urlPrefix: value("--url-prefix"))
        } catch {
            throw usage(error.message)
        }
    }
}
