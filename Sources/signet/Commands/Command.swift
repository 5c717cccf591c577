import Diagnostics

/// One command of the tool: words in, work done by the libraries, text out.
protocol Command: SendableMetatype {
    /// What is typed.
    static var name: String { get }
    /// One line for the list of commands.
    static var summary: String { get }
    /// How it is called, what it does, its flags, one runnable example.
    static var page: [HelpPart] { get }
    /// What it is told to do first, if it is told that by a word.
    static var verbs: [Verb] { get }
    /// The words that may follow its name, where only certain words may: verbs, or names of what it shows.
    static var firstWords: [String] { get }
    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode
}

/// What a command can be told to do: `rotate` of `signet keys rotate production`. One line on its command's page, and a page of
/// its own.
struct Verb: Sendable {
    /// How it is called, without the command: `rotate ENVIRONMENT`.
    let usage: String
    let about: String
    /// What its own page says besides; empty when there is nothing.
    let text: String
    /// What must follow it, as a phrase: `one name`.
    let operands: String
    /// Whether as many words must follow as `usage` has; otherwise the verb says so itself.
    let isExact: Bool
    let run: @Sendable (Arguments, Terminal) async throws -> ExitCode

    init(
        _ usage: String, _ about: String, _ text: String = "", takes operands: String = "no more words",
        isExact: Bool = true, run: @escaping @Sendable (Arguments, Terminal) async throws -> ExitCode
    ) {
        (self.usage, self.about, self.text) = (usage, about, text)
        (self.operands, self.isExact, self.run) = (operands, isExact, run)
    }

    var name: String { String(usage.prefix { $0 != " " }) }
}

extension Command {
    static var flags: [Flag] { page.flatMap(\.flags) }
    static var verbs: [Verb] { [] }
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
        let unfit = flags.first {
            arguments.has($0.name) && !$0.verbs.isEmpty && !$0.verbs.contains(word ?? "")
        }
        if let unfit, unfit.verbs.count == 1 {
            throw arguments.usage("\(unfit.name) is for signet \(name) \(unfit.verbs[0])")
        }
        guard let word else { throw arguments.usage("signet \(name) needs one of \(firstWordsText)") }
        guard let verb = verbs.first(where: { $0.name == word }) else { throw unknownFirstWord(word) }
        if let unfit { throw arguments.usage("\(unfit.name) is not for signet \(name) \(word)") }
        guard !verb.isExact || arguments.operands.count == verb.usage.split(separator: " ").count else {
            throw arguments.wrongOperands
        }
        return try await verb.run(arguments, terminal)
    }
}
