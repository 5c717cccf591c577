import Testing
import TestSupport

@Test(arguments: [
    (["--run", "0"], 1_000), (["--run", "1"], 1_001), (["--run=27", "--floor", "0"], 27),
    (["--run", "5", "--floor", "40000"], 40_005), (["--run", "5", "--previous", "1004"], 1_005),
    (["--run", "0", "--floor", "0"], 0), (["--run", "000000000000000007", "--floor", "00"], 7),
    (["--run", "0", "--floor", "2100000000"], 2_100_000_000), (["--run", "2099999000"], 2_100_000_000),
    (["--run", "0", "--floor", "2100000000", "--previous", "2099999999"], 2_100_000_000),
])
func `the build number is the floor and the run`(flags: [String], number: Int) throws {
    let folder = try TemporaryFolder()
    let result = try signet(["build-number"] + flags, in: folder)
    #expect(result.status == 0)
    #expect(result.output == "\(number)\n")
    #expect(result.errors == "")
    let json = try signet(["build-number", "--json"] + flags, in: folder)
    #expect(json.status == 0)
    #expect(
        json.output == """
            {
              "ok": true,
              "findings": [],
              "result": {
                "buildNumber": \(number)
              }
            }

            """)
    #expect(try folder.snapshot().isEmpty)
}

@Test(arguments: [
    (["--run", "5", "--previous", "1005"], "1005 is not above the previous one, 1005", "to at least 1001"),
    (["--run", "5", "--previous", "40000"], "1005 is not above the previous one, 40000", "to at least 39996"),
    (["--run", "0", "--floor", "0", "--previous", "0"], "0 is not above the previous one, 0", "to at least 1"),
    (
        ["--run", "1", "--floor", "2", "--previous", "2099999999"], "3 is not above the previous one",
        "to at least 2099999999"
    ),
    (["--run", "1", "--previous", "2100000000"], "is not above the previous one", "no greater one is left"),
    (
        ["--run", "1", "--previous", "999999999999999999"], "is not above the previous one, 999999999999999999",
        "Google Play takes at most 2100000000"
    ),
    (
        ["--run", "2099999001"], "1000 + 2099999001 is too great for a build number",
        "Google Play takes at most 2100000000"
    ),
    (
        ["--run", "999999999999999999", "--floor", "999999999999999999"], "is too great for a build number",
        "Google Play takes at most 2100000000"
    ),
    (["--run", "0", "--floor", "2100000001", "--previous", "7"], "is too great", "takes at most 2100000000"),
])
func `a number that a store would not take is refused`(flags: [String], words: String, hint: String) throws {
    let result = try signet(["build-number"] + flags, in: TemporaryFolder())
    #expect(result.status == 1)
    #expect(result.output == "")
    let lines = result.errors.split(separator: "\n")
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("signet: error: ") && lines[0].contains(words), "\(result.errors)")
    #expect(lines[1].hasPrefix("hint: ") && lines[1].contains(hint), "\(result.errors)")
}

@Test func `the floor of the hint gives the next number`() throws {
    let folder = try TemporaryFolder()
    let refused = try signet(["build-number", "--run", "12", "--previous", "77777"], in: folder)
    let floor = try #require(refused.errors.firstMatch(of: /at least ([0-9]+)\n/)?.1)
    let words = ["build-number", "--run", "12", "--previous", "77777", "--floor", String(floor)]
    #expect(try signet(words, in: folder).output == "77778\n")
}

@Test(
    arguments: ["--run", "--floor", "--previous"],
    ["-1", "+1", "1.0", "1e3", "0x10", "1_000", " 1", "one", "١", "1000000000000000000"])
func `what is not a whole number of at most 18 digits is a usage error`(flag: String, text: String) throws {
    let words = ["build-number", "\(flag)=\(text)"] + (flag == "--run" ? [] : ["--run=1"])
    let result = try signet(words, in: TemporaryFolder())
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(result.errors.contains("\(flag) \(text) is not a whole number of at most 18 digits\nhint: "))
}
