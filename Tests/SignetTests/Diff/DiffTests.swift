import Foundation
import Testing
import TestSupport

/// A project whose tree was built and put aside, as what is published.
private func published(_ policy: String = LintCase.policy) throws -> Project {
    let project = try LintCase.project()
    try project.folder.write("policy.json", policy)
    try project.expectDone(["build", "--output", "published", "--at", "2026-08-03T10:00:00Z"])
    return project
}

/// `"value": "3.0.0", "build": 30` of iOS and its Android counterpart.
private func setMinimum(_ version: String, _ build: Int, in project: Project) throws {
    try project.change(
        "policy.json", "\"value\": \"3.0.0\", \"build\": 30", "\"value\": \"\(version)\", \"build\": \(build)")
    try project.change(
        "policy.json", "{ \"value\": 30, \"versionName\": \"3.0.0\"",
        "{ \"value\": \(build), \"versionName\": \"\(version)\"")
}

@Test func `diff says in words what changes for people`() throws {
    let project = try published()
    try setMinimum("3.1.0", 31, in: project)
    try project.change("Texts.xcstrings", "An update is there.", "A new update is here.")
    try project.change("policy.json", "\"notes.txt\": \"notes.txt\"", "\"other.txt\": \"notes.txt\"")
    let diff = try project.run(["diff", "published"])
    #expect(diff.status == 2)
    #expect(
        diff.output.hasPrefix(
            """
            production: what changes for people
              iOS: minimum app 3.0.0 → 3.1.0: versions 3.0.0 to 3.0.x are blocked from now on
                  app-config, availability-ios, remote-config-ios.json, template.json
              Android: minimum app 3.0.0 → 3.1.0: versions 3.0.0 to 3.0.x are blocked from now on
                  app-config, remote-config-android.json, template.json
              Android: minimum app 30 → 31: version code 30 is blocked from now on
                  availability-android

            """), "\(diff.output)")
    for line in [
        "  iOS: minimum build (main.ios.build) 30 → 31: build 30 is blocked from now on\n      env.json\n",
        "  iOS: description of recommendedAppVersion in en\n      [-An-] {+A new+} update is [-there.-]{+here.+}\n      availability-ios\n",
        "production: what no app is told\n", "  document notes.txt is no longer published\n",
        "  document other.txt is new\n",
    ] { #expect(diff.output.contains(line), "\(line)\n\(diff.output)") }
    #expect(diff.errors == "")
    let quiet = try project.run(["diff", "published", "--quiet"])
    #expect(quiet.status == 2 && quiet.said == "")
}

@Test(arguments: ["remote-config-{platform}.json", "template.json"])
func `parameters that are renamed or swapped are what apps that ask for the former names are told`(path: String) throws
{
    let names = (force: "force_update_version", optional: "optional_update_version")
    func renaming(_ force: String, _ optional: String) -> String {
        let named = "\"path\": \"\(path)\", \"forceParameter\": \"\(force)\", \"optionalParameter\": \"\(optional)\""
        return LintCase.policy.replacing("\"path\": \"\(path)\"", with: named)
            .replacing("config\": \"\(path)\"", with: "config\": { \(named) }")
    }
    let project = try published()
    try project.folder.write("policy.json", renaming(names.optional, names.force))
    let swapped = try project.run(["diff", "published"])
    #expect(swapped.status == 2 && swapped.output.contains("minimum app 3.0.0 → "), "\(swapped.output)")
    try project.folder.write("policy.json", renaming("force_update_versi0n", names.optional))
    let renamed = try project.run(["diff", "published"])
    #expect(
        renamed.status == 2 && renamed.output.contains("minimum app 3.0.0 is no longer published"), "\(renamed.output)")
    // The index says which names they were, also where the policy does not.
    try project.expectDone(["build", "--output", "renamed"])
    #expect(try project.run(["diff", "published", "renamed"]).output == renamed.output)
}

@Test func `diff finds nothing where only dates, or nothing, changed`() throws {
    let project = try published()
    for words in [["published"], ["published/production"], ["published", "published"]] {
        let diff = try project.expectDone(["diff"] + words)
        #expect(diff.output == "production: nothing changes for people\n")
    }
    try project.expectDone(["build", "--fresh", "--at", "2026-08-09T10:00:00Z"])
    let dates = try project.expectDone(["diff", "published", "output", "--json"])
    #expect(dates.output.contains("\"changes\": []"))
}

@Test func `diff of two trees needs no policy`() throws {
    let project = try published()
    try setMinimum("3.1.0", 31, in: project)
    try project.expectDone(["build"])
    try project.folder.remove("policy.json")
    let diff = try project.run(["diff", "published", "output/production"])
    #expect(diff.status == 2, "\(diff.errors)")
    #expect(diff.output.contains("iOS: minimum app 3.0.0 → 3.1.0: versions 3.0.0 to 3.0.x are blocked from now on"))
    try project.expectRefusal(["diff"], code: 66, ["policy.json"])
    try project.expectRefusal(["diff", "published", "elsewhere"], code: 66, ["elsewhere"])
    try project.expectRefusal(["diff", "a", "b", "c"], code: 64, ["two trees at most"])
    // What no key of the ring has signed is not believed.
    try project.folder.write("published/production/app-config", "{}\n")
    try project.expectRefusal(
        ["diff", "published", "output"], code: 1, ["production/app-config was published without a signature"])
}

@Test func `diff for a pull request is Markdown in which no text is markup`() throws {
    let project = try published()
    try project.change(
        "Texts.xcstrings", "An update is there.",
        "An [update](https://evil.example) is *there*, @team: www.evil.example #7.")
    let diff = try project.run(["diff", "published", "--markdown"])
    #expect(diff.status == 2)
    #expect(diff.output.hasPrefix("### production\n\n**What changes for people**\n\n- "))
    #expect(diff.output.contains("<del>update</del> <b>\\[update\\](https:<!-- -->//evil.example)</b> is"))
    #expect(diff.output.contains("@<!-- -->team: www<!-- -->.evil.example \\#<!-- -->7."))
    #expect(diff.output.contains("(`availability-ios`)\n"))
}

@Test func `diff for programs has what it was, what it becomes and whether it decides`() throws {
    let project = try published()
    try setMinimum("3.1.0", 31, in: project)
    let diff = try project.run(["diff", "published", "--json"])
    #expect(diff.status == 2)
    for member in [
        "\"kind\": \"minimum-app\"", "\"decision\": true", "\"at\": \"ios.minimumAppVersion\"", "\"from\": \"3.0.0\"",
        "\"to\": \"3.1.0\"",
        "\"text\": \"iOS: minimum app 3.0.0 → 3.1.0: versions 3.0.0 to 3.0.x are blocked from now on\"",
    ] { #expect(diff.output.contains(member), "\(member)") }
}

@Test func `a build says what changes for people when it is told what to compare with`() throws {
    let project = try published()
    try setMinimum("3.1.0", 31, in: project)
    let build = try project.expectDone(["build", "--previous", "published"])
    #expect(
        build.output.contains(
            "changes  iOS: minimum app 3.0.0 → 3.1.0: versions 3.0.0 to 3.0.x are blocked from now on\n"))
    #expect(build.errors.contains("[devices-blocked]"))
    let again = try project.expectDone(["build", "--previous", "output"])
    #expect(!again.output.contains("changes  ") && !again.errors.contains("compared with nothing"))
    #expect(try project.expectDone(["build"]).errors.contains("production: compared with nothing"))
    let json = try project.expectDone(["build", "--previous", "published", "--json"])
    #expect(json.output.contains("\"kind\": \"minimum-app\""))
}

@Test func `what failed to render is not compared`() throws {
    let project = try published()
    try project.change(
        "policy.json", "\"value\": \"3.1.0\", \"title\": \"title\"", "\"value\": \"3.1.0\", \"title\": \"titel\"")
    try project.change("policy.json", "\"value\": 23", "\"value\": 22")
    let lint = try project.run(["lint", "--previous", "published"])
    #expect(lint.status == 1)
    #expect(lint.said.contains("[unknown-text]"))
    #expect(!lint.said.contains("[recommendation-removed]") && !lint.said.contains("[document-removed]"))
    try project.expectRefusal(["diff", "published"], code: 1, ["[unknown-text]"])
}

@Test(.peers(.python3, .openssl, .curl)) func `live is what the origin of the policy serves`() throws {
    let project = try LintCase.project()
    try project.folder.write("hosted/empty", "")
    let server = try HTTPSServer(serving: project.folder.path("hosted"), sendsHeaders: true)
    let environment = ["CURL_CA_BUNDLE": server.certificate]
    try project.change("policy.json", "https://distribution.shop.example", server.origin)
    let first = try project.run(["diff"], environment: environment)
    #expect(first.status == 2)
    #expect(first.errors.contains("production: nothing is published at \(server.origin): nothing to compare with"))
    #expect(first.output.contains("  document availability-ios is new\n"))

    try project.expectDone(["build"])
    try project.folder.remove("hosted")
    try check("cp", ["-a", "output/production", "hosted"], in: project.folder.root)
    #expect(
        try project.expectDone(["diff"], environment: environment).output
            == "production: nothing changes for people\n")
    try project.change("policy.json", "\"value\": 23", "\"value\": 24")
    for words in [["diff"], ["diff", "live"], ["diff", "live", "--environment", "production"]] {
        let diff = try project.run(words, environment: environment)
        #expect(diff.status == 2)
        #expect(diff.output.contains("Android: minimum SDK level 23 → 24: devices with SDK level 23 are blocked"))
    }
    let lint = try project.expectDone(["lint", "--previous", "live"], environment: environment)
    #expect(lint.said.contains("android.minimumSDKVersion goes up from 23 to 24"))
    let build = try project.expectDone(["build", "--previous", "live"], environment: environment)
    #expect(build.output.contains("changes  Android: minimum SDK level 23 → 24"))
    let trees = try project.run(["diff", "live", "output"], environment: environment)
    #expect(trees.status == 2 && trees.output.contains("minimum SDK level 23 → 24"))
}

@Test(.peers(.python3)) func `diff has colours on a terminal, unless they are unwanted`() throws {
    let project = try published()
    try project.change("Texts.xcstrings", "An update is there.", "An update is now.")
    let terminal = ["-c", "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)", signetPath, "diff", "published"]
    let coloured = try run("python3", terminal, in: project.folder.root, environment: ["NO_COLOR": ""])
    #expect(coloured.status == 2)
    #expect(coloured.output.contains("\u{1B}[31mthere.\u{1B}[m\u{1B}[32mnow.\u{1B}[m"), "\(coloured.output)")
    let plain = try run("python3", terminal, in: project.folder.root, environment: ["NO_COLOR": "1"])
    #expect(plain.output.contains("[-there.-]{+now.+}") && !plain.output.contains("\u{1B}"))
}

@Test func `diff names another key, another profile and bundles that come, go and change`() throws {
    let project = try LintCase.project()
    try project.expectDone(["build", "--output", "published"])
    try project.expectDone(["keys", "rotate", "production", "--unshipped"])
    try project.change("policy.json", "\"profile\": \"dated\"", "\"profile\": \"body\"")
    let signing = try project.run(["diff", "published"])
    #expect(signing.status == 2)
    #expect(signing.output.contains("  signed by key production → production-2\n"), "\(signing.output)")
    #expect(
        signing.output.contains("  signature profile dated → body: apps that expect the other profile refuse"))

    let web = try Project()
    for version in ["1.0.0", "1.1.0"] {
        try web.writeWebBuild(version)
        try web.pack(version)
    }
    try web.expectDone(["build", "--output", "published"])
    try web.expectDone(["bundle", "withdraw", "1.0.0"])
    try web.writeWebBuild("1.2.0")
    try web.pack("1.2.0")
    let bundles = try web.run(["diff", "published"])
    #expect(bundles.output.contains("  web bundle v1.0.0 offered → withdrawn\n"), "\(bundles.output)")
    #expect(bundles.output.contains("  web bundle v1.2.0 offered, none before\n"))
    #expect(!bundles.output.contains("v1.1.0"))
}

@Test func `a bad text, a bad list and a broken signature are said once, and nothing follows from them`() throws {
    let project = try published()
    try project.change("Texts.xcstrings", "Please update.", "Please update to {nothing}.")
    let placeholder = try project.run(["lint", "--previous", "published"])
    #expect(placeholder.said.contains("[placeholder]") && !placeholder.said.contains("-removed]"))

    try project.change("Texts.xcstrings", "Please update to {nothing}.", "Please update.")
    try project.folder.write("published/production/app-config", "{}\n")
    let unverified = try project.expectDone(["lint", "--previous", "published"])
    #expect(unverified.said.contains("[unverified-document]") && !unverified.said.contains("-removed]"))
    #expect(!unverified.said.contains("minimum-"))

    let web = try Project()
    try web.writeWebBuild()
    try web.pack("1.0.0")
    try web.expectDone(["build", "--output", "published"])
    try web.folder.write("bundles.json", "{ \"bundles\": 1 }")
    let list = try web.run(["lint", "--previous", "published"])
    #expect(
        list.status == 1 && list.said.contains("[invalid-value]") && !list.said.contains("-removed]"), "\(list.said)")
}

@Test func `a document of one platform changes nothing for the other`() throws {
    let perPlatform = LintCase.policy.replacing(
        "\"app-config\": \"app-config\"",
        with: "\"app-config\": { \"path\": \"app-config-{platform}\", \"updateUrl\": \"https://shop.invalid\" }")
    let project = try published(perPlatform)
    try project.change(
        "policy.json", "\"value\": \"3.0.0\", \"build\": 30", "\"value\": \"3.1.0\", \"build\": 30")
    let diff = try project.run(["diff", "published"])
    #expect(diff.status == 2)
    #expect(diff.output.contains("iOS: minimum app 3.0.0 → 3.1.0: versions 3.0.0 to 3.0.x are blocked from now on\n"))
    #expect(diff.output.contains("app-config-ios") && !diff.output.contains("app-config-android"), "\(diff.output)")
    #expect(!diff.output.contains("Android"), "\(diff.output)")
}
