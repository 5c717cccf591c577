import Testing
import TestSupport

private func project(_ pattern: String) throws -> Project {
    let project = try Project(policy: Project.policy(documents: "\"files\": { \"files/\": \"\(pattern)\" }"))
    try project.folder.write("static/a.json", "{}\n")
    try project.folder.write("static/deep/b.json", "[]\n")
    return project
}

@Test(arguments: [
    ("static/*.json", ["a.json"]), ("static/**/*.json", ["a.json", "deep/b.json"]), ("static/deep/*", ["b.json"]),
    ("static/*", ["a.json", "notes.txt"]),
])
func `a pattern takes the files that it stands for`(pattern: String, files: [String]) throws {
    let project = try project(pattern)
    try project.expectDone(["build"])
    let published = try project.folder.snapshot("output/production/files").keys.filter {
        !$0.hasSuffix(".sig") && !$0.hasSuffix(".headers")
    }
    #expect(published.sorted() == files)
    try project.expectDone(["verify", "output"])
}

@Test func `what a pattern does not stand for may lie beside it`() throws {
    let project = try project("static/*.json")
    try project.folder.write("static/.DS_Store", "x")
    try project.folder.write("static/.git/a.json", "x")
    try project.folder.write("static/no good name", "x")
    _ = try run("ln", ["-s", "/etc/passwd", project.folder.path("static/link")])
    try project.expectDone(["build"])
    #expect(!project.folder.exists("output/production/files/link"))
}

@Test func `a link that a pattern stands for is refused`() throws {
    let project = try project("static/*.json")
    _ = try run("ln", ["-s", "/etc/passwd", project.folder.path("static/link.json")])
    try project.expectRefusal(["build"], code: 1, ["static/link.json: is a symbolic link", "[unusable-file]"])
}

@Test func `a pattern that stands for nothing is an error`() throws {
    try project("static/*.png").expectRefusal(
        ["build"], code: 66, ["static/: contains no file that matches the pattern", "[missing-file]"])
}
