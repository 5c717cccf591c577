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

/// One line for a text: the language, and what people are shown before and after.
private func lines(_ screens: [Screen]) -> [String] {
    func line(_ side: Screen.Side?, _ content: Screen.Content?) -> String {
        guard let side, let content else { return "-" }
        return [side.words, content.title, content.description, side.url].map { $0 ?? "nil" }.joined(separator: "|")
    }
    return screens.flatMap { screen in
        screen.texts.map { text in
            let (before, after) = (line(screen.before, text.before), line(screen.after, text.after))
            let isChanged = screen.before != screen.after || text.before != text.after
            return "\(screen.platform) \(text.language?.rawValue ?? "*") "
                + (isChanged ? "\(before) → \(after)" : "= \(after)")
        }
    }
}

@Test func `every text that apps show is there in every language, before and after`() throws {
    let old = try availability()
    let new = try availability(
        app: "3.2.0", #"{ "en": "Please update.", "cy": "Diweddarwch." }"#,
        recommended: #"{ "value": "3.3", "title": { "en": "New" }, "description": { "ar": "متاح" } }"#)
    let (was, becomes) = ("required: app below 3.0.0", "required: app below 3.2.0")
    #expect(
        lines(Screen.all(of: [(old, new, [.ios])])) == [
            "ios en = required: iOS below 13.5|nil|Update iOS.|nil",
            "ios ar \(was)|nil|حدّث|nil → \(becomes)|nil|nil|nil",
            "ios cy \(was)|nil|nil|nil → \(becomes)|nil|Diweddarwch.|nil",
            "ios en \(was)|nil|Please update.|nil → \(becomes)|nil|Please update.|nil",
            "ios ar - → recommended: app below 3.3|nil|متاح|nil", "ios en - → recommended: app below 3.3|New|nil|nil",
        ])
}

@Test func `documents without texts lead to the update, but no update of the system does`() throws {
    let screens = Screen.all(of: [(try appConfig(), try appConfig(maintenance: "Back soon"), [.ios, .android])])
    #expect(
        lines(screens) == [
            "ios * - → maintenance: everyone|nil|Back soon|nil",
            "ios * = required: app below 3.0.0|nil|nil|https://apps.example/1",
            "ios * = recommended: app below 3.2.0|nil|nil|https://apps.example/1",
            "android * - → maintenance: everyone|nil|Back soon|nil",
            "android * = required: app below 3.0.0|nil|nil|https://play.example/2",
            "android * = recommended: app below 3.2.0|nil|nil|https://play.example/2",
        ])
    let android = try document(
        #"""
        { "minimumSDKVersion": { "value": 23, "description": { "en": "Old" } },
          "minimumAppVersion": { "value": 8, "description": { "en": "Old" } } }
        """#, .availabilityAndroid, path: "distribution/availability-android")
    #expect(
        lines(Screen.all(of: [(nil, android, [.android])])) == [
            "android en - → required: SDK level below 23|nil|Old|nil",
            "android en - → required: version code below 8|nil|Old|nil",
        ])
}

@Test func `documents that say the same are one screen`() throws {
    let body = #"{ "platform": "ios", "force_update_version": "1.0", "optional_update_version": "2.0" }"#
    let pairs = try ["b.json", "a.json", "c.json"].map { path -> Screen.Documents in
        let same = try document(body, .remoteConfigIOS, path: path)
        let other = try document(body.replacing("2.0", with: "2.1"), .remoteConfigIOS, path: path)
        return (same, path == "c.json" ? other : same, [])
    }
    let screens = Screen.all(of: pairs)
    #expect(screens.map(\.documents) == [["b.json", "a.json", "c.json"], ["b.json", "a.json"], ["c.json"]])
    #expect(screens.map(\.isChanged) == [false, false, true])
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
    let screens = Screen.all(of: [(try config(6), try config(8), [.ios])])
    #expect(screens.map(\.documents) == [["env.json (mainnet)"], ["env.json (testnet)"]])
    #expect(screens.map(\.isChanged) == [true, false])
}

@Test func `a text that is only normalised differently is another text`() throws {
    let (old, new) = (try availability("{ \"en\": \"caf\u{E9}\" }"), try availability("{ \"en\": \"cafe\u{301}\" }"))
    let screens = Screen.all(of: [(old, new, [.ios])])
    #expect(screens.map(\.isChanged) == [false, true])
    // One spelling of a tag replaces the other.
    let respelled = try availability(#"{ "EN": "Please update.", "ar": "حدّث" }"#)
    let same = Screen.all(of: [(try availability(), respelled, [.ios])])
    #expect(same.flatMap(\.texts).map { $0.language?.rawValue } == ["en", "EN", "ar"])
    #expect(same.allSatisfy { !$0.isChanged })
}

@Test(arguments: ["{ not json", "{ \"minimumOSVersion\": 1 }"])
func `what is not of its format shows nothing`(body: String) throws {
    let screens = Screen.all(of: [(try document(body), try availability(), [.ios])])
    #expect(lines(screens).count == 3)
    #expect(screens.allSatisfy { $0.before == nil && $0.after != nil })
    #expect(Screen.all(of: [(try document(body), try document(body), [.ios])]).isEmpty)
}
