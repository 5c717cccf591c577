import Foundation
import ManifestVerifier
import PublicationTree
import SigningKeys
import Testing
import TestSupport

@Suite struct SchemaTests {
    @Test func `a schema is strict JSON, and says what each member is for`() throws {
        let folder = try TemporaryFolder()
        #expect(try signet(["schema", "--output", "."], in: folder).status == 0)
        let files = try folder.snapshot()
        #expect(files.count > 10)
        for (name, bytes) in files {
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
