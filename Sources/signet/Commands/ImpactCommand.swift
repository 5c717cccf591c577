import Diagnostics
import ManifestVerifier
import Plan

enum ImpactCommand: Command {
    static let name = "impact"
    static let summary = "how many devices of a population a change blocks"
    static let page: [HelpPart] = [
        """
        signet impact [OLD] [NEW] --population FILE

        Counts how many devices a change blocks, by what, how many of these cannot obey,
        how many run again and how many are advised to update; by platform, system,
        version of the app and language. Every kind of device is decided as apps decide.
        Writes nothing and needs no private key.
        """,
        .comparedSides,
        .flags([
            Flag(
                "--population FILE",
                "CSV with the columns platform, os, app, devices, and where it has them build, language, store, "
                    + "channel, region and model; on Android os is the SDK level and build the version code, and "
                    + "so may store be"),
            Flag("--max-blocked N", "fail if more devices are newly blocked: 1200, 2%, 0.05%"),
            Flag(
                "--max-cannot-obey N",
                "fail if more of them cannot obey: the version does not run on their system, or the store lacks it"),
            .environment.saying("the environment that the population belongs to, if there are several"),
            Flag(
                "--config-environment ID",
                "the only environment to look at in environment configs (those that the policy maps to this one, "
                    + "else all)"),
            Flag("--at TIME", "the time from which on rules are counted (now)"),
            .policy, .believedKeys, .markdown, .json, .quiet.saying("only errors; the exit code tells"),
        ]),
        """
        A device is newly blocked when any document blocks it that did not; equality
        passes. Where the population does not say what a minimum that goes up compares,
        devices may be blocked: they are counted apart, and limits count them as blocked
        that cannot obey. Percentages are of all devices.

        Rules are counted apart, at every time at which they can decide otherwise:
        dates, steps of roll-outs, and the ends of periods of grace, for devices that
        see a rule as soon as it can apply to them and not before now. Of a roll-out,
        each kind of device counts by the share that is in: the devices to be expected,
        rounded once for each number. Limits apply to the worst time, rounded up.

        Exit codes: 0 done; 1 more than a limit allows, or a tree or the policy is
        refused; 65 the population cannot be read.

        Example:
          signet impact live --population fleet.csv --max-blocked 2% --markdown
        """,
    ]

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        guard let path = arguments.value("--population") else {
            throw arguments.usage("signet impact needs --population FILE")
        }
        let gates = try gates(arguments)
        let population = try PopulationFile(path: path)
        let sides = try await ComparedSides.all(arguments) { names in
            guard names.count > 1 else { return }
            throw ErrorReport(
                .usage,
                "a population belongs to one environment, and there are "
                    + names.map(\.rawValue).joined(separator: ", "),
                hint: "name one with --environment")
        }
        guard let side = sides.first else { throw arguments.usage("there is no environment") }
        let impact = try impact(
            of: side, on: population, arguments.value("--config-environment"), since: try arguments.date.instant)
        let output = ImpactOutput(side, impact, gates, population: path)
        for note in output.notes { terminal.note(note) }
        terminal.result(Records.impact.json(output))
        arguments.has("--markdown") ? terminal.resultLines(output.markdown) : terminal.summaryLines(output.lines)
        let refusals = gates.compactMap { $0.refusal(of: impact) }
        for refusal in refusals { terminal.error(refusal.at(side.comparison.environment.rawValue)) }
        return refusals.isEmpty ? .done : .refused
    }

    private static func gates(_ arguments: Arguments) throws -> [ImpactGate] {
        try ImpactGate.Subject.allCases.compactMap { subject in
            let flag = "--\(subject.rawValue)"
            guard let text = arguments.value(flag) else { return nil }
            guard let limit = DeviceLimit(text) else {
                throw arguments.usage("\(flag) is a number of devices or a percentage like 0.5%, not \(text)")
            }
            return ImpactGate(subject, limit)
        }
    }

    private static func impact(
        of side: ComparedSides, on population: PopulationFile, _ configEnvironment: String?, since now: Instant
    ) throws -> Impact {
        var count = try DeviceCount(
            side.comparison, policy: side.policy, configEnvironment: configEnvironment, since: now)
        if let configEnvironment, count.configEnvironments.isEmpty {
            let known = try DeviceCount(side.comparison, since: now).configEnvironments
            throw ErrorReport(
                .usage, "no environment config has an environment \"\(configEnvironment)\"",
                hint: configEnvironment.didYouMean(known))
        }
        try population.forEachKind { try count.add($0, $1) }
        return count.impact
    }
}
