import AppGate
import Foundation
import ManifestVerifier
import Testing
import TestSupport

/// A device with a file for what was postponed.
private struct Prompts {
    let folder: TemporaryFolder
    let time = DeviceTime()

    init() throws { folder = try TemporaryFolder() }

    /// A new session.
    func session() -> PromptThrottle {
        let time = time
        return PromptThrottle(file: URL(fileURLWithPath: folder.path("app/prompts")), now: { time.now })
    }
}

private func app(_ version: String) throws -> Update {
    Update(subject: .app(.version(try #require(NumericVersion(version)))))
}

@Test(
    arguments: [
        "", "{", "[]", "{}", #"{ "app": 1 }"#, #"{ "app": { "version": "3.2" } }"#,
        #"{ "app": { "version": "3.2", "postponed": 9223372036854775807 } }"#,
        #"{ "app": { "version": "3.2", "postponed": -1 } }"#, #"{ "app": { "version": "soon", "postponed": 1 } }"#,
        #"{ "app": { "ios": "14", "postponed": 1596495635 } }"#, #"{ "app": { "build": "x", "postponed": 1 } }"#,
        String(repeating: " ", count: 1 << 20),
    ].map(Brief.init))
func `a file that is damaged counts as none`(content: Brief<String>) async throws {
    let prompts = try Prompts()
    try prompts.folder.write("app/prompts", content.value)
    let session = prompts.session()
    #expect(await session.shouldShow(try app("3.2")))
    try await session.postpone(try app("3.2"))
    #expect(await !prompts.session().shouldShow(try app("3.2")))
}

@Test func `Later holds for the session when it cannot be kept`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("file", "not a folder")
    let session = PromptThrottle(file: URL(fileURLWithPath: folder.path("file/prompts")))
    await #expect(throws: (any Error).self) { try await session.postpone(try app("3.2")) }
    #expect(await !session.shouldShow(try app("3.2")))
}

@Test func `of two objects over one file neither forgets what the other was told`() async throws {
    let prompts = try Prompts()
    let (first, second) = (prompts.session(), prompts.session())
    try await first.postpone(try app("3.2"))
    try await second.postpone(Update(subject: .rule("w", target: nil)))
    try await first.postpone(Update(subject: .rule("v", target: nil)))
    let next = prompts.session()
    #expect(await !next.shouldShow(try app("3.2")))
    for id in ["v", "w"] { #expect(await !next.shouldShow(Update(subject: .rule(id, target: nil)))) }
}

@Test func `of very many rules the latest that were postponed are kept`() async throws {
    let prompts = try Prompts()
    let session = prompts.session()
    for index in 0..<150 {
        prompts.time.advance(seconds: 1)
        let id = String(repeating: "i", count: 60) + "\(index)"
        try await session.postpone(Update(subject: .rule(id, target: NumericVersion("999999.999999.999999"))))
    }
    let next = prompts.session()
    for (index, isShown) in [(0, true), (49, true), (50, false), (149, false)] {
        let id = String(repeating: "i", count: 60) + "\(index)"
        let update = Update(subject: .rule(id, target: NumericVersion("999999.999999.999999")))
        #expect(await next.shouldShow(update) == isShown, "\(index)")
    }
}
