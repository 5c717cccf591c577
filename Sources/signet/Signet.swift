import CLinux
import Diagnostics
import Glibc
import Policy
import Programs

/// The entry point: arguments in, text and an exit code out.
@main
struct Signet {
    static let version = "0.1.0"

    static func main() {
        // Before a private key, a passphrase or credentials are read; the environment may hold them from the start.
        precondition(signet_forbid_dumps() == 0, "the kernel lets every process forbid dumps of its memory")
        var signals = TerminationSignals()
        Task.detached(priority: .userInitiated) { await runAndExit() }
        signals.end(.ofThisProcess)
    }

    private static func runAndExit() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        var code = await run(arguments)
        if code.isSuccess, let loss = StandardStream.loss {
            Terminal(isJSON: false).error(loss)
            code = ExitCode(loss.kind)
        }
        // Not `exit`, with which libcrypto cleans up beside a thread that may still be giving a key back to its token;
        // whatever was said is written. Where a signal is ending the process, this waits for it.
        UnfinishedWork.ofThisProcess.withoutInterruption { _exit(code.rawValue) }
    }

    private static func run(_ words: [String]) async -> ExitCode {
        // Known before the words are read: errors in them are in the envelope, too.
        var terminal = Terminal(isJSON: words.prefix { $0 != "--" }.contains("--json"))
        let code: ExitCode
        do {
            guard let (command, arguments) = try command(of: words, terminal) else { return .done }
            terminal = terminal.speaking(as: arguments)
            try arguments.refuseExclusions()
            code = try await command.run(arguments, terminal: terminal)
        } catch let refusal as PolicyRefusal {
            code = FindingOutput.refuse(refusal, terminal)
        } catch {
            // A failure because a signal has removed its folder is not worth reporting.
            UnfinishedWork.ofThisProcess.withoutInterruption {}
            let report = ErrorReport(error)
            terminal.error(report)
            code = ExitCode(report.kind)
        }
        terminal.finish(code)
        return code
    }

    /// The command that the words name, and the words behind it; nil when they ask for help or the version, which this
    /// prints.
    private static func command(
        of words: [String], _ terminal: Terminal
    ) throws -> (any Command.Type, Arguments)? {
        guard let name = words.first else {
            terminal.product(help + "\n")
            return nil
        }
        switch name {
        case "--version", "version":
            terminal.product("signet \(version)\n")
            return nil
        case "--help", "-h": return (HelpCommand.self, try Arguments(Array(words.dropFirst()), for: HelpCommand.self))
        default:
            let command = try command(name)
            let rest = Array(words.dropFirst())
            if rest.contains("--help") || rest.contains("-h") {
                terminal.product((rest.first.flatMap { command.help(of: $0) } ?? command.help()) + "\n")
                return nil
            }
            return (command, try Arguments(rest, for: command))
        }
    }

    /// The commands by what a person wants.
    private static let wants: [(want: String, commands: [any Command.Type])] = [
        ("Start", [InitCommand.self]),
        (
            "Change what apps are told",
            [SetCommand.self, BlockCommand.self, UnblockCommand.self, CloseCommand.self, OpenCommand.self]
        ),
        ("Check", [PlanCommand.self, VerifyCommand.self, DecideCommand.self]),
        ("Publish", [BuildCommand.self, PublishCommand.self, BundleCommand.self]),
        ("Answer for", [KeysCommand.self]),
    ]

    private static let more: [any Command.Type] = [
        SignCommand.self, BuildNumberCommand.self, SchemaCommand.self, CompletionsCommand.self, HelpCommand.self,
    ]

    static let commands = wants.flatMap(\.commands) + more

    private static var names: String { commands.map { $0.name }.joined(separator: ", ") }

    private static func command(_ name: String) throws -> any Command.Type {
        guard let command = commands.first(where: { $0.name == name }) else {
            throw ErrorReport(
                .usage, "there is no command \"\(name)\"",
                hint: name.didYouMean(commands.map { $0.name } + ["version"]) ?? "there are \(names)")
        }
        return command
    }

    static var help: String {
        let width = wants.flatMap(\.commands).map { $0.name.count }.max() ?? 0
        let lines = wants.flatMap { want, commands in
            [want] + commands.map { "  signet \($0.name.padded(to: width))   \($0.summary)" }
        }
        return """
            \(introduction)

            \(lines.joined(separator: "\n"))
            More: \(more.map { $0.name }.joined(separator: ", "))

            First:  signet build --starter, then signet verify output: a tree to look at

            signet help COMMAND [VERB] explains a command, signet help CODE a finding,
            signet help TOPIC is an article: \(Topic.allCases.map(\.rawValue).joined(separator: ", "))

            Exit codes: \(exitCodes)
            """
    }

    static let summary = "says which versions of an app may run"

    static let introduction = """
        Signet says which versions of an app may run: it renders small JSON documents
        from one reviewed policy, signs each with ECDSA P-256, and writes files that any
        CDN can serve.
        """

    static let exitCodes = """
        0 done; 1 refused; 64 usage; 65 unparsable
        input; 66 no such input; 69 network or program unavailable; 73, 74 cannot write
        or read; 77 key permissions.
        """
}
