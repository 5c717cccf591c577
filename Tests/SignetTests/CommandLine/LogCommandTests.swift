import Foundation
import Testing
import TestSupport

/// The names of a rule and a text that give orders to a runner.
private let orders = [
    ("\"channel\": [\"beta\", \"internal\"]", "\"channel\": [\"##[debug]x\", \"##vso[task.complete result=Failed]\"]"),
    ("\"model\": \"iPhone8,*\"", "\"model\": \"::stop-commands::x\""),
    ("\"orElse\": { \"en\": \"Sorry.\"", "\"orElse\": { \"en\": \"::error::Sorry. ##[add-mask]e #\u{301}#[debug]x\""),
    (
        "\"then\": \"available\" },",
        "\"then\": \"recommended\", \"description\": { \"en\": \"::add-mask::e ##[error]x\" } },"
    ),
]

@Test(.peers(.python3))
func `no name or text of a policy gives the runner of a pipeline an order`() throws {
    let project = try Project.gate()
    try project.expectDone(["build"])
    try project.expectDone(["publish", "--environment", "production", "--to", "public", "--first"])
    for (part, order) in orders { try project.change("policy.json", part, order) }
    try project.change(
        "policy.json", "\"minimumOSVersion\": { \"value\": \"13.5\"", "\"minimumOSVersion\": { \"value\": \"15\"")
    try project.folder.write(
        "fleet.csv", "platform,os,app,devices,channel\nios,17.4,3.1.0,99,##[debug]x\nios,12,1,1,::error::\n")
    try project.folder.write("::error::x", "x")
    let decide = ["decide", "output/production/gate/ios.json", "--platform", "ios", "--os", "17", "--app", "3.1.0"]
    let previous = ["--previous", "public"]
    let lines: [[String]] = [
        planning(previous), planning(["--json"] + previous), ["plan", "public"],
        ["plan", "public", "--markdown"],
        ["plan", "public", "--json"], ["build", "--strict"], ["build"] + previous,
        decide + ["--channel", "##[debug]y"], decide + ["--channel", "##[debug]x", "--json"],
        ["plan", "public", "--population", "fleet.csv"],
        ["plan", "public", "--population", "fleet.csv", "--markdown"],
        ["publish", "--environment", "production", "--to", "public"], ["verify", "::error::x"],
        ["verify", "##[debug]x"],
        ["plan", "public", "--page", "plan.html"], ["set", "::error::x=##[debug]"], ["::error::"],
        ["plan", "none", "--policy", "::error::x"],
    ]
    var said = ""
    for words in lines {
        let result = try project.run(words)
        let all = result.output + result.errors
        #expect(!all.split(separator: "\n").contains { isLogCommand($0) }, "\(words): \(all)")
        said += all
    }
    for escape in ["#\\u{23}[debug]x", "#\\u{23}vso[task.complete", ":\\u{3A}error::Sorry.", "#\\u0023[debug]x"] {
        #expect(said.contains(escape), "\(escape): \(said)")
    }

    // The annotations alone are orders, and hold no other.
    let result = try project.run(planning(["--github"] + previous))
    let annotations = result.output.split(separator: "\n").filter { isLogCommand($0) }
    #expect(!annotations.isEmpty)
    for line in annotations {
        #expect(line.contains(/^::(error|warning|notice) [a-z]+=/), "\(line)")
        #expect(!isLogCommand(line.dropFirst(2)), "\(line)")
    }
}
