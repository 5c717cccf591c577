import Foundation
import ManifestVerifier
import PublicationTree
import SigningKeys
import Testing
import TestSupport

@Suite struct SchemaTests {
    private static let names = [
        "policy", "bundles", "keyring", "publication", "availability-ios", "availability-android", "app-config",
        "environment-config", "remote-config", "gate-ios", "gate-android", "firebase-template",
        "web-bundle-manifest",
        "web-bundle-index", "output",
    ]

    @Test func `the list has every schema with what it is for`() throws {
        let folder = try TemporaryFolder()
        let list = try signet(["schema"], in: folder)
        #expect(list.status == 0)
        #expect(list.output.split(separator: "\n").map { $0.prefix { $0 != " " } } == Self.names.map { $0[...] })

        let json = try signet(["schema", "--json"], in: folder).json
        let schemas = try #require(json["schemas"]).asArray()
        #expect(try schemas.map { try $0["name"]?.asString() } == Self.names)
        for schema in schemas {
            let description = try #require(schema["description"]).asString()
            #expect(list.output.contains("   \(description)\n"))
        }
    }

    @Test func `a schema is strict JSON, the same on standard output and on disk`() throws {
        let folder = try TemporaryFolder()
        try folder.write("deep/schemas/policy.schema.json", "old")
        let result = try signet(["schema", "--output", "deep/schemas"], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == Self.names.map { "wrote deep/schemas/\($0).schema.json\n" }.joined())
        #expect(try folder.snapshot().count == Self.names.count)
        for name in Self.names {
            let bytes = try folder.read("deep/schemas/\(name).schema.json")
            #expect(try Array(signet(["schema", name], in: folder).output.utf8) == bytes)
            let schema = try JSONParser.parse(bytes)
            #expect(try schema["$schema"]?.asString() == "https://json-schema.org/draft/2020-12/schema")
            #expect(try undescribed(schema, at: name) == [])
        }
    }

    @Test func `the limits and the words of the schemas are those of the code`() throws {
        func words(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
        var expected: [(schema: String, place: String, value: JSONValue)] = [
            ("bundles", "properties/bundles/maxItems", .integer(Limits.webBundles)),
            ("bundles", "properties/bundles/items/properties/size/maximum", .integer(Limits.webBundleBytes)),
            ("web-bundle-index", "properties/bundles/maxItems", .integer(Limits.webBundles)),
            ("publication", "properties/envelopes/items/enum", words(Envelopes.names)),
            ("publication", "$defs/document/properties/path/maxLength", .integer(Limits.pathBytes)),
            (
                "publication", "$defs/document/properties/format/enum",
                words(DocumentFormat.allCases.map(\.rawValue))
            ),
        ]
        for name in ["gate-ios", "gate-android"] {
            expected += [
                (name, "properties/rules/maxItems", .integer(Limits.gateRules)),
                (name, "properties/latest/maxItems", .integer(Limits.gateLatest)),
                (name, "$defs/share/properties/steps/maxItems", .integer(Limits.shareSteps)),
                (name, "$defs/ruleName/pattern", .string("^[A-Za-z0-9._-]{1,\(Limits.nameBytes)}$")),
                (name, "$defs/rule/properties/then/enum", words(GateRule.Outcome.allCases.map(\.rawValue))),
            ]
        }
        for (name, place, value) in expected {
            let schema = try JSONParser.parse(signet(["schema", name], in: TemporaryFolder()).output.utf8.map(\.self))
            let found = try place.split(separator: "/").reduce(schema) {
                try #require($0[String($1)], "\(name) \(place)")
            }
            #expect(JSONWriter.bytes(of: found) == JSONWriter.bytes(of: value), "\(name) \(place)")
        }
    }

    @Test func `an unknown name is refused with the known names`() throws {
        let result = try signet(["schema", "none"], in: TemporaryFolder())
        #expect(result.status == 64)
        #expect(
            result.errors
                == "signet: error: there is no schema \"none\"\nhint: there are \(Self.names.joined(separator: ", "))\n"
        )
    }

    @Test func `a folder that cannot be created is reported`() throws {
        let folder = try TemporaryFolder()
        try folder.write("file", "")
        let result = try signet(["schema", "--output", "file"], in: folder)
        #expect(result.status == 73)
        #expect(result.errors.contains("file: is not a folder"))
    }

    @Test(.peers(.python3, .jsonschema)) func `what Signet writes and reads is valid`() throws {
        let project = try Project.everyFormat()
        try project.expectDone(["build"])
        let web = try Project()
        try web.writeWebBuild()
        try web.pack("1.0.0-rc.1", more: ["--prerelease"])
        try web.pack("1.0.0", shell: ["--shell", "2...2.99"])
        try web.change("withdraw", "1.0.0-rc.1")
        try web.change("withdraw", "0.9.0")
        try web.folder.write("lock.json", testText("Policies/package-lock.json"))
        for platform in ["ios", "android"] {
            try web.expectDone(["bundle", "shell", "add", platform, "2.0.0", "--surface", "lock.json"])
        }
        try web.pack("1.1.0", shell: ["--surface", "lock.json"])
        let list = try web.folder.text("bundles.json")
        let served = "{ \"served\": \"root\", \"allowScripts\": [\"'unsafe-eval'\"],"
        try project.folder.write("bundles.json", served + list.dropFirst())
        try project.folder.write("web-policy.json", web.folder.read("policy.json"))
        let rules = try Project.gate()
        try rules.expectDone(["build"])
        try project.folder.write("rules-policy.json", rules.folder.read("policy.json"))
        try project.expectDone(["init", "starter"])
        try project.folder.write("example.json", examplePolicy)
        try project.folder.write("output.json", project.expectDone(["verify", "output", "--json"]).output)
        var cases: [SchemaCase] = [
            ("policy", "policy.json", true), ("policy", "starter/policy.json", true), ("policy", "example.json", true),
            ("policy", "web-policy.json", true), ("policy", "rules-policy.json", true),
            ("bundles", "bundles.json", true),
            ("keyring", "keys/keyring.json", true), ("output", "output.json", true),
            ("keyring", "starter/keys/keyring.json", true),
        ]
        for name in ["ios", "android"] {
            try project.folder.write("gate-\(name)", rules.folder.read("output/production/gate/\(name).json"))
            cases.append(("gate-\(name)", "gate-\(name)", true))
        }
        for name in ["manifest", "index"] {
            try project.folder.write("\(name).json", web.folder.read("output/production/builds/\(name).json"))
            cases.append(("web-bundle-\(name)", "\(name).json", true))
        }
        for environment in ["production", "staging"] {
            try project.folder.write("index-\(environment)", project.index("output/\(environment)"))
            cases.append(("publication", "index-\(environment)", true))
            let index = try JSONParser.parse(project.folder.read("index-\(environment)"))
            for document in try #require(index["documents"]).asArray() {
                let path = try #require(document["path"]).asString()
                let format = try #require(document["format"]).asString()
                guard format != "file" else { continue }
                let schema = Self.names.first { format == $0 || format == "\($0)-ios" || format == "\($0)-android" }
                cases.append((try #require(schema), "output/\(environment)/\(path)", true))
            }
        }
        #expect(Set(cases.map(\.schema)) == Set(Self.names))
        try judge(cases, in: project.folder)
    }

    @Test(.peers(.python3, .jsonschema)) func `what the parsers of documents refuse is not valid`() throws {
        let folder = try TemporaryFolder()
        let texts = #"{ "value": 1, "description": {} }"#
        let documents: [(schema: String, text: String)] = [
            ("availability-ios", #"{ "minimumAppVersion": { "value": "1", "description": {} } }"#),
            ("availability-android", #"{ "minimumSDKVersion": \#(texts), "minimumAppVersion": { "value": "1" } }"#),
            ("availability-android", #"{ "minimumSDKVersion": { "value": 1, "description": { "en_GB": "" } } }"#),
            ("app-config", "{}"),
            ("environment-config", #"{ "environments": { "a": { "apps": { "ios": { "build": 1 } } } } }"#),
            ("remote-config", #"{ "platform": "ios", "force": 1, "optional": "2" }"#),
            ("gate-ios", #"{ "gate": 2, "platform": "ios", "rules": [] }"#),
            ("gate-ios", #"{ "gate": 1, "platform": "android", "rules": [] }"#),
            ("gate-android", #"{ "gate": 1, "platform": "android" }"#),
            ("gate-ios", #"{ "gate": 1, "platform": "ios", "rules": [ { "id": "a b", "then": "available" } ] }"#),
            ("gate-ios", #"{ "gate": 1, "platform": "ios", "rules": [], "latest": [ { "app": "1", "sdk": ">=1" } ] }"#),
            (
                "gate-android",
                #"{ "gate": 1, "platform": "android", "rules": [ { "id": "a", "then": "required", "requiredBy": "soon" } ] }"#
            ),
            ("firebase-template", #"{ "conditions": [], "parameters": { "a": { "defaultValue": "1" } } }"#),
            ("keyring", #"{ "keys": [ { "id": "a b" } ] }"#), ("keyring", #"{ "keys": [], "more": 1 }"#),
            ("publication", #"{ "environment": "a", "keyId": "a", "profile": "none", "documents": [] }"#),
            ("bundles", #"{ "bundles": [], "served": "top" }"#),
            ("bundles", #"{ "bundles": [], "allowScripts": ["a b"] }"#),
            ("bundles", #"{ "bundles": [], "surfaces": { "ios": { "two": [] } } }"#),
            ("bundles", #"{ "bundles": [], "surfaces": { "ios": { "2.0.0": ["a 1.0.0"] } } }"#),
            ("web-bundle-manifest", #"{ "version": "1.0" }"#),
            ("web-bundle-index", #"{ "bundles": [ {} ], "withdrawn": [] }"#),
            ("web-bundle-index", #"{ "bundles": [], "withdrawn": ["1.0.0+5"] }"#),
        ]
        var cases: [SchemaCase] = []
        for (index, document) in documents.enumerated() {
            try folder.write("\(index).json", document.text)
            cases.append((document.schema, "\(index).json", false))
        }
        try judge(cases, in: folder)
    }

    @Test(.peers(.python3, .jsonschema)) func `the schema of the key ring says of every signer what the tool says`()
        throws
    {
        let uuid = "1234abcd-12ab-34cd-56ef-1234567890ab"
        let signers = [
            "file:a.key.pem", "file:../a", "file:", "env:KEY", "env:1", "env:", "gcpkms:a", "",
            "pkcs11:token=a;object=b", "pkcs11:id=%01;type=private", "pkcs11:type=private;id=%01", "pkcs11:token=a",
            "pkcs11:object=a?pin-value=1", "pkcs11:object=a;pin-value=1", "pkcs11:object=a?module-path=b",
            "pkcs11:object=a;type=public", "pkcs11:object=%0", "pkcs11:object=a;", "pkcs11:object=a&b",
            "pkcs11:object=",
            "awskms:\(uuid)", "awskms:mrk-1234abcd12ab34cd56ef1234567890ab", "awskms:alias/a/b", "awskms:a",
            "awskms:arn:aws:kms:eu-west-2:111122223333:key/\(uuid)", "awskms:alias/a b",
            "awskms:arn:aws:kms:eu-west-2:111122223333:alias/a", "awskms:arn:aws:kms:eu-west-2:1:key/\(uuid)",
            "awskms:arn:aws:kms:eu-west-2:111122223333:key/alias/a",
            "awskms:arn:aws:kms:eu-west-2:111122223333:\(uuid)",
        ]
        let folder = try TemporaryFolder()
        var cases: [SchemaCase] = []
        for (index, signer) in signers.enumerated() {
            let ring = """
                { "keys": [ { "id": "a", "name": "a", "publicKey": "a.pub.pem", "environment": "a", "state": "active",
                  "signer": "\(signer)" } ] }
                """
            try folder.write("\(index).json", ring)
            let isSound = (try? KeyRing(JSONParser.parse(Array(ring.utf8)))) != nil
            cases.append(("keyring", "\(index).json", isSound))
        }
        #expect(cases.count { $0.isValid } == 10)
        try judge(cases, in: folder)
    }

    @Test(.peers(.python3, .jsonschema)) func `the schema of the policy says of every policy what the tool says`()
        throws
    {
        let project = try Project.everyFormat()
        try project.folder.write("base.json", "{}")
        var cases: [SchemaCase] = []
        for (index, variant) in (PolicyVariant.broken + PolicyVariant.sound).enumerated() {
            let name = "policy-\(index).json"
            if let find = variant.find {
                try #require(Project.everyFormatPolicy.contains(find), "\(find)")
                try project.folder.write(
                    name, Project.everyFormatPolicy.replacingOccurrences(of: find, with: variant.text))
            } else {
                try project.folder.write(name, variant.text)
            }
            let isSound = index >= PolicyVariant.broken.count
            let result = try project.run(["build", "--policy", name, "--output", "out-\(index)"])
            #expect((isSound ? [0] : [1, 65]).contains(result.status), "\(variant): \(result.errors)")
            cases.append(("policy", name, isSound))
        }
        try judge(cases, in: project.folder)
    }

    /// The members that have no description.
    private func undescribed(_ value: JSONValue, at path: String) throws -> [String] {
        var found: [String] = []
        switch value.content {
        case .object(let members):
            // What is there only takes something away.
            for member in members where member.name != "allOf" {
                if member.name == "properties" {
                    for property in try JSONObject(member.value).members {
                        // false only takes away what another schema on the same member has.
                        guard case .object = property.value.content else { continue }
                        if property.value["description"] == nil {
                            found.append("\(path)/\(property.name)")
                        }
                    }
                }
                found += try undescribed(member.value, at: "\(path)/\(member.name)")
            }
        case .array(let elements):
            for element in elements { found += try undescribed(element, at: path) }
        default: break
        }
        return found
    }
}
