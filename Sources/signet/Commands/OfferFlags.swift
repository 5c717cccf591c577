import ManifestVerifier
import Policy
import WebBundles

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
