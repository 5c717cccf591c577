import Foundation
import TestSupport
import Testing

private let ios = """
    {
      "minimumOSVersion": { "value": "13.5", "description": { "cy": "Diweddarwch", "en": "Update \\"iOS\\" / now\\n" } },
      "recommendedOSVersion": { "value": "5.00", "title": { "en": "A" }, "description": { "en": "B" } },
      "minimumAppVersion": { "value": "3.0.0", "description": { "en": "" } },
      "recommendedAppVersion": { "value": "99", "title": { "en": "e\u{301}\u{E9} \\u0644\\u200D\\n\\uD83D\\uDE00" }, "description": { "en": "D" } }
    }
    """
private let android = """
    {
      "minimumSDKVersion": { "value": 23, "description": { "en": "e", "en-GB": "g" } },
      "minimumAppVersion": { "value": 8, "description": { "en": "\u{212B} \u{1F468}\u{200D}\u{1F469}", "zh-Hant": "h" } }
    }
    """

/// A folder with documents of an app to import.
private struct Import {
    let folder: TemporaryFolder

    init(ios: String = ios, android: String = android) throws {
        folder = try TemporaryFolder()
        try folder.write("ios.json", ios)
        try folder.write("android.json", android)
    }

    static let both = ["import", "--ios", "ios.json", "--android", "android.json", "shop"]

    /// Imports, makes a key and builds; every step must succeed.
    func build(_ words: [String], environment: String = "production") throws {
        try check(signetPath, words, in: folder.root)
        try check(signetPath, ["keys", "generate", environment], in: folder.path("shop"))
        try check(signetPath, ["build"], in: folder.path("shop"))
        try check(signetPath, ["verify", "output"], in: folder.path("shop"))
    }

    /// Imports, which must fail with that code, say all of `words`, and change nothing.
    func expectRefusal(
        _ arguments: [String] = both, code: Int32, _ words: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try folder.snapshot()
        let folders = try check("find", [".", "-type", "d"], in: folder.root)
        let result = try signet(arguments, in: folder)
        #expect(result.status == code, "\(result.errors)", sourceLocation: sourceLocation)
        #expect(result.output == "", sourceLocation: sourceLocation)
        #expect(result.errors.hasPrefix("signet: error: "), sourceLocation: sourceLocation)
        for word in words {
            #expect(
                result.errors.contains(word), "\"\(word)\" is not in: \(result.errors)", sourceLocation: sourceLocation)
        }
        #expect(try folder.snapshot() == before, sourceLocation: sourceLocation)
        #expect(try check("find", [".", "-type", "d"], in: folder.root) == folders, sourceLocation: sourceLocation)
    }
}

// MARK: There and back

@Test func `braces in a text come through, although a catalog fills in placeholders`() throws {
    let project = try Import(android: android.replacingOccurrences(of: "\"h\"", with: "\"{h} {{ }} {storeURL} {\""))
    try project.build(Import.both)
    #expect(
        try project.folder.text("shop/output/production/distribution/availability-android").contains(
            "\"zh-Hant\": \"{h} {{ }} {storeURL} {\""))
}

/// Compares two files as JSON: the order of members, the types and the code points count, the spelling does not.
private func expectEqualJSON(_ a: String, _ b: String, in folder: TemporaryFolder) throws {
    let program = """
        import json, sys
        # An integer is told from a string and from a fraction.
        read = lambda path: json.load(
            open(path, encoding="utf-8"), object_pairs_hook=list, parse_int=lambda n: ("integer", n))
        a, b = map(read, sys.argv[1:])
        assert len(a) >= 2 and a == b, (a, b)
        """
    try check("python3", ["-c", program, folder.path(a), folder.path(b)])
}

@Test(
    .samples, .peers(.python3),
    arguments: [
        "availability-ios.2020-08-13.aef3929", "availability-ios.2021-03-02.ea3cde1",
        "availability-android.2020-08-13.aef3929", "availability-android.2021-03-02.ea3cde1",
    ])
func `a real document is built again as it was`(name: String) throws {
    let imported = try Import()
    let platform = name.contains("-ios.") ? "ios" : "android"
    try imported.folder.write("sample.json", Samples.read("nhs/\(name).json"))
    try imported.build(["import", "--\(platform)", "sample.json", "shop"])
    try expectEqualJSON(
        "sample.json", "shop/output/production/distribution/availability-\(platform)", in: imported.folder)
}

@Test(.samples, .peers(.python3), arguments: ["2020-08-13.aef3929", "2021-03-02.ea3cde1"])
func `the real documents of two platforms are built again from one policy`(revision: String) throws {
    let imported = try Import()
    for platform in ["ios", "android"] {
        try imported.folder.write(
            "\(platform).json", Samples.read("nhs/availability-\(platform).\(revision).json"))
    }
    try imported.build(Import.both)
    for platform in ["ios", "android"] {
        try expectEqualJSON(
            "\(platform).json", "shop/output/production/distribution/availability-\(platform)", in: imported.folder)
    }
}

@Test(.peers(.python3)) func `versions keep their spelling and texts their code points`() throws {
    let imported = try Import()
    try imported.build(Import.both + ["--environment", "staging"], environment: "staging")
    for platform in ["ios", "android"] {
        try expectEqualJSON(
            "\(platform).json", "shop/output/staging/distribution/availability-\(platform)", in: imported.folder)
    }
}

@Test(.peers(.python3)) func `the commas that people leave behind are accepted`() throws {
    let plain = try Import()
    let commas = try Import(
        ios: ios.replacingOccurrences(of: "}", with: ",}"), android: android.replacing(" }", with: " ,\n }"))
    try plain.build(Import.both)
    try commas.build(Import.both)
    for file in ["policy.json", "Descriptions.xcstrings"] {
        #expect(try plain.folder.read("shop/\(file)") == commas.folder.read("shop/\(file)"))
    }
}

@Test(arguments: [
    (#"{"en":"a","en-GB":"b","de":"c"}"#, #"{"en-GB":"a","en":"b"}"#, "en-GB"),
    (#"{"en":"a","en-GB":"b","de":"c"}"#, #"{"en":"a","de":"b"}"#, "en"),
    (#"{"pl":"a","cy":"b","fr":"c"}"#, #"{"fr":"a","pl":"b","aa":"c"}"#, "fr"),
    (#"{"EN-gb":"a","de":"b"}"#, #"{"en-GB":"a","de":"b"}"#, "EN-gb"),
])
func `the source language is one that every text has, British English first`(
    first: String, second: String, language: String
) throws {
    let imported = try Import(
        ios: """
            { "minimumOSVersion": { "value": "1", "description": \(first) },
              "minimumAppVersion": { "value": "1", "description": \(second) } }
            """)
    try imported.build(["import", "--ios", "ios.json", "shop"])
    #expect(
        try imported.folder.text("shop/Descriptions.xcstrings").hasPrefix("{\n  \"sourceLanguage\": \"\(language)\","))
}

// MARK: What is written

@Test func `import says what it wrote and what comes next`() throws {
    let imported = try Import(
        ios: """
            { "minimumOSVersion": { "value": "13.5", "description": { "en": "Update / now" } },
              "minimumAppVersion": { "value": "3.0.0", "description": { "en": "App" } } }
            """)
    try imported.folder.write("a/shop/notes.txt", "mine")
    let result = try signet(["import", "--ios", "ios.json", "a/shop"], in: imported.folder)
    #expect(result.status == 0)
    #expect(result.output == "wrote a/shop/policy.json\nwrote a/shop/Descriptions.xcstrings\n")
    #expect(
        result.errors
            == "signet: note: next: set \"origin\" in a/shop/policy.json, then: "
            + "cd a/shop && signet keys generate production && signet build\n")
    #expect(
        try imported.folder.snapshot("a/shop").keys.sorted() == ["Descriptions.xcstrings", "notes.txt", "policy.json"])
    #expect(
        try imported.folder.text("a/shop/policy.json") == """
            {
              "descriptions": "Descriptions.xcstrings",
              "environments": {
                "production": {
                  "origin": "https://distribution.example.com",
                  "profile": "body",
                  "ios": {
                    "minimumOSVersion": {
                      "value": "13.5",
                      "description": "ios-minimumOSVersion-description"
                    },
                    "minimumAppVersion": {
                      "value": "3.0.0",
                      "description": "ios-minimumAppVersion-description"
                    }
                  },
                  "documents": {
                    "availability": "distribution/availability-{platform}"
                  }
                }
              }
            }

            """)
    #expect(
        try imported.folder.text("a/shop/Descriptions.xcstrings") == """
            {
              "sourceLanguage": "en",
              "strings": {
                "ios-minimumOSVersion-description": {
                  "localizations": {
                    "en": {
                      "stringUnit": {
                        "state": "translated",
                        "value": "Update / now"
                      }
                    }
                  }
                },
                "ios-minimumAppVersion-description": {
                  "localizations": {
                    "en": {
                      "stringUnit": {
                        "state": "translated",
                        "value": "App"
                      }
                    }
                  }
                }
              },
              "version": "1.0"
            }

            """)
}

@Test func `import can be quiet, speak JSON and write into this folder`() throws {
    let imported = try Import()
    let words = ["import", "--ios", "ios.json", ".", "--json", "--quiet"]
    let result = try signet(words, in: imported.folder)
    #expect(result.status == 0)
    #expect(result.output == "{\n  \"files\": [\n    \"policy.json\",\n    \"Descriptions.xcstrings\"\n  ]\n}\n")
    #expect(result.errors == "")
}

// MARK: Refusals

@Test(arguments: ["policy.json", "Descriptions.xcstrings"])
func `nothing that is there is touched`(name: String) throws {
    let imported = try Import()
    try imported.folder.write("shop/\(name)", "mine")
    try imported.expectRefusal(code: 73, ["shop/\(name): is already there"])
    try imported.folder.write("file", "mine")
    try imported.expectRefusal(
        ["import", "--ios", "ios.json", "file"], code: 73, ["file: is not a folder"])
}

@Test(arguments: ["--ios", "--android"])
func `a document that lacks what clients need is refused with the reason`(flag: String) throws {
    let imported = try Import()
    let document = flag == "--ios" ? ios : android
    for name in [flag == "--ios" ? "minimumOSVersion" : "minimumSDKVersion", "minimumAppVersion"] {
        let lines = document.split(separator: "\n").filter { !$0.contains("\"\(name)\"") }
        try imported.folder.write("x.json", lines.joined(separator: "\n").replacing("} },\n}", with: "} }\n}"))
        try imported.expectRefusal(
            ["import", flag, "x.json", "new/shop"], code: 1,
            ["x.json:1:1: missing member \"\(name)\"", "hint: deployed clients cannot decode"])
    }
}

@Test func `texts without a common language are refused by name`() throws {
    let imported = try Import(ios: ios.replacing("\"en\": \"D\"", with: "\"de\": \"D\""))
    try imported.expectRefusal(
        code: 1,
        [
            "no language is in every text: \"ios-minimumOSVersion-description\" has \"en\", which "
                + "\"ios-recommendedAppVersion-description\" lacks", "hint: a string catalog needs a source language",
        ])
    // Every two of these have one in common, and yet there is none for all.
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
    try #require(ios.contains(part))
    let imported = try Import(ios: ios.replacing(part, with: replacement))
    try imported.expectRefusal(code: 65, [words])
}

@Test(arguments: [
    ("23", "\"23\"", "android.json:2:35: expected an integer, found a string"),
    ("23", "23.0", "android.json:2:35: 23.0 is not an integer"),
    ("23", "0", "android.json:2:35: 0 is not a positive integer"),
    ("\"minimumSDKVersion\"", "\"minimumOSVersion\"", "android.json:2:3: unknown member \"minimumOSVersion\""),
])
func `what an Android policy cannot carry is refused with its place`(
    part: String, replacement: String, words: String
) throws {
    try #require(android.contains(part))
    let imported = try Import(android: android.replacing(part, with: replacement))
    try imported.expectRefusal(code: 65, [words])
}

@Test func `files that cannot be read are refused`() throws {
    let imported = try Import()
    try imported.expectRefusal(["import", "--ios", "none.json", "shop"], code: 66, ["none.json: no such file"])
    try imported.expectRefusal(["import", "--android", "no/x.json", "shop"], code: 66, ["no: no such file or folder"])
    try imported.expectRefusal(
        ["import", "--ios", "ios.json", "--android", "none.json", "shop"], code: 66, ["none.json: no such file"])
    try imported.folder.write("folder/x", "")
    try imported.expectRefusal(["import", "--ios", "folder", "shop"], code: 65, ["folder: is not a regular file"])
    try imported.folder.write("large.json", [UInt8](repeating: 0x20, count: 1 << 20) + Array(ios.utf8))
    try imported.expectRefusal(["import", "--ios", "large.json", "shop"], code: 65, ["is larger than 1048576 bytes"])
    try imported.folder.write("empty.json", "")
    try imported.expectRefusal(["import", "--ios", "empty.json", "shop"], code: 65, ["empty.json:1:1: the text ends"])
}

@Test(arguments: ["shop", "new/inner/shop/", "there"])
func `a disk that fails in the middle leaves nothing behind`(path: String) throws {
    let text = String(repeating: "x", count: 8_192)
    let imported = try Import(ios: ios.replacing("\"en\": \"D\"", with: "\"en\": \"\(text)\""))
    try imported.folder.write("there/notes.txt", "mine")
    let before = try imported.folder.snapshot()
    let folders = try check("find", [".", "-type", "d"], in: imported.folder.root)
    // The policy fits below this limit on the size of a file, the catalog does not.
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" import --ios ios.json \"$1\""
    let result = try run("sh", ["-c", script, signetPath, path], in: imported.folder.root)
    #expect(result.status == 74)
    #expect(result.errors.contains("Descriptions.xcstrings: cannot be written: "), "\(result.errors)")
    #expect(try imported.folder.snapshot() == before)
    #expect(try check("find", [".", "-type", "d"], in: imported.folder.root) == folders)
}
