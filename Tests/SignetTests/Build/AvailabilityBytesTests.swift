import Testing
import TestSupport

@Test(arguments: ["ios-minimum", "ios-full", "android-minimum", "android-full"])
func `an availability document is written to the byte as the contract has it`(name: String) throws {
    let contract = testText("Expected/availability/\(name).json")
    let folder = try TemporaryFolder()
    try folder.write("live.json", contract)
    try check(signetPath, ["init", "--from", "live.json", "shop"], in: folder.root)
    try check(signetPath, ["build"], in: folder.path("shop"))
    let platform = name.prefix { $0 != "-" }
    #expect(try folder.text("shop/output/production/distribution/availability-\(platform)") == contract)
}
