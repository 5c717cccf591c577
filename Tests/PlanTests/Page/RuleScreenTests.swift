import Diagnostics
import Foundation
import ManifestVerifier
import Plan
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
            "Rule 2 of 2, winter: recommended: app below 3.2.0; iOS 15 or later; \(due) changed",
            "Rule 1 of 2, other: required: everyone",
        ])
    #expect(
        phones(page) == [
            "Before: Winter / Soon. / 2", "After: Winter / Now. / 2", "Before and after: Winter / Sorry. / 1",
            "Before and after: the app’s own title / Other. / 1",
        ])
    #expect(page.contains("<p>Shown where the update can be installed. Leads to <code><bdi>https://www.example.com/w"))
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
            "Rule 1 of 4, tonight: maintenance: everyone; scope &quot;payments&quot; new",
            "Rule 3 of 4, raised: required: app below 3 changed", "Rule 4 of 4, stuck: required: everyone new",
            "No longer a rule, gone: maintenance: everyone; scope &quot;chat&quot; removed",
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
    #expect(page.components(separatedBy: "&lt;script&gt;alert(1)&lt;/script&gt;").count - 1 == 6)
}

@Test func `of many rules that do not change some are drawn, closed, and the others counted`() throws {
    func rules(_ text: String) -> [String] {
        (0..<60).map { number in
            """
            { "id": "r\(number)", "when": { "app": "\(number)" }, "then": "required",
              "description": { "en": "\(number == 50 ? text : "Same.")" } }
            """
        }
    }
    let page = try section(try document(rules("Old.")), try document(rules("New.")))
    let parts = page.components(separatedBy: "<details class=\"unchanged-rules\"><summary>Not changed: 59 rules")
    #expect(parts.count == 2)
    #expect(headings(parts[0]) == ["Rule 51 of 60, r50: required: app 50 changed"])
    #expect(phones(parts[1]).count == Limits.reviewedUnchangedRules)
    #expect(headings(parts[1]).first == "Rule 1 of 60, r0: required: app 0")
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
    #expect(headings(listed) == ["Rule 1 of 1, a: required: everyone changed"])
    #expect(phones(listed) == ["Before and after: \(own) / A. / 1", "After: \(own) / B. / 0"])
    let same = try section(try document([]), try document([rule("A.")]))
    #expect(phones(same) == ["After: \(own) / A. / 1"])
}

@Test func `a rule that only has another place is not changed`() throws {
    let rules = ["a", "b"].map { #"{ "id": "\#($0)", "then": "required", "description": { "en": "\#($0)" } }"# }
    let page = try section(try document(rules), try document(rules.reversed()))
    #expect(headings(page) == ["Rule 1 of 2, b: required: everyone", "Rule 2 of 2, a: required: everyone"])
    #expect(page.contains("<summary>Not changed: 2 rules</summary>"))
}

@Test func `rules of a document that is for another platform now go and come`() throws {
    let rules = [#"{ "id": "a", "then": "required", "description": { "en": "A." } }"#]
    let page = try section(try document(rules), try document(rules, .android))
    #expect(
        headings(page) == ["No longer a rule, a: required: everyone removed", "Rule 1 of 1, a: required: everyone new"])
    #expect(page.contains("<h4>iOS: rules in ") && page.contains("<h4>Android: rules in "))
}

@Test func `what classic documents show already is not drawn again for the rules that they became`() throws {
    func rule(_ id: String, _ text: String) -> String {
        #"{ "id": "\#(id)", "when": { "app": "<3.0.0" }, "then": "required", "description": { "en": "\#(text)" } }"#
    }
    let classic = ComparedTree.Document(
        path: try DocumentPath("availability"), format: .availabilityIOS,
        body: Array(
            """
            { "minimumOSVersion": { "value": "13.5", "description": { "en": "Update iOS." } },
              "minimumAppVersion": { "value": "3.0.0", "description": { "en": "Please." } } }
            """.utf8))
    let (none, written) = (try document([]), rule("written", "Please."))
    let before = try document([rule("minimum-app", "Please.")])
    let page = try section(none, try document([written, rule("minimum-app", "Please.")]), beside: classic)
    #expect(headings(page).filter { $0.contains("Rule ") } == ["Rule 1 of 2, written: required: app below 3.0.0 new"])
    #expect(page.contains("<p>Drawn above, with other documents: <code><bdi>minimum-app</bdi></code>.</p>"))
    // Nothing changes in the other document, but for whom the rule is.
    let raised = rule("minimum-app", "Please.").replacing("3.0.0", with: "3.1.0")
    let rise = try section(before, try document([raised]), beside: classic)
    #expect(headings(rise).contains("Rule 1 of 1, minimum-app: required: app below 3.1.0 changed"))
    #expect(!(try section(before, before, beside: classic)).contains("<h5>Rule "))
    // Another text, and no other document at all.
    for (text, other) in [("Please!", classic), ("Please.", nil)] {
        let page = try section(none, try document([rule("minimum-app", text)]), beside: other)
        #expect(headings(page).contains("Rule 1 of 1, minimum-app: required: app below 3.0.0 new"))
        #expect(!page.contains("Drawn above"))
    }
}
