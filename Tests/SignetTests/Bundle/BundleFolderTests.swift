import Foundation
import Testing
import TestSupport

/// What a folder may not hold, how it gets there, and what is said of it.
private let hostileFolders: [(name: String, make: [String], said: String)] = [
    ("no page", ["rm", "dist/index.html"], "dist: has no index.html"),
    ("a link to a file", ["ln", "-s", "/etc/hostname", "dist/host.txt"], "dist/host.txt: is a symbolic link"),
    ("a link to a folder", ["ln", "-s", "/etc", "dist/etc"], "dist/etc: is a symbolic link"),
    ("a link as the page", ["ln", "-sf", "app.js", "dist/index.html"], "dist/index.html: is a symbolic link"),
    ("a pipe", ["mkfifo", "dist/pipe"], "dist/pipe: is neither a file nor a folder"),
    ("a hidden file", ["cp", "dist/app.js", "dist/.env"], "dist/.env: is hidden"),
    ("a hidden folder", ["mkdir", "dist/.git"], "dist/.git: is hidden"),
    ("a private key", ["cp", "keys/production.key.pem", "dist/key.txt"], "dist/key.txt: error: is a private key"),
    (
        "a private key behind other lines",
        ["sh", "-c", "(echo Bag Attributes; cat keys/production.key.pem) > dist/key.txt"],
        "dist/key.txt: error: is a private key"
    ),
    ("names that differ by case", ["cp", "dist/app.js", "dist/APP.js"], "app.js"),
    ("names of one Unicode form", ["cp", "dist/app.js", "dist/assets/u\u{308}.txt"], "assets/"),
    ("a backslash", ["cp", "dist/app.js", "dist/a\\b.js"], "a\\b.js"),
    ("a line feed", ["cp", "dist/app.js", "dist/a\nb.js"], "dist/a"),
    ("a colon", ["cp", "dist/app.js", "dist/c:a.js"], "dist/c:a.js"),
]

@Test(arguments: hostileFolders.indices)
func `a folder with what no bundle has is refused, and nothing is written`(index: Int) throws {
    let hostile = hostileFolders[index]
    let project = try Project()
    try project.writeWebBuild()
    try check(hostile.make[0], Array(hostile.make.dropFirst()), in: project.folder.root)
    try project.nameBundleList()
    let result = try project.run(["bundle", "pack", "dist", "--version", "1.0.0", "--shell", "2..."])
    #expect([1, 66].contains(result.status), "\(hostile.name): \(result.errors)")
    #expect(result.errors.contains(hostile.said), "\(hostile.name): \(result.errors)")
    #expect(!project.folder.exists("bundles.json"), "\(hostile.name)")
    #expect(try project.folder.snapshot("bundles").keys.allSatisfy { $0 == ".gitignore" }, "\(hostile.name)")
}

@Test(arguments: [".", "..", "keys", "output", "bundles"])
func `a folder of the project is not packed`(folder: String) throws {
    let project = try Project()
    try project.writeWebBuild()
    try project.folder.write("output/production/note.txt", "")
    try project.folder.write("bundles/note.txt", "")
    try project.nameBundleList()
    let result = try project.run(["bundle", "pack", folder, "--version", "1.0.0", "--shell", "2..."])
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.errors.contains("are inside one another"), "\(result.errors)")
}
