import Foundation
import ManifestVerifier
import Testing
import TestSupport
import WebBundles

/// To whom a version is offered, as the list, the plan, the index and one device have it.
@Suite struct BundleOfferTests {
    /// An installation that is within 5 % of the roll-out of 1.1.0, by `sha256sum`.
    private static let install = try? Self.installInside()

    private static func installInside() throws -> String {
        let script = #"""
            for i in $(seq 0 999); do
              id=$(printf '%032x' "$i")
              if [ $(( 0x$(printf 'bundle:1.1.0:%s' "$id" | sha256sum | cut -c1-8) * 10000 )) -lt $(( 500 << 32 )) ]; then
                echo "$id"; exit
              fi
            done
            """#
        return try check("bash", ["-c", script]).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// A project with 1.0.0 for everybody and 1.1.0 listed, built.
    private func project() throws -> Project {
        let project = try Project()
        for version in ["1.0.0", "1.1.0"] {
            try project.writeWebBuild(version)
            try project.pack(version, at: "2026-08-01T00:00:00Z")
        }
        return project
    }

    private func decide(_ project: Project, _ words: String...) throws -> String {
        try project.expectDone(["decide", "output", "--bundle", "--platform", "ios", "--shell", "2.1.0"] + words).output
    }

    @Test func `steps are written in place, shown by a plan, published, and decide for one device`() throws {
        let project = try project()
        let before = try project.folder.text("bundles.json")
        let install = try #require(Self.install)
        let result = try project.expectDone(
            [
                "bundle", "offer", "1.1.0", "--steps", "2026-08-03=5%,2026-08-05T09:00:00Z=25%,2099-01-01=100%",
                "--channel", "beta",
            ])
        let when =
            #", "when": { "share": { "steps": [["2026-08-03T00:00:00Z", 5], ["2026-08-05T09:00:00Z", 25], ["2099-01-01T00:00:00Z", 100]] }, "#
            + #""channels": ["beta"] } },"#
        let lines = before.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.contains("\"1.1.0\"") ? String(line.dropLast(3)) + when : String(line)
        }
        #expect(try project.folder.text("bundles.json") == lines.joined(separator: "\n"))
        let audience =
            "5 % from 2026-08-03T00:00:00Z, 25 % from 2026-08-05T09:00:00Z, 100 % from 2099-01-01T00:00:00Z, in channel beta"
        #expect(result.output.contains("offered    v1.1.0  \(audience), iOS shells from 2.0.0 on"))
        #expect(result.output.contains("web bundle v1.1.0.when everybody → \(audience)"), "\(result.output)")
        #expect(result.errors.contains("at most 48 hours old"), "\(result.errors)")
        try project.expectDone(["build", "--at", "2026-08-03T00:00:00Z"])
        try project.expectDone(["verify", "output"])
        // The manifest has what everybody is offered.
        let manifest = try JSONParser.parse(project.folder.read("output/production/builds/manifest.json"))
        #expect(try manifest["version"]?.asString() == "1.0.0")
        #expect(try project.offeredVersions() == ["1.0.0"])
        let at = ["--at", "2026-08-03T01:00:00Z"]
        #expect(try decide(project, "--at", at[1]).hasPrefix("v1.0.0: downloaded"))
        #expect(try decide(project, "--at", at[1], "--install", install).hasPrefix("v1.0.0: downloaded"))
        let inside = try decide(project, "--at", at[1], "--install", install, "--channel", "beta")
        #expect(inside.hasPrefix("v1.1.0: downloaded, and shown from then on\n"), "\(inside)")
        #expect(inside.contains("    v1.0.0  offered to everybody\n"))
        let late = try decide(
            project, "--at", "2026-08-05T10:00:00Z", "--install", String(repeating: "0", count: 32), "--channel", "beta"
        )
        // The first 32 bits of the SHA-256 of `bundle:1.1.0:` and the id are 80.746 % of all.
        let place = "this device is in from 80.75 % on"
        #expect(late.contains("    v1.1.0  not offered: it is for \(audience); \(place)\n"), "\(late)")
    }

    @Test func `an offer to everybody takes the restriction out, and nobody is one`() throws {
        let project = try project()
        let before = try project.folder.text("bundles.json")
        try project.expectDone(["bundle", "offer", "1.1.0", "--share", "0%", "--at", "2026-12-01T00:00:00Z"])
        #expect(try project.folder.text("bundles.json").contains(#"[["2026-12-01T00:00:00Z", 0]]"#))
        let grown = try project.expectDone(
            ["bundle", "offer", "v1.1.0", "--share", "12.5%", "--at", "2026-12-02T00:00:00Z"])
        #expect(try project.folder.text("bundles.json").contains(#"[["2026-12-02T00:00:00Z", 12.5]]"#))
        #expect(
            grown.output.contains("from 2026-12-02T00:00:00Z on 12.5 % of devices instead of 0 %"), "\(grown.output)")
        for words in [["--share", "100%"], []] {
            try project.expectDone(["bundle", "offer", "1.1.0"] + words)
            #expect(try project.folder.text("bundles.json") == before)
            try project.expectDone(["bundle", "halt", "1.1.0"])
        }
        try project.expectDone(["bundle", "offer", "1.1.0"])
        #expect(try project.folder.text("bundles.json") == before)
    }

    @Test func `a halt spares those who have confirmed, and a plan says what a shell loses`() throws {
        let project = try project()
        let result = try project.expectDone(["bundle", "halt", "1.1.0"])
        let words = "devices that have not confirmed it leave it, those that have keep it"
        #expect(result.output.contains("web bundle v1.1.0 offered → halted: \(words)\n"), "\(result.output)")
        try project.expectDone(["build"])
        try project.expectDone(["verify", "output"])
        #expect(try project.webBundleIndex()["halted"]?.asArray().first?.asString() == "1.1.0")
        #expect(!project.folder.exists("output/production/builds/v1.1.0.zip"))
        #expect(try decide(project).hasPrefix("v1.0.0: downloaded"))
        let last = try project.expectDone(["bundle", "halt", "1.0.0"])
        #expect(last.output.contains("iOS shells from 2.0.0 on have no bundle for everybody"), "\(last.output)")
        #expect(last.errors.contains("no bundle is offered"))
        try project.expectDone(["bundle", "withdraw", "1.1.0"])
        try project.expectDone(["build"])
        #expect(try decide(project).hasPrefix("the bundle that the app ships"))
    }

    @Test func `a bundle for one platform is in no manifest, and needs its shell`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try project.pack("1.0.0", shell: ["--shell", "ios=3.0.0..."])
        try project.expectDone(["verify", "output"])
        let manifest = try JSONParser.parse(project.folder.read("output/production/builds/manifest.json"))
        #expect(try manifest["maxShellVersion"]?.asString() == "0.0.0")
        #expect(try decide(project).contains("v1.0.0 needs shell 3.0.0 or later: the app should be updated"))
        let android = try project.expectDone(
            ["decide", "output", "--bundle", "--platform", "android", "--shell", "3", "--json"]
        ).output
        #expect(android.contains("\"verdict\": \"not for Android\""), "\(android)")
    }

    @Test(arguments: [
        (["offer", "1.1.0", "--share", "5"], 64, "--share is a percentage like 5% or 0.25%, not 5"),
        (["offer", "1.1.0", "--share", "100.01%"], 64, "--share is a percentage"),
        (["offer", "1.1.0", "--steps", "2026-12-01"], 64, "--steps is like 2026-12-01=5%"),
        (["offer", "1.1.0", "--steps", "2026-12-01=5%,2026-12-02=4%"], 64, "2026-12-02=4% is not later and larger"),
        (["offer", "1.1.0", "--steps", "2026-12-02=5%,2026-12-01=9%"], 64, "2026-12-01=9% is not later and larger"),
        (["offer", "1.1.0", "--share", "5%", "--steps", "2026-12-01=5%"], 64, "exclude each other"),
        (["offer", "1.1.0", "--channel", "b\"c"], 64, "is not a name in printable ASCII without quotes"),
        (["offer", "9.9.9"], 66, "bundles.json: v9.9.9 is not listed"),
        (["halt", "9.9.9"], 66, "bundles.json: v9.9.9 is not listed"),
        (["offer", "0.9.0"], 1, "v0.9.0 is withdrawn, and stays so"),
        (["halt", "0.9.0"], 1, "v0.9.0 is withdrawn, and stays so"),
        (["halt", "1.0.0", "--share", "5%"], 64, "--share"),
    ])
    func `what makes no offer is refused, and the list stays as it is`(words: [String], code: Int32, said: String)
        throws
    {
        let project = try project()
        try project.expectDone(["bundle", "withdraw", "0.9.0"])
        let before = try project.folder.text("bundles.json")
        try project.expectRefusal(["bundle"] + words, code: code, [said])
        #expect(try project.folder.text("bundles.json") == before)
    }

    @Test func `a list with other files than the archive has is not signed`() throws {
        let project = try project()
        try project.expectDone(["build"])
        let list = try project.folder.text("bundles.json")
        let files = try #require(list.firstMatch(of: /"files": "([0-9a-f]{64})"/)?.1)
        try project.folder.write("bundles.json", list.replacing(files, with: String(repeating: "0", count: 64)))
        try project.expectRefusal(["build"], code: 1, ["v1.1.0 is listed with files 0000", String(files)])
    }

    @Test func `the commands of the article offer step by step, and a failure rate becomes a halt`() throws {
        let blocks = try Article("signet/WebBundles").blocks(in: "Offer it step by step", language: "sh")
        let project = try Project()
        try project.writeWebBuild()
        try project.pack("1.5.1")
        let shown = try shell(blocks[0].code, in: project.folder)
        #expect(shown.contains("v1.5.1  not offered: it is for 5 % from 2026-12-01T00:00:00Z"), "\(shown)")
        for (health, isHalted) in [("1.5.1 1200 60", false), ("1.5.1 1200 61", true)] {
            try project.folder.write("health.txt", health + "\n")
            _ = try shell(blocks[1].code, in: project.folder)
            let halted = try project.webBundleIndex()["halted"]?.asArray().map { try $0.asString() } ?? []
            #expect(halted == (isHalted ? ["1.5.1"] : []), "\(health)")
        }
        try project.expectDone(["verify", "output"])
    }
}
