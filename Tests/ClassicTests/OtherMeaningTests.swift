import Classic
import Diagnostics
import Foundation
import ManifestVerifier
import Testing
import TestSupport
import WebBundles

/// Why a body is not signed as a file; nil when it is.
private func meaning(_ body: [UInt8], as format: DocumentFormat? = .file) -> OtherMeaning? {
    do throws(OtherMeaning) {
        try OtherMeaning.check(body, as: format)
        return nil
    } catch {
        return error
    }
}

private func meaning(_ text: String, as format: DocumentFormat? = .file) -> OtherMeaning? {
    meaning(Array(text.utf8), as: format)
}

private let appConfig =
    #""minimumVersion": "1.0.0", "latestVersion": "1.0.0", "updateUrl": "x", "maintenanceMode": true, "#
    + #""maintenanceMessage": null"#

/// The members of a document of every kind.
private let documents: [(kind: DocumentKind, members: String)] = [
    (.availabilityIOS, #""minimumOSVersion": {}, "minimumAppVersion": {}"#),
    (.availabilityAndroid, #""minimumSDKVersion": {}, "minimumAppVersion": {}"#),
    (.appConfig, appConfig),
    (.environmentConfig, #""environments": { "main": { "apps": { "android": { "build": 1 } } } }"#),
    (.remoteConfig, #""platform": "ios", "force_update_version": "9", "optional_update_version": "9""#),
    (.gate, #""gate": 1, "platform": "ios", "rules": []"#),
    (.webBundleManifest, #""version": "", "url": "", "sha256": "", "signature": "", "minShellVersion": """#),
    (.webBundleIndex, #""bundles": [], "withdrawn": []"#),
    (.publication, #""environment": "production", "profile": "dated", "documents": []"#),
    (.keyRing, #""keys": [ { "id": "a", "publicKey": "a.pem" } ]"#),
]

@Test func `there is a document of every kind here`() {
    #expect(documents.map(\.kind) == DocumentKind.allCases)
}

@Test(arguments: documents)
func `a file that a reader would take for a document is recognised, whatever else is in it`(
    kind: DocumentKind, members: String
) throws {
    func isFound(_ text: String) -> Bool {
        if case .document(kind, let found)? = meaning(text) { return !found.isEmpty }
        return false
    }
    #expect(isFound("{\(members)}"))
    #expect(isFound("\n {\(members)}\n"))
    #expect(isFound(#"{"first": [1, {"a": {}}], \#(members), "last": "x"}"#))
    // Spelled with escapes, and as only lenient readers take it.
    #expect(
        isFound("{" + members.replacing("minimum", with: #"\u006dinimum"#).replacing("url", with: #"u\u0072l"#) + "}"))
    #expect(isFound("\u{FEFF}{\(members)}"))
    #expect(isFound("{\(members),}"))
    #expect(isFound("{ // a comment\n\(members)}"))
    #expect(isFound(#"{"a": 1, "a": 2, \#(members)}"#))
    #expect(isFound("{\(members)} and so on"))
    #expect(!isFound(#"{"inner": {\#(members)}}"#))
    #expect(!isFound("[{\(members)}]"))
}

@Test(arguments: documents)
func `a document is no polyglot as what it is, and one as anything else`(kind: DocumentKind, members: String) throws {
    for format in [nil] + DocumentFormat.allCases.filter({ $0 != .webBundle }) {
        let names: [DocumentFormat?: DocumentKind] = [
            .availabilityIOS: .availabilityIOS, .availabilityAndroid: .availabilityAndroid, .appConfig: .appConfig,
            .environmentConfig: .environmentConfig, .remoteConfigIOS: .remoteConfig,
            .remoteConfigAndroid: .remoteConfig, .gateIOS: .gate, .gateAndroid: .gate,
            .webBundleManifest: .webBundleManifest,
            .webBundleIndex: .webBundleIndex, nil: .publication,
        ]
        #expect((meaning("{\(members)}", as: format) == nil) == (names[format] == kind))
    }
}

@Test func `every two documents in one are refused as either`() {
    for first in documents {
        for second in documents where first.kind != second.kind {
            let text = "{\(first.members), \(second.members)}"
            #expect(meaning(text) != nil)
            #expect(meaning(text, as: .environmentConfig) != nil)
        }
    }
}

@Test(arguments: [
    "", "{}", "[]", "null", "notes\n", "{", "<html></html>", "PK\u{3}\u{4}",
    // A JWKS, a team's environments, a list of bundles, its own template.
    #"{"keys": [{"kty": "EC", "crv": "P-256", "x": "", "y": ""}]}"#, #"{"keys": []}"#,
    #"{"environments": {"main": {"rpc": "x", "apps": {}}}}"#, #"{"environments": {"main": {"apps": ["ios"]}}}"#,
    #"{"environments": {"main": {"apps": {"web": {"build": 1}}}}}"#, #"{"environments": []}"#,
    #"{"bundles": [{"version": "1.0.0"}]}"#, #"{"conditions": [], "parameters": {}}"#,
    #"{"platform": "web", "a": "1", "b": "2"}"#, #"{"platform": "ios", "name": "Shop", "id": "x"}"#,
    #"{"platform": "ios", "a": 1, "b": 2}"#, #"{"version": "1", "url": "x", "sha256": "x"}"#,
    #"{"minimumAppVersion": "3"}"#, #"{"signatures": []}"#, #"{"signed": true}"#,
    // Not canonical, or not at the top.
    "{\"_type\": \"article\", \"title\": \"x\"}", "{\n\"_type\":\"article\"}", #"{"a":{"_type":"root"}}"#,
    #"{"a":"_type"}"#, #"{"a":"{\"_type\":1}"}"#,
    // Texts that are base64url and a period, and mean nothing.
    "eyJ", "eyJ.", "exactly.", "eyes. And ears", "e30.x", "Hello.", "https://example.com", "eyJhIjoxfQ.x",
    "DSSEv2 1 ", "DSSEv1", " DSSEv1 ",
    // Texts that have something of a signature base, of XML-DSig, of a note.
    "\"@signature-params\": are explained here\n\nand so on", "SignedInfo", "<svg><!ENTITY></svg>",
    "Sales\n2024\nin all countries\n", "\u{2014} Oui.\n\n\u{2014} Non, monsieur.\n", "5\n5\n5\n",
])
func `a file that is nothing else is taken as it is`(text: String) {
    #expect(meaning(text) == nil)
}

@Test(arguments: [
    #"{"platform": "ios", "must": "3.0.0", "may": "4"}"#, "{\"may\":\"4\",\n\"platform\":\"android\",\"must\":\"3\"}",
])
func `a remote config whose parameters a team has named is recognised`(text: String) {
    #expect(meaning(text) == .document(.remoteConfig, members: ["platform"]))
    #expect(meaning(text, as: .remoteConfigIOS) == nil)
}

// MARK: Standards

private func base64url(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}

@Test(
    arguments: [
        #"{"alg":"ES256"}"#, #"{"typ":"JWT","alg":"ES256","kid":"production"}"#, #"{ "alg" : "ES256" }"#,
        "\n{\r\n\t\"alg\":\"ES256\"}", #"{"\u0061lg":"ES256"}"#, #"{"b64":false,"crit":["b64"],"alg":"ES256"}"#,
        #"{"alg":"none","alg":"ES256"}"#, #"{"alg":"ES256",}"#, #"{"x":'y',"alg":"ES256"}"#,
        "{\"alg\":\"ES256\",\"x\":\"" + String(repeating: "a", count: 300_000) + "\"}",
    ].map(Brief.init))
func `the signing input of a JWS is never signed`(header: Brief<String>) {
    let header = header.value
    let input = base64url(header) + "."
    for payload in ["", "e30", base64url("{\"sub\":\"admin\"}"), "anything at all {}", "e30.c2lnbmF0dXJl"] {
        #expect(meaning(input + payload) == .jws)
    }
    #expect(meaning(base64url(header)) == nil, "without a period it is not one")
    // As lenient decoders take it: with padding, of the other alphabet, in lines.
    let padded = Data(header.utf8).base64EncodedString(options: .lineLength64Characters)
    #expect(meaning(padded + ".e30") == .jws)
}

@Test(arguments: ["DSSEv1 ", "DSSEv1 28 application/vnd.in-toto+json 2 {}"])
func `what a DSSE envelope signs is never signed`(text: String) {
    #expect(meaning(text) == .envelope)
}

@Test(arguments: [
    #"{"_type":"root","consistent_snapshot":true,"expires":"2030-01-01T00:00:00Z"}"#,
    #"{"A":1,"_type":"targets"}"#, #"{"a":[{"b":"c d"}],"_type":"snapshot"}"# + "\n",
    // Canonical JSON leaves control characters as they are, which strict JSON refuses.
    "{\"_type\":\"root\",\"keys\":{\"a\":\"-----BEGIN\nPUBLIC KEY-----\n\"}}", #"{"a":"\\","_type":"link"}"#,
    #"{"signed": {"_type": "root"}, "signatures": []}"#, #"{ "signatures": [], "x": 1, "signed": {} }"#,
])
func `metadata of The Update Framework is never signed`(text: String) {
    #expect(meaning(text) == .updateMetadata)
}

@Test func `a date and a colon are never signed`() {
    #expect(meaning("Mon, 03 Aug 2020 22:59:35 UTC:{}") == .datedDocument)
}

@Test(arguments: ["", "\r\n\t ", String(repeating: " ", count: 5_000)])
func `no length of white space hides the header of a JWS`(space: String) {
    #expect(meaning(base64url("\(space){\"alg\":\"ES256\"}") + ".e30") == .jws)
}

@Test(arguments: [
    "\"@signature-params\": ();keyid=\"1\"", "\"@method\": GET\n\"@signature-params\": (\"@method\");created=1",
    "\"date\": x\n\"@signature-params\";x: ()\n", "anything\n\"@signature-params\":",
])
func `the signature base of an HTTP message is never signed`(text: String) {
    #expect(meaning(text) == .httpSignature)
}

@Test(arguments: [
    "<SignedInfo xmlns=\"http://www.w3.org/2000/09/xmldsig#\"></SignedInfo>", "\n <ds:SignedInfo xmlns:ds=\"x\"/>",
    "<SignedInfo xmlns=\"&#x68;ttp://www.w3.org/2000/09/&#120;mldsig#\"/>",
    "\u{FEFF}<?xml version=\"1.0\"?><x:SignedInfo/>",
    "<!DOCTYPE a [<!ENTITY b \"http://www.w3.org/2000/09/\">]><SignedInfo xmlns=\"&b;xmldsig#\"/>",
    "<a xmlns=\"http://www.w3.org/2000/09/xmldsig#\"/>",
])
func `what XML-DSig signs is never signed, however its namespace is spelled`(text: String) {
    #expect(meaning(text) == .xmlSignature)
}

private let hash = "fTNv1tF/dcADLVrnTQYsCYD3Vm1cWVDlmJNpStiI7NI="

@Test(arguments: [
    "log.example.com\n5\n\(hash)\n", "log.example.com\n0x5\n\(hash)", "log\n 5 \r\n\(hash)\r\nextension\n",
    "\n5\n\(hash.dropLast())\n", "log\n5\n\(hash.prefix(20)) \(hash.dropFirst(20))\n",
    "cosignature/v1\ntime 1\nlog\n5\n\(hash)\n",
    "any text\n\n\u{2014} key \(String(repeating: "A", count: 96))\n",
])
func `a checkpoint and a signed note are never signed`(text: String) {
    #expect(meaning(text) == .signedNote)
}

@Test func `every other meaning is a lowercase phrase and has a hint`() {
    let all: [OtherMeaning] =
        DocumentKind.allCases.map { .document($0, members: ["a", "b"]) }
        + [.datedDocument, .jws, .envelope, .updateMetadata, .httpSignature, .xmlSignature, .signedNote]
        + [.unlisted(line: 1), .utf16, .tooLarge]
    #expect(Set(all.map(\.message)).count == all.count)
    for meaning in all {
        #expect(meaning.message.first?.isUppercase == false)
        #expect(meaning.message.last != ".")
        #expect(!meaning.hint.isEmpty)
    }
    #expect(OtherMeaning.document(.keyRing, members: ["keys"]).message.hasPrefix("\"keys\" makes it a key ring"))
}
