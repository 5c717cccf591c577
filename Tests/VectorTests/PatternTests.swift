import AppGate
import ManifestVerifier
import Testing

@Test func `patterns match the installed versions that the vectors say`() throws {
    for var members in try VectorFile("versions.json").cases {
        let name = try members.text("name")
        let pattern = try VersionPattern(members.text("pattern"))
        let installed = InstalledVersion(try members.text("installed"))
        let expected: Bool? = try members.required("verdict").asOptionalBool()
        try members.end()
        let matches = installed.isReadable ? pattern?.matches(installed.numbers) : nil
        #expect(matches == expected, "\(name)")
    }
}

@Test func `shares have the installations that the vectors say`() throws {
    for var members in try VectorFile("shares.json").cases {
        let name = try members.text("name")
        let salt = try members.text("salt")
        let install = try members.value("install") { InstallID($0) }
        let (u, hundredths) = (try members.integer("u"), try members.integer("hundredths"))
        let expected = try members.required("verdict").asBool()
        try members.end()
        let start = try #require(Instant("2026-12-01T00:00:00Z"))
        let share = RolloutShare(salt: salt, steps: [RolloutShare.Step(from: start, hundredths: hundredths)])
        #expect(Int(RolloutShare.place(of: install, salt: salt)) == u, "\(name)")
        #expect(share.includes(install, at: start) == expected, "\(name)")
    }
}

extension JSONValue {
    /// `true`, `false`, or nil for null.
    fileprivate func asOptionalBool() throws -> Bool? {
        if case .null = content { return nil }
        return try asBool()
    }
}
