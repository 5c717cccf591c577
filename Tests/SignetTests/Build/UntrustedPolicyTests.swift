import Testing
import TestSupport

// A policy is written by whoever opens a pull request: it must not reach anything but its own folder.

@Test(arguments: [
    ("a link to a file", "ln -s /etc/hostname static/link", "static/link: is a symbolic link"),
    ("a link to a folder", "ln -s /etc static/link", "static/link: is a symbolic link"),
    ("the folder itself as a link", "mv static real && ln -s real static", "static: is a symbolic link"),
    ("a dotfile", "echo x > static/.env", "static/.env: names are made of"),
    ("a dot folder", "mkdir -p static/.git && echo x > static/.git/config", "static/.git: names are made of"),
    ("a name with a space", "echo x > 'static/a b'", "static/a b: names are made of"),
    ("a FIFO", "mkfifo static/pipe", "static/pipe: is not a regular file"),
    ("a private key", "cp keys/production.key.pem static/data.txt", "contains the words PRIVATE KEY"),
    ("a reserved name", "echo x > static/notes.txt.sig", "\"notes.txt.sig\" is a name that belongs to the tree"),
    ("the keys under another name", "mv keys static/secret", "static/secret: is the key folder"),
    ("a dated body", "printf 'Mon, 03 Aug 2020 22:59:35 UTC:{}' > static/notes.txt", "begins with a date and a colon"),
])
func `static files never bring in`(name: String, command: String, words: String) throws {
    let project = try Project()
    try project.expectDone(["build"])
    try check("sh", ["-c", command], in: project.folder.root)
    let keys = project.folder.exists("keys") ? [] : ["--keys", "static/secret"]
    try project.expectRefusal(["build"] + keys, code: 1, [words])
}

@Test(arguments: [
    ("../outside.txt", 1), ("/etc/hostname", 1), ("keys/production.key.pem", 1), ("KEYS/x", 1), (".hidden", 1),
    ("static/../keys/keyring.json", 1), ("static//notes.txt", 1), ("static/no.txt", 66), ("static", 1),
])
func `a path leads nowhere but into the policy's folder`(path: String, code: Int32) throws {
    let project = try Project(
        policy: Project.policy(documents: "\"files\": { \"files/x\": \"\(path)\" }"))
    try project.folder.write("../outside.txt", "outside")
    let result = try project.run(["build"])
    #expect(result.status == code, "\(result.errors)")
    #expect(result.errors.contains("policy.json:17:"))
    #expect(!project.folder.exists("output/production"))
}

@Test(arguments: ["Texts.xcstrings", "static/notes.txt"])
func `a file that the policy names is not followed when it is a link`(path: String) throws {
    let project = try Project()
    try check("sh", ["-c", "mv \(path) real && ln -s $PWD/real \(path)"], in: project.folder.root)
    try project.expectRefusal(["build"], code: 1, ["is a symbolic link"])
}

@Test func `a body that begins with a date is refused in both profiles, a near miss is not`() throws {
    for profile in ["body", "dated"] {
        let project = try Project(policy: Project.policy(profile: profile))
        try project.folder.write("static/notes.txt", "Mon, 03 Aug 2020 22:59:35 UTC:{}")
        try project.expectRefusal(["build"], code: 1, ["files/notes.txt: the content begins with a date"])
        try project.folder.write("static/notes.txt", "\nMon, 03 Aug 2020 22:59:35 UTC:{}")
        try project.expectDone(["build"])
    }
}
