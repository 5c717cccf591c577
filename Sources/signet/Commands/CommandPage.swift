import Diagnostics

/// What is said of a command, as it stands in `CResources/help/commands.txt`: the words behind the command are read against it.
struct CommandPage: Sendable {
    /// One line for the list of commands.
    let summary: String
    private(set) var parts: [HelpPart] = []
    /// What it is told to do first, if it is told that by a word.
    private(set) var verbs: [Verb] = []
    private var isInDetail = false

    var flags: [Flag] { parts.flatMap(\.flags) }

    /// Every call of the tool reads the pages that it needs, and no others.
    static func page(of command: String) -> CommandPage {
        guard let blocks = sections[command] else { preconditionFailure("commands.txt does not explain \(command)") }
        let lines = blocks.map { $0.split(separator: "\n") }
        var page = CommandPage(summary: String(lines[0][1]))
        for block in lines.dropFirst() { page.add(block) }
        return page
    }

    /// The paragraphs of each page, by its name.
    private static let sections: [String: [String]] = {
        var sections: [String: [String]] = [:]
        var name = ""
        for block in EmbeddedFile.paragraphs("commands.txt") {
            if block.hasPrefix("## ") { name = String(block.dropFirst(3).prefix { $0 != "\n" }) }
            sections[name, default: []].append(block)
        }
        return sections
    }()

    /// The flags that a line without a text names.
    static let sharedFlags = page(of: "shared").flags

    private init(summary: String) { self.summary = summary }

    /// Adds a paragraph of the file: consecutive lines that are not empty.
    private mutating func add(_ block: [Substring]) {
        switch block[0] {
        case let head where head.hasPrefix("### "): verbs.append(Verb(block))
        case _ where !verbs.isEmpty: verbs[verbs.count - 1].add(block)
        case "[detail]": isInDetail = true
        case "[end of detail]": isInDetail = false
        case "[verbs]": add(.verbs)
        case "[more]": add(.more)
        case let line where line.hasPrefix("  --"): add(.flags(Flag.flags(block)))
        default: add(.text(block.joined(separator: "\n")))
        }
    }

    private mutating func add(_ content: HelpPart.Content) {
        parts.append(HelpPart(content: content, isDetail: isInDetail))
    }
}

/// A part of what is said of a command, with an empty line around it.
struct HelpPart: Sendable {
    enum Content {
        /// A paragraph of at most 80 columns, or lines that are indented.
        case text(String)
        case flags([Flag])
        case verbs
        /// Where the page says how to see more.
        case more
    }

    let content: Content
    /// Whether few people need it: `signet help COMMAND --all` shows it.
    let isDetail: Bool

    var flags: [Flag] {
        if case .flags(let flags) = content { flags } else { [] }
    }
}

/// What a command can be told to do: `rotate` of `signet keys rotate production`. One line on its command's page, and a page of
/// its own.
struct Verb: Sendable {
    /// How it is called, without the command: `rotate ENVIRONMENT`.
    let usage: String
    let about: String
    /// What must follow it, as a phrase: `one name`.
    let operands: String
    /// Whether as many words must follow as `usage` has; otherwise the verb says so itself.
    let isExact: Bool
    /// What its own page says besides; empty when there is nothing.
    private(set) var text = ""

    fileprivate init(_ block: [Substring]) {
        (usage, about) = (String(block[0].dropFirst(4)), String(block[1]))
        let taken = block.count > 2 ? block[2] : "takes no more words"
        isExact = taken.hasPrefix("takes ")
        operands = String(taken.dropFirst(isExact ? "takes ".count : "may take ".count))
    }

    fileprivate mutating func add(_ block: [Substring]) {
        text += (text.isEmpty ? "" : "\n\n") + block.joined(separator: "\n")
    }

    var name: String { String(usage.prefix { $0 != " " }) }
}
