import Diagnostics
import Foundation
import Testing
import TestSupport

/// The entries of `allow` that hints print for an environment.
func entries(_ said: String, for environment: String = "production") -> [String] {
    said.split(separator: "\n").compactMap { line in
        line.hasPrefix("hint: ")
            ? line.firstRange(of: "add to \"allow\" of \"\(environment)\": ").map { String(line[$0.upperBound...]) }
            : nil
    }
}

/// Writes entries of `allow` for production.
private func allow(_ entries: [String], in project: Project) throws {
    try project.change(
        "policy.json", "\"production\": {", "\"production\": {\n      \"allow\": [\(entries.joined(separator: ", "))],")
}

private let wrongStore = "{ \"code\": \"wrong-store\", \"at\": \"recommended.en\", \"to\": \"App Store\" }"

/// A project whose text for both platforms names Apple's store.
private func wrong() throws -> Project {
    let project = try TeamCase.project()
    try project.change("Texts.xcstrings", "An update is there.", "It is in the App Store.")
    return project
}

@Test func `a warning that the policy acknowledges is a note that says so`() throws {
    let project = try wrong()
    let refused = try project.run(["plan", "none", "--strict"])
    #expect(refused.status == 1)
    #expect(
        refused.errors.contains(
            "hint: use a text for Android that does not mention the App Store; if it is meant, add to \"allow\" of "
                + "\"production\": \(wrongStore)\n"), "\(refused.errors)")
    try allow([wrongStore], in: project)
    let passed = try project.expectDone(["plan", "none", "--strict"])
    #expect(
        passed.errors.contains(
            ": note: text \"recommended\" in \"en\" says \"App Store\" in a document for Android, as the policy allows "
                + "[wrong-store]\n"), "\(passed.errors)")
    #expect(passed.output.hasPrefix("no errors, no warnings; compared with nothing\n"))
    let json = try project.expectDone(["plan", "none", "--json"]).output
    #expect(json.contains("\"severity\": \"note\"") && !json.contains("\"severity\": \"warning\""))

    // It goes on after it is live: the text is what it is.
    try project.expectDone(["build", "--strict"])
    try project.expectDone(["publish", "--environment", "production", "--to", "public", "--first"])
    let live = try project.expectDone(["plan", "public", "--strict"])
    #expect(!live.errors.contains("[allowance-"), "\(live.errors)")
    #expect(try project.changes(["public"]) == [])
    try project.expectDone(["publish", "--environment", "production", "--to", "public"])
}

@Test(
    arguments: [
        wrongStore.replacing("App Store", with: "Google Play"),
        wrongStore.replacing("recommended.en", with: "required.en"),
        wrongStore.replacing("recommended.en", with: "recommended"),
        wrongStore.replacing(", \"to\": \"App Store\"", with: ""),
        wrongStore.replacing("wrong-store", with: "spaces"),
        wrongStore.replacing("\"to\"", with: "\"from\": \"Play Store\", \"to\""),
    ])
func `an entry for a warning fits that one alone`(entry: String) throws {
    let project = try wrong()
    try allow([entry], in: project)
    for command in [["plan", "none"], ["build"]] {
        let result = try project.run(command)
        #expect(result.status == 1)
        #expect(result.errors.contains("that fits no warning [allowance-unused]\n"), "\(result.errors)")
        #expect(result.errors.contains(": warning: text \"recommended\" in \"en\" says \"App Store\""))
    }
    // And none is planted for a warning to come.
    try project.folder.write("Texts.xcstrings", TeamCase.catalog)
    try project.folder.write("policy.json", TeamCase.policy)
    try allow([wrongStore], in: project)
    #expect(try project.run(["plan", "none"]).errors.contains("that fits no warning [allowance-unused]\n"))
}

@Test func `a warning about two environments needs an entry in both`() throws {
    let project = try wrong()
    try project.change(
        "policy.json", "\"environments\": {",
        #""environments": { "staging": { "extends": "production", "origin": "https://staging.shop.example" },"#)
    for name in ["staging", "staging-2"] {
        try project.expectDone(["keys", "generate", name, "--environment", "staging"])
    }
    let both = try project.run(["plan", "none", "--strict"])
    #expect(
        both.status == 1 && both.errors.contains("to \"allow\" of \"staging\" and of \"production\": \(wrongStore)\n"))
    try allow([wrongStore], in: project)
    let one = try project.run(["plan", "none", "--strict"])
    #expect(one.status == 1 && entries(one.errors, for: "staging") == [wrongStore], "\(one.errors)")
    try project.expectDone(["plan", "none", "--strict", "--environment", "production"])
    try project.change(
        "policy.json", "\"extends\": \"production\"", "\"extends\": \"production\", \"allow\": [\(wrongStore)]")
    try project.expectDone(["plan", "none", "--strict"])
}

@Test(arguments: FindingExample.all.filter { $0.code.acknowledgement == .byQuote })
func `each warning is a note with the entry that its hint prints, and strict passes`(wrong: FindingExample) throws {
    let (project, _) = try wrong.makeProject()
    try wrong.apply(\.wrong, in: project)
    let said = try project.expectDone(["plan", "none"])
    let printed = entries(said.errors)
    #expect(printed.contains { $0.contains("\"code\": \"\(wrong.code.rawValue)\"") }, "\(said.errors)")
    try allow(printed, in: project)
    let strict = try project.expectDone(["plan", "none", "--strict"])
    #expect(strict.errors.contains(", as the policy allows [\(wrong.code.rawValue)]\n"), "\(strict.errors)")
}

@Test func `while a document has errors, no entry of allow is called unused`() throws {
    let project = try TeamCase.project()
    try project.expectDone(["build"])
    try project.change(
        "policy.json",
        "\"recommendedOSVersion\": { \"value\": \"14\", \"title\": \"title\", \"description\": \"recommended\" },", "")
    let printed = entries(try project.run(["plan", "output"]).said)
    try allow(printed.filter { $0.contains("\"recommendation-removed\"") } + [wrongStore], in: project)
    let sound = try project.run(["plan", "output"])
    #expect(sound.errors.contains("[wrong-store] that fits no warning"), "\(sound.errors)")
    #expect(sound.errors.contains(", as the policy allows [recommendation-removed]"), "\(sound.errors)")
    // The document in which the change is cannot be rendered.
    try project.change("policy.json", "\"title\": \"title\", ", "")
    let result = try project.run(["plan", "output"])
    #expect(result.status == 1 && result.errors.contains("[missing-member]"))
    #expect(!result.errors.contains("[allowance-unused]"), "\(result.errors)")
}

@Test(.samples, arguments: ["2020-08-13.aef3929", "2021-03-02.ea3cde1"])
func `the text of the NHS passes a strict plan when what it says is acknowledged`(revision: String) throws {
    let imported = try Import()
    for platform in ["ios", "android"] {
        try imported.folder.write("\(platform).json", Samples.read("nhs/availability-\(platform).\(revision).json"))
    }
    try check(signetPath, Import.both, in: imported.folder.root)
    let shop = imported.folder.path("shop")
    try check(signetPath, ["set", "production.origin=https://distribution.nhs.example"], in: shop)
    let said = try run(signetPath, ["plan", "none"], in: shop).errors
    #expect(!said.contains("[wrong-store]"), "\(said)")
    let printed = entries(said)
    if !printed.isEmpty {
        try check(signetPath, ["set", "production.allow=[\(printed.joined(separator: ", "))]"], in: shop)
    }
    #expect(try check(signetPath, ["plan", "none", "--strict"], in: shop).hasPrefix("no errors, no warnings; "))
}
