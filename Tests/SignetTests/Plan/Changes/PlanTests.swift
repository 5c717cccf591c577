import Foundation
import Testing
import TestSupport

/// A project whose tree was built and put aside, as what is published.
private func published(_ policy: String = TeamCase.policy) throws -> Project {
    let project = try TeamCase.project()
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

@Test func `a plan begins with the verdict, then what changes, what blocks first, and ends with the next step`() throws
{
    let project = try published()
    try setMinimum("3.1.0", 31, in: project)
    try project.change("Texts.xcstrings", "An update is there.", "A new update is here.")
    let plan = try project.expectDone(["plan", "published"])
    #expect(
        plan.output == """
            production   BLOCKS devices that may run now
              ios      minimum app 3.0.0 → 3.1.0: versions 3.0.0 to 3.0.x are blocked from now on
              android  minimum app 3.0.0 → 3.1.0: versions 3.0.0 to 3.0.x are blocked from now on
              android  minimum app 30 → 31: version code 30 is blocked from now on
              ios      minimum build (main.ios.build) 30 → 31: build 30 is blocked from now on
              android  minimum build (main.android.build) 30 → 31: build 30 is blocked from now on
              ios      version shown for the minimum build (main.ios.minimalVersion) 3.0.0 → 3.1.0
              android  version shown for the minimum build (main.android.minimalVersion) 3.0.0 → 3.1.0
              ios      description of recommendedOSVersion in en: [-An-] {+A new+} update is [-there.-]{+here.+}
              android  description of recommendedAppVersion in en: [-An-] {+A new+} update is [-there.-]{+here.+}
              ios      description of recommendedAppVersion in en: [-An-] {+A new+} update is [-there.-]{+here.+}
            next: signet build, then signet publish

            """, "\(plan.output)")
    #expect(plan.errors == "")
    try project.change("policy.json", "\"notes.txt\": \"notes.txt\"", "\"other.txt\": \"notes.txt\"")
    let refused = try project.run(["plan", "published"])
    #expect(refused.status == 1)
    for line in [
        "  other    document other.txt is new\n", "refused: 1 finding needs acknowledgement\n",
        "into \"allow\" of \"production\": { \"code\": \"document-removed\", \"at\": \"notes.txt\" }\n",
        "next: if all of it is meant, acknowledge it; else change the policy; then plan again\n",
    ] { #expect(refused.output.contains(line), "\(line)\n\(refused.output)") }
    #expect(refused.errors.contains(": error: production: notes.txt is published, but no longer in the policy"))
    let quiet = try project.run(["plan", "published", "--quiet"])
    #expect(quiet.status == 1 && quiet.output == "")
}

@Test func `what does not fit into a plan is counted, and texts that change alike are one line`() throws {
    let languages = (0..<30).map { "\"en-x-\($0)\": \"Update \($0).\"" }.joined(separator: ", ")
    func policy(_ text: String, _ rules: [String]) -> String {
        TeamCase.policy.replacing("\"description\": \"required\"", with: "\"description\": { \(text) }")
            .replacing("\"availability\":", with: "\"gate\": \"gate/{platform}.json\", \"availability\":")
            .replacing(
                "\"latestAppVersion\": { \"value\": \"3.2.0\", \"build\": 32 }",
                with:
                    "\"latestAppVersion\": { \"value\": \"3.2.0\", \"build\": 32 }, \"rules\": [\(rules.joined(separator: ", "))]"
            )
    }
    func rule(_ index: Int, _ region: String) -> String {
        "{ \"id\": \"r\(index)\", \"when\": { \"app\": \"4.\(index).0\", \"region\": \"\(region)\" }, \"then\": \"required\", "
            + "\"title\": { \"en\": \"Update\" }, \"description\": { \"en\": \"Please.\" } }"
    }
    let project = try published(policy("\"en\": \"Update.\"", (0..<20).map { rule($0, "GB") }))
    try project.folder.write(
        "policy.json", policy("\"en\": \"Update.\", \(languages)", (0..<20).map { rule($0, "FR") }))
    let output = try project.run(["plan", "published"]).output
    let lines = output.split(separator: "\n").filter { $0.hasPrefix("  ") }
    #expect(lines.count == 16, "\(output)")
    let all = try project.changes(["published"]).count
    let left = try #require(output.firstMatch(of: #/  and ([0-9]+) more changes: /#)).1
    #expect(Int(left) == all - 15, "\(output)")
    let markdown = try project.run(["plan", "published", "--markdown"]).output
    #expect(
        markdown.contains(
            "description of minimumOSVersion is new in 30 languages: en-x&#45;<!-- -->0, en-x&#45;<!-- -->1, "),
        "\(markdown)")
    #expect(markdown.contains(" and 18 more") && markdown.utf8.count < 65_536)
}

@Test(arguments: ["remote-config-{platform}.json", "template.json"])
func `parameters that are renamed or swapped are what apps that ask for the former names are told`(path: String) throws
{
    let names = (force: "force_update_version", optional: "optional_update_version")
    func renaming(_ force: String, _ optional: String) -> String {
        let named = "\"path\": \"\(path)\", \"forceParameter\": \"\(force)\", \"optionalParameter\": \"\(optional)\""
        return TeamCase.policy.replacing("\"path\": \"\(path)\"", with: named)
            .replacing("config\": \"\(path)\"", with: "config\": { \(named) }")
    }
    let project = try published()
    try project.folder.write("policy.json", renaming(names.optional, names.force))
    let swapped = try project.changes(["published"])
    #expect(swapped.contains { $0.contains("minimum app 3.0.0 → ") }, "\(swapped)")
    try project.folder.write("policy.json", renaming("force_update_versi0n", names.optional))
    let renamed = try project.changes(["published"])
    #expect(renamed.contains { $0.contains("minimum app 3.0.0 is no longer published") }, "\(renamed)")
    // The index says which names they were, also where the policy does not.
    try project.expectDone(["build", "--output", "renamed"])
    #expect(try project.changes(["published", "renamed"]) == renamed)
}

@Test func `a plan finds nothing where only dates, or nothing, changed`() throws {
    let project = try published()
    let nothing = "production   nothing changes: no byte differs but dates and signatures\n"
    for words in [["published"], ["published/production"], ["published", "published"]] {
        #expect(try project.expectDone(["plan"] + words).output.hasPrefix(nothing))
    }
    try project.expectDone(["build", "--fresh", "--at", "2026-08-09T10:00:00Z"])
    #expect(try project.changes(["published", "output"]) == [])
}

@Test func `a plan of two trees needs no policy`() throws {
    let project = try published()
    try setMinimum("3.1.0", 31, in: project)
    try project.expectDone(["build"])
    try project.folder.remove("policy.json")
    let plan = try project.expectDone(["plan", "published", "output/production"])
    #expect(
        plan.output.contains("  ios      minimum app 3.0.0 → 3.1.0: versions 3.0.0 to 3.0.x are blocked from now on"))
    #expect(plan.output.hasSuffix("next: signet publish\n"))
    try project.expectRefusal(["plan"], code: 66, ["policy.json"])
    try project.expectRefusal(["plan", "published", "elsewhere"], code: 66, ["elsewhere"])
    try project.expectRefusal(["plan", "a", "b", "c"], code: 64, ["two trees at most"])
    try project.expectRefusal(["plan", "none", "output"], code: 64, ["needs an OLD"])
    // What no key of the ring has signed is not believed.
    try project.folder.write("published/production/app-config", "{}\n")
    try project.expectRefusal(
        ["plan", "published", "output"], code: 1, ["production/app-config was published without a signature"])
}

@Test func `a plan for a pull request is Markdown in which no text is markup`() throws {
    let project = try published()
    try project.change(
        "Texts.xcstrings", "An update is there.",
        "An [update](https://evil.example) is *there*, @team: www.evil.example #7.")
    let plan = try project.expectDone(["plan", "published", "--markdown"])
    #expect(plan.output.hasPrefix("### production: 3 changes of what devices are told; none blocks a device"))
    let (dot, slash) = ("<!-- -->&#46;", "&#47;<!-- -->")
    let link = "&#91;<!-- -->update&#93;<!-- -->(https&#58;<!-- -->\(slash)\(slash)evil\(dot)example)"
    #expect(plan.output.contains("<del>update</del> <b>\(link)</b> is"))
    #expect(plan.output.contains("&#64;<!-- -->team: www\(dot)evil\(dot)example &#35;<!-- -->7\(dot)"))
    #expect(plan.output.contains("(`availability-ios`)\n"))
}

@Test func `a plan for programs has what was, what becomes of it, and what that does to devices`() throws {
    let project = try published()
    try setMinimum("3.1.0", 31, in: project)
    let diff = try project.expectDone(["plan", "published", "--json"])
    for member in [
        "\"verdict\": \"blocks\"", "\"refused\": false", "\"devices-blocked\"",
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
            "production   BLOCKS devices that may run now\n"
                + "  ios      minimum app 3.0.0 → 3.1.0: versions 3.0.0 to 3.0.x are blocked from now on\n"))
    let again = try project.expectDone(["build", "--previous", "output"])
    #expect(!again.output.contains("BLOCKS") && !again.errors.contains("compared with nothing"))
    #expect(try project.expectDone(["build"]).errors.contains("production: compared with nothing"))
    let json = try project.expectDone(["build", "--previous", "published", "--json"])
    #expect(json.output.contains("\"kind\": \"minimum-app\""))
}

@Test func `what failed to render is not compared`() throws {
    let project = try published()
    try project.change(
        "policy.json", "\"value\": \"3.1.0\", \"title\": \"title\"", "\"value\": \"3.1.0\", \"title\": \"titel\"")
    try project.change("policy.json", "\"value\": 23", "\"value\": 22")
    let plan = try project.run(["plan", "published"])
    #expect(plan.status == 1)
    #expect(plan.said.contains("[unknown-text]"))
    #expect(!plan.said.contains("[recommendation-removed]") && !plan.said.contains("[document-removed]"))
    #expect(plan.output == "" && plan.errors.hasSuffix("signet: refused: 1 error\n"))
}

@Test func `with the ring that was reviewed before, what is live is believed though the new ring has none of its keys`()
    throws
{
    let project = try published()
    try check("cp", ["-a", "keys", "base-keys"], in: project.folder.root)
    try project.folder.remove("keys")
    for name in ["other", "other-2"] {
        try project.expectDone(["keys", "generate", name, "--environment", "production"])
    }
    let alone = try project.run(["plan", "published"])
    #expect(alone.status == 1 && alone.errors.contains("[unverified-document]"), "\(alone.errors)")
    let based = try project.run(["plan", "published", "--base-ring", "base-keys"])
    #expect(based.status == 1 && based.errors.contains("[ring-changed]"), "\(based.errors)")
    #expect(!based.errors.contains("[unverified-document]"))
    try project.expectRefusal(["plan", "published", "--base-ring", "none"], code: 66, ["none"])
}

@Test func `a plan names another key, another profile and bundles that come, go and change`() throws {
    let project = try TeamCase.project()
    try project.expectDone(["build", "--output", "published"])
    try project.expectDone(["keys", "rotate", "production", "--unshipped"])
    try project.change("policy.json", "\"profile\": \"dated\"", "\"profile\": \"body\"")
    let signing = try project.changes(["published"])
    #expect(signing.contains("signed by key production → production-2"), "\(signing)")
    #expect(
        signing.contains { $0.hasPrefix("signature profile dated → body: apps that expect the other profile refuse") })

    let web = try Project()
    for version in ["1.0.0", "1.1.0"] {
        try web.writeWebBuild(version)
        try web.pack(version)
    }
    try web.expectDone(["build", "--output", "published"])
    try web.expectDone(["bundle", "withdraw", "1.0.0"])
    try web.writeWebBuild("1.2.0")
    try web.pack("1.2.0")
    let bundles = try web.changes(["published"])
    #expect(bundles.contains("web bundle v1.0.0 offered → withdrawn: every device leaves it"), "\(bundles)")
    let shells = "iOS shells from 2.0.0 on, Android shells from 2.0.0 on"
    #expect(bundles.contains("web bundle v1.2.0 offered, none before: for everybody, with \(shells)"))
    #expect(!bundles.contains { $0.contains("v1.1.0") })
}

@Test func `a bad text, a bad list and a broken signature are said once, and nothing follows from them`() throws {
    let project = try published()
    try project.change("Texts.xcstrings", "Please update.", "Please update to {nothing}.")
    let placeholder = try project.run(["plan", "published"])
    #expect(placeholder.said.contains("[placeholder]") && !placeholder.said.contains("-removed]"))

    try project.change("Texts.xcstrings", "Please update to {nothing}.", "Please update.")
    try project.folder.write("published/production/app-config", "{}\n")
    let unverified = try project.run(["plan", "published"])
    #expect(unverified.said.contains("[unverified-document]") && !unverified.said.contains("-removed]"))
    #expect(unverified.output.hasPrefix("production   1 document that is published could not be compared\n"))
    let programs = try project.run(["plan", "published", "--json"]).output
    #expect(programs.contains("\"verdict\": \"unknown\""), "\(programs)")
    #expect(!unverified.said.contains("minimum-"))

    let web = try Project()
    try web.writeWebBuild()
    try web.pack("1.0.0")
    try web.expectDone(["build", "--output", "published"])
    try web.folder.write("bundles.json", "{ \"bundles\": 1 }")
    let list = try web.run(["plan", "published"])
    #expect(
        list.status == 1 && list.said.contains("[invalid-value]") && !list.said.contains("-removed]"), "\(list.said)")
}

@Test func `a document of one platform changes nothing for the other`() throws {
    let perPlatform = TeamCase.policy.replacing(
        "\"app-config\": \"app-config\"",
        with: "\"app-config\": { \"path\": \"app-config-{platform}\", \"updateUrl\": \"https://shop.invalid\" }")
    let project = try published(perPlatform)
    try project.change(
        "policy.json", "\"value\": \"3.0.0\", \"build\": 30", "\"value\": \"3.1.0\", \"build\": 30")
    let plan = try project.expectDone(["plan", "published", "--json"]).output
    #expect(plan.contains("iOS: minimum app 3.0.0 → 3.1.0: versions 3.0.0 to 3.0.x are blocked from now on"))
    #expect(plan.contains("app-config-ios") && !plan.contains("app-config-android"), "\(plan)")
    #expect(!plan.contains("Android"), "\(plan)")
}
