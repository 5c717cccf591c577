import Diagnostics
import Foundation
import ManifestVerifier
import Testing
import TestSupport
@testable import Plan

// A sanitizer's build has no command line (Package.swift).
#if canImport(signet)
    @testable import signet
#endif

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

/// The numbers of devices in a text, such as `Blocks 1,200 devices now, 3,000 devices from 1 January 2030 on`.
private func deviceNumbers(_ text: some StringProtocol) -> [Int] {
    String(text).matches(of: #/([0-9,]+) device/#).compactMap { Int($0.1.filter(\.isNumber)) }
}

extension [[Int]] {
    fileprivate var inOrder: [[Int]] { sorted { $0.lexicographicallyPrecedes($1) } }
}

#if canImport(signet)
    /// The JSON of a plan has its numbers: those of its moments, and of each change what the page has.
    private func expectJSON(_ whole: Plan, of plan: EnvironmentPlan, _ inPage: [[Int]]) throws {
        let json = try JSONParser.parse(JSONWriter.bytes(of: Records.plan.json((whole, nil, nil))))
        let environment = try known(json["environments"]?.asArray().first)
        #expect(try environment["text"]?.asString() == plan.verdictWords)
        func numbers(_ value: JSONValue, _ names: String...) throws -> [Int] {
            try names.map { try known(value[$0]).asInteger() }
        }
        // What a change comes to now and, if that is more, at worst: those that it blocks, then those that it frees.
        let changes = try known(environment["changes"]).asArray().map { change in
            guard let moments = try change["devices"]?.asArray() else { return [Int]() }
            return try ["newlyBlocked", "runAgain"].flatMap { name in
                let counts = try moments.map { try numbers($0, name)[0] }
                return [counts[0], counts.max() == counts[0] ? 0 : counts.max() ?? 0].filter { $0 > 0 }
            }
        }
        #expect(changes.filter { !$0.isEmpty }.inOrder == inPage)
        let moments = try known(environment["impact"]?["moments"]).asArray().map { moment in
            try numbers(moment, "blocked", "stuck")
                + numbers(try known(moment["counts"]), "runAgain", "required", "recommended")
        }
        #expect(
            moments
                == plan.count?.impact.moments.map { moment in
                    [moment.blocked, moment.stuck]
                        + [moment.counts.runAgain, moment.counts.required, moment.counts.recommended]
                })
    }
#endif

@Test func `text, JSON, Markdown and page of a thousand random plans agree on every number`() throws {
    let time = try #require(Instant(start))
    let date = try #require(SignedDate(secondsSince1970: 1_795_302_327))
    var verdicts: Set<EnvironmentPlan.Verdict> = []
    var (cut, counted) = (0, 0)
    for number in 0..<Fuzz.rounds(1_000) {
        var random = RandomValues(seed: Fuzz.seed &+ UInt64(number))
        var pair = Pair(&random, devices: 0)
        // More than a terminal is shown.
        if number.isMultiple(of: 20) { for _ in 0..<40 { random.edit(&pair.new) } }
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

        // What each change does to devices is the same everywhere.
        let inPage = page.matches(of: #/<p class="devices">([^<]*)</#).map { deviceNumbers($0.1) }.inOrder
        let inMarkdown = markdown.matches(of: #/ \\?\(((blocks|frees) [0-9,]+ device[^)]*)\\?\)/#)
        #expect(inMarkdown.map { deviceNumbers($0.1) }.inOrder == inPage, "\(markdown)")
        let inText = lines.dropFirst().compactMap { $0.firstMatch(of: #/ \(((blocks|frees) [0-9,]+ device.*)\)$/#)?.1 }
        #expect(Set(inText.map(deviceNumbers)).isSubset(of: inPage) && inText.count <= inPage.count)
        if plan.changes.count < 16 { #expect(inText.count == inPage.count, "\(lines)") }
        counted += inPage.count
        #if canImport(signet)
            try expectJSON(whole, of: plan, inPage)
        #endif

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
        let table = markdown.split(separator: "\n").filter { $0.hasPrefix("| now") || $0.contains(" UTC |") }
            .map { $0.split(separator: "|").dropFirst().map { $0.drop { $0 == " " }.prefix { $0 != " " } } }
        let told = impact.moments.prefix(24).map { moment in
            [moment.blocked, moment.stuck, moment.counts.runAgain, moment.counts.required, moment.counts.recommended]
                .map(\.grouped)
        }
        #expect(table.map { $0.map(String.init) } == told)
        let section = try #require(page.components(separatedBy: "<caption>Over time, of ").dropFirst().first)
        let tableInPage = section.components(separatedBy: "</table>")[0]
        let rows = tableInPage.components(separatedBy: "<tr><th scope=\"row\">")
        for (row, moment) in zip(rows.dropFirst(), impact.moments) {
            for (name, count) in [
                ("Newly blocked", moment.blocked), ("Cannot obey", moment.stuck),
                ("Run again", moment.counts.runAgain), ("Required", moment.counts.required),
            ] where tableInPage.contains("data-name=\"\(name)\"") {
                let cell = row.components(separatedBy: "data-name=\"\(name)\">").dropFirst().first ?? ""
                #expect(cell.prefix { $0.isNumber || $0 == "," } == count.grouped, "\(name)")
            }
        }
    }
    #expect(
        verdicts.isSuperset(of: [.blocks, .frees, .tells, .changes]) && cut > 0 && counted > 20,
        "\(verdicts) \(cut) \(counted)")
}
