import Diagnostics
import Foundation
import ManifestVerifier
@testable import Plan
import Testing

private func document(
    _ rules: [String], latest: Bool = true, _ platform: Platform = .ios
) throws -> ComparedTree.Document {
    let body = """
        { "gate": 1, "platform": "\(platform.rawValue)", \(latest ? "\"latest\": [ { \"app\": \"9\" } ]," : "")
          "rules": [ \(rules.joined(separator: ",")) ] }
        """
    return ComparedTree.Document(
        path: try DocumentPath("gate/ios.json"), format: platform == .ios ? .gateIOS : .gateAndroid,
        body: Array(body.utf8))
}

/// What a page says that people see because of rules; with other documents that do not change.
private func section(
    _ old: ComparedTree.Document, _ new: ComparedTree.Document, beside other: ComparedTree.Document? = nil
) throws -> String {
    let documents = [(old, new, [Platform.ios])] + (other.map { [($0, $0, [.ios])] } ?? [])
    let plan = EnvironmentPlan(name: try #require(EnvironmentName("production")), old: .none, findings: [])
    let environment = PageEnvironment(plan, screens: Screen.all(of: documents), documents: [])
    let date = try #require(SignedDate(secondsSince1970: 1_795_302_327))
    let whole = PlanPage(
        Plan(file: "policy.json", date: date, environments: [plan]), [environment], toolVersion: "0.1.0")
    let page = String(decoding: whole.bytes, as: UTF8.self)
    return try #require(page.split(separator: "<section class=\"prompts\"").dropFirst().first.map(String.init))
}

private func headings(_ page: String) -> [String] {
    page.matches(of: #/<h5>(.*?)<\/h5>/#).map { String($0.1).replacing(#/<[^>]*>/#, with: "") }
}

/// What the phones of a piece of a page say, each with its buttons: `Before: title / text / 1`.
private func phones(_ page: some StringProtocol) -> [String] {
    page.components(separatedBy: "<figcaption>").dropFirst().map { phone in
        let caption = phone.prefix { $0 != "<" }
        let texts = phone.matches(of: #/<p class="[a-z ]*" lang[^>]*>([^<]*)<\/p>/#).map { String($0.1) }
        let buttons = phone.components(separatedBy: "a button of the app").count - 1
        return "\(caption): \((texts + ["\(buttons)"]).joined(separator: " / "))"
    }
}

@Test func `a rule that only changed its text is drawn before and after, under what it says and for whom`() throws {
    func winter(_ text: String) -> String {
        """
        { "id": "winter", "when": { "app": "<3.2.0", "os": ">=15" }, "then": "recommended", "grace": "7d",
          "requiredFrom": "2026-12-01T00:00:00Z", "title": { "en": "Winter" }, "description": { "en": "\(text)" },
          "orElse": { "en": "Sorry." }, "url": "https://www.example.com/w" }
        """
    }
    let other = #"{ "id": "other", "then": "required", "description": { "en": "Other." } }"#
    let page = try section(try document([other, winter("Soon.")]), try document([other, winter("Now.")]))
    let due = "required from 1 December 2026 00:00 UTC, after 7d of grace"
    #expect(
        headings(page) == [
            "recommended: app below 3.2.0; iOS 15 or later; \(due) changed", "required: everyone",
            "recommended: app below 3.2.0; iOS 15 or later; \(due)",
        ])
    #expect(
        phones(page) == [
            "Before: Winter / Soon. / 2", "After: Winter / Now. / 2",
            "Before and after: the app’s own title / Other. / 1", "Before and after: Winter / Sorry. / 1",
        ])
    #expect(page.contains("<p>Leads to <code><bdi>https://www.example.com/w"))
    #expect(page.contains("<p>Shown where the update cannot be installed; no button leads to it.</p>"))
    #expect(!page.contains("Before: <del>"))
}

@Test func `every kind of rule has its screens, in the order of the rules, and those that go come last`() throws {
    let old = [
        #"{ "id": "gone", "then": "maintenance", "scope": "chat", "message": { "en": "Closed.", "ar": "مغلق" } }"#,
        #"{ "id": "raised", "when": { "app": "<2" }, "then": "recommended", "description": { "en": "Please." } }"#,
    ]
    let new = [
        """
        { "id": "tonight", "then": "maintenance", "scope": "payments", "title": { "en": "A" },
          "message": { "en": "B" } }
        """,
        #"{ "id": "free", "then": "available", "when": { "channel": "<i>beta</i>" } }"#,
        #"{ "id": "raised", "when": { "app": "<3" }, "then": "required", "description": { "en": "Please." } }"#,
        #"{ "id": "stuck", "then": "required", "description": { "en": "C" }, "orElse": { "en": "D" } }"#,
    ]
    let page = try section(try document(old), try document(new))
    #expect(
        headings(page) == [
            "maintenance: everyone; scope &quot;payments&quot; new", "required: app below 3 changed",
            "required: everyone new", "required: everyone new",
            "maintenance: everyone; scope &quot;chat&quot; removed",
        ])
    let own = "the app’s own title"
    #expect(
        phones(page) == [
            "After: A / B / 0",
            // The same text with another button is something else to see.
            "Before: \(own) / Please. / 2", "After: \(own) / Please. / 1", "After: \(own) / C / 1",
            "After: \(own) / D / 0", "Before: \(own) / مغلق / 0", "Before: \(own) / Closed. / 0",
        ])
    #expect(page.contains("<p>Before: <del><bdi class=\"quoted\">recommended: app below 2</bdi></del></p>"))
}

@Test func `texts and conditions of rules are text on the page`() throws {
    let attack = "</p></h5><script>alert(1)</script><img src=x onerror=alert(1)>"
    let rule = """
        { "id": "a", "when": { "channel": "\(attack)" }, "then": "required", "title": { "en": "\(attack)" },
          "description": { "en": "\(attack)" }, "orElse": { "en": "\(attack)!" }, "url": "https://a.example/\(attack)" }
        """
    let page = try section(try document([]), try document([rule]))
    #expect(!page.contains("<script") && !page.contains("<img"))
    #expect(page.components(separatedBy: "&lt;script&gt;alert(1)&lt;/script&gt;").count - 1 == 7)
}

@Test func `of many screens that do not change some are drawn, closed, and the others counted`() throws {
    func rules(_ text: String) -> [String] {
        (0..<60).map { number in
            """
            { "id": "r\(number)", "when": { "app": "\(number)" }, "then": "required",
              "description": { "en": "\(number == 50 ? text : "Same.")" } }
            """
        }
    }
    let page = try section(try document(rules("Old.")), try document(rules("New.")))
    let parts = page.components(separatedBy: "<details class=\"unchanged-rules\"><summary>Not changed: 59 screens")
    #expect(parts.count == 2)
    #expect(headings(parts[0]) == ["required: app 50 changed"])
    #expect(phones(parts[1]).count == Limits.reviewedUnchangedRules)
    #expect(headings(parts[1]).first == "required: app 0")
    #expect(parts[1].contains("<p>39 more that are not changed are not drawn.</p>"))
}

@Test func `what no device is shown is not drawn, and nothing twice`() throws {
    func rule(_ orElse: String) -> String {
        """
        { "id": "a", "then": "required", "description": { "en": "A." }, "orElse": { "en": "\(orElse)" } }
        """
    }
    let own = "the app’s own title"
    // Without a list of what the store has, every device counts as able to update.
    let unlisted = try section(try document([]), try document([rule("B.")], latest: false))
    #expect(phones(unlisted) == ["After: \(own) / A. / 1"])
    let listed = try section(try document([rule("B.")], latest: false), try document([rule("B.")]))
    #expect(headings(listed) == ["required: everyone changed", "required: everyone"])
    #expect(phones(listed) == ["After: \(own) / B. / 0", "Before and after: \(own) / A. / 1"])
    let same = try section(try document([]), try document([rule("A.")]))
    #expect(phones(same) == ["After: \(own) / A. / 1"])
}

@Test func `a rule that only has another place is not changed`() throws {
    let rules = ["a", "b"].map { #"{ "id": "\#($0)", "then": "required", "description": { "en": "\#($0)" } }"# }
    let page = try section(try document(rules), try document(rules.reversed()))
    let own = "the app’s own title"
    #expect(phones(page) == ["Before and after: \(own) / b / 1", "Before and after: \(own) / a / 1"])
    #expect(page.contains("<summary>Not changed: 2 screens</summary>"))
}

@Test func `rules of a document that is for another platform now go and come`() throws {
    let rules = [#"{ "id": "a", "then": "required", "description": { "en": "A." } }"#]
    let page = try section(try document(rules), try document(rules, .android))
    #expect(headings(page) == ["required: everyone removed", "required: everyone new"])
    #expect(page.contains("<h4>iOS</h4>") && page.contains("<h4>Android</h4>"))
}

@Test func `a rule that shows what another document shows is drawn once, with both documents`() throws {
    func rules(_ text: String, app: String = "3.0.0") throws -> ComparedTree.Document {
        try document(
            [
                """
                { "id": "minimum-app", "when": { "app": "<\(app)" }, "then": "required",
                  "description": { "en": "\(text)" } }
                """
            ])
    }
    let classic = ComparedTree.Document(
        path: try DocumentPath("availability"), format: .availabilityIOS,
        body: Array(
            """
            { "minimumOSVersion": { "value": "13.5", "description": { "en": "Update iOS." } },
              "minimumAppVersion": { "value": "3.0.0", "description": { "en": "Please." } } }
            """.utf8))
    let both = "<code><bdi>gate/ios.json</bdi></code>, <code><bdi>availability</bdi></code>"
    let same = try section(rules("Please."), rules("Please."), beside: classic)
    #expect(headings(same) == ["required: app below 3.0.0", "required: iOS below 13.5"] && same.contains(both))
    // Another text, and other people.
    for (old, new) in try [
        (rules("Please!"), rules("Please!")), (rules("Please."), rules("Please.", app: "3.1.0")),
    ] {
        let page = try section(old, new, beside: classic)
        #expect(headings(page).count == 3 && !page.contains(both))
    }
}
