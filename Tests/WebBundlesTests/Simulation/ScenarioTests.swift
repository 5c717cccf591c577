import Foundation
import Testing
import TestSupport

/// A line for each step, with what came of it beside it.
private func transcript(_ lines: [Simulation.Line]) -> String {
    let width = lines.map(\.step.count).max() ?? 0
    return lines.map { line in
        let padding = String(repeating: " ", count: width - line.step.count)
        return (line.result.map { "\(line.step)\(padding)  \($0)" } ?? line.step) + "\n"
    }.joined()
}

@Test(arguments: ["updates", "forgiveness", "forgiveness-of-apps"])
func `updates, crashes, a newer shell, a withdrawal and new trials come to what is written`(name: String) async throws {
    let path = repositoryRoot.appendingPathComponent("Tests/WebBundlesTests/Simulation/\(name).txt").path
    let written = try String(contentsOfFile: path, encoding: .utf8)
    let steps = written.split(separator: "\n").map { line in
        line.prefix(upTo: line.firstRange(of: "  ")?.lowerBound ?? line.endIndex)
    }
    #expect(try await transcript(Simulation.run(steps.joined(separator: "\n"))) == written)
}

@Test(arguments: [
    // An update of the shell that is too new.
    ("offer 1.1.0 for 2..2.5\nupdate\nstart\nconfirm\nshell 2.6\nstart", ["v1.1.0", "embedded"]),
    // The same bytes for more shells.
    (
        "offer 1.1.0 for 2..2.5\nupdate\nstart\nconfirm\nshell 2.6\nstart\noffer 1.1.0 for 2..2.6\nupdate\nstart",
        ["v1.1.0", "embedded", "v1.1.0"]
    ),
    // A retired version stays, and is not installed anew.
    (
        "offer 1.1.0 for 2..\noffer 1.2.0 for 2..\nupdate\nstart\nconfirm\nretire 1.2.0\nupdate\nstart\n"
            + "retire 1.1.0\nupdate\nstart\nwithdraw 1.2.0\nupdate\nstart",
        ["v1.2.0", "v1.2.0", "v1.2.0", "embedded"]
    ),
    // What is retired can be offered again.
    (
        "offer 1.1.0 for 2..\nretire 1.1.0\nupdate\nstart\noffer 1.1.0 for 2..\nupdate\nstart", ["embedded", "v1.1.0"]
    ),
])
func `what starts show`(steps: String, shown: [String]) async throws {
    let lines = try await Simulation.run("embedded 1.0.0\nshell 2\n" + steps)
    #expect(lines.compactMap(\.shown) == shown)
}
