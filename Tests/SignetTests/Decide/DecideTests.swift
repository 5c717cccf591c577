import Foundation
import TestSupport
import Testing

private let ios = DecideBench.ios
private let android = DecideBench.android

@Test func `decide shows what every document of a tree tells a device`() throws {
    let project = try DecideBench.built()
    let result = try project.expectDone(
        ["decide", "output/production", "--app", "2.9.9", "--json"] + ios)
    let documents = try result.decisions()
    func said(_ name: String) -> String { documents.compactMap { $0[name] as? String }.joined(separator: " ") }
    #expect(
        said("format") == "app-config " + String(repeating: "environment-config ", count: 4)
            + "availability-ios remote-config-ios firebase-template")
    #expect(said("configEnvironment") == "mainnet copy mainnet copy")
    #expect(documents.allSatisfy { $0["verified"] as? Bool == true })
    #expect(
        documents.filter { $0["configEnvironment"] == nil }.allSatisfy { $0["outcome"] as? String == "required" })
    let update = try #require(documents[5]["update"] as? [String: Any])
    #expect(update["version"] as? String == "3.0.0")
    #expect(update["subject"] as? String == "app")
    #expect((update["description"] as? [String: String]) == ["language": "en", "text": "Update the app / now"])
    #expect(update["store"] as? String == "unknown")
}

@Test func `decide speaks to people in the language of the user`() throws {
    let project = try DecideBench.built()
    let path = "output/production/distribution/availability-ios"
    let result = try project.expectDone(["decide", path, "--app", "2", "--language", "fr", "--language", "ar"] + ios)
    #expect(
        result.output == """
            required: update the app to 3.0.0 or later
                ar: حدّث التطبيق
                availability-ios \(path)
                signed by key "production"

            """)
    #expect(try project.expectDone(["decide", path, "--app", "3"] + ios).output.hasPrefix("available\n"))
    let old = ["--platform", "ios", "--os", "13.4", "--app", "2", "--at", "2026-08-04T00:00:00Z"]
    let system = try project.expectDone(["decide", path] + old).output
    #expect(system.hasPrefix("required: update iOS to 13.5.0 or later\n    en: Update \"iOS\"\n"))
}

@Test func `decide says what the store has`() throws {
    let project = try DecideBench.built()
    let path = "output/production/api/v1/app-config"
    func shown(_ app: String, store: String) throws -> String {
        try project.expectDone(["decide", path, "--app", app, "--store", store] + ios).output
    }
    #expect(try shown("2.0.0", store: "3.2.0").contains("\n    the store has it\n"))
    #expect(try shown("2.0.0", store: "2.5.0").contains("\n    the store does not have it yet\n"))
    #expect(try shown("3.1.0", store: "3.2.0").hasPrefix("recommended: update the app to 3.2.0 or later\n"))
    #expect(try shown("3.1.0", store: "3.1.0").hasPrefix("available\n"))
}

@Test func `decide takes a version code of Android as version or build`() throws {
    let project = try DecideBench.built()
    let path = "output/production/distribution/availability-android"
    for words in [["--app", "7"], ["--build", "7"], ["--app", "9.9.9", "--build", "7"]] {
        let result = try project.expectDone(["decide", path] + words + android)
        #expect(result.output.hasPrefix("required: update the app to build 8 or later\n"))
    }
    #expect(try project.expectDone(["decide", path, "--app", "8"] + android).output.hasPrefix("available\n"))
    // It is no version: 99 is not above 3.2.0.
    try project.expectRefusal(
        ["decide", "output/production/api/v1/app-config", "--app", "99"] + android, code: 64,
        ["api/v1/app-config: it decides by the version of the app: give --app 3.0.0", "a version code"])
}

@Test func `decide leaves out what it cannot decide for a device, and says so`() throws {
    let project = try DecideBench.built()
    let tree = try project.expectDone(["decide", "output/production", "--build", "7"] + android)
    #expect(tree.errors.contains("left out: output/production/api/v1/app-config: it decides by the version of the app"))
    #expect(tree.output.contains("required: update the app to build 8 or later\n    "))
    #expect(!tree.output.contains("app-config"))
    // Nothing is left that could decide.
    for path in ["distribution/availability-android", "distribution/availability-android.sig"] {
        try project.folder.remove("output/production/\(path)")
    }
    try project.expectRefusal(["decide", "output/production", "--build", "7"] + android, code: 1, ["availability"])
}

@Test func `decide asks for what the document decides by`() throws {
    let project = try DecideBench.built()
    let production = "output/production/"
    func refuse(_ path: String, _ words: [String], _ said: String) throws {
        try project.expectRefusal(["decide", path] + words, code: 64, [said])
    }
    let availability = production + "distribution/availability-android"
    try refuse(availability, ["--app", "3.0.0"] + android, "give --build")
    try refuse(production + "api/v1/app-config", ["--build", "7"] + android, "give --app")
    try refuse(availability, ["--platform", "windows", "--os", "1", "--app", "1"], "--platform is ios or android")
    try refuse(availability, ["--os", "1", "--app", "1"], "which platform?")
    try refuse(availability, ["--platform", "ios", "--app", "1"], "which system?")
    try refuse(availability, ["--platform", "ios", "--os", "1"], "which app?")
    try refuse(availability, ["--platform", "ios", "--os", "a", "--app", "1"], "--os a is not a version like 13.4")
    try refuse(availability, ["--platform", "android", "--os", "6.0", "--app", "1"], "is not an SDK level like 23")
    try refuse("output", ["--app", "1"] + ios, "choose with --environment from production, staging")
}

@Test func `decide takes whatever a device can report, and names what it cannot compare`() throws {
    let project = try DecideBench.built()
    let path = "output/production/distribution/availability-ios"
    func shown(_ app: String, _ words: [String] = ["--os", "15"]) throws -> String {
        try project.expectDone(
            ["decide", path, "--platform", "ios", "--app", app, "--at", "2026-08-04T00:00:00Z"] + words
        ).output
    }
    for app in ["2.9.9.9", "2.9-rc1", "2+47", "2"] {
        #expect(try shown(app).hasPrefix("required: update the app to 3.0.0 or later\n"), "\(app)")
    }
    for app in ["3.2.0.1", "3.2.0-rc1", "3.2.0+47", "99999999999999999999"] {
        #expect(try shown(app).hasPrefix("available\n    availability-ios"), "\(app)")
    }
    let said = "    the app's version \"beta\" does not begin with a number: it was not compared\n"
    #expect(try shown("beta").hasPrefix("available\n\(said)    availability-ios"))
    // The system is compared all the same.
    #expect(try shown("beta", ["--os", "13.4"]).hasPrefix("required: update iOS to 13.5.0 or later\n\(said)"))
    let words = ["--platform", "ios", "--os", "15", "--at", "2026-08-04T00:00:00Z", "--json"]
    func document(_ app: String) throws -> [String: Any]? {
        try project.expectDone(["decide", path, "--app", app] + words).decisions().first
    }
    let unreadable = try #require(try document("beta"))
    #expect(unreadable["blocked"] as? Bool == false)
    #expect((unreadable["failure"] as? String)?.contains("\"beta\"") == true)
    #expect(try #require(try document("3.2.0-rc1"))["failure"] == nil)

    let android = "output/production/distribution/availability-android"
    let builds = ["--platform", "android", "--os", "30", "--at", "2026-08-04T00:00:00Z"]
    for (build, start) in [
        ("7.9", "required"), ("8.1", "available\n    avail"), ("x", "available\n    the app's build"),
    ] {
        let result = try project.expectDone(["decide", android, "--build", build] + builds)
        #expect(result.output.hasPrefix(start), "\(result.output)")
    }
}

@Test func `decide shows every environment of an environment config that has an app for the platform`() throws {
    let project = try DecideBench.built()
    let path = "output/production/configs/env.json"
    let words = ["decide", path, "--platform", "ios", "--os", "14", "--build", "39999"]
    let output = try project.expectDone(words).output
    #expect(output.hasPrefix("required: update the app to 3.0.0 (build 40000) or later\n"))
    for (id, isOurs) in [("mainnet", true), ("testnet", false), ("copy", true)] {
        #expect(output.contains("    environment-config \(path), environment \"\(id)\"\n") == isOurs)
    }
    // Without its index, nothing says which are this environment's.
    for name in ["", ".headers"] {
        try project.folder.write("env.json\(name)", project.folder.read(path + name))
    }
    let alone = try project.expectDone(["decide", "env.json", "--app", "2", "--json"] + ios)
    #expect(try alone.decisions().map { $0["configEnvironment"] as? String } == ["mainnet", "testnet", "copy"])
    // On Android only production has an app, under two ids.
    let other = try project.expectDone(["decide", path, "--app", "7", "--json"] + android)
    #expect(try other.decisions().map { $0["configEnvironment"] as? String } == ["mainnet", "copy"])
}

@Test func `decide reads parameters by the names that the index of the tree has`() throws {
    let project = try Project.everyFormat(
        replacing: "\"remote-config-{platform}.json\"",
        with: "{ \"path\": \"rc-{platform}.json\", \"forceParameter\": \"least\", \"optionalParameter\": \"best\" }")
    try project.expectDone(["build", "--at", "2026-08-03T22:59:35Z"])
    let document = "output/production/rc-ios.json"
    for place in ["output/production", document] {
        let result = try project.expectDone(["decide", place, "--app", "2.9.9", "--json"] + ios)
        let told = try #require(try result.decisions().first { $0["format"] as? String == "remote-config-ios" })
        #expect(told["outcome"] as? String == "required")
    }
    // By the usual names it says nothing.
    try project.folder.write("output/production/publication.jws", "")
    try project.expectRefusal(
        ["decide", document, "--app", "2.9.9"] + ios, code: 1, ["it has no \"force_update_version\""])
}

@Test func `decide refuses what no app decides by`() throws {
    let project = try DecideBench.built()
    for (path, said) in [
        ("files/notes.txt", "is not strict JSON"),
        ("distribution/availability-android", "give --platform android"),
    ] {
        try project.expectRefusal(["decide", "output/production/\(path)", "--app", "3"] + ios, code: 1, [path, said])
    }
    try project.folder.write("other.json", #"{"a": 1}"#)
    try project.expectRefusal(
        ["decide", "other.json", "--app", "3", "--unverified"] + ios.dropLast(2), code: 1,
        ["other.json: nothing in it is for an app to decide by", "decide takes availability"])
    try project.expectRefusal(["decide", "nothing", "--app", "3"] + ios, code: 66, ["nothing"])
}

@Test func `decide shows maintenance and SDK levels`() throws {
    let project = try DecideBench.built()
    let message = "back at\u{1B}[2J noon"
    try project.folder.write(
        "closed.json",
        #"""
        { "minimumVersion": "2.0.0", "latestVersion": "3.0.0", "updateUrl": "https://example.com",
          "maintenanceMode": true, "maintenanceMessage": "back at\u001B[2J noon" }
        """#)
    let unverified = ["--app", "3.0.0", "--unverified"] + ios.dropLast(2)
    let closed = try project.run(["decide", "closed.json", "--json"] + unverified)
    #expect(closed.status == 0)
    let document = try #require(try closed.decisions().first)
    #expect(document["outcome"] as? String == "maintenance")
    #expect(document["blocked"] as? Bool == true)
    #expect(document["message"] as? String == message)
    let shown = try project.run(["decide", "closed.json"] + unverified).output
    #expect(shown.hasPrefix("maintenance\n") && !shown.contains("\u{1B}"))

    let path = "output/production/distribution/availability-android"
    let old = try project.expectDone(
        ["decide", path, "--json", "--platform", "android", "--os", "1", "--app", "9", "--at", "2026-08-04T00:00:00Z"])
    let update = try #require(try old.decisions().first?["update"] as? [String: Any])
    #expect(update["subject"] as? String == "system")
    #expect(update["sdk"] is Int)
}
