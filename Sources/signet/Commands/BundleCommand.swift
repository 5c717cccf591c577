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

/// Whom a web bundle is offered to: `--share 5% --channel beta`.
enum OfferFlags {
    /// The conditions of an offer; nil for everybody.
    static func conditions(_ arguments: Arguments, of version: SemanticVersion) throws -> BundleConditions? {
        let channels = arguments.values("--channel")
        for channel in channels where !BundleConditions.isChannel(channel) {
            throw arguments.usage("--channel \(channel) is not a name in printable ASCII without quotes")
        }
        guard Set(channels).count == channels.count else { throw arguments.usage("a channel is given more than once") }
        let share = try share(arguments, of: version)
        guard share != nil || !channels.isEmpty else { return nil }
        return BundleConditions(share: share, channels: channels.isEmpty ? nil : channels)
    }

    private static func share(_ arguments: Arguments, of version: SemanticVersion) throws -> RolloutShare? {
        let now = try arguments.value("--share", is: "a percentage like 5% or 0.25%") { hundredths($0[...]) }
        if let hundredths = now {
            guard hundredths < 10_000 else { return nil }
            let now = try arguments.date.instant
            return RolloutShare(salt: version.spelling, steps: [.init(from: now, hundredths: hundredths)])
        }
        guard let text = arguments.value("--steps") else { return nil }
        var steps: [RolloutShare.Step] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, let from = instant(String(pair[0])), let hundredths = hundredths(pair[1]) else {
                throw arguments.usage("--steps is like 2026-12-01=5%,2026-12-03T09:00:00Z=25%, and \(part) is not")
            }
            if let last = steps.last, last.from >= from || last.hundredths > hundredths {
                throw arguments.usage("--steps: \(part) is not later and larger than the step before it")
            }
            steps.append(RolloutShare.Step(from: from, hundredths: hundredths))
        }
        guard steps.count <= Limits.shareSteps else {
            throw arguments.usage("--steps has more than \(Limits.shareSteps) steps")
        }
        return RolloutShare(salt: version.spelling, steps: steps)
    }

    /// A day, which begins at midnight of UTC, or a time.
    private static func instant(_ text: String) -> Instant? { Instant(text) ?? Instant("\(text)T00:00:00Z") }

    /// `5%`, `12.5%` and `0.25%` in hundredths of a percent.
    private static func hundredths(_ text: Substring) -> Int? {
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        let decimals = parts.dropFirst().first ?? "0"
        guard text.last == "%", parts.count <= 2, (1...3).contains(parts[0].utf8.count),
            (1...2).contains(decimals.utf8.count), parts.joined().utf8.allSatisfy(\.isASCIIDigit),
            let hundredths = Int(parts[0] + decimals + (decimals.utf8.count == 1 ? "0" : ""))
        else { return nil }
        return hundredths <= 10_000 ? hundredths : nil
    }
}
