import ManifestVerifier
import Testing
import TestSupport

private let fleet = """
    platform,os,app,devices
    ios,17.4,3.1.0,900000
    ios,16.1,3.0.9,60000
    android,34,3.0.9,20000
    android,30,2.9,9000
    android,34,3.1.0-beta,10000
    ios,17.4,,700
    ios,17.4,unknown,300

    """

/// A project with two keys of production, of which apps have the active one, one of staging, and a population.
private func project() throws -> Project {
    let project = try Project(keys: ["production", "staging"])
    try project.expectDone(["keys", "generate", "second", "--environment", "production"])
    try project.expectDone(["keys", "shipped", "production", "2.0.0"])
    try project.folder.write("fleet.csv", fleet)
    return project
}

@Test func `readiness says what rotate would do, without a population`() throws {
    let project = try project()
    let unshipped = try project.expectDone(["keys", "readiness"])
    #expect(
        unshipped.output == testText("Expected/keys/readiness-unshipped.txt"))
    // In the words of rotate itself.
    let refusal =
        "keys/keyring.json: no app version is known to embed \"second\"; apps would refuse what it signs"
    try project.expectRefusal(["keys", "rotate", "production"], code: 1, [refusal])
    try project.expectDone(["keys", "shipped", "second", "3.1.0"])
    let ready = try project.expectDone(["keys", "readiness", "--environment", "production"])
    #expect(
        ready.output == testText("Expected/keys/readiness.txt"))
}

@Test func `readiness counts the devices that know each key, and those that a rotation leaves behind`() throws {
    let project = try project()
    try project.expectDone(["keys", "shipped", "second", "3.1"])
    try project.expectDone(["keys", "shipped", "production", "2.10"])
    let before = try project.folder.snapshot("keys")
    let words = ["keys", "readiness", "--environment", "production", "--population", "fleet.csv"]
    let result = try project.expectDone(words)
    #expect(
        result.output == """
            production: 1,000,000 devices
              production  active   shipped in 2.10: 990,000 (99.0%) know it, 9,000 (0.9%) do not, 1,000 (0.1%) unclear
              second      next     shipped in 3.1: 910,000 (91.0%) know it, 89,000 (8.9%) do not, 1,000 (0.1%) unclear
              rotate would let "second" sign: 89,000 (8.9%) of 1,000,000 devices would refuse every document of it; \
            of 1,000 (0.1%) it is unclear
              revoking "production" would come to the same, as that key would have to sign

            """)
    #expect(try project.folder.snapshot("keys") == before)
    let json = try project.expectDone(words + ["--json"]).json
    let environment = try #require(json["environments"]?.asArray().first)
    #expect(try environment["stranded"]?.asInteger() == 89_000 && environment["unclear"]?.asInteger() == 1_000)
    #expect(try environment["next"]?.asString() == "second" && environment["refusal"] == nil)
    #expect(try project.expectDone(words + ["--quiet"]).output == "")

    try project.expectDone(["keys", "revoke", "--key", "production"])
    #expect(
        try project.expectDone(words).output.hasPrefix(
            "production: 1,000,000 devices\n  second  next     shipped in 3.1: 910,000 (91.0%) know it"))
}

@Test func `no device is left behind when all know the key, and an empty population has none`() throws {
    let project = try project()
    try project.expectDone(["keys", "shipped", "second", "2"])
    let words = ["keys", "readiness", "--environment", "production", "--population", "fleet.csv"]
    try project.folder.write("fleet.csv", "devices,app,os,platform\n7,2.0,34,android\n")
    let line = "rotate would let \"second\" sign: 0 (0%) of 7 devices would refuse every document of it\n"
    #expect(try project.expectDone(words + ["--max-stranded", "0"]).output.contains(line))
    try project.folder.write("fleet.csv", "devices,app,os,platform\n")
    #expect(try project.expectDone(words + ["--max-stranded", "0"]).output.contains("production: 0 devices\n"))
}

@Test func `a limit of stranded devices stops a pipeline before it rotates`() throws {
    let project = try project()
    let words = ["keys", "readiness", "--population", "fleet.csv", "--environment", "production", "--max-stranded"]
    try project.expectRefusal(words + ["100%"], code: 1, ["no app version is known to embed \"second\""])
    try project.expectDone(["keys", "shipped", "second", "3.1.0"])
    // Devices of which it is not clear may be stranded, too.
    try project.expectDone(words + ["90000"])
    try project.expectDone(words + ["9%"])
    let said = [
        "90000 of 1000000 devices (9.0%) may not know \"second\": 1 more than the 89999 of --max-stranded 89999"
    ]
    try project.expectRefusal(words + ["89999"], code: 1, said)
    try project.expectRefusal(words + ["8.9%"], code: 1, ["hint: rotate when fewer are left"])
    for limit in ["-1", "101%", "x", "1.%"] { try project.expectRefusal(words + [limit], code: 64, ["--max-stranded"]) }
}

@Test func `readiness refuses what it cannot read, and flags of it beside other words`() throws {
    let project = try project()
    let words = ["keys", "readiness", "--population", "fleet.csv"]
    try project.folder.write("fleet.csv", fleet + "ios,17,1,many\n")
    try project.expectRefusal(words, code: 65, ["error: fleet.csv:9:10: devices is a whole number from 0 to"])
    try project.folder.write("fleet.csv", "platform,os,app\n")
    try project.expectRefusal(
        words, code: 65, ["error: fleet.csv:1:1: the first line does not name the column \"devices\""])
    try project.folder.write("fleet.csv", "")
    try project.expectRefusal(words, code: 65, ["error: fleet.csv: the file is empty", "platform,os,app,devices"])
    try project.folder.remove("fleet.csv")
    try project.expectRefusal(words, code: 66, ["error: fleet.csv: no such file"])
    try project.expectRefusal(["keys", "readiness", "--max-stranded", "1"], code: 64, ["needs --population FILE"])
    try project.expectRefusal(["keys", "readiness", "x"], code: 64, ["takes no more words"])
    try project.expectRefusal(
        ["keys", "readiness", "--environment", "prod"], code: 1, ["there is no key of environment"])
    try project.expectRefusal(["keys", "list", "--population", "x"], code: 64, ["is for signet keys readiness"])
}
