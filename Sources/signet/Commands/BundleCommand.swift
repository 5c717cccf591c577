import ManifestGenerator
import ManifestVerifier
import Policy
import WebBundles

enum BundleCommand: Command {
    static let name = "bundle"
    static let summary = "web bundles: pack, offer step by step, halt, withdraw"
    static let page: [HelpPart] = [
        """
        signet bundle VERB

        For apps with a native shell that stays and a web part that is swapped at run
        time. The policy names a list, bundles.json, that is reviewed like the policy
        itself and names every archive by its SHA-256. These commands edit the list and
        sign nothing; "signet build" signs what it names, and "signet publish" uploads
        it.
        """,
        .verbs,
        .flags(
            [
                Flag("--version VERSION", "the version of the bundle, like 1.5.1", verbs: offering),
                Flag(
                    "--prerelease",
                    "allow a version like 2.0.0-rc.1, which every app that it fits would get",
                    verbs: offering),
                Flag(
                    "--shell [PLATFORM=]RANGE",
                    "the native shells that can run it: ios=2.0.0...2.9.9, or 2.0.0... for any above on both platforms",
                    isRepeatable: true, verbs: offering),
                Flag(
                    "--surface FILE",
                    "the native plugins: a package-lock.json, or what signet bundle surface wrote",
                    verbs: offering + ["shell"]),
            ] + OfferFlags.flags(offering + ["offer"]) + [
                .policy, .environment.saying("whose list, if the environments have different ones"),
                Flag(
                    "--strict",
                    "refuse what is a warning: a page without a Content-Security-Policy, a remote script",
                    verbs: offering),
                .keys.saying("the folder of the key ring, which is never packed (keys)"),
                Flag("--output DIR", "the folder of the trees, which are never packed (output)", verbs: offering),
                .json, .quiet,
            ]),
        """
        Example:
          signet bundle pack dist --version 1.5.1 --shell 2.0.0... && signet build
          signet bundle shell add ios 2.1.0 --surface package-lock.json
          signet bundle offer 1.5.1 --steps 2026-12-01=5%,2026-12-03=100%
        """,
    ]

    private static let offering = ["pack", "add"]

    static let verbs: [Verb] = [
        Verb(
            "pack DIR", "archive what a web build has written, and list it",
            """
            The archive in bundles/ beside the policy has the same bytes for the same files.
            A version is never replaced by other bytes.

            With --surface the bundle may run in the recorded shells that have all that it
            calls: each plugin in the same major version, and not older. One that no shell
            can run is refused with the plugins named, unless --shell says it by hand.
            """, takes: "one folder"
        ) { arguments, terminal in
            let offer = try arguments.offer
            return try await edit(arguments, terminal) {
                try await $0.pack(arguments.operands[1].trimmingSlashes, offer)
            }
        },
        Verb(
            "add FILE.zip", "list an archive that was packed elsewhere, to the byte", takes: "one archive"
        ) { arguments, terminal in
            let offer = try arguments.offer
            return try await edit(arguments, terminal) { try await $0.add(arguments.operands[1], offer) }
        },
        Verb(
            "offer VERSION", "say to whom a listed version is offered",
            """
            To everybody, or to a share of all devices and the apps of some channels. pack
            and add take the same flags.
            """, takes: "one version"
        ) { arguments, terminal in
            let version = try arguments.listedVersion
            let conditions = try OfferFlags.conditions(arguments, of: version)
            let code = try await edit(arguments, terminal) { try await $0.offer(version, to: conditions) }
            if let last = conditions?.share?.steps.last?.from, last > (try arguments.date.instant) {
                terminal.note(
                    "later steps count on devices while the signed date is at most 48 hours old: let a job build and "
                        + "publish every day")
            }
            return code
        },
        ending(
            "halt VERSION", "offer it no longer; who has not confirmed it leaves it",
            """
            Clients that have confirmed it keep it. offer offers it again.
            """, as: .halted),
        ending(
            "withdraw VERSION", "take it out of use for good; all leave it",
            """
            Clients leave it at their next update. A version that only an app ships can be
            withdrawn as well.
            """, as: .withdrawn),
        ending("retire VERSION", "offer it no longer; who has it keeps it", as: .retired),
        Verb(
            "surface LOCKFILE", "print the native plugins that an app has",
            """
            One line for each plugin of Capacitor and Cordova in npm's package-lock.json
            (version 2 or 3): name, version, and what tells its bytes. An alias is named as
            what it is, a git dependency by its commit, a patched one by its patch.
            """, takes: "one file"
        ) { arguments, terminal in
            let surface = try SurfaceFile.read(arguments.operands[1])
            terminal.result(Records.surface.json(surface))
            terminal.resultLines(surface.plugins.map(\.description))
            return .done
        },
        Verb(
            "shell add PLATFORM VERSION", "record what a released shell offers",
            """
            Once for each shell that is released; a recorded one never changes. Bundles
            whose bounds follow from recorded shells may run in it if it has all they call.
            """, takes: "add, a platform and a version"
        ) { arguments, terminal in
            let shell = try arguments.recordedShell
            return try await edit(arguments, terminal) { try await $0.record(shell) }
        },
        Verb("list", "show the list") { arguments, terminal in
            let place = try place(arguments)
            BundleOutput.show(try place.list(), file: place.file, wasEdited: false, terminal)
            return .done
        },
    ]

    /// A verb after which a version is offered no longer.
    private static func ending(
        _ usage: String, _ about: String, _ text: String = "", as state: BundleList.State
    ) -> Verb {
        Verb(usage, about, text, takes: "one version") { arguments, terminal in
            let version = try arguments.listedVersion
            return try await edit(arguments, terminal) { try await $0.end(version, as: state) }
        }
    }

    private static func edit(
        _ arguments: Arguments, _ terminal: Terminal, _ change: (BundleEditing) async throws -> BundleList
    ) async throws -> ExitCode {
        let place = try place(arguments)
        let editing = BundleEditing(
            place, keptApart: [arguments.output, arguments.keys], isStrict: arguments.has("--strict")
        ) { event in BuildOutput.show(event, terminal) }
        let policy = try await PolicyEditing(arguments, terminal)
        BundleOutput.show(try await change(editing), file: place.file, wasEdited: true, terminal)
        try await policy.sayEffect()
        return .done
    }

    private static func place(_ arguments: Arguments) throws -> BundleListFile {
        try BundleListFile(
            policy: arguments.policy, environment: arguments.value("--environment"), keys: arguments.keys)
    }
}

extension Arguments {
    fileprivate var offer: BundleOffer {
        get throws {
            guard let version = value("--version"), has("--shell") || has("--surface") else {
                throw usage("signet bundle \(operands[0]) needs --version, and --surface or --shell")
            }
            let surface = try value("--surface").map(SurfaceFile.read)
            let conditions = try SemanticVersion(version).flatMap { try OfferFlags.conditions(self, of: $0) }
            do throws(BundleOffer.Failure) {
                return try BundleOffer(
                    version: version, shells: values("--shell"), surface: surface,
                    allowsPrerelease: has("--prerelease"),
                    conditions: conditions)
            } catch {
                throw usage(error.message)
            }
        }
    }

    fileprivate var recordedShell: RecordedShell {
        get throws {
            guard operands[1] == "add", let platform = Platform(rawValue: operands[2]),
                let version = NumericVersion(operands[3]), let file = value("--surface")
            else { throw usage("signet bundle shell is like: signet bundle shell add ios 2.1.0 --surface FILE") }
            return RecordedShell(platform: platform, version: version, surface: try SurfaceFile.read(file))
        }
    }

    /// The version that is named, with or without a `v`.
    fileprivate var listedVersion: SemanticVersion {
        get throws {
            let text = operands[1]
            guard let version = SemanticVersion(text.hasPrefix("v") ? String(text.dropFirst()) : text),
                !version.hasBuildMetadata
            else { throw usage("\(text) is not a semantic version like 1.5.1") }
            return version
        }
    }
}

extension BundleOffer.Failure {
    fileprivate var message: String {
        switch self {
        case .version(let text):
            "--version \(text) is not a semantic version without build metadata, like 1.5.1 or 2.0.0-rc.1"
        case .prerelease(let version):
            "--version \(version) is a prerelease, and every compatible app would get it; say --prerelease to offer it"
        case .shells(let text):
            "--shell \(text) is not like ios=2.0.0...2.9.9, ios=2.0.0... or 2.0.0..., once for each platform"
        }
    }
}
