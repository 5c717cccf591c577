import Foundation
import Testing
import TestSupport

/// What decides and what is written, from noticing to verified live, as the article says it and with its pipeline.
@Test(.peers(.aws, .moto, .nginx, .python3, .cryptography, .openssl, .curl))
func `a block that was a mistake is taken back by the commands of the article, without another pipeline`() throws {
    let pipeline = try Pipeline()
    let blocks = try Article("signet/KeysForTheLongRun").blocks(in: "Go back", language: "console").map(\.code)
    try #require(blocks.count == 3)
    let (look, edit, publish) = (blocks[0], blocks[1].split(separator: "\n").map(String.init), blocks[2])
    try pipeline.run("signet set production.ios.minimumAppVersion=3.2.0")
    try pipeline.run(publish.replacing(" --previous live", with: ""))
    #expect(try pipeline.said(look).output.hasPrefix("required: update the app to 3.2.0 or later\n"))

    // The plan refuses, and says what to paste.
    try pipeline.run(edit[0])
    let refused = try pipeline.said(edit[1])
    #expect(refused.status == 1 && refused.errors.contains("[devices-freed]\n"))
    let entry = try #require(
        refused.output.firstMatch(of: #/to "allow" of "production": (\{ "code": "devices-freed".*\})/#)
    ).1
    #expect(
        entry.wholeMatch(
            of:
                #/\{ "code": "devices-freed", "at": "ios.minimumAppVersion", "from": "3.2.0 [0-9a-f]{8}", "to": "3.0.0 [0-9a-f]{8}" \}/#
        ) != nil)
    // Nothing is published without it, however the tree was built.
    try pipeline.run("signet build --environment production")
    #expect(try pipeline.said("signet publish --environment production").status == 1)
    try pipeline.run("signet set 'production.allow=[\(entry)]'")
    let passed = try pipeline.said(edit[1])
    #expect(
        passed.status == 0 && passed.errors.contains(", as the policy allows [devices-freed]\n"), "\(passed.errors)")
    #expect(passed.output.hasPrefix("production   lets devices run again that are blocked now\n"))
    #expect(passed.output.contains("versions 3.0.0 to 3.1.x run again"))

    try pipeline.run(publish)
    #expect(try pipeline.said(look).output.hasPrefix("available\n"))
    let done = try pipeline.said(edit[1])
    #expect(done.status == 0 && done.errors.contains("[allowance-done]\n"), "\(done.errors)")
}
