import Diagnostics
import ManifestVerifier

enum BuildNumberCommand: Command {
    static let name = "build-number"

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        try arguments.refuseOperands()
        guard let run = try number("--run", arguments) else {
            throw arguments.usage("signet build-number needs --run N")
        }
        let floor = try number("--floor", arguments) ?? 1_000
        let (number, overflows) = floor.addingReportingOverflow(run)
        guard !overflows, number <= limit else {
            throw ErrorReport(
                .refused, "\(floor) + \(run) is too great for a build number",
                hint: "Google Play takes at most \(limit)")
        }
        if let previous = try self.number("--previous", arguments), number <= previous {
            throw ErrorReport(
                .refused, "build number \(number) is not above the previous one, \(previous)",
                hint: previous < limit
                    ? "raise --floor to at least \(previous - run + 1)"
                    : "no greater one is left: Google Play takes at most \(limit)")
        }
        terminal.result(Records.buildNumber.json(number))
        terminal.result(String(number))
        return .done
    }

    /// The greatest version code that Google Play takes.
    private static let limit = 2_100_000_000

    private static func number(_ flag: String, _ arguments: Arguments) throws -> Int? {
        try arguments.value(flag, "a whole number of at most 18 digits") { text in
            text.utf8.count <= 18 && text.utf8.allSatisfy(\.isASCIIDigit) ? Int(text) : nil
        }
    }
}
