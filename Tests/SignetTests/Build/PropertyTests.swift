import Foundation
import Testing
import TestSupport

@Test(arguments: [1, 2, 3, 4] as [UInt64])
func `whatever a policy says, its documents say the same`(seed: UInt64) throws {
    var random = RandomValues(seed: seed)
    let environments = (0..<12).map { RandomEnvironment("e\($0)", &random) }
    var strings: [String: Any] = [:]
    for environment in environments {
        for (name, texts) in environment.texts {
            strings[environment.key(name)] = [
                "localizations": Dictionary(
                    uniqueKeysWithValues: texts.map { ($0.language, ["stringUnit": ["value": $0.source]]) })
            ]
        }
    }
    let project = try Project(
        policy: json([
            "descriptions": "Texts.xcstrings",
            "environments": Dictionary(uniqueKeysWithValues: environments.map { ($0.name, $0.policy) }),
        ]), keys: environments.map(\.name))
    try project.folder.write(
        "Texts.xcstrings", json(["sourceLanguage": "en", "version": "1.0", "strings": strings]))
    try project.folder.write("base.json", #"{ "environments": { "main": {} } }"#)
    try project.expectDone(["build"])
    for environment in environments { try check(environment, in: project) }
}

private func json(_ object: Any) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
}

/// Reads every body with Foundation, which knows nothing of Signet, and compares it with what was asked for.
private func check(_ environment: RandomEnvironment, in project: Project) throws {
    func document(_ path: String) throws -> [String: Any] {
        let bytes = try project.folder.read("output/\(environment.name)/\(path)")
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }
    func expect(_ found: Any?, _ wanted: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let found = (found as? String).map { Array($0.utf8) }
        #expect(found == Array(wanted.utf8), "\(wanted)", sourceLocation: sourceLocation)
    }
    func expect(_ found: Any?, texts: String, _ shown: (String, String) -> String) throws {
        let found = try #require(found as? [String: String])
        let wanted = environment.texts[texts] ?? []
        #expect(Set(found.keys) == Set(wanted.map(\.language)))
        for text in wanted { expect(found[text.language], shown(text.ios, text.android)) }
    }
    func member(_ object: Any?, _ path: String...) -> Any? {
        path.reduce(object) { ($0 as? [String: Any])?[$1] }
    }

    let ios = try document("availability-ios")
    expect(member(ios, "minimumOSVersion", "value"), environment.system)
    expect(member(ios, "minimumAppVersion", "value"), environment.minimum)
    expect(member(ios, "recommendedAppVersion", "value"), environment.recommended)
    try expect(member(ios, "minimumOSVersion", "description"), texts: "required") { ios, _ in ios }
    try expect(member(ios, "recommendedAppVersion", "title"), texts: "title") { ios, _ in ios }
    try expect(member(ios, "recommendedAppVersion", "description"), texts: "recommended") { ios, _ in ios }
    let android = try document("availability-android")
    #expect(member(android, "minimumSDKVersion", "value") as? Int == environment.sdk)
    #expect(member(android, "minimumAppVersion", "value") as? Int == environment.codes[0])
    #expect(member(android, "recommendedAppVersion", "value") as? Int == environment.codes[1])
    try expect(member(android, "minimumAppVersion", "description"), texts: "required") { _, android in android }
    try expect(member(android, "recommendedAppVersion", "title"), texts: "title") { _, android in android }

    let closed = environment.texts["closed"]?.first { $0.language == "en" }?.ios
    let config = try document("app-config")
    expect(config["minimumVersion"], environment.minimum)
    expect(config["latestVersion"], environment.latest)
    #expect(config["maintenanceMode"] as? Bool == environment.isClosed)
    if environment.isClosed { expect(config["maintenanceMessage"], closed ?? "") }
    #expect(environment.isClosed || config["maintenanceMessage"] is NSNull)
    expect(member(config, "updateUrl", "ios"), environment.storeURL.ios)
    let apps = member(try document("env"), "environments", "main", "apps")
    expect(member(apps, "ios", "minimalVersion"), environment.minimum)
    #expect(member(apps, "ios", "build") as? Int == environment.build)
    #expect(member(apps, "android", "build") as? Int == environment.codes[0])
    expect(member(apps, "android", "url"), environment.storeURL.android)
    let parameters = member(try document("template"), "parameters")
    for platform in ["ios", "android"] {
        let flat = try document("remote-\(platform)")
        expect(flat["force_update_version"], environment.minimum)
        expect(flat["optional_update_version"], environment.recommended)
        for (name, version) in [
            ("force_update_version", environment.minimum), ("optional_update_version", environment.recommended),
        ] {
            expect(member(parameters, name, "conditionalValues", platform, "value"), version)
        }
    }
}
