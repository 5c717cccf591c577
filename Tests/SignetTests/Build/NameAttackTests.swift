import Foundation
import Testing
import TestSupport

// U+212A KELVIN SIGN is the letter K to Swift's strings, and two other bytes to a disk or a web server.

private let kelvin = "\u{212A}"

/// A team's folder with a tree in which a document is called `API/K`, or lies in a folder `K`.
private func project(_ path: String = "API/K") throws -> Project {
    let project = try Project(policy: Project.policy(documents: "\"files\": { \"\(path)\": \"static/notes.txt\" }"))
    try project.expectDone(["build"])
    return project
}

/// Hides an unsigned body: what was signed goes to a name that Swift takes for the same.
private func hide(_ project: Project, _ path: String, behind other: String) throws {
    let tree = "output/production/"
    for suffix in ["", ".sig", ".headers"] {
        let bytes = try project.folder.read(tree + path + suffix)
        // Its own bytes on disk: Foundation does not compose names on Linux.
        try project.folder.write(tree + other + suffix, bytes)
    }
    try project.folder.write(tree + path, "not signed\n")
}

@Test(arguments: [("API/K", "API/\(kelvin)"), ("K/notes.txt", "\(kelvin)/notes.txt")])
func `a body that no key has signed cannot hide behind a KELVIN SIGN`(path: String, other: String) throws {
    let project = try project(path)
    try hide(project, path, behind: other)
    let shown = other.contains("/\(kelvin)") ? "API/\\u{212A}" : "\\u{212A}"
    try project.expectRefusal(
        ["verify", "output"], code: 1,
        ["output/production/\(shown): has a name that is not ASCII", "output/production/\(path): is not the body"])
    // The build sees that the tree is not what it made, and makes it anew.
    let built = try project.expectDone(["build"])
    #expect(!built.output.contains("unchanged"))
    try project.expectDone(["verify", "output"])
    #expect(try project.folder.text("output/production/\(path)") == "notes\n")
    #expect(!project.folder.exists("output/production/\(other)"))
}

@Test(arguments: ["\(kelvin).txt", "caf\u{E9}.txt", "e\u{301}.txt"])
func `a static file whose name is not ASCII is refused by that name`(name: String) throws {
    let project = try Project()
    try project.folder.write("static/\(name)", "x")
    try project.expectRefusal(["build"], code: 1, ["\\u{", ".txt: names are made of A-Z a-z 0-9 . _ -"])
}

@Test(arguments: [[#"\377"#, #"\376"#], [#"\303\251"#, #"e\314\201"#], ["K", #"\342\204\252"#]])
func `names in a folder that are one string to Swift stay as they are, and trap nothing`(
    names: [String]
) throws {
    let project = try project()
    try project.expectDone(["publish", "--to", "other", "--first"])
    for name in names {
        try check("sh", ["-c", "touch \"other/$(printf '\(name)')\""], in: project.folder.root)
    }
    try project.expectDone(["publish", "--environment", "production", "--to", "other"])
    let found = try check("sh", ["-c", "ls other | LC_ALL=C grep -c '[^ -~]' || true"], in: project.folder.root)
    #expect(found == "\(names.count { $0.contains("\\") })\n")
}
