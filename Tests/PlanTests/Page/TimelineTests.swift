import ManifestVerifier
import Testing
@testable import Plan

/// What rules mean now and from a later time on.
private func impact(blocked: Int = 250) throws -> Impact {
    var (now, later) = (Impact.Counts(), Impact.Counts())
    (now.devices, now.recommended, later.devices) = (10_000, 400, 10_000)
    (later.required, later.newlyBlocked, later.cannotObey) = (1_300, blocked, 50)
    return Impact(
        moments: [
            .init(
                time: try #require(Instant("2026-11-22T12:00:00Z")), counts: now, blocked: 0, stuck: 0),
            .init(
                time: try #require(Instant("2026-12-01T00:00:00Z")), counts: later, blocked: blocked,
                stuck: min(50, blocked)),
        ])
}

@Test func `the verdict says when most devices are blocked, and how many`() throws {
    func words(_ impact: Impact) throws -> String {
        EnvironmentPlan(
            name: try #require(EnvironmentName("production")), old: .tree(at: "live"), findings: [],
            count: DeviceReport(population: "fleet.csv", impact: impact)
        ).verdictWords
    }
    #expect(
        try words(impact())
            == "BLOCKS 250 of 10,000 devices from 1 December 2026 00:00 UTC on; 50 of them cannot obey")
    #expect(try words(impact(blocked: 0)) == "nothing changes: no byte differs but dates and signatures")
}

@Test func `devices over time are a table that can be read without seeing it`() throws {
    let page = try impact().overTime.text
    #expect(page.contains("<caption>Over time, of 10,000 devices</caption>"))
    let columns = page.matches(of: #/<th scope="col">([^<]*)<\/th>/#).map { String($0.1) }
    // What is nothing at any time has no column.
    #expect(columns == ["From", "Newly blocked", "Cannot obey", "Required", "Recommended"])
    let rows = page.matches(of: #/<th scope="row">([^<]*)<\/th>/#).map { String($0.1) }
    #expect(rows == ["now", "1 December 2026 00:00 UTC"])
    #expect(page.matches(of: #/<td/#).count == rows.count * (columns.count - 1))
    // What is wider than the window scrolls, also from the keyboard, and has a name.
    for attribute in ["role=\"group\"", "aria-label=\"Over time, of 10,000 devices\"", "tabindex=\"0\""] {
        #expect(page.contains(attribute), "\(attribute)")
    }
}
