import AppGate
import ManifestVerifier
import TestSupport
import Foundation
import Testing

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

private func build(_ build: Int) -> Update { Update(subject: .app(.build(build, shownAs: nil))) }

private func system(_ version: String) throws -> Update {
    Update(subject: .system(.ios(try #require(NumericVersion(version)))))
}

@Test func `a recommendation is shown once per session`() async throws {
    let prompts = try Prompts()
    let session = prompts.session()
    #expect(await session.shouldShow(try app("3.2")))
    #expect(await !session.shouldShow(try app("3.2")))
    #expect(await !session.shouldShow(try app("3.2.0")))
    #expect(await prompts.session().shouldShow(try app("3.2")))
}

@Test func `after Later it is not shown for three days, to the second`() async throws {
    let prompts = try Prompts()
    try await prompts.session().postpone(try app("3.2"))
    for seconds in [0.0, 3_600.0, 255_599.0] {
        prompts.time.advance(seconds: seconds)
        #expect(await !prompts.session().shouldShow(try app("3.2")))
    }
    prompts.time.advance(seconds: 1)
    #expect(await prompts.session().shouldShow(try app("3.2")))
}

@Test func `a newer version is shown at once, in the same session and after Later`() async throws {
    let prompts = try Prompts()
    let session = prompts.session()
    #expect(await session.shouldShow(try app("1.9.1")))
    try await session.postpone(try app("1.9.1"))
    #expect(await !session.shouldShow(try app("1.9")))
    #expect(await session.shouldShow(try app("1.10.0")))
    #expect(await prompts.session().shouldShow(try app("1.10")))
    #expect(await !prompts.session().shouldShow(try app("1.9.1")))
}

@Test func `system and app, versions and builds are kept apart`() async throws {
    let prompts = try Prompts()
    try await prompts.session().postpone(try app("3.2"))
    #expect(await prompts.session().shouldShow(try system("3.2")))
    try await prompts.session().postpone(try system("14.4"))
    #expect(await !prompts.session().shouldShow(try app("3.2")))
    #expect(await !prompts.session().shouldShow(try system("14.4")))
    #expect(await prompts.session().shouldShow(try system("14.5")))
    // The document decides by build now: that is another question.
    #expect(await prompts.session().shouldShow(build(3)))
    try await prompts.session().postpone(build(40_000))
    #expect(await !prompts.session().shouldShow(build(40_000)))
    #expect(await prompts.session().shouldShow(build(40_001)))
}

@Test func `a clock that is set back makes nobody wait longer than three days`() async throws {
    let prompts = try Prompts()
    prompts.time.advance(hours: 24 * 365 * 50)
    try await prompts.session().postpone(try app("3.2"))
    prompts.time.advance(hours: -24 * 365 * 50)
    #expect(await !prompts.session().shouldShow(try app("3.2")))
    prompts.time.advance(hours: 71.9)
    #expect(await !prompts.session().shouldShow(try app("3.2")))
    prompts.time.advance(hours: 0.1)
    #expect(await prompts.session().shouldShow(try app("3.2")))
}

@Test func `a clock that is set forward makes a prompt come early and nothing worse`() async throws {
    let prompts = try Prompts()
    try await prompts.session().postpone(try app("3.2"))
    prompts.time.advance(hours: 24 * 365 * 50)
    #expect(await prompts.session().shouldShow(try app("3.2")))
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

@Test func `Later to one rule does not silence another, and a newer target of the same rule is shown at once`()
    async throws
{
    func rule(_ id: String, _ target: String? = nil) -> Update {
        Update(subject: .rule(id, target: target.flatMap { NumericVersion($0) }))
    }
    let prompts = try Prompts()
    let session = prompts.session()
    #expect(await session.shouldShow(rule("a", "3.2")))
    #expect(await session.shouldShow(rule("b", "3.2")))
    #expect(await !session.shouldShow(rule("a", "3.2.0")))
    try await session.postpone(rule("a", "3.2"))
    try await session.postpone(rule("c"))
    try await session.postpone(try app("3.2"))
    #expect(await !prompts.session().shouldShow(rule("a", "3.2")))
    #expect(await !prompts.session().shouldShow(rule("a")))
    #expect(await prompts.session().shouldShow(rule("a", "3.10")))
    #expect(await prompts.session().shouldShow(rule("b", "3.2")))
    #expect(await !prompts.session().shouldShow(rule("c", "9")))
    #expect(await !prompts.session().shouldShow(try app("3.2")))
    prompts.time.advance(hours: 72)
    #expect(await prompts.session().shouldShow(rule("a", "3.2")))
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
