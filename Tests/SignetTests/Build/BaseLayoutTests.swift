import Testing
import TestSupport

/// A base file, and what a build makes of it for an app whose minimum is 3.0.0, build 40000.
private struct Layout: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let base: String
    let built: String

    init(_ name: String, _ base: String, _ built: String) {
        (testDescription, self.base, self.built) = (name, base, built)
    }

    private static let compact = #"{"minimalVersion":"3.0.0","build":40000,"url":"https://apps.apple.com/app/id1"}"#
    private static let inline =
        #"{ "minimalVersion": "3.0.0", "build": 40000, "url": "https://apps.apple.com/app/id1" }"#

    /// Layouts in which something is missing or has another value.
    static let changed = [
        Layout(
            "two spaces, and other members before and behind",
            testText("Expected/base-layout/base.json"), testText("Expected/base-layout/built.json")),
        Layout(
            "tabs, and no line feed at the end",
            "{\n\t\"environments\": {\n\t\t\"mainnet\": {\n\t\t\t\"apps\": {\n\t\t\t\t\"web\": {}\n\t\t\t}\n\t\t}\n\t}\n}",
            "{\n\t\"environments\": {\n\t\t\"mainnet\": {\n\t\t\t\"apps\": {\n\t\t\t\t\"web\": {},\n\t\t\t\t\"ios\": {\n"
                + "\t\t\t\t\t\"minimalVersion\": \"3.0.0\",\n\t\t\t\t\t\"build\": 40000,\n"
                + "\t\t\t\t\t\"url\": \"https://apps.apple.com/app/id1\"\n\t\t\t\t}\n\t\t\t}\n\t\t}\n\t}\n}"),
        Layout(
            "four spaces and the line ends of Windows",
            "{\r\n    \"environments\": {\r\n        \"mainnet\": {\r\n        }\r\n    }\r\n}\r\n",
            "{\r\n    \"environments\": {\r\n        \"mainnet\": {\r\n            \"apps\": {\r\n"
                + "                \"ios\": {\r\n                    \"minimalVersion\": \"3.0.0\",\r\n"
                + "                    \"build\": 40000,\r\n"
                + "                    \"url\": \"https://apps.apple.com/app/id1\"\r\n                }\r\n"
                + "            }\r\n        }\r\n    }\r\n}\r\n"),
        Layout(
            "no white space at all", #"{"environments":{"mainnet":{"rpc":"x"}}}"#,
            #"{"environments":{"mainnet":{"rpc":"x","apps":{"ios":\#(compact)}}}}"#),
        Layout(
            "no white space, and an empty environment", #"{"environments":{"mainnet":{}}}"#,
            #"{"environments":{"mainnet":{"apps":{"ios":\#(compact)}}}}"#),
        Layout(
            "one line, as Python writes it", #"{"environments": {"mainnet": {"apps": {"web": 1}}}}"#,
            #"{"environments": {"mainnet": {"apps": {"web": 1, "ios": "#
                + #"{"minimalVersion": "3.0.0", "build": 40000, "url": "https://apps.apple.com/app/id1"}}}}}"#),
        Layout(
            "one line with spaces, and nothing yet", "\n { \"environments\": { \"mainnet\": { \"apps\": null } } } \n",
            "\n { \"environments\": { \"mainnet\": { \"apps\": { \"ios\": \(inline) } } } } \n"),
        Layout(
            "a space before each colon, as Swift writes it, and an empty environment",
            "{\n  \"environments\" : {\n    \"mainnet\" : {}\n  }\n}",
            "{\n  \"environments\" : {\n    \"mainnet\" : {\n      \"apps\" : {\n        \"ios\" : {\n"
                + "          \"minimalVersion\" : \"3.0.0\",\n          \"build\" : 40000,\n"
                + "          \"url\" : \"https://apps.apple.com/app/id1\"\n        }\n      }\n    }\n  }\n}"),
        Layout(
            "values that differ are replaced where they are, and escapes elsewhere stay",
            #"{ "environments": { "main\u006eet": { "apps": { "ios": { "scheme": "sh\u006fp", "build" :39999,"#
                + #" "minimalVersion":"2.9", "url":"https:\/\/apps.apple.com\/app\/id1" , "x": 1e3 }, "web": [ ] } } } }"#,
            #"{ "environments": { "main\u006eet": { "apps": { "ios": { "scheme": "sh\u006fp", "build" :40000,"#
                + #" "minimalVersion":"3.0.0", "url":"https:\/\/apps.apple.com\/app\/id1" , "x": 1e3 }, "web": [ ] } } } }"#
        ),
        Layout(
            "a build that clients cannot read is written as they can",
            #"{ "environments": { "mainnet": { "apps": { "ios": { "build": 4e4 } } } } }"#,
            #"{ "environments": { "mainnet": { "apps": { "ios": { "build": 40000, "minimalVersion": "3.0.0","#
                + #" "url": "https://apps.apple.com/app/id1" } } } } }"#),
    ]

    private static let equal =
        #"{ "url": "https:\/\/apps.apple.com/app/id1","build" : 40000 ,"minimalVersion":"\u0033.0.0", "a": 1.0 }"#

    /// Layouts of what the policy says already.
    static let same = [
        "{ \"environments\": { \"mainnet\": { \"apps\": { \"ios\": \(equal) } } } }",
        "\r\n{\"environments\":{\"mainnet\":{\"x\":-0,\"apps\":{\"web\":{},\"ios\":\(equal),\"a\":1e0}}}}\r\n\t",
        "{\n \"environments\"\n:\n{\"mainnet\"\n: { \"apps\"\t: {\n\"ios\":\n\(equal)\n}\n}\n}\n}\n\n",
    ].map { Layout("\($0.count) characters", $0, $0) }
}

/// A policy with one app, whose file of environments is `env.json`.
private func project(_ base: String, mapping: String = #""mainnet": "production""#) throws -> Project {
    let project = try Project(
        policy: """
            { "environments": { "production": { "origin": "https://d.shop.example",
              "ios": { "storeURL": "https://apps.apple.com/app/id1",
                "minimumAppVersion": { "value": "3.0.0", "build": 40000 },
                "latestAppVersion": { "value": "3.2.0", "build": 41000 } },
              "documents": { "environment-config": { "path": "env", "base": "env.json",
                "environments": { \(mapping) } } } } } }
            """)
    try project.folder.write("env.json", base)
    return project
}

@Suite struct BaseLayoutTests {
    @Test(arguments: Layout.changed + Layout.same)
    private func `a base file keeps its layout to the byte, and what is new looks like the rest`(layout: Layout) throws
    {
        let project = try project(layout.base)
        try project.expectDone(["build"])
        #expect(try project.folder.read("output/production/env") == Array(layout.built.utf8), "\(layout.built)")
        // What was built is the next base, and nothing is left to do.
        try project.folder.write("env.json", layout.built)
        try project.expectDone(["build"])
        #expect(try project.folder.read("output/production/env") == Array(layout.built.utf8))
        try project.expectDone(["verify", "output"])
    }

    @Test func `an environment that is mapped to two ids is in both, and no other is touched`() throws {
        let base = "{ \"environments\": {\n  \"a\": { \"n\": 1 }, \"b\": {\"n\":1},\n  \"copy\": {}\n} }\n"
        let project = try project(base, mapping: #""copy": "production", "a": "production""#)
        try project.expectDone(["build"])
        let app = #"{ "minimalVersion": "3.0.0", "build": 40000, "url": "https://apps.apple.com/app/id1" }"#
        #expect(
            try project.folder.text("output/production/env")
                == """
                { "environments": {
                  "a": { "n": 1, "apps": { "ios": \(app) } }, "b": {"n":1},
                  "copy": {
                    "apps": {
                      "ios": {
                        "minimalVersion": "3.0.0",
                        "build": 40000,
                        "url": "https://apps.apple.com/app/id1"
                      }
                    }
                  }
                } }

                """)
    }

    @Test(arguments: [
        ("\u{FEFF}{ \"environments\": { \"mainnet\": {} } }", "env.json:1:1: error: a byte order mark is not allowed"),
        ("\u{FEFF}{}", "hint: save it as UTF-8 without a byte order mark (BOM)"),
        ("{ \"environments\": { \"mainnet\": {} } } // x", "env.json:1:39: error: comments are not allowed here"),
        (
            "{ \"environments\": { \"mainnet\": { \"apps\": 1, \"apps\": 1 } } }",
            "env.json:1:45: error: duplicate member"
        ),
        (
            "{ \"environments\": { \"mainnet\": { \"apps\": [] } } }",
            "env.json:1:42: error: expected an object, found an array"
        ),
        (
            "{ \"environments\": { \"mainnet\": { \"apps\": { \"ios\": \"x\" } } } }",
            "env.json:1:51: error: expected an object, found a string"
        ),
        (
            "{ \"environments\": { \"mainnet\": {}, \"other\": { \"apps\": { \"ios\": { \"build\": 7 } } } } }",
            "env.json:1:64: error: missing member \"minimalVersion\" [invalid-value]"
        ),
    ])
    func `a base file that cannot be carried through is refused with its place`(base: String, message: String) throws {
        let plan = try project(base).run(["plan", "none"])
        #expect(plan.errors.contains(message), "\(plan.errors)")
        #expect(plan.status != 0)
    }

    @Test(arguments: Layout.same)
    private func `what is imported and built over its own file gives that file again`(layout: Layout) throws {
        let folder = try TemporaryFolder()
        try folder.write("my.json", layout.base)
        try check(signetPath, ["init", "--from", "my.json", "shop"], in: folder.root)
        try check(signetPath, ["build"], in: folder.path("shop"))
        #expect(
            try folder.read("shop/output/production/configs/v1/env.json") == Array(layout.base.utf8))
    }
}
