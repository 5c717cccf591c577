import Diagnostics

/// The words behind a command, read against its flags.
struct Arguments {
    let operands: [String]
    private let command: any Command.Type
    private var values: [String: [String]] = [:]

    /// Flags and operands may come in any order; `--` ends the flags.
    init(_ words: [String], for command: any Command.Type) throws {
        self.command = command
        let flags = command.flags
        var operands: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let flag = flags.first(where: { $0.name == name }) else { throw Self.unknownFlag(name, command) }
            guard flag.isRepeatable || values[name] == nil else {
                throw Self.usage("flag \(name) is given more than once", command.name)
            }
            if flag.value != nil {
                guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
                    throw Self.usage("flag \(name) needs a value", command.name)
                }
                values[name, default: []].append(value)
            } else {
                guard parts.count == 1 else { throw Self.usage("flag \(name) takes no value", command.name) }
                values[name] = []
            }
        }
        self.operands = operands
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    func value(_ name: String) -> String? { values[name]?.first }

    func values(_ name: String) -> [String] { values[name] ?? [] }

    /// The value of a flag as `read` gives it; nil without the flag. Any other is refused: `--until now is not a time`.
    func value<Value>(_ name: String, _ expected: String, _ read: (String) -> Value?) throws -> Value? {
        guard let text = value(name) else { return nil }
        guard let value = read(text) else { throw usage("\(name) \(text) is not \(expected)") }
        return value
    }

    /// The same, where the refusal begins with what is expected: `--profile is body or dated, not both`.
    func value<Value>(_ name: String, is expected: String, _ read: (String) -> Value?) throws -> Value? {
        guard let text = value(name) else { return nil }
        guard let value = read(text) else { throw usage("\(name) is \(expected), not \(text)") }
        return value
    }

    func usage(_ message: String) -> ErrorReport {
        let verb = command.verbs.first { $0.name == operands.first }
        return Self.usage(message, "\(command.name)\(verb.map { " \($0.name)" } ?? "")")
    }

    func refuseOperands() throws {
        if let operand = operands.first { throw usage("signet \(command.name) takes no \"\(operand)\"") }
    }

    /// What is said when other words follow the verb than it takes.
    var wrongOperands: ErrorReport {
        let verb = command.verbs.first { $0.name == operands.first }
        return usage("signet \(command.name) \(verb?.name ?? "") takes \(verb?.operands ?? "")")
    }

    func refuseExclusions() throws {
        for flag in command.flags where has(flag.name) {
            if let other = flag.excluded.first(where: has) {
                throw usage("\(other) and \(flag.name) exclude each other")
            }
        }
    }

    /// Fails when a flag is given that a target does not take.
    ///
    /// - Parameter reason: what the target is.
    func refuseFlags(of target: Flag.Target, _ reason: String? = nil) throws {
        for flag in command.flags where has(flag.name) {
            guard let purpose = flag.purposes[target] else { continue }
            throw usage("\(flag.name) is for \(purpose)\(reason.map { "; \($0)" } ?? "")")
        }
    }

    private static func unknownFlag(_ name: String, _ command: any Command.Type) -> ErrorReport {
        let report = usage("signet \(command.name) has no flag \(name)", command.name)
        let others = Signet.commands.filter { $0.flags.contains { $0.name == name } }.map { "signet \($0.name)" }
        let hint =
            others.isEmpty
            ? name.didYouMean(command.flags.map(\.name), otherwise: report.hint)
            : "\(name) is a flag of \(others.joined(separator: ", ")); \(report.hint ?? "")"
        return ErrorReport(report.kind, report.message, hint: hint)
    }

    private static func usage(_ message: String, _ page: String) -> ErrorReport {
        ErrorReport(.usage, message, hint: "signet help \(page) shows what it takes")
    }
}
