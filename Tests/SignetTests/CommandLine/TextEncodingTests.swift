import ManifestVerifier
import Testing
import TestSupport

/// Files as editors and spreadsheets save them that do not write plain UTF-8.
@Suite struct TextEncodingTests {
    private static let hint = "hint: save it as UTF-8 without a byte order mark (BOM)\n"
    private static let encodings: [(name: String, encode: @Sendable ([UInt8]) -> [UInt8], said: String)] = [
        ("with a byte order mark", { [0xEF, 0xBB, 0xBF] + $0 }, "a byte order mark is not allowed"),
        ("in UTF-16", { [0xFF, 0xFE] + $0.flatMap { [$0, 0] } }, "the text is UTF-16 instead of UTF-8"),
    ]

    @Test(arguments: ["policy.json", "Texts.xcstrings", "keys/keyring.json", "static/config.json"], [0, 1])
    func `a file in another encoding is told so, and what to do`(path: String, encoding: Int) throws {
        let encoding = Self.encodings[encoding]
        let project = try Project()
        try project.folder.write("static/config.json", "{ \"a\": 1 }\n")
        try project.expectDone(["build"])
        try project.folder.write(path, encoding.encode(project.folder.read(path)))
        let result = try project.run(["build"])
        #expect([1, 65].contains(result.status), "\(encoding.name)")
        #expect(result.errors.contains(encoding.said), "\(encoding.name): \(result.errors)")
        #expect(result.errors.contains(Self.hint), "\(encoding.name): \(result.errors)")
    }

    @Test(arguments: [0, 1]) func `a list of bundles in another encoding is told so`(encoding: Int) throws {
        let encoding = Self.encodings[encoding]
        let project = try Project()
        try project.nameBundleList()
        try project.folder.write("bundles.json", encoding.encode(Array("{ \"bundles\": [] }\n".utf8)))
        try project.expectRefusal(["build"], code: 65, [encoding.said, Self.hint])
    }

    @Test func `a population as a spreadsheet saves it is read, or told what is wrong`() throws {
        let project = try Project()
        try project.expectDone(["build"])
        let fleet = Array("platform,os,app,devices\nios,17.4,3.2.0,5\n".utf8)
        let words = ["plan", "output", "--population", "fleet.csv"]
        try project.folder.write("fleet.csv", [0xEF, 0xBB, 0xBF] + fleet)
        #expect(try project.impact(["output"]).now["counts"]?["devices"]?.asInteger() == 5)
        try project.folder.write("fleet.csv", [0xFF, 0xFE] + fleet.flatMap { [$0, 0] })
        try project.expectRefusal(
            words, code: 65, ["fleet.csv:1:1: the text is UTF-16 instead of UTF-8", "hint: save the file as UTF-8"])
    }

    @Test func `a key that is not there is an error with the next step`() throws {
        let project = try Project()
        try project.expectDone(["build"])
        let body = "output/production/files/notes.txt"
        try project.expectRefusal(
            ["verify", body, "--key", "nowhere/team.pem"], code: 66,
            ["hint: name a public key as PEM, or the key ring's folder with --keys DIR"])
        try project.folder.remove("keys/production.key.pem")
        try project.expectRefusal(
            ["build", "--fresh"], code: 66,
            [
                "keys/production.key.pem: no such file or folder",
                "hint: put it there from where it is kept; if it is lost, let the next key sign",
            ])
        try project.folder.remove("keys/production.pub.pem")
        try project.expectRefusal(
            ["verify", "output"], code: 66,
            ["keys/production.pub.pem: no such file or folder", "hint: a public key is in git beside the ring"])
    }
}
