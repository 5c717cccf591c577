import LocalFiles
import ManifestVerifier

extension BundleCommand {
    /// Plays a scenario, and says what came of each step.
    static func simulate(_ arguments: Arguments, _ terminal: Terminal) async throws -> ExitCode {
        guard arguments.operands.count == 2 else {
            throw arguments.usage("signet bundle simulate takes one file with a scenario")
        }
        guard let root = arguments.value("--root") else {
            throw arguments.usage("signet bundle simulate needs --root DIR, a new folder for the store")
        }
        let path = arguments.operands[1]
        let (parent, name) = path.parentAndName
        let bytes = try Folder(path: parent).read(name, limit: Scenario.byteLimit)
        let scenario = try Scenario(String(decoding: bytes, as: UTF8.self), file: path)
        let variables = arguments.variables
        let lines = try await Simulation.run(scenario, root: root, variables: variables)
        terminal.result(["steps": .array(lines.map(json))])
        let width = lines.map(\.step.count).max() ?? 0
        for line in lines {
            let padding = String(repeating: " ", count: width - line.step.count)
            terminal.summary(line.result.map { "\(line.step)\(padding)  \($0)" } ?? line.step)
        }
        return lines.contains(where: \.isUnexpected) ? .refused : .done
    }

    private static func json(_ line: Simulation.Line) -> JSONValue {
        [
            "line": .integer(line.number),
            "step": .string(line.step),
            "result": line.result.map { .string($0) } ?? .null,
            "shown": line.shown.map { .string($0) },
            "isUnexpected": line.isUnexpected ? .bool(true) : nil,
        ]
    }
}
