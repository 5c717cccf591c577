import Testing
import TestSupport

private func project(text: String, language: String = "en") throws -> Project {
    let policy = Project.policy().replacing(
        "\"ios\": {", with: "\"ios\": { \"storeURL\": \"https://apps.apple.com/app/id1\",")
    let project = try Project(policy: policy)
    let other = language == "en" ? "" : "\"\(language)\": { \"stringUnit\": { \"value\": \"\(text)\" } },"
    let source = language == "en" ? text : "x"
    try project.folder.write(
        "Texts.xcstrings",
        """
        { "sourceLanguage": "en", "version": "1.0", "strings": {
          "os": { "localizations": { "en": { "stringUnit": { "value": "os" } } } },
          "app": { "localizations": { \(other) "en": { "stringUnit": { "value": "\(source)" } } } } } }
        """)
    return project
}

@Test(arguments: [
    ("en", "Needs {minimumOSVersion} and {{braces}}", "Needs 13.5.0 and {braces}}"),
    ("ar", "حدّث إلى iOS {minimumOSVersion} الآن", "حدّث إلى iOS 13.5.0 الآن"),
    ("he", "עדכנו ל־{minimumOSVersion}", "עדכנו ל־13.5.0"),
    ("ja", "{minimumOSVersion}以降が必要です", "13.5.0以降が必要です"),
    ("zh-Hant", "需要{minimumOSVersion}、{minimumOSVersion}", "需要13.5.0、13.5.0"),
    ("en", "{{{minimumOSVersion}", "{13.5.0"),
    ("en", "no placeholder } at all", "no placeholder } at all"),
])
func `placeholders are filled in every script`(language: String, text: String, filled: String) throws {
    let policy = try project(text: text, language: language)
    // Android has another version under the same name.
    try policy.expectDone(["build"])
    #expect(
        try policy.folder.text("output/production/distribution/availability-ios").contains(
            "\"\(language)\": \"\(filled)\""))
}

@Test func `each platform fills in its own values`() throws {
    let project = try project(text: "{minimumOSVersion}")
    try project.expectDone(["build"])
    #expect(try project.folder.text("output/production/distribution/availability-ios").contains("\"en\": \"13.5.0\""))
    #expect(try project.folder.text("output/production/distribution/availability-android").contains("\"en\": \"23\""))
}

@Test(arguments: [
    ("{minimumAppVersions}", "text \"app\" in \"en\" has an unknown placeholder {minimumAppVersions}"),
    ("{}", "has an unknown placeholder {}"),
    ("{ storeURL }", "has an unknown placeholder { storeURL }"),
    ("open {storeURL", "has a \"{\" without its \"}\""),
    ("{latestAppVersion}", "has {latestAppVersion}, for which the policy has no value here"),
])
func `a placeholder that cannot be filled is an error`(text: String, words: String) throws {
    // What the text says is wrong there; what the policy does not say, here.
    let place = words.contains("no value") ? "policy.json:9:" : "Texts.xcstrings:3:65: "
    try project(text: text).expectRefusal(["build"], code: 1, [place, words, "hint: "])
}
