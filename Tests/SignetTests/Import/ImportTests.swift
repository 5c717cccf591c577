import Foundation
import ManifestVerifier
import Testing
import TestSupport

// MARK: There and back

@Test func `braces in a text come through, although a catalog fills in placeholders`() throws {
    let project = try Import(
        android: Import.android.replacingOccurrences(of: "\"h\"", with: "\"{h} {{ }} {storeURL} {\""))
    try project.build(Import.both)
    #expect(
        try project.folder.text("shop/output/production/distribution/availability-android").contains(
            "\"zh-Hant\": \"{h} {{ }} {storeURL} {\""))
}

/// Compares two files as JSON: the order of members, the types and the code points count, the spelling does not.
private func expectEqualJSON(_ a: String, _ b: String, in folder: TemporaryFolder) throws {
    let program = """
        import json, sys
        # An integer is told from a string and from a fraction.
        read = lambda path: json.load(
            open(path, encoding="utf-8"), object_pairs_hook=list, parse_int=lambda n: ("integer", n))
        a, b = map(read, sys.argv[1:])
        assert len(a) >= 2 and a == b, (a, b)
        """
    try check("python3", ["-c", program, folder.path(a), folder.path(b)])
}

@Test(
    .samples, .peers(.python3),
    arguments: [
        "availability-ios.2020-08-13.aef3929", "availability-ios.2021-03-02.ea3cde1",
        "availability-android.2020-08-13.aef3929", "availability-android.2021-03-02.ea3cde1",
    ])
func `a real document is built again as it was`(name: String) throws {
    let imported = try Import()
    let platform = name.contains("-ios.") ? "ios" : "android"
    try imported.folder.write("sample.json", Samples.read("nhs/\(name).json"))
    try imported.build(["init", "--from", "sample.json", "shop"])
    try expectEqualJSON(
        "sample.json", "shop/output/production/distribution/availability-\(platform)", in: imported.folder)
}

@Test(.samples, .peers(.python3), arguments: ["2020-08-13.aef3929", "2021-03-02.ea3cde1"])
func `the real documents of two platforms are built again from one policy`(revision: String) throws {
    let imported = try Import()
    for platform in ["ios", "android"] {
        try imported.folder.write(
            "\(platform).json", Samples.read("nhs/availability-\(platform).\(revision).json"))
    }
    try imported.build(Import.both)
    for platform in ["ios", "android"] {
        try expectEqualJSON(
            "\(platform).json", "shop/output/production/distribution/availability-\(platform)", in: imported.folder)
    }
}

@Test(.peers(.python3)) func `versions keep their spelling and texts their code points`() throws {
    let imported = try Import()
    try imported.build(Import.both)
    for platform in ["ios", "android"] {
        try expectEqualJSON(
            "\(platform).json", "shop/output/production/distribution/availability-\(platform)", in: imported.folder)
    }
}

@Test(.peers(.python3)) func `the commas that people leave behind are accepted`() throws {
    let plain = try Import()
    let commas = try Import(
        ios: Import.ios.replacingOccurrences(of: "}", with: ",}"),
        android: Import.android.replacing(" }", with: " ,\n }"))
    try plain.build(Import.both)
    try commas.build(Import.both)
    for file in ["policy.json", "Descriptions.xcstrings"] {
        #expect(try plain.folder.read("shop/\(file)") == commas.folder.read("shop/\(file)"))
    }
}

@Test(arguments: [
    (#"{"en":"a","en-GB":"b","de":"c"}"#, #"{"en-GB":"a","en":"b"}"#, "en-GB"),
    (#"{"en":"a","en-GB":"b","de":"c"}"#, #"{"en":"a","de":"b"}"#, "en"),
    (#"{"pl":"a","cy":"b","fr":"c"}"#, #"{"fr":"a","pl":"b","aa":"c"}"#, "fr"),
    (#"{"EN-gb":"a","de":"b"}"#, #"{"en-GB":"a","de":"b"}"#, "EN-gb"),
])
func `the source language is one that every text has, British English first`(
    first: String, second: String, language: String
) throws {
    let imported = try Import(
        ios: """
            { "minimumOSVersion": { "value": "1", "description": \(first) },
              "minimumAppVersion": { "value": "1", "description": \(second) } }
            """)
    try imported.build(["init", "--from", "ios.json", "shop"])
    #expect(
        try imported.folder.text("shop/Descriptions.xcstrings").hasPrefix("{\n  \"sourceLanguage\": \"\(language)\","))
}

// MARK: What is written

@Test func `init --from says what it wrote and what comes next`() throws {
    let imported = try Import(
        ios: """
            { "minimumOSVersion": { "value": "13.5", "description": { "en": "Update / now" } },
              "minimumAppVersion": { "value": "3.0.0", "description": { "en": "App" } } }
            """)
    try imported.folder.write("a/shop/notes.txt", "mine")
    let result = try signet(["init", "--from", "ios.json", "a/shop"], in: imported.folder)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("wrote a/shop/policy.json\nwrote a/shop/Descriptions.xcstrings\n"))
    #expect(result.errors.hasSuffix("signet: note: next: cd a/shop && signet plan\n"))
    #expect(
        try imported.folder.snapshot("a/shop").keys.filter { !$0.hasPrefix("keys/") }.sorted() == [
            ".gitignore", "Descriptions.xcstrings", "notes.txt", "policy.json", "policy.schema.json",
        ])
    #expect(
        try imported.folder.text("a/shop/policy.json") == testText("Expected/import/policy.json"))
    #expect(
        try imported.folder.text("a/shop/Descriptions.xcstrings")
            == testText("Expected/import/Descriptions.xcstrings"))
}

@Test func `what a policy gives otherwise than a file is said, all of it, and where it is taken to be served`() throws {
    let imported = try Import()
    try imported.folder.write(
        "template.json",
        """
        { "parameters": {
            "force_update_version": { "defaultValue": { "value": "1.0.0" }, "conditionalValues": {
              "ios": { "value": "2.0.0" }, "android": { "value": "2.0.0" } } },
            "optional_update_version": { "defaultValue": { "value": "1.0.0" }, "conditionalValues": {
              "ios": { "value": "2.1.0" }, "android": { "value": "2.1.0" } } } },
          "conditions": [
            { "name": "ios", "expression": "device.os == 'ios'" },
            { "name": "android", "expression": "device.os == 'android'" } ] }
        """)
    let result = try signet(["init", "--from", "template.json", "shop"], in: imported.folder)
    #expect(result.status == 0)
    #expect(result.errors.contains("template.json: is taken to be served at remoteconfig.template.json; if apps"))
    for name in ["force", "optional"] {
        #expect(result.errors.contains("/parameters/\(name)_update_version/defaultValue/value"), "\(result.errors)")
    }
}

@Test func `init --from can be quiet, speak JSON and write into this folder`() throws {
    let imported = try Import()
    let words = ["init", "--from", "ios.json", ".", "--json", "--quiet"]
    let result = try signet(words, in: imported.folder)
    #expect(result.status == 0)
    #expect(
        try result.json["files"]?.asArray().map { try $0.asString() }.prefix(2) == [
            "policy.json", "Descriptions.xcstrings",
        ])
    #expect(result.errors == "")
}

@Test(.peers(.python3, .openssl, .curl))
func `the key that apps verify a document with is named where it is taken over`()
    throws
{
    let project = try Project()
    try project.expectDone(["build"])
    let server = try HTTPSServer(serving: project.folder.path("output/production"), sendsHeaders: true)
    let place = "\(server.origin)/distribution/availability-ios"
    let imported = try Import()
    let result = try signet(
        ["init", "--from", place, "shop"], in: imported.folder, environment: ["CURL_CA_BUNDLE": server.certificate])
    #expect(result.status == 0, "\(result.errors)")
    let id = try project.folder.text("output/production/distribution/availability-ios.headers")
        .split(separator: "keyId=\"")[1].prefix { $0 != "\"" }
    #expect(
        result.errors.contains(
            "apps verify these documents with the key \"\(id)\", and with none of the new ones: put it on the ring before "
                + "you publish, with signet keys add NAME --signer WHERE --id \(id)"), "\(result.errors)")
}
