import Diagnostics
import Foundation
import Testing
import TestSupport

/// What comes of the steps of a scenario.
private func played(_ steps: String) async throws -> [Simulation.Line] {
    try await Simulation.run(Scenario(steps, file: "updates.txt"))
}

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
    #expect(try await transcript(played(steps.joined(separator: "\n"))) == written)
}

private let begin = "embedded 1.0.0\nshell 2\n"
private let policies: [(name: String, steps: String, shown: [String])] = [
    ("nothing but what is shipped", "update\nstart", ["embedded"]),
    ("a page that hangs", "offer 1.1.0 for 2..\nupdate\nstart\nhang\nstart", ["v1.1.0", "embedded"]),
    (
        "a failed version is not tried again, a newer one is",
        "health 1 starts 9 seconds\noffer 1.1.0 for 2..\nupdate\nstart\nstart\nupdate\nstart\n"
            + "offer 1.1.1 for 2..\nupdate\nstart",
        ["v1.1.0", "embedded", "embedded", "v1.1.1"]
    ),
    (
        "an update of the app that ships a newer one",
        "offer 1.1.0 for 2..\nupdate\nstart\nconfirm\nembedded 1.2.0\nstart",
        ["v1.1.0", "embedded"]
    ),
    (
        "an update of the shell that is too new",
        "offer 1.1.0 for 2..2.5\nupdate\nstart\nconfirm\nshell 2.6\nstart",
        ["v1.1.0", "embedded"]
    ),
    ("the newest that fits", "offer 1.1.0 for 2..\noffer 1.2.0 for 3..\nupdate\nstart", ["v1.1.0"]),
    ("a network that goes away", "offer 1.1.0 for 2..\nupdate cut\nstart\nupdate\nstart", ["embedded", "v1.1.0"]),
    (
        "a withdrawn version",
        "offer 1.1.0 for 2..\noffer 1.2.0 for 2..\nupdate\nstart\nconfirm\nwithdraw 1.2.0\nupdate\n"
            + "start\nupdate\nstart", ["v1.2.0", "v1.1.0", "v1.1.0"]
    ),
    (
        "a retired version stays, and is not installed anew",
        "offer 1.1.0 for 2..\noffer 1.2.0 for 2..\nupdate\nstart\nconfirm\nretire 1.2.0\nupdate\nstart\n"
            + "retire 1.1.0\nupdate\nstart\nwithdraw 1.2.0\nupdate\nstart",
        ["v1.2.0", "v1.2.0", "v1.2.0", "embedded"]
    ),
    (
        "an embedded version that is withdrawn, though it was never offered",
        "start\nwithdraw 1.0.0\nupdate\nstart\noffer 0.9.0 for 2..\nupdate\nstart",
        ["embedded", "embedded", "v0.9.0"]
    ),
    (
        "what is retired can be offered again",
        "offer 1.1.0 for 2..\nretire 1.1.0\nupdate\nstart\noffer 1.1.0 for 2..\nupdate\nstart",
        ["embedded", "v1.1.0"]
    ),
    (
        "a pre-release is below its release",
        "offer 1.1.0-rc.1 for 2..\nupdate\nstart\noffer 1.1.0 for 2..\nupdate\nstart",
        ["v1.1.0-rc.1", "v1.1.0"]
    ),
]

@Test(arguments: policies.indices) func `what starts show`(index: Int) async throws {
    let policy = policies[index]
    let lines = try await played(begin + policy.steps + "\n")
    #expect(lines.compactMap(\.shown) == policy.shown, "\(policy.name)")
}

@Test func `the newest ones are kept, and what failed is said`() async throws {
    let versions = (1...5).map { "offer 1.\($0).0 for 2..\nupdate\nstart\nconfirm\n" }.joined()
    let kept = try await played(begin + "keep 2\n" + versions + "list\n")
    // 1.3.0 was shown before when 1.5.0 came, and goes with the next one.
    #expect(kept.last?.result == "embedded, v1.3.0, v1.4.0, v1.5.0")
    let hang = try await played(begin + "offer 1.1.0 for 2..\nupdate\nstart\nhang\nwait 60\nconfirm\n")
    #expect(hang.contains { $0.result == "v1.1.0 has failed: not confirmed in time; next is embedded" })
    #expect(hang.last?.result == "nothing runs")
}

@Test func `what is expected and not so is told`() async throws {
    let last = try #require(try await played(begin + "start\nexpect v1.1.0\n").last)
    #expect(last.isUnexpected && last.result == "no: the last start has shown embedded")
}

@Test(arguments: [
    ("embedded 1.0.0\nshall 2\n", "updates.txt:2:1: there is no step \"shall\""),
    ("embedded 1.0\n", "updates.txt:1:10: \"1.0\" does not fit"),
    ("# none\n  offer 1.0.0\n", "updates.txt:2:9: the step is not complete"),
    ("offer 1.0.0 for 3..2\n", "updates.txt:1:17: \"3..2\" does not fit"),
    ("health 0 starts 3 seconds\n", "updates.txt:1:8: \"0\" does not fit"),
    ("start now\n", "updates.txt:1:7: \"now\" does not fit"), ("wait -1", "updates.txt:1:6: \"-1\" does not fit"),
    ("embedded 1.0.0\nshell 2\nwithdraw 1.1.0\n", "line 3: v1.1.0 is not offered"),
    ("embedded 1.0.0\nshell 2\nretire 1.0.0\n", "line 3: v1.0.0 is not offered"),
    ("retire\n", "updates.txt:1:1: the step is not complete"),
    ("offer 1.1.0 for 2..\nwithdraw 1.1.0\noffer 1.1.0 for 2..\n", "line 3: v1.1.0 is withdrawn"),
    ("start\n", "line 1: no embedded bundle or shell is declared yet"),
])
func `a scenario that is none is refused with its place`(scenario: String, said: String) async throws {
    let error = try await #require(throws: (any Error).self) { try await played(scenario) }
    let report = ErrorReport(error)
    #expect(report.message.contains(said))
    #expect(report.hint != nil || said.contains("v1."))
}
