import ManifestVerifier
import Testing
@testable import Plan

/// What rules mean now and from a later time on.
private func timeline(_ id: String = "winter", blocked: Int = 250) throws -> RuleTimeline {
    var (now, later) = (RuleTimeline.Counts(), RuleTimeline.Counts())
    now.recommended = 400
    (later.required, later.newlyBlocked, later.cannotObey, later.newlyStuck) = (1_300, blocked, 50, 50)
    return RuleTimeline(
        moments: [
            .init(
                time: try #require(Instant("2026-11-22T12:00:00Z")), counts: now, blocked: 0, stuck: 0,
                rules: [.init(document: "gate/ios.json", id: "nobody", outcome: .recommended, devices: 0)]),
            .init(
                time: try #require(Instant("2026-12-01T00:00:00Z")), counts: later, blocked: blocked,
                stuck: min(50, blocked),
                rules: [.init(document: "gate/ios.json", id: id, outcome: .recommended, devices: 1_300)]),
        ])
}

@Test func `the page says when most devices are blocked, and how many`() throws {
    let page = try timeline().section(of: 10_000).text
    let text = page.replacing(#/<[^>]*>/#, with: "")
    #expect(
        text.contains(
            "At worst, 1 December 2026 00:00 UTC, 250 (2.5%) are newly blocked; 50 (0.5%) cannot do what they are told."
        ), "\(text)")
    #expect(try timeline(blocked: 0).section(of: 10_000).text.contains("<p>At no time is a device newly blocked.</p>"))
}

@Test func `rules over time are a table that can be read without seeing it`() throws {
    let page = try timeline().section(of: 10_000).text
    #expect(page.contains("<caption>Rules over time</caption>"))
    let columns = page.matches(of: #/<th scope="col">([^<]*)<\/th>/#).map { String($0.1) }
    // What is nothing at any time has no column.
    #expect(columns == ["From", "Required", "Cannot obey", "Recommended", "Newly blocked", "Rules"])
    let rows = page.matches(of: #/<th scope="row">([^<]*)<\/th>/#).map { String($0.1) }
    #expect(rows == ["now", "1 December 2026 00:00 UTC"])
    #expect(page.matches(of: #/<td/#).count == rows.count * (columns.count - 1))
    // What is wider than the window scrolls, also from the keyboard, and has a name.
    for attribute in ["role=\"group\"", "aria-label=\"Rules over time\"", "tabindex=\"0\""] {
        #expect(page.contains(attribute), "\(attribute)")
    }
    #expect(!page.contains("nobody"))
}

@Test func `the id of a rule is text on the page`() throws {
    let page = try timeline("</td><script>alert(1)</script>").section(of: 10_000).text
    #expect(!page.contains("<script") && page.contains("&lt;script&gt;alert(1)"))
}
