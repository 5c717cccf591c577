import Foundation
import Testing
import TestSupport

/// A change to the standard policy and what is said of it.
struct MalformedPolicy: Sendable, CustomTestStringConvertible {
    let name: String
    let find: String
    let replacement: String
    let code: Int32
    let words: String
    /// How many errors there are: one for each document that is wrong.
    let errors: Int

    init(
        _ name: String, _ find: String, _ replacement: String, _ code: Int32, _ words: String, errors: Int = 1
    ) {
        (self.name, self.find, self.replacement, self.code, self.words) = (name, find, replacement, code, words)
        self.errors = errors
    }

    var testDescription: String { name }
}

@Test(arguments: [
    MalformedPolicy("no JSON", "{", "", 65, "policy.json:2:17: error: "),
    MalformedPolicy(
        "trailing comma", "23, \"description\": \"os\" }", "23, \"description\": \"os\", }", 65, "trailing comma"),
    MalformedPolicy(
        "duplicate member", "\"profile\"", "\"origin\": 1, \"profile\"", 65, "6:7: error: duplicate member \"origin\""),
    MalformedPolicy("unknown member", "\"profile\"", "\"profil\"", 1, "6:7: error: unknown member \"profil\""),
    MalformedPolicy("unknown member deep down", "\"value\": 23", "\"value\": 23, \"x\": 1", 1, "unknown member \"x\""),
    MalformedPolicy("comment without end", "{", "/* {", 65, "policy.json:1:1: error: a comment without its end"),
    MalformedPolicy(
        "origin over http", "https://dist", "http://dist", 1,
        "5:17: error: \"http://distribution.example.com\" is not an https"),
    MalformedPolicy("origin with a / at its end", "example.com", "example.com/", 1, "an origin is https:// and a host"),
    MalformedPolicy("origin with a path to nowhere", "example.com", "example.com/a/../b", 1, "an origin is https://"),
    MalformedPolicy("origin with an empty segment", "example.com", "example.com//a", 1, "an origin is https://"),
    MalformedPolicy("origin with an escape", "example.com", "example.com/a%2Fb", 1, "an origin is https://"),
    MalformedPolicy("origin with a query", "example.com", "example.com/a?b", 1, "an origin is https://"),
    MalformedPolicy("credentials in a URL", "https://dist", "https://me:secret@dist", 1, "must not hold credentials"),
    MalformedPolicy(
        "unknown profile", "\"dated\"", "\"date\"", 1, "\"date\" is not a profile; use \"body\" or \"dated\""),
    MalformedPolicy("a version that is none", "3.0.0", "3.0.0.1", 1, "is not a version of 1 to 3 numbers"),
    MalformedPolicy(
        "an iOS version as a number", "\"13.5.0\"", "13.5", 1, "8:40: error: expected a string, found a number"),
    MalformedPolicy("an Android version as a string", "23", "\"23\"", 1, "expected an integer, found a string"),
    MalformedPolicy("an Android version that is no integer", "23", "23.0", 1, "23.0 is not an integer"),
    MalformedPolicy("an Android version that is not positive", "23", "0", 1, "0 is not a positive integer"),
    MalformedPolicy("a span of time", "\"profile\"", "\"resignAfter\": \"1w\", \"profile\"", 1, "is not a duration"),
    MalformedPolicy(
        "a header that splits", "\"profile\"", "\"cacheControl\": \"a\\r\\nx: y\", \"profile\"", 1, "a header value is"
    ),
    MalformedPolicy(
        "quotes in a header", "\"profile\"", "\"cacheControl\": \"a\\\"b\", \"profile\"", 1, "without quotes"),
    MalformedPolicy("an environment's name", "\"production\"", "\"../x\"", 1, "is not an environment name"),
    MalformedPolicy("extends itself", "\"profile\"", "\"extends\": \"production\", \"profile\"", 1, "a cycle"),
    MalformedPolicy(
        "extends nothing", "\"profile\"", "\"extends\": \"base\", \"profile\"", 1, "no environment \"base\" to extend"),
    MalformedPolicy(
        "unknown text", "\"description\": \"app\"", "\"description\": \"ap\"", 1,
        "9:65: error: text \"ap\" is not in Texts.xcstrings"),
    MalformedPolicy("no catalog", "\"descriptions\": \"Texts.xcstrings\",", "", 1, "but has no catalog"),
    MalformedPolicy(
        "catalog not there", "Texts.xc", "Text.xc", 66, "policy.json:2:19: error: Text.xcstrings: no such file"),
    MalformedPolicy(
        "a text that varies", "\"app\" }", "\"unused\" }", 1, "Texts.xcstrings:12:58: error: text \"unused\" varies"),
    MalformedPolicy(
        "required member left out", "\"minimumOSVersion\": { \"value\": \"13.5.0\", \"description\": \"os\" },", "", 1,
        "7:14: error: missing member \"minimumOSVersion\""),
    MalformedPolicy(
        "description left out", "\"value\": 8, \"description\": \"app\"", "\"value\": 8", 1,
        "missing member \"description\""),
    MalformedPolicy(
        "reserved name", "availability-{platform}", "availability-{platform}.sig", 1, "belongs to the tree itself",
        errors: 2),
    MalformedPolicy("reserved folder", "distribution/av", "a.headers/av", 1, "belongs to the tree itself"),
    MalformedPolicy(
        "index as a document", "distribution/availability-{platform}", "publication", 1,
        "belongs to the tree itself"),
    MalformedPolicy("path out of the tree", "distribution/av", "../av", 1, "path segment \"..\""),
    MalformedPolicy("absolute path", "distribution/av", "/av", 1, "path segment \"\""),
    MalformedPolicy("both platforms at one path", "-{platform}", "", 1, "two documents have the path"),
])
func `a malformed policy is one clear error for each document and the tree stays`(malformed: MalformedPolicy) throws {
    let project = try Project()
    try project.expectDone(["build"])
    let policy = Project.policy()
    let start = try #require(policy.firstRange(of: malformed.find))
    try project.folder.write("policy.json", policy.replacingCharacters(in: start, with: malformed.replacement))
    let result = try project.expectRefusal(["build"], code: malformed.code, [malformed.words])
    #expect(result.errors.components(separatedBy: ": error: ").count == malformed.errors + 1)
    #expect(result.output == "")
    try project.expectRefusal(["build", "--check"], code: malformed.code, [malformed.words])
    // A plan has the same errors, and the same exit code.
    let plan = try project.run(["plan", "none"])
    #expect(plan.status == malformed.code)
    func errors(_ result: CommandResult) -> [Substring] {
        result.errors.split(separator: "\n").filter { $0.contains(": error: ") }
    }
    #expect(errors(plan) == errors(result))
}

@Test func `paths that differ only by case collide`() throws {
    let project = try Project(
        policy: Project.policy(documents: #""files": { "a/": "static/", "A/notes.TXT": "static/notes.txt" }"#))
    try project.expectRefusal(["build"], code: 1, ["\"A/notes.TXT\" and \"a/notes.txt\" differ only by case"])
}

@Test func `a document cannot be a folder of another`() throws {
    let project = try Project(
        policy: Project.policy(documents: #""files": { "a/": "static/", "A": "static/notes.txt" }"#))
    try project.expectRefusal(["build"], code: 1, ["\"A\" is a document and, for \"a/notes.txt\", a folder"])
}

@Test(arguments: [
    ("no JSON", "{", 65, "Texts.xcstrings:1:2: error: the text ends too early"),
    ("a comment", "// x\n{}", 65, "Texts.xcstrings:1:1: error: comments are not allowed here"),
    ("no strings", #"{ "version": "1.0", "sourceLanguage": "en" }"#, 65, "missing member \"strings\""),
    (
        "another version", #"{ "version": "2.0", "sourceLanguage": "en", "strings": {} }"#, 65,
        "1:14: error: unknown version"
    ),
    (
        "a source that is no language", #"{ "version": "1.0", "sourceLanguage": "en_GB", "strings": {} }"#, 65,
        "1:39: error: "
    ),
    (
        "no text in the source language",
        #"{ "version": "1.0", "sourceLanguage": "en", "strings": { "os": { "localizations": { "de": { "stringUnit": { "value": "x" } } } } } }"#,
        1, "1:58: error: text \"os\" is missing in the source language \"en\""
    ),
    (
        "a tag with an underscore",
        #"{ "version": "1.0", "sourceLanguage": "en", "strings": { "os": { "localizations": { "en_GB": { "stringUnit": { "value": "x" } } } } } }"#,
        1, "text \"os\" has \"en_GB\""
    ),
    (
        "one language twice",
        #"{ "version": "1.0", "sourceLanguage": "en", "strings": { "os": { "localizations": { "en": { "stringUnit": { "value": "x" } }, "EN": { "stringUnit": { "value": "y" } } } } } }"#,
        1, "text \"os\" has the same language twice"
    ),
])
func `a malformed catalog is one clear error and the tree stays`(
    name: String, catalog: String, code: Int32, words: String
) throws {
    let project = try Project()
    try project.expectDone(["build"])
    try project.folder.write("Texts.xcstrings", catalog)
    try project.expectRefusal(["build"], code: code, [words])
}

@Test(arguments: [
    ("readable by the group", "chmod", ["640", "keys/production.key.pem"], 77, "others may read this private key"),
    ("readable by others", "chmod", ["604", "keys/production.key.pem"], 77, "chmod 600 keys/production.key.pem"),
    ("no private key", "rm", ["keys/production.key.pem"], 66, "keys/production.key.pem: no such file or folder"),
    ("no public key", "rm", ["keys/production.pub.pem"], 66, "keys/production.pub.pem: no such file or folder"),
    ("no ring", "rm", ["keys/keyring.json"], 66, "keys/keyring.json: error: there is no key ring"),
    ("no keys", "rm", ["-r", "keys"], 66, "keys/keyring.json: error: there is no key ring"),
    (
        "a private key as the public one", "cp", ["keys/production.key.pem", "keys/production.pub.pem"], 65,
        "PRIVATE KEY"
    ),
    (
        "another private key", "sh",
        ["-c", "signet keys generate x --environment x --keys other && mv other/x.key.pem keys/production.key.pem"], 65,
        "is not the private half of \"production\""
    ),
    (
        "a link to the private key", "sh",
        ["-c", "mv keys/production.key.pem k && ln -s ../k keys/production.key.pem"], 65, "is a symbolic link"
    ),
    (
        "a ring that is no JSON", "sh", ["-c", "echo '{' > keys/keyring.json"], 65,
        "keys/keyring.json:2:1: the text ends too early"
    ),
    ("a ring with a comment", "sh", ["-c", "echo '// x' >> keys/keyring.json"], 65, "comments are not allowed here"),
    (
        "a revoked key", "sed", ["-i", "s/\"active\"/\"revoked\"/", "keys/keyring.json"], 1,
        "every key of environment \"production\" in keys/keyring.json is revoked"
    ),
    (
        "a key of another environment", "sed",
        ["-i", "s/\"environment\": \"production\"/\"environment\": \"test\"/", "keys/keyring.json"], 1,
        "is not for environment \"production\" but for \"test\""
    ),
    (
        "a signer with a module", "sed",
        ["-i", "s/file:production.key.pem/pkcs11:x?module-path=evil.so/", "keys/keyring.json"], 65,
        "may not name a module"
    ),
    (
        "a signer out of the folder", "sed", ["-i", "s/file:production/file:..\\/production/", "keys/keyring.json"], 65,
        "a signer file:NAME names a file beside the key ring"
    ),
    (
        "an unknown member on the ring", "sed", ["-i", "s/\"state\"/\"stat\"/", "keys/keyring.json"], 65,
        "missing member \"state\""
    ),
])
func `a key that is not right is one clear error and the tree stays`(
    name: String, program: String, arguments: [String], code: Int32, words: String
) throws {
    let project = try Project()
    try project.expectDone(["build"])
    let folder = signetPath.dropLast("/signet".count)
    try check(
        program, arguments, in: project.folder.root, environment: ["PATH": "\(folder):/usr/bin:/bin"])
    // Something to sign, so that nothing can be kept.
    try project.folder.write("static/notes.txt", "changed\n")
    try project.expectRefusal(["build"], code: code, [words])
}

@Test func `a file where the output should go is an error`() throws {
    let project = try Project()
    try project.folder.write("output", "in the way")
    let result = try project.run(["build"])
    #expect(result.status == 73)
    #expect(result.errors == "signet: error: output: is not a folder\n")
    #expect(try project.folder.text("output") == "in the way")
}
