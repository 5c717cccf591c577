import Foundation
import ManifestVerifier
import TestSupport
import Testing

@Suite struct BundleSimulateTests {
    private func simulate(
        _ scenario: String, in folder: TemporaryFolder, more: [String] = []
    ) throws -> CommandResult {
        try folder.write("updates.txt", scenario)
        return try signet(["bundle", "simulate", "updates.txt", "--root", "store"] + more, in: folder)
    }

    /// What the starts of a scenario have shown.
    private func shown(_ scenario: String) throws -> [String] {
        let result = try simulate(scenario, in: TemporaryFolder(), more: ["--json"])
        #expect(result.status == 0, "\(result.errors)")
        let steps = try #require(result.json["steps"]).asArray()
        return try steps.compactMap { try $0["shown"]?.asString() }
    }

    @Test func `the scenario of the article gives what the article says`() throws {
        let article = try Article("signet/WebBundles")
        let blocks = try article.blocks(in: "Rehearse it", language: "")
        try #require(blocks.count == 2)
        let folder = try TemporaryFolder()
        try folder.write("updates.txt", blocks[0].code)
        let command = try article.blocks(in: "Rehearse it", language: "sh")[0].code
        #expect(try shell(command, in: folder) == blocks[1].code)
        #expect(folder.exists("store/state.json"))
    }

    @Test func `the commands of the article pack and verify`() throws {
        let block = try Article("signet/WebBundles").blocks(in: "Pack and build", language: "sh")[0]
        let project = try Project()
        try project.nameBundleList()
        try project.writeWebBuild()
        let output = try shell(block.code, in: project.folder)
        #expect(output.contains("output/production: all 7 documents verify"))
    }

    private static let begin = "embedded 1.0.0\nshell 2\n"
    private static let policies: [(name: String, steps: String, shown: [String])] = [
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

    @Test(arguments: policies.indices) func `what starts show`(index: Int) throws {
        let policy = Self.policies[index]
        #expect(try shown(Self.begin + policy.steps + "\n") == policy.shown, "\(policy.name)")
    }

    @Test func `the newest ones are kept, and what failed is said`() throws {
        let versions = (1...5).map { "offer 1.\($0).0 for 2..\nupdate\nstart\nconfirm\n" }.joined()
        let result = try simulate(Self.begin + "keep 2\n" + versions + "list\n", in: TemporaryFolder())
        // 1.3.0 was shown before when 1.5.0 came, and goes with the next one.
        #expect(result.output.hasSuffix("embedded, v1.3.0, v1.4.0, v1.5.0\n"), "\(result.output)")
        let hang = try simulate(
            Self.begin + "offer 1.1.0 for 2..\nupdate\nstart\nhang\nwait 60\nconfirm\n", in: TemporaryFolder())
        #expect(hang.output.contains("v1.1.0 has failed: not confirmed in time; next is embedded"))
        #expect(hang.output.contains("nothing runs"))
    }

    @Test func `what is expected and not so ends with 1`() throws {
        let result = try simulate(Self.begin + "start\nexpect v1.1.0\n", in: TemporaryFolder())
        #expect(result.status == 1)
        #expect(result.output.contains("no: the last start has shown embedded"))
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
    func `a scenario that is none is refused with its place`(scenario: String, said: String) throws {
        let result = try simulate(scenario, in: TemporaryFolder())
        #expect(result.status == 65)
        #expect(result.errors.contains(said), "\(result.errors)")
        #expect(result.errors.contains("hint: ") || said.contains("v1."))
    }

    @Test func `a folder with something in it is left alone`() throws {
        let folder = try TemporaryFolder()
        try folder.write("store/mine.txt", "mine")
        let result = try simulate(Self.begin, in: folder)
        #expect(result.status == 73 && result.errors.contains("store: is already there"), "\(result.errors)")
        #expect(try folder.snapshot("store") == ["mine.txt": Array("mine".utf8)])
        #expect(try signet(["bundle", "simulate", "gone.txt", "--root", "new"], in: folder).status == 66)
        #expect(try signet(["bundle", "simulate", "updates.txt"], in: folder).status == 64)
    }
}
