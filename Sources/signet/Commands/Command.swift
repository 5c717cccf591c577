import Diagnostics

/// One command of the tool: words in, work done by the libraries, text out. What is said of it is in `commands.txt`.
protocol Command: SendableMetatype {
    /// What is typed.
    static var name: String { get }
    /// What its verbs do, by their names.
    static var actions: [String: VerbAction] { get }
    /// The words that may follow its name, where only certain words may: verbs, or names of what it shows.
    static var firstWords: [String] { get }
    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode
}

typealias VerbAction = @Sendable (Arguments, Terminal) async throws -> ExitCode

extension Command {
    static var page: CommandPage { CommandPage.page(of: name) }
    static var summary: String { page.summary }
    static var flags: [Flag] { page.flags }
    static var verbs: [Verb] { page.verbs }
    static var actions: [String: VerbAction] { [:] }
    static var firstWords: [String] { verbs.map(\.name) }

    /// The words that may follow its name, as a phrase.
    static var firstWordsText: String {
        firstWords.dropLast().joined(separator: ", ") + " and " + (firstWords.last ?? "")
    }

    static func unknownFirstWord(_ word: String) -> ErrorReport {
        guard !firstWords.isEmpty else {
            return ErrorReport(.usage, "signet \(name) has no verbs", hint: "signet help \(name) shows what it takes")
        }
        return ErrorReport(
            .usage, "signet \(name) has no \"\(word)\"; there are \(firstWordsText)",
            hint: word.didYouMean(firstWords, otherwise: "signet help \(name) shows what it takes"))
    }

    /// Does what the first word says.
    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        let word = arguments.operands.first
        let unfit = flags.first { arguments.has($0.name) && !$0.isFor(word ?? "") }
        if let unfit, unfit.verbs.count == 1 {
            throw arguments.usage("\(unfit.name) is for signet \(name) \(unfit.verbs[0])")
        }
        guard let word else { throw arguments.usage("signet \(name) needs one of \(firstWordsText)") }
        guard let verb = verbs.first(where: { $0.name == word }) else { throw unknownFirstWord(word) }
        if let unfit { throw arguments.usage("\(unfit.name) is not for signet \(name) \(word)") }
        guard !verb.isExact || arguments.operands.count == verb.usage.split(separator: " ").count else {
            throw arguments.wrongOperands
        }
        guard let action = actions[word] else { preconditionFailure("signet \(name) \(word) does nothing") }
        return try await action(arguments, terminal)
    }
}
