import Diagnostics
import ManifestVerifier
import Plan
import Policy

enum DiffCommand: Command {
    static let name = "diff"
    static let summary = "what changes for people, in words"
    static let page: [HelpPart] = [
        """
        signet diff [OLD] [NEW]

        Says in words what changes for people from one tree to another: which versions
        are blocked or run again, which texts, URLs, documents, languages and bundles
        come and go. New dates alone are no change. Writes nothing and needs no private
        key.
        """,
        .comparedSides,
        .flags([
            .policy, .believedKeys, .environment.repeatable, .markdown, .json,
            .quiet.saying("say nothing; the exit code tells"),
        ]),
        """
        Exit codes: 0 nothing changes; 2 something does; 1 a tree or the policy is
        refused.

        Example:
          signet diff live --environment production --markdown
        """,
    ]

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        let sides = try await ComparedSides.all(arguments)
        for side in sides where side.isOldNothing && side.rendered != nil {
            DiffOutput.noteNothing(side.comparison.environment, side.oldPlace, terminal)
        }
        let outputs = sides.map { DiffOutput($0.comparison) }
        if arguments.has("--json") {
            terminal.result(Records.diff.json(outputs))
        } else if arguments.has("--markdown") {
            terminal.resultLines(outputs.flatMap(\.markdown))
        } else {
            let isColoured = StandardStream.output.isTerminal && (arguments.variables["NO_COLOR"] ?? "").isEmpty
            let lines = outputs.flatMap { $0.lines(isColoured ? .colour : .plain) }
            if !isColoured {
                terminal.summaryLines(lines)
            } else if !arguments.has("--quiet") {
                terminal.product(lines.map { $0 + "\n" }.joined())
            }
        }
        return outputs.allSatisfy(\.changes.isEmpty) ? .done : .changed
    }
}
