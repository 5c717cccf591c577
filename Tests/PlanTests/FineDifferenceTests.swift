import AppGate
import Diagnostics
import ManifestVerifier
import Policy
import PublicationTree
import Testing
@testable import Plan

private func document(_ body: String, at path: String = "gate/ios.json") throws -> ComparedTree.Document {
    ComparedTree.Document(path: try DocumentPath(path), format: .gateIOS, body: Array(body.utf8))
}

private func gate(_ rules: [String], latest: String? = nil) -> String {
    let store = latest.map { "\"latest\": [ \($0) ], " } ?? ""
    return "{ \"gate\": 1, \"platform\": \"ios\", \(store)\"rules\": [ \(rules.joined(separator: ", ")) ] }"
}

private func changes(_ old: String, _ new: String) throws -> [Change] {
    DocumentComparison(try document(old), try document(new), platforms: [.ios]).changes
}

@Test func `a model that begins like another one is told apart from it`() throws {
    func blocking(_ model: String) -> String {
        gate(["{ \"id\": \"a\", \"when\": { \"model\": \"\(model)\" }, \"then\": \"required\" }"])
    }
    let wider = try changes(blocking("iPhone8"), blocking("iPhone8*"))
    #expect(wider.map(\.kind) == [.rule] && wider[0].effect?.blocks != nil, "\(wider)")
    let narrower = try changes(blocking("iPhone8*"), blocking("iPhone8"))
    #expect(narrower.map(\.kind) == [.rule] && narrower[0].effect?.lifts != nil, "\(narrower)")
}

@Test func `models are told apart from all that rules name, whatever character a name goes on with`() throws {
    func sparing(_ models: String) -> String {
        gate([
            "{ \"id\": \"a\", \"when\": { \"model\": \(models) }, \"then\": \"available\" }",
            #"{ "id": "b", "then": "required" }"#,
        ])
    }
    for names in [#"["iPhone", "iPhone~*"]"#, #"["iPhone", "iPhone~"]"#, #"["iPhone", "iPhone\u007f*"]"#] {
        let found = try changes(sparing("\"iPhone*\""), sparing(names))
        #expect(found.contains { $0.effect?.blocks?.contains("model \"iPhone") == true }, "\(names): \(found)")
    }
}

@Test func `a version above all of the store with a build below theirs is of no release, and is not stranded`() throws {
    func minimum(_ build: Int, latest: String) -> String {
        gate(["{ \"id\": \"a\", \"when\": { \"build\": \"<\(build)\" }, \"then\": \"required\" }"], latest: latest)
    }
    func effect(latest: String) throws -> Change.Effect? {
        try changes(minimum(300, latest: latest), minimum(310, latest: latest)).first?.effect
    }
    let usual = try effect(latest: #"{ "app": "3.4.0", "build": 340 }"#)
    #expect(usual?.blocks != nil && usual?.strands == nil, "\(usual?.strands ?? "")")
    #expect(try effect(latest: #"{ "app": "3.4.0", "build": 305 }"#)?.strands != nil)
}

private func config(_ environments: String, _ more: String = "") throws -> ComparedTree.Document {
    ComparedTree.Document(
        path: try DocumentPath("env.json"), format: .environmentConfig,
        body: Array("{ \"environments\": { \(environments) }\(more) }".utf8))
}

private func app(_ id: String, _ build: Int, version: String = "1.0") -> String {
    "\"\(id)\": { \"apps\": { \"ios\": { \"minimalVersion\": \"\(version)\", \"build\": \(build), \"url\": \"https://a.example\" } } }"
}

@Test func `environments whose names only look alike are two`() throws {
    func changes(_ old: (Int, Int), _ new: (Int, Int)) throws -> [Change] {
        func document(_ builds: (Int, Int), _ more: String) throws -> ComparedTree.Document {
            try config("\(app("caf\u{E9}", builds.0)), \(app("cafe\u{301}", builds.1))", more)
        }
        return DocumentComparison(try document(old, ", \"x\": 1"), try document(new, ", \"x\": 2"), platforms: [.ios])
            .changes.filter { $0.kind == .minimumApp }
    }
    let blocked = try changes((999, 10), (999, 999))
    #expect(blocked.map(\.from) == ["10"] && blocked[0].effect?.blocks != nil, "\(blocked)")
    let freed = try changes((10, 20), (10, 10))
    #expect(freed.map(\.from) == ["20"] && freed[0].effect?.lifts != nil, "\(freed)")
    let first = try changes((30, 30), (20, 30))
    let second = try changes((30, 30), (30, 20))
    let values: (String?, String?) = ("30", "20")
    #expect(first[0].identity != second[0].identity)
    #expect(!second[0].isAcknowledged(by: first[0].acknowledged(values), values))
}

@Test func `an environment that is called as a text is called is none`() throws {
    for name in ["title", "description", "message", "orElse"] {
        let found = DocumentComparison(
            try config(app(name, 5, version: "1.0-beta")), try config(app(name, 6, version: "2.0-beta")),
            platforms: [.ios]
        ).changes
        #expect(found.contains { $0.at.hasSuffix("/\(name)/apps/ios/minimalVersion") }, "\(found)")
    }
}

@Test func `what other platforms get is shown, also beside a change of what devices are told`() throws {
    func template(_ standard: String, _ values: [String], optional: String) throws -> ComparedTree.Document {
        let conditional = zip(["ios", "android"], values).map { "\"\($0)\": { \"value\": \"\($1)\" }" }
        let body = """
            { "conditions": [ { "name": "ios", "expression": "device.os == 'ios'" },
                { "name": "android", "expression": "device.os == 'android'" } ],
              "parameters": {
                "force_update_version": { "defaultValue": { "value": "\(standard)" },
                    "conditionalValues": { \(conditional.joined(separator: ", ")) } },
                "optional_update_version": { "defaultValue": { "value": "\(optional)" } } } }
            """
        return ComparedTree.Document(
            path: try DocumentPath("template.json"), format: .firebaseTemplate, body: Array(body.utf8))
    }
    let found = DocumentComparison(
        try template("1.0.0", [], optional: "1.1.0"), try template("2.0.0", ["1.0.0", "1.0.0"], optional: "1.2.0"),
        platforms: Platform.allCases
    ).changes
    #expect(found.filter { $0.kind == .recommendedApp }.map(\.to) == ["1.2.0", "1.2.0"], "\(found)")
    let members = found.filter { $0.kind == .member && $0.at.hasSuffix("/defaultValue/value") }
    #expect(members.map(\.to) == ["\"2.0.0\""], "\(found)")
}

@Test func `a higher build of the newest version is something to recommend`() throws {
    let rule = #"{ "id": "a", "then": "recommended" }"#
    let found = try changes(
        gate([rule], latest: #"{ "app": "3.0.0", "build": 10 }"#),
        gate([rule], latest: #"{ "app": "3.0.0", "build": 20 }"#))
    let latest = try #require(found.first { $0.kind == .latest })
    #expect(latest.isDecision && latest.consequence?.contains("advises an update") == true, "\(found)")
}

@Test func `that nothing can be installed any more is an effect of its own`() throws {
    let rule = #"{ "id": "a", "when": { "app": "<3.0.0" }, "then": "required", "description": { "en": "Update." } }"#
    let found = try changes(gate([rule]), gate([rule]).replacing("\"rules\"", with: "\"latest\": [], \"rules\""))
    let latest = try #require(found.first { $0.kind == .latest })
    #expect(latest.isDecision && latest.effect?.strands != nil && latest.effect?.blocks == nil, "\(found)")
}

@Test func `what the order of rules does is not told of the versions in the store`() throws {
    let required = #"{ "id": "a", "when": { "app": "<3.0.0" }, "then": "required" }"#
    let exempt = #"{ "id": "b", "when": { "channel": "beta" }, "then": "available" }"#
    let found = try changes(
        gate([exempt, required], latest: #"{ "app": "3.1.0" }"#),
        gate([required, exempt], latest: #"{ "app": "3.1.0", "build": 7 }"#))
    let order = try #require(found.first { $0.kind == .ruleOrder })
    let latest = try #require(found.first { $0.kind == .latest })
    #expect(order.effect?.blocks != nil && latest.effect?.blocks == nil, "\(found)")
}

@Test func `what cannot be read on one side neither comes nor goes`() throws {
    let environment = try #require(EnvironmentName("production"))
    let one = try document(gate([]))
    func tree(_ documents: [ComparedTree.Document], unreadable: [String] = [], isComplete: Bool = true) -> ComparedTree
    {
        ComparedTree(
            environment: environment,
            documents: Dictionary(uniqueKeysWithValues: documents.map { ($0.path.rawValue, $0) }), bundles: .none,
            signing: nil, ring: [], delivery: nil,
            problems: unreadable.map { ComparedTree.Problem(path: $0, message: "unreadable", hint: nil) }, policy: nil,
            isComplete: isComplete)
    }
    func kinds(_ old: ComparedTree, _ new: ComparedTree) -> [Change.Kind] {
        TreeComparison(from: old, to: new).changes.map(\.kind)
    }
    #expect(kinds(tree([]), tree([one])) == [.document])
    #expect(kinds(tree([], unreadable: ["gate/ios.json"]), tree([one])) == [])
    #expect(kinds(tree([], unreadable: ["gate/android.json"]), tree([one])) == [.document])
    #expect(kinds(tree([one]), tree([])) == [.document])
    // What failed to render is not gone.
    #expect(kinds(tree([one]), tree([], isComplete: false)) == [])
}

// MARK: Counting

/// What becomes of some devices of one kind.
private func impact(
    _ old: String?, _ new: String, _ device: Device, _ count: Int, since start: Instant = .earliest
) throws -> Impact {
    let environment = try #require(EnvironmentName("production"))
    func tree(_ body: String?) throws -> ComparedTree {
        let documents = try body.map { [try document($0)] } ?? []
        return ComparedTree(
            environment: environment,
            documents: Dictionary(uniqueKeysWithValues: documents.map { ($0.path.rawValue, $0) }), bundles: .none,
            signing: nil, ring: [], delivery: nil, problems: [], policy: nil, isComplete: true)
    }
    var counted = try DeviceCount(TreeComparison(from: tree(old), to: tree(new)), since: start)
    counted.add(PopulationDevice(device: device, store: nil), count)
    return counted.impact
}

private func device(_ app: String, build: String? = nil) throws -> Device {
    Device(
        system: .ios(try #require(NumericVersion("17.0"))), reportedVersion: app, reportedBuild: build, languages: [])
}

@Test func `a share that is smaller than a device blocks one, and frees none`() throws {
    let share = #"{ "salt": "s", "steps": [ ["1970-01-01T00:00:00Z", 0.01] ] }"#
    let part = gate(["{ \"id\": \"a\", \"when\": { \"share\": \(share) }, \"then\": \"required\" }"])
    let blocked = try impact(gate([]), part, device("3.0.0"), 3)
    #expect(blocked.total.newlyBlocked == 1 && blocked.worst.blocked == 1 && blocked.worst.stuck == 0)
    #expect(try impact(part, gate([]), device("3.0.0"), 3).total.runAgain == 0)
    #expect(try impact(gate([]), part, device("3.0.0"), 0).worst.blocked == 0)
}

@Test func `what may be blocked counts as blocked, and as what cannot obey, where a limit is given`() throws {
    let rule = #"{ "id": "a", "when": { "build": "<40" }, "then": "required" }"#
    let found = try impact(gate([]), gate([rule]), device("3.0.0"), 7)
    #expect(found.total.mayBeBlocked == 7 && found.total.newlyBlocked == 0 && found.total.cannotObey == 0)
    #expect(found.worst.blocked == 7 && found.mostStuck == 7)
    for subject in PlanLimit.Subject.allCases {
        #expect(PlanLimit(subject, try #require(DeviceLimit("7"))).refusal(of: found) == nil)
        let refusal = PlanLimit(subject, try #require(DeviceLimit("6"))).refusal(of: found)
        #expect(refusal?.message.contains("7 of 7 devices (100%), with 7 that may be blocked") == true)
    }
}

@Test func `of too much that a device may be, it may be blocked by any change`() throws {
    func rules(_ count: Int, _ outcome: String) -> String {
        let names = (0..<count).map { "\"n\($0)\"" }.joined(separator: ", ")
        let rule = #"{ "id": "a", "when": { "channel": [\#(names)], "region": [\#(names)] }, "then": "\#(outcome)" }"#
        return gate([rule])
    }
    let device = try device("3.0.0")
    for count in [30, 40] {
        let advised = rules(count, "recommended")
        #expect(try impact(advised, rules(count, "required"), device, 7).total.mayBeBlocked == 7)
        #expect(try impact(advised, advised, device, 7).total.mayBeBlocked == 0)
        let free = try impact(advised, rules(count, "available"), device, 7).total
        #expect(free.mayBeBlocked == (count == 30 ? 0 : 7))
    }
}

@Test func `many exemptions one after another before a period of grace are counted, of too many the worst`() throws {
    let start = try #require(Instant("2030-01-01T00:00:00Z"))
    func rules(_ exemptions: Int, _ last: String) -> String {
        let spared = (0..<exemptions).map { number in
            let times = [number, number + 30].map { start.advanced(by: Int64($0) * 86_400) }
            let when = "\"app\": \"<2.0\", \"from\": \"\(times[0])\", \"until\": \"\(times[1])\""
            return "{ \"id\": \"s\(number)\", \"when\": { \(when) }, \"then\": \"available\" }"
        }
        return gate(spared + ["{ \"id\": \"old\", \"when\": { \"app\": \"<2.0\" }, \(last) }"])
    }
    let advice = #""then": "recommended", "grace": "7d""#
    for exemptions in [3, 40] {
        let (old, new) = (rules(exemptions, advice), rules(exemptions, #""then": "required""#))
        #expect(try impact(old, new, device("1.0.0"), 7, since: start).worst.blocked == 7)
    }
    #expect(try impact(rules(3, advice), rules(3, advice), device("1.0.0"), 7, since: start).worst.blocked == 0)
}

@Test func `a limit is for the first of the worst moments`() throws {
    let (first, second) = (#"["2030-01-01T00:00:00Z", 50]"#, #"["2031-01-01T00:00:00Z", 100]"#)
    func rule(_ steps: String, until end: String) -> String {
        let share = "{ \"salt\": \"s\", \"steps\": [ \(steps) ] }"
        return "{ \"id\": \"a\", \"when\": { \"share\": \(share), \"until\": \"\(end)\" }, \"then\": \"required\" }"
    }
    let found = try impact(
        gate([]), gate([rule("\(first), \(second)", until: "2032-01-01T00:00:00Z")]), device("3.0.0"), 10)
    #expect(found.moments.map(\.blocked) == [0, 5, 10, 0])
    let limit = PlanLimit(.blocked, try #require(DeviceLimit("5")))
    #expect(limit.refusal(of: found)?.message.contains("from 1 January 2031 00:00 UTC on: 5 more than the 5") == true)
    let none = PlanLimit(.blocked, try #require(DeviceLimit("10")))
    #expect(none.refusal(of: found) == nil && none.counted(in: found) == 10)
}

@Test func `of moments that are equally bad the first one is named`() throws {
    func moment(_ time: String, _ blocked: Int) throws -> Impact.Moment {
        var counts = Impact.Counts()
        (counts.devices, counts.newlyBlocked) = (10, blocked)
        return Impact.Moment(
            time: try #require(Instant(time)), counts: counts, blocked: blocked, stuck: 0)
    }
    let found = Impact(
        moments: [
            try moment("2030-01-01T00:00:00Z", 0), try moment("2031-01-01T00:00:00Z", 9),
            try moment("2032-01-01T00:00:00Z", 9),
        ])
    let limit = PlanLimit(.blocked, try #require(DeviceLimit("1")))
    #expect(limit.refusal(of: found)?.message.contains("from 1 January 2031 00:00 UTC on") == true)
    #expect(found.worst.time == Instant("2031-01-01T00:00:00Z"))
}

@Test func `each limit counts its own devices, at the moment at which there are most of these`() throws {
    func moment(_ time: String, blocked: Int, stuck: Int) throws -> Impact.Moment {
        var counts = Impact.Counts()
        (counts.devices, counts.newlyBlocked, counts.cannotObey) = (10, blocked, stuck)
        return Impact.Moment(
            time: try #require(Instant(time)), counts: counts, blocked: blocked, stuck: stuck)
    }
    let found = Impact(
        moments: [
            try moment("2030-01-01T00:00:00Z", blocked: 9, stuck: 1),
            try moment("2031-01-01T00:00:00Z", blocked: 5, stuck: 4),
        ])
    func message(_ subject: PlanLimit.Subject, _ limit: String) throws -> String? {
        PlanLimit(subject, try #require(DeviceLimit(limit))).refusal(of: found)?.message
    }
    #expect(try message(.blocked, "9") == nil && message(.cannotObey, "4") == nil)
    #expect(
        try message(.blocked, "8") == "newly blocked: 9 of 10 devices (90.0%): 1 more than the 8 of --max-blocked 8")
    #expect(
        try message(.cannotObey, "3")
            == "newly blocked and cannot obey: 4 of 10 devices (40.0%) from 1 January 2031 00:00 UTC on: 1 more than the 3 "
            + "of --max-cannot-obey 3")
}

@Test func `what a second rule of an id tells is not compared, and taken to block and to free every device`() throws {
    let first = #"{ "id": "a", "when": { "app": "1.0" }, "then": "recommended" }"#
    let second = #"{ "id": "a", "then": "available" }"#
    let titled = #"{ "id": "a", "then": "recommended", "title": { "en": "News" } }"#
    for (old, new) in [([first], [first, second]), ([first, second], [first]), ([first, second], [first, titled])] {
        let found = try changes(gate(old), gate(new))
        #expect(
            found.contains { $0.kind == .notCompared && $0.line.contains("two of its rules have the id") }, "\(found)")
    }
    #expect(try changes(gate([first, second]), gate([first, second])).isEmpty)
}

@Test func `a recommendation that ends since its version is blocked is told of the rule that makes it`() throws {
    func blocking(_ version: String) -> String {
        gate(
            [
                "{ \"id\": \"a\", \"when\": { \"app\": \"\(version)\" }, \"then\": \"required\" }",
                #"{ "id": "b", "then": "recommended" }"#,
            ], latest: #"{ "app": "3.0.0" }"#)
    }
    let found = try changes(blocking("2.9.0"), blocking("3.0.0"))
    #expect(found.map(\.at) == ["ios.rules.a", "ios.rules.b"] && found.allSatisfy(\.isDecision), "\(found)")
}
