import Foundation
import Testing
import TestSupport

@Test func `sound rules have no findings`() throws {
    let project = try Project.gate()
    let result = try project.expectDone(["plan", "none", "--strict", "--at", "2036-11-01T00:00:00Z"])
    #expect(result.output.hasPrefix("no errors, no warnings; "))
    #expect(!result.errors.contains(" ["), "\(result.errors)")
}

@Test(arguments: [
    ("{ \"app\": \"<2.0.0\" }", "recommended", true),
    ("{ \"app\": \"<1.0.0\", \"channel\": \"beta\" }", "recommended", false),
    ("{ \"app\": \"0.9.9...2\" }", "recommended", false), ("{ \"app\": \"<2.0.0\" }", "required", false),
])
func `a minimum behind a recommendation for the same versions is told, since it blocks no one`(
    when: String, outcome: String, isFound: Bool
) throws {
    let project = try Project.gate()
    try project.change(
        "policy.json", "{ \"id\": \"winter\"",
        "{ \"id\": \"advice\", \"when\": \(when), \"then\": \"\(outcome)\", \"description\": \"recommended\", "
            + "\"orElse\": \"required\" }, { \"id\": \"winter\"")
    let said = try project.expectDone(["plan", "none"]).said
    let words =
        "policy.json:11:30: warning: rule \"minimum-app\" of ios requires an update that \"advice\" (policy.json:18:11) "
        + "only advises, before it [rule-shadowed]"
    #expect(said.contains(words) == isFound, "\(said)")
    #expect(said.contains("rule-shadowed") == isFound, "\(said)")
    #expect(
        said.contains("hint: the first rule that matches decides: leave these versions out of \"advice\"") == isFound)
}

@Test func `a minimum is compared with the versions in latest`() throws {
    let project = try Project.gate(replacing: "\"latestAppVersion\": { \"value\": \"3.2.0\" },", with: "")
    try project.expectDone(["plan", "none", "--strict"])
    try project.change("policy.json", "{ \"value\": \"1.0.0\",", "{ \"value\": \"3.2.1\", \"build\": 41001,")
    let named = try project.expectDone(["plan", "none"]).said
    for words in [
        "policy.json:11:30: warning: minimumAppVersion 3.2.1 of ios is above 3.2.0, the newest in \"latest\" "
            + "[minimum-above-latest]",
        "the build of minimumAppVersion of ios is compared with no other [minimum-unchecked]",
    ] {
        #expect(named.contains(words), "\(named)")
    }
    try project.change("policy.json", "\"2.9.4\",", "\"2.9.4\", \"build\": 39000,")
    let counted = try project.expectDone(["plan", "none"]).said
    #expect(counted.contains("the build of minimumAppVersion 41001 of ios is above 41000"), "\(counted)")
    #expect(!counted.contains("[minimum-unchecked]"), "\(counted)")
    try project.change("policy.json", "\"value\": \"3.2.1\",", "\"value\": \"3.2.1\", \"demise\": true,")
    #expect(!(try project.expectDone(["plan", "none"]).said.contains("[minimum-above-latest]")))
}

@Test(arguments: [
    ("2036-12-01T23:59:59Z", []),
    ("2036-12-02T00:00:00Z", ["policy.json:24:72: note: rule \"tonight\" has ended, at 2036-12-02T00:00:00Z"]),
    (
        "2036-12-24T00:00:00Z",
        [
            "policy.json:24:72: note: rule \"tonight\" has ended",
            "policy.json:18:11: note: rule \"winter\" has required the update of everyone since 2036-12-24T00:00:00Z",
        ]
    ),
])
func `dates that have passed are notes, so that no build stops because of the time`(
    time: String, expected: [String]
) throws {
    let project = try Project.gate()
    let said = try project.expectDone(["plan", "none", "--strict", "--at", time]).errors
    #expect(said.components(separatedBy: "[rule-date-past]").count - 1 == expected.count, "\(said)")
    for words in expected { #expect(said.contains(words), "\(said)") }
}

@Test func `rules that other documents cannot say are named with these documents`() throws {
    let project = try Project.gate(
        replacing: "{ \"gate\": \"gate/{platform}.json\" }",
        with: "{ \"gate\": \"gate/{platform}.json\", \"availability\": \"availability-{platform}\", "
            + "\"files\": { \"notes.txt\": \"notes.txt\" } }")
    let said = try project.expectDone(["plan", "none", "--strict"]).errors
    #expect(
        said.contains(
            "policy.json:15:11: note: availability says nothing of the rules of ios: \"testers\", \"bad-2.3\", \"winter\", "
                + "\"staged\", \"tonight\" [rule-not-carried]\nhint: apps that read no gate document"), "\(said)")
    #expect(!said.contains("of the rules of android"))
}

@Test func `a classic member that a rule switches off is found, and one that a rule says better is not`() throws {
    for (outcome, isFound) in [("available", true), ("required\", \"description\": \"required", false)] {
        let project = try Project.gate(
            replacing: "{ \"id\": \"testers\"",
            with:
                "{ \"id\": \"old\", \"when\": { \"app\": \"<1.0.0\" }, \"then\": \"\(outcome)\" }, { \"id\": \"testers\""
        )
        let said = try project.run(["plan", "none"]).errors
        #expect(said.contains("rule \"minimum-app\" of ios never decides: \"old\"") == isFound, "\(said)")
    }
}
