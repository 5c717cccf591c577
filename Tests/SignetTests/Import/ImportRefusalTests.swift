import ManifestVerifier
import Testing
import TestSupport

@Test(arguments: ["policy.json", "Descriptions.xcstrings"])
func `nothing that is there is touched`(name: String) throws {
    let imported = try Import()
    try imported.folder.write("shop/\(name)", "mine")
    try imported.expectRefusal(code: 73, ["shop/\(name): is already there"])
    try imported.folder.write("file", "mine")
    try imported.expectRefusal(
        ["init", "--from", "ios.json", "file"], code: 73, ["file: is not a folder"])
}

@Test(arguments: [Platform.ios, .android])
func `a document that lacks what clients need is refused with the reason`(platform: Platform) throws {
    let imported = try Import()
    let document = platform == .ios ? Import.ios : Import.android
    for name in [platform == .ios ? "minimumOSVersion" : "minimumSDKVersion", "minimumAppVersion"] {
        let lines = document.split(separator: "\n").filter { !$0.contains("\"\(name)\"") }
        try imported.folder.write("x.json", lines.joined(separator: "\n").replacing("} },\n}", with: "} }\n}"))
        try imported.expectRefusal(
            ["init", "--from", "x.json", "new/shop"], code: 1,
            ["x.json:1:1: missing member \"\(name)\"", "hint: deployed clients cannot decode"])
    }
}

@Test func `texts without a common language are refused by name`() throws {
    let imported = try Import(ios: Import.ios.replacing("\"en\": \"D\"", with: "\"de\": \"D\""))
    try imported.expectRefusal(
        code: 1,
        [
            "no language is in every text: \"ios-minimumOSVersion-description\" has \"en\", which "
                + "\"ios-recommendedAppVersion-description\" lacks", "hint: a string catalog needs a source language",
        ])
    // Every two of these have a language in common, but no language is in all.
    try imported.folder.write(
        "ios.json",
        """
        { "minimumOSVersion": { "value": "1", "description": { "de": "1", "fr": "1" } },
          "minimumAppVersion": { "value": "1", "description": { "fr": "1", "pl": "1" } },
          "recommendedAppVersion": { "value": "1", "title": { "pl": "1", "de": "1" }, "description": { "de": "1" } } }
        """)
    try imported.expectRefusal(
        code: 1, ["\"ios-minimumOSVersion-description\" has \"de\", which \"ios-minimumAppVersion-description\" lacks"])
}

@Test(arguments: [
    ("\"minimumAppVersion\"", "\"minimumAppVersions\"", "ios.json:4:3: unknown member \"minimumAppVersions\""),
    ("\"value\": \"13.5\"", "\"value\": \"13.5\", \"build\": 1", "ios.json:2:42: unknown member \"build\""),
    (
        "\"value\": \"13.5\"", "\"title\": { \"en\": \"x\" }, \"value\": \"13.5\"",
        "ios.json:2:25: unknown member \"title\""
    ),
    ("\"title\": { \"en\": \"A\" }, ", "", "ios.json:3:27: missing member \"title\""),
    (", \"description\": { \"en\": \"B\" }", "", "ios.json:3:27: missing member \"description\""),
    ("\"value\": \"13.5\", ", "", "ios.json:2:23: missing member \"value\""),
    ("\"13.5\"", "13.5", "ios.json:2:34: expected a string, found a number"),
    ("\"13.5\"", "\"13.5-beta\"", "ios.json:2:34: \"13.5-beta\" is not a version of 1 to 3 numbers"),
    ("{ \"en\": \"A\" }", "{}", "ios.json:3:55: a text needs at least one language"),
    ("{ \"en\": \"A\" }", "\"A\"", "ios.json:3:55: expected an object, found a string"),
    ("\"en\": \"A\"", "\"en\": null", "ios.json:3:63: expected a string, found null"),
    ("\"en\": \"A\"", "\"en_GB\": \"A\"", "ios.json:3:57: \"en_GB\" is not a BCP 47 language tag"),
    ("\"en\": \"A\"", "\"en\": \"A\", \"EN\": \"A\"", "ios.json:3:55: the same language twice"),
    ("\"en\": \"A\"", "\"en\": \"A\", \"en\": \"A\"", "ios.json:3:68: duplicate member \"en\""),
    ("{ \"en\": \"A\" }", "{,}", "ios.json:3:56: expected a member name in double quotes"),
    ("{ \"en\": \"A\" }", "{ \"en\": \"A\",, }", "ios.json:3:67: expected a member name in double quotes"),
    ("{ \"en\": \"A\" }", "{ // A\n }", "ios.json:3:57: comments are not allowed here"),
])
func `what a policy cannot carry is refused with its place`(part: String, replacement: String, words: String) throws {
    try #require(Import.ios.contains(part))
    let imported = try Import(ios: Import.ios.replacing(part, with: replacement))
    try imported.expectRefusal(code: 65, [words])
}

@Test(arguments: [
    ("23", "\"23\"", "android.json:2:35: expected an integer, found a string"),
    ("23", "23.0", "android.json:2:35: 23.0 is not an integer"),
    ("23", "0", "android.json:2:35: 0 is not a positive integer"),
    ("\"minimumAppVersion\"", "\"minimumOSVersion\"", "android.json:3:3: unknown member \"minimumOSVersion\""),
])
func `what an Android policy cannot carry is refused with its place`(
    part: String, replacement: String, words: String
) throws {
    try #require(Import.android.contains(part))
    let imported = try Import(android: Import.android.replacing(part, with: replacement))
    try imported.expectRefusal(code: 65, [words])
}

@Test func `files that cannot be read are refused`() throws {
    let imported = try Import()
    try imported.expectRefusal(["init", "--from", "none.json", "shop"], code: 66, ["none.json: no such file"])
    try imported.expectRefusal(["init", "--from", "no/x.json", "shop"], code: 66, ["no: no such file or folder"])
    try imported.expectRefusal(
        ["init", "--from", "ios.json", "--from", "none.json", "shop"], code: 66, ["none.json: no such file"])
    try imported.folder.write("folder/x", "")
    try imported.expectRefusal(["init", "--from", "folder", "shop"], code: 65, ["folder: is not a regular file"])
    try imported.folder.write("large.json", [UInt8](repeating: 0x20, count: 1 << 20) + Array(Import.ios.utf8))
    try imported.expectRefusal(["init", "--from", "large.json", "shop"], code: 65, ["is larger than 1048576 bytes"])
    try imported.folder.write("empty.json", "")
    try imported.expectRefusal(["init", "--from", "empty.json", "shop"], code: 65, ["empty.json:1:1: the text ends"])
}

@Test(arguments: ["shop", "new/inner/shop/", "there"])
func `a disk that fails in the middle leaves nothing behind`(path: String) throws {
    let text = String(repeating: "x", count: 8_192)
    let imported = try Import(ios: Import.ios.replacing("\"en\": \"D\"", with: "\"en\": \"\(text)\""))
    try imported.folder.write("there/notes.txt", "mine")
    let before = try imported.folder.snapshot()
    let folders = try check("find", [".", "-type", "d"], in: imported.folder.root)
    // The policy fits below this limit on the size of a file, the catalog does not.
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" init --from ios.json \"$1\""
    let result = try run("sh", ["-c", script, signetPath, path], in: imported.folder.root)
    #expect(result.status == 74)
    #expect(result.errors.contains("Descriptions.xcstrings: cannot be written: "), "\(result.errors)")
    #expect(try imported.folder.snapshot() == before)
    #expect(try check("find", [".", "-type", "d"], in: imported.folder.root) == folders)
}
