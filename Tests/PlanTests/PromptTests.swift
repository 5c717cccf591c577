import ManifestVerifier
import Plan
import Testing

private func document(
    _ body: String, _ format: DocumentFormat = .availabilityIOS, path: String = "distribution/availability-ios"
) throws -> ComparedTree.Document {
    ComparedTree.Document(path: try DocumentPath(path), format: format, body: Array(body.utf8))
}

private func availability(
    app: String = "3.0.0", system: String = "13.5", _ texts: String = #"{ "en": "Please update.", "ar": "حدّث" }"#,
    recommended: String? = nil
) throws -> ComparedTree.Document {
    try document(
        """
        { "minimumOSVersion": { "value": "\(system)", "description": { "en": "Update iOS." } },
          "minimumAppVersion": { "value": "\(app)", "description": \(texts) }
          \(recommended.map { ", \"recommendedAppVersion\": \($0)" } ?? "") }
        """)
}

private func appConfig(minimum: String = "3.0.0", maintenance: String? = nil) throws -> ComparedTree.Document {
    try document(
        """
        { "minimumVersion": "\(minimum)", "latestVersion": "3.2.0",
          "updateUrl": { "ios": "https://apps.example/1", "android": "https://play.example/2" },
          "maintenanceMode": \(maintenance != nil), "maintenanceMessage": \(maintenance.map { "\"\($0)\"" } ?? "null") }
        """, .appConfig, path: "api/v1/app-config")
}

/// One line for a prompt: kind, language, and what it says before and after.
private func lines(_ prompts: [Prompt]) -> [String] {
    func line(_ content: Prompt.Content?) -> String {
        guard let content else { return "-" }
        return [content.bound, content.title, content.description, content.url].map { $0 ?? "nil" }
            .joined(separator: "|")
    }
    return prompts.map { prompt in
        let language = prompt.language?.rawValue ?? "*"
        let change = prompt.isChanged ? "\(line(prompt.before)) → \(line(prompt.after))" : "= \(line(prompt.after))"
        return "\(prompt.platform) \(prompt.kind.rawValue) \(language) \(change)"
    }
}

@Test func `every text that apps show is there in every language, before and after`() throws {
    let old = try availability()
    let new = try availability(
        app: "3.2.0", #"{ "en": "Please update.", "cy": "Diweddarwch." }"#,
        recommended: #"{ "value": "3.3", "title": { "en": "New" }, "description": { "ar": "متاح" } }"#)
    #expect(
        lines(Prompt.all(of: [(old, new, [.ios])])) == [
            "ios required-app ar 3.0.0|nil|حدّث|nil → 3.2.0|nil|nil|nil",
            "ios required-app cy 3.0.0|nil|nil|nil → 3.2.0|nil|Diweddarwch.|nil",
            "ios required-app en 3.0.0|nil|Please update.|nil → 3.2.0|nil|Please update.|nil",
            "ios required-system en = 13.5|nil|Update iOS.|nil",
            "ios recommended-app ar - → 3.3|nil|متاح|nil",
            "ios recommended-app en - → 3.3|New|nil|nil",
        ])
}

@Test func `documents without texts lead to the update, but no update of the system does`() throws {
    let prompts = Prompt.all(of: [(try appConfig(), try appConfig(maintenance: "Back soon"), [.ios, .android])])
    #expect(
        lines(prompts) == [
            "ios maintenance * - → nil|nil|Back soon|nil",
            "ios required-app * = 3.0.0|nil|nil|https://apps.example/1",
            "ios recommended-app * = 3.2.0|nil|nil|https://apps.example/1",
            "android maintenance * - → nil|nil|Back soon|nil",
            "android required-app * = 3.0.0|nil|nil|https://play.example/2",
            "android recommended-app * = 3.2.0|nil|nil|https://play.example/2",
        ])
    let android = try document(
        #"""
        { "minimumSDKVersion": { "value": 23, "description": { "en": "Old" } },
          "minimumAppVersion": { "value": 8, "description": { "en": "Old" } } }
        """#, .availabilityAndroid, path: "distribution/availability-android")
    #expect(
        lines(Prompt.all(of: [(nil, android, [.android])])) == [
            "android required-app en - → 8|nil|Old|nil", "android required-system en - → 23|nil|Old|nil",
        ])
}

@Test func `documents that say the same are one prompt, in any order`() throws {
    let body = #"{ "platform": "ios", "force_update_version": "1.0", "optional_update_version": "2.0" }"#
    let pairs = try ["b.json", "a.json", "c.json"].map { path -> Prompt.Documents in
        let same = try document(body, .remoteConfigIOS, path: path)
        let other = try document(body.replacing("2.0", with: "2.1"), .remoteConfigIOS, path: path)
        return (same, path == "c.json" ? other : same, [])
    }
    let prompts = Prompt.all(of: pairs)
    #expect(prompts.map(\.documents) == [["a.json", "b.json", "c.json"], ["a.json", "b.json"], ["c.json"]])
    #expect(prompts.map(\.isChanged) == [false, false, true])
    #expect(Prompt.all(of: pairs.reversed()) == prompts)
}

@Test func `the environments of an environment config are told apart`() throws {
    func config(_ build: Int) throws -> ComparedTree.Document {
        func app(_ build: Int) -> String {
            #"{ "apps": { "ios": { "minimalVersion": "1.0", "build": \#(build), "url": "https://a.example" } } }"#
        }
        return try document(
            #"{ "environments": { "mainnet": \#(app(build)), "testnet": \#(app(7)) } }"#, .environmentConfig,
            path: "env.json")
    }
    let prompts = Prompt.all(of: [(try config(6), try config(8), [.ios])])
    #expect(prompts.map(\.documents) == [["env.json (mainnet)"], ["env.json (testnet)"]])
    #expect(prompts.map(\.isChanged) == [true, false])
}

@Test func `a text that is only normalised differently is another text`() throws {
    let (old, new) = (try availability("{ \"en\": \"caf\u{E9}\" }"), try availability("{ \"en\": \"cafe\u{301}\" }"))
    let prompts = Prompt.all(of: [(old, new, [.ios])])
    #expect(prompts.map(\.isChanged) == [true, false])
    // One spelling of a tag replaces the other.
    let respelled = try availability(#"{ "EN": "Please update.", "ar": "حدّث" }"#)
    let same = Prompt.all(of: [(try availability(), respelled, [.ios])])
    #expect(same.map { $0.language?.rawValue } == ["EN", "ar", "en"])
    #expect(same.allSatisfy { !$0.isChanged })
}

@Test(arguments: ["{ not json", "{ \"minimumOSVersion\": 1 }"])
func `what is not of its format shows nothing`(body: String) throws {
    let prompts = Prompt.all(of: [(try document(body), try availability(), [.ios])])
    #expect(prompts.count == 3)
    #expect(prompts.allSatisfy { $0.before == nil && $0.after != nil })
    #expect(Prompt.all(of: [(try document(body), try document(body), [.ios])]).isEmpty)
}
