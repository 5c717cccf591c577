import Foundation
import Testing
import TestSupport

/// The pictures in the README, taken of what is really shown; with `SIGNET_PICTURES=write` they are written anew.
@Suite(.peers(.chromium, .python3)) struct PictureTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct Nothing: Decodable {}

    /// Takes a picture, and compares its size in pixels with that of the one in the article; how letters look is the
    /// browser's own.
    private func expectPicture(_ name: String, of address: String, width: Int, height: Int) throws {
        let taken = folder.path(name)
        _ = try visit(
            address, script: "await new Promise((done) => setTimeout(done, 500)); return {}", returning: Nothing.self,
            ["--width", "\(width)", "--height", "\(height)", "--screenshot", taken])
        let kept = Article.root.appending(path: "Sources/signet/signet.docc/Resources/\(name)")
        if ProcessInfo.processInfo.environment["SIGNET_PICTURES"] == "write" {
            try FileManager.default.createDirectory(
                at: kept.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(contentsOf: URL(fileURLWithPath: taken)).write(to: kept)
        }
        // The header of a PNG: its signature, and the first chunk with width and height.
        let (now, then) = (try Data(contentsOf: URL(fileURLWithPath: taken)), try Data(contentsOf: kept))
        #expect(now.prefix(24) == then.prefix(24), "\(name) has another size")
        #expect(then.count < 200_000)
    }

    @Test func `a blocked user sees what the README shows`() throws {
        let server = try serveWebExample(
            rules: """
                { "id": "r", "when": { "app": "<3" }, "then": "required", "title": { "en": "Please update" },
                  "description": { "en": "This version of Shop no longer works. The new one is in the store." },
                  "url": "https://apps.apple.com/app/id1234567" }
                """)
        try expectPicture("blocked.png", of: server.origin + "/client/example.html", width: 300, height: 520)
    }

    @Test func `a reviewer sees what the README shows`() throws {
        let project = try Project()
        try project.folder.write(
            "fleet.csv", "platform,os,app,devices\nios,17.4,3.1.0,118800\nios,12.0,2.9.0,1310\nios,17.4,3.2.0,41200\n")
        try project.keepFormer(then: Project.policy(minimum: "3.2.0"))
        _ = try project.page(["former", "--population", "fleet.csv"])
        try expectPicture("plan.png", of: project.folder.path("plan.html"), width: 800, height: 520)
    }
}
