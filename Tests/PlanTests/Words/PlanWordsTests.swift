import Diagnostics
import Foundation
import ManifestVerifier
import Testing
import TestSupport
@testable import Plan

private let start = RandomValues.start

/// A population of as few values as documents have, so that many devices are at a bound.
private func fleet(_ random: inout RandomValues) throws -> PopulationFile {
    let lines = (0..<random.number(1...40)).map { _ in
        let isIOS = random.chance(60)
        return [
            isIOS ? "ios" : "android", random.pick(isIOS ? ["14.9", "15", "15.2", "16"] : ["20", "21", "24"]),
            random.pick(["0.9", "1.0.0", "1.0.9", "1.9.9", "2", "2.1", "3.1", "beta"]),
            random.pick(["1", "2", "3", "5", ""]), "\(random.number(1...9_999))",
        ].joined(separator: ",") + "\n"
    }
    let bytes = Array(("platform,os,app,build,devices\n" + lines.joined()).utf8)
    return try PopulationFile(path: "fleet.csv") { offset, count in
        Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
    }
}

@Test func `text, Markdown and page of a thousand random plans agree on every number`() throws {
    let time = try #require(Instant(start))
    let date = try #require(SignedDate(secondsSince1970: 1_795_302_327))
    var verdicts: Set<EnvironmentPlan.Verdict> = []
    var cut = 0
    for number in 0..<Fuzz.rounds(1_000) {
        var random = RandomValues(seed: Fuzz.seed &+ UInt64(number))
        let pair = Pair(&random, devices: 0)
        let plan = try EnvironmentPlan(
            try pair.new.compared, against: [try pair.old.compared], at: "live", file: "policy.json", since: time,
            counting: CountedPopulation(fleet(&random), path: "fleet.csv"))
        let whole = Plan(file: "policy.json", date: date, environments: [plan])
        let page = String(
            decoding: PlanPage(
                whole, [PageEnvironment(plan, screens: [], documents: [])], toolVersion: "0.1.0"
            ).bytes, as: UTF8.self)
        let (lines, markdown, words) = (plan.lines(), whole.markdown, plan.verdictWords)
        verdicts.insert(plan.verdict)
        #expect(lines[0] == "\(plan.name)   \(words)")
        #expect(markdown.hasPrefix("### \("\(plan.name): \(words)".markdown)\n"), "\(markdown)")
        #expect(page.contains(">\(words.prefix(1).uppercased())\(words.dropFirst()).</p>"), "\(words)")

        // Nothing is cut off uncounted.
        let left = lines.last?.firstMatch(of: #/^  and ([0-9,]+) more change/#).map { $0.1.filter(\.isNumber) }
        let shown = lines.dropFirst().filter { $0.firstMatch(of: #/^  (ios|android|all|other) /#) != nil }
        #expect(shown.count <= 16)
        if left == nil { #expect(ShownChange.all(of: plan).count == shown.count) } else { cut += 1 }
        if let left { #expect(Int(left) ?? 0 >= ShownChange.all(of: plan).count - shown.count) }
        #expect(page.components(separatedBy: "<li class=\"change").count - 1 == plan.changes.count)
        #expect(markdown.utf8.count < 65_536)

        // The table of moments has the same numbers twice, and they are those of the plan.
        let impact = try #require(plan.count?.impact)
        guard impact.moments.count > 1, markdown.contains("| now |") else { continue }
        let inMarkdown = markdown.split(separator: "\n").filter { $0.hasPrefix("| now") || $0.contains(" UTC |") }
            .map { $0.split(separator: "|").dropFirst().map { $0.drop { $0 == " " }.prefix { $0 != " " } } }
        let told = impact.moments.prefix(24).map { moment in
            [moment.blocked, moment.stuck, moment.counts.runAgain, moment.counts.required, moment.counts.recommended]
                .map(\.grouped)
        }
        #expect(inMarkdown.map { $0.map(String.init) } == told)
        let section = try #require(page.components(separatedBy: "<caption>Over time, of ").dropFirst().first)
        let table = section.components(separatedBy: "</table>")[0]
        let rows = table.components(separatedBy: "<tr><th scope=\"row\">")
        for (row, moment) in zip(rows.dropFirst(), impact.moments) {
            for (name, count) in [
                ("Newly blocked", moment.blocked), ("Cannot obey", moment.stuck),
                ("Run again", moment.counts.runAgain), ("Required", moment.counts.required),
            ] where table.contains("data-name=\"\(name)\"") {
                let cell = row.components(separatedBy: "data-name=\"\(name)\">").dropFirst().first ?? ""
                #expect(cell.prefix { $0.isNumber || $0 == "," } == count.grouped, "\(name)")
            }
        }
    }
    #expect(verdicts.isSuperset(of: [.blocks, .frees, .tells, .changes]) && cut > 0, "\(verdicts) \(cut)")
}
