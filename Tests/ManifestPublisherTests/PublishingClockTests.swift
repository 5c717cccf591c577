import Diagnostics
import ManifestPublisher
import ManifestVerifier
import Testing
import TestSupport

/// What the clock of the place says of signed dates: that of the bucket or the origin, not that of the machine that built.
@Suite(.peers(.python3)) struct PublishingClockTests {
    private let project: PublishedProject

    init() throws { project = try PublishedProject() }

    /// Checks a tree against another one that is live.
    ///
    /// - Parameter seconds: what the clock of the place is behind the time at which the newer tree was built.
    private func check(
        _ tree: String = "output", over live: String? = nil, behind seconds: Int64, ignoring: Bool = false
    ) async throws {
        let built = try #require(SignedDate(headerValue: "Tue, 04 Aug 2026 22:59:35 UTC"))
        let now = try #require(SignedDate(secondsSince1970: built.secondsSince1970 - seconds))
        let keys = try project.keys()
        let rules = PublishingRules(
            try await project.tree("\(tree)/production"), keys: keys, now: now, ignoresDatesAhead: ignoring)
        var former: LiveTree?
        if let live { former = try LiveTree(kept: await project.tree("\(live)/production"), keys: keys) }
        try rules.check(former, at: "here", keepsArchives: true)
    }

    private func expectRefused(_ words: String..., check: () async throws -> Void) async throws {
        let error = try await #require(throws: ErrorReport.self) { try await check() }
        for word in words { #expect("\(error.message) (\(error.hint ?? ""))".contains(word), "\(error)") }
    }

    @Test func `a date is five minutes ahead of the place's clock at most`() async throws {
        try await check(behind: 300)
        try await expectRefused("is dated Tue, 04 Aug 2026 22:59:35 UTC, and it is only", "correct the clock") {
            try await check(behind: 301)
        }
        try await expectRefused("correct the clock") { try await check(over: "former", behind: 301) }
        // What is live already may stay.
        try await check(over: "output", behind: 301)
    }

    @Test func `a second after what is live is no date ahead`() async throws {
        try project.build("next", at: "2026-08-04T22:59:36Z")
        try await check("next", over: "output", behind: 1_000)
        try project.build("later", at: "2026-08-04T22:59:37Z")
        try await expectRefused("is dated Tue, 04 Aug 2026 22:59:37 UTC") {
            try await check("later", over: "output", behind: 1_000)
        }
    }

    @Test func `a live date that clients refuse is no floor, once that is acknowledged`() async throws {
        let day: Int64 = 86_400
        try await expectRefused("is live with date Tue, 04 Aug 2026", "--allow date-ahead") {
            try await check("former", over: "output", behind: day + 1)
        }
        try await check("former", over: "output", behind: day + 1, ignoring: true)
        // A date that clients believe is one.
        try await expectRefused("signed date never goes back") {
            try await check("former", over: "output", behind: day, ignoring: true)
        }
    }
}
