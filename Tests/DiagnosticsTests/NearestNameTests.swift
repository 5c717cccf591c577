import Diagnostics
import ManifestVerifier
import Testing

private let commands = [
    "init", "plan", "build", "verify", "sign", "publish", "bundle", "keys", "build-number",
]

@Test(arguments: [
    ("biuld", "build"), ("BUILD", "build"), ("bild", "build"), ("verfiy", "verify"), ("publsh", "publish"),
    ("pub", "publish"), ("buidl-numbre", "build-number"),
])
func `a typing error leads to the name that was meant`(typed: String, meant: String) {
    #expect(typed.nearest(among: commands) == meant)
}

@Test func `another spelling of letters is nearer than any typing error`() {
    let members = ["minimumSDKVersions", "minimumSDKVersion", "minimumOSVersion"]
    #expect("minimumSdkVersion".nearest(among: members) == "minimumSDKVersion")
}

// Too short, too far, the beginning of several, and longer than any name.
@Test(arguments: ["", "x", "ls", "frobnicate", "forget", "bu", "i", String(repeating: "build", count: 20)])
func `nothing is said when no name is near`(typed: String) {
    #expect(typed.nearest(among: commands) == nil)
    #expect(typed.didYouMean(commands) == nil)
    #expect(typed.didYouMean(commands, otherwise: "else") == "else")
}

@Test func `the beginning of several names leads to none of them`() {
    #expect("production".nearest(among: ["production-eu", "production-us"]) == nil)
    #expect("production".nearest(among: ["staging", "production-eu"]) == "production-eu")
}

@Test func `an unknown member leads to the known one that was meant, and to all of them`() {
    func hint(_ reason: JSONShapeError.Reason) -> String? { JSONShapeError(reason, at: nil).hint }
    #expect(hint(.unknownMember("iso", known: ["a", "ios"])) == "did you mean \"ios\"? known here: a, ios")
    #expect(hint(.unknownMember("x", known: ["a", "ios"])) == "known here: a, ios")
    #expect(hint(.unknownMember("x", known: [])) == nil)
    #expect(hint(.missingMember("ios")) == nil)
}
