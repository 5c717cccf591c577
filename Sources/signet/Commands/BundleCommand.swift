import ManifestGenerator
import ManifestVerifier
import Policy
import WebBundles

enum BundleCommand: Command {
    static let name = "bundle"

    static var actions: [String: VerbAction] {
        [
            "pack": { arguments, terminal in
                let offer = try arguments.offer
                return try await edit(arguments, terminal) {
                    try await $0.pack(arguments.operands[1].trimmingSlashes, offer)
                }
            },
            "add": { arguments, terminal in
                let offer = try arguments.offer
                return try await edit(arguments, terminal) { try await $0.add(arguments.operands[1], offer) }
            },
            "offer": offer,
            "halt": { try await end($0, $1, as: .halted) },
            "withdraw": { try await end($0, $1, as: .withdrawn) },
            "retire": { try await end($0, $1, as: .retired) },
            "surface": { arguments, terminal in
                let surface = try SurfaceFile.read(arguments.operands[1])
                terminal.result(Records.surface.json(surface))
                terminal.resultLines(surface.plugins.map(\.description))
                return .done
            },
            "shell": { arguments, terminal in
                let shell = try arguments.recordedShell
                return try await edit(arguments, terminal) { try await $0.record(shell) }
            },
            "list": { arguments, terminal in
                let place = try place(arguments)
                BundleOutput.show(try place.list(), file: place.file, wasEdited: false, terminal)
                return .done
            },
        ]
    }

    private static func offer(_ arguments: Arguments, _ terminal: Terminal) async throws -> ExitCode {
        let version = try arguments.listedVersion
        let conditions = try OfferFlags.conditions(arguments, of: version)
        let isNew = ["--share", "--steps", "--channel"].contains(where: arguments.has)
        let code = try await edit(arguments, terminal) { try await $0.offer(version, to: conditions, goesOn: !isNew) }
        if let last = conditions?.share?.steps.last?.from, last > (try arguments.date.instant) {
            terminal.note(
                "later steps count on devices while the signed date is at most 48 hours old: let a job build and "
                    + "publish every day")
        }
        return code
    }

    /// After it a version is offered no longer.
    private static func end(
        _ arguments: Arguments, _ terminal: Terminal, as state: BundleList.State
    ) async throws -> ExitCode {
        let version = try arguments.listedVersion
        return try await edit(arguments, terminal) {
            try await $0.end(version, as: state, isEmbedded: arguments.has("--embedded"))
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
            return try BundleOffer(
                version: version, shells: values("--shell"), surface: surface, allowsPrerelease: has("--prerelease"),
                conditions: conditions)
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
