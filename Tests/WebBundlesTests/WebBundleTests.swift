import ManifestVerifier
import Testing
import TestSupport
import WebBundles

private let sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
private let manifest = testText("Expected/web-bundle-manifest.json").replacing("SHA256", with: sha256)

/// A bundle of an index, and one text of it replaced.
private func bundle(_ version: String, when: String? = nil, replacing old: String = "", with new: String = "") -> String
{
    let text =
        #"{"version": "\#(version)", "url": "v\#(version).zip", "sha256": "\#(sha256)", "size": 100, "#
        + #""signature": "MAYCAQECAQE=", "shells": {"ios": {"min": "2.0.0", "max": "2.9.9"}, "android": {"min": "3"}}, "#
        + #""files": "\#(sha256)"\#(when.map { #", "when": \#($0)"# } ?? "")}"#
    return old.isEmpty ? text : text.replacing(old, with: new)
}

private func index(
    _ bundles: [String], offers: [String]? = nil, halted: [String]? = nil, withdrawn: [String] = [],
    retired: [String]? = nil
) -> String {
    func array(_ elements: [String]) -> String { "[\(elements.joined(separator: ", "))]" }
    func list(_ name: String, _ versions: [String]?) -> String {
        versions.map { ", \"\(name)\": \(array($0.map { "\"\($0)\"" }))" } ?? ""
    }
    let offers = offers.map { #", "offers": \#(array($0))"# } ?? ""
    return #"{"bundles": \#(array(bundles))"# + offers + list("halted", halted) + list("withdrawn", withdrawn)
        + list("retired", retired) + "}"
}

private func readManifest(_ text: String) throws -> WebBundleManifest { try WebBundleManifest(body: Array(text.utf8)) }
private func readIndex(_ text: some StringProtocol) throws -> WebBundleIndex {
    try WebBundleIndex(body: Array(text.utf8))
}

/// A document that must be refused: its defect, its text and what is said of it.
private struct Broken: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let reason: String

    init(_ name: String, _ text: String, _ reason: String) {
        (self.name, self.text, self.reason) = (name, text, reason)
    }

    /// The manifest with one piece of its text replaced.
    init(_ name: String, _ old: String, to new: String, _ reason: String) {
        self.init(name, manifest.replacing(old, with: new), reason)
    }

    var testDescription: String { name }
}

private func noVersion(_ text: String) -> String { "\"\(text)\" is not a semantic version without build metadata" }
private func noShell(_ text: String) -> String { "\"\(text)\" is not a version of 1 to 3 numbers" }
private let noDigest = "not 64 lowercase hexadecimal digits"
private let noSignature = "not the base64 of a DER signature"

private let brokenManifests: [Broken] = [
    Broken("no object", "[]", "expected an object, found an array"),
    Broken("no version", #"  "version": "1.5.1","#, to: "", "missing member \"version\""),
    Broken("no URL", #"  "url": "v1.5.1.zip","#, to: "", "missing member \"url\""),
    Broken("no hash", #"  "sha256": "\#(sha256)","#, to: "", "missing member \"sha256\""),
    Broken("no signature", #"  "signature": "MAYCAQECAQE=","#, to: "", "missing member \"signature\""),
    Broken("no lower bound", #"  "minShellVersion": "2.0.0","#, to: "", "missing member \"minShellVersion\""),
    Broken("a number as a version", "\"1.5.1\"", to: "1.5", "expected a string, found a number"),
    Broken("two numbers", "\"1.5.1\"", to: "\"1.5\"", noVersion("1.5")),
    Broken("a path in a version", "\"1.5.1\"", to: "\"../1.5.1\"", noVersion("../1.5.1")),
    Broken("build metadata", "\"1.5.1\"", to: "\"1.5.1+7\"", noVersion("1.5.1+7")),
    Broken("no text as a URL", "\"v1.5.1.zip\"", to: "\"\"", "not a URL"),
    Broken("a URL too long", "v1.5.1.zip", to: String(repeating: "a", count: 1_025), "not a URL"),
    Broken("null as a URL", "\"v1.5.1.zip\"", to: "null", "expected a string, found null"),
    Broken("a hash in upper case", sha256, to: sha256.uppercased(), noDigest),
    Broken("a hash too short", sha256, to: String(sha256.dropLast()), noDigest),
    Broken("a hash too long", sha256, to: sha256 + "0", noDigest),
    Broken("a hash with another character", sha256, to: "g" + sha256.dropFirst(), noDigest),
    Broken("a signature that is no base64", "MAYCAQECAQE=", to: "MAYCAQECAQE", noSignature),
    Broken("a signature with loose bits", "MAYCAQECAQE=", to: "MAYCAQECAQF=", noSignature),
    Broken("an empty signature", "MAYCAQECAQE=", to: "", noSignature),
    Broken(
        "a signature too long", "MAYCAQECAQE=", to: String(repeating: "A", count: 100), noSignature),
    Broken("a lower bound that is no version", "\"2.0.0\"", to: "\"2.x\"", noShell("2.x")),
    Broken("an upper bound that is no version", "\"2.99.99\"", to: "\"\"", noShell("")),
    Broken("an upper bound of null", "\"2.99.99\"", to: "null", "expected a string, found null"),
    Broken("bounds the wrong way", "\"2.99.99\"", to: "\"1.9.9\"", "maxShellVersion is below minShellVersion"),
]

private let brokenIndexes: [Broken] = [
    Broken("no object", "null", "expected an object, found null"),
    Broken("no bundles", #"{"withdrawn": []}"#, "missing member \"bundles\""),
    Broken("no list of the withdrawn", #"{"bundles": []}"#, "missing member \"withdrawn\""),
    Broken("bundles that are no list", #"{"bundles": {}, "withdrawn": []}"#, "expected an array, found an object"),
    Broken("a bundle that is no object", index(["1"]), "expected an object, found a number"),
    Broken(
        "a bundle without a size", index([bundle("1.0.0", replacing: #""size": 100, "#)]), "missing member \"size\""),
    Broken(
        "a size of nothing", index([bundle("1.0.0", replacing: "100", with: "0")]), "an archive has at least one byte"),
    Broken(
        "a size below nothing", index([bundle("1.0.0", replacing: "100", with: "-1")]),
        "an archive has at least one byte"),
    Broken(
        "a size as text", index([bundle("1.0.0", replacing: "100", with: "\"100\"")]),
        "expected an integer, found a string"),
    Broken("a version twice", index([bundle("1.0.0"), bundle("1.0.0")]), "a version appears twice"),
    Broken(
        "a version offered and withdrawn", index([bundle("1.0.0")], withdrawn: ["1.0.0"]),
        "a version appears twice"),
    Broken("a version withdrawn twice", index([], withdrawn: ["1.0.0", "1.0.0"]), "a version appears twice"),
    Broken("a version offered and retired", index([bundle("1.0.0")], retired: ["1.0.0"]), "a version appears twice"),
    Broken("a version offered and halted", index([bundle("1.0.0")], halted: ["1.0.0"]), "a version appears twice"),
    Broken(
        "a version offered twice over", index([bundle("1.0.0")], offers: [bundle("1.0.0", when: "{}")]),
        "a version appears twice"),
    Broken("an offer without a when", index([], offers: [bundle("1.0.0")]), "missing member \"when\""),
    Broken(
        "a when that is no object", index([], offers: [bundle("1.0.0", when: "[]")]),
        "expected an object, found an array"),
    Broken(
        "no shells", index([bundle("1.0.0", replacing: "\"shells\"", with: "\"x\"")]), "missing member \"shells\""),
    Broken(
        "no list of files", index([bundle("1.0.0", replacing: "\"files\"", with: "\"x\"")]), "missing member \"files\""),
    Broken(
        "a shell that is no version", index([bundle("1.0.0", replacing: "\"3\"", with: "\"3.x\"")]), noShell("3.x")),
    Broken(
        "a platform without an oldest shell", index([bundle("1.0.0", replacing: "\"min\": \"3\"")]),
        "missing member \"min\""),
    Broken(
        "shells the wrong way round", index([bundle("1.0.0", replacing: "2.9.9", with: "1.9.9")]), "max is below min"),
    Broken("a withdrawn version that is none", index([], withdrawn: ["1"]), noVersion("1")),
    Broken("build metadata of a withdrawn version", index([], withdrawn: ["1.0.0+1"]), noVersion("1.0.0+1")),
    Broken(
        "more versions than the limit", index([], withdrawn: (0...1_000).map { "1.0.\($0)" }), "more than 1000 versions"
    ),
]

@Suite struct WebBundleTests {
    @Test func `a manifest reads, and is written as it was`() throws {
        let (bundle, shells) = (try readManifest(manifest).bundle, try readManifest(manifest).shells)
        #expect(bundle.version == SemanticVersion("1.5.1"))
        #expect(bundle.url == "v1.5.1.zip")
        #expect(bundle.sha256 == sha256)
        #expect(bundle.signature == [0x30, 6, 2, 1, 1, 2, 1, 1])
        #expect(shells.minimum.spelling == "2.0.0")
        #expect(shells.maximum?.spelling == "2.99.99")
        #expect(JSONWriter.bytes(of: try readManifest(manifest).json) == Array(manifest.utf8))
    }

    @Test func `a manifest names the versions to leave, the newest first`() throws {
        let text = manifest.replacing(
            "\"2.99.99\"\n", with: "\"2.99.99\",\n  \"withdrawn\": [\n    \"1.5.0\",\n    \"1.4.0\"\n  ]\n")
        #expect(try readManifest(text).withdrawn.map(\.spelling) == ["1.5.0", "1.4.0"])
        #expect(JSONWriter.bytes(of: try readManifest(text).json) == Array(text.utf8))
        #expect(try readManifest(manifest).withdrawn == [])
    }

    @Test func `a bundle for no shell has all members`() throws {
        let bundle = WebBundleManifest(bundle: try readManifest(manifest).bundle, shells: .noShell, withdrawn: [])
        let text = manifest.replacing("2.0.0", with: "0.0.0").replacing("2.99.99", with: "0.0.0")
        #expect(JSONWriter.bytes(of: bundle.json) == Array(text.utf8))
        for shell in ["0", "0.0.1"] { #expect(!bundle.shells.contains(try #require(NumericVersion(shell)))) }
    }

    @Test func `a manifest without an upper bound fits every later shell`() throws {
        let text = manifest.replacing(",\n  \"maxShellVersion\": \"2.99.99\"", with: "")
        let shells = try readManifest(text).shells
        #expect(shells.maximum == nil)
        #expect(shells.contains(try #require(NumericVersion("999"))))
        // Deployed clients need the member: it is written as a bound above every shell, and reads as none.
        let written = manifest.replacing("2.99.99", with: "999999999.999999999.999999999")
        #expect(JSONWriter.bytes(of: try readManifest(text).json) == Array(written.utf8))
        #expect(try readManifest(written).shells == shells)
    }

    @Test(arguments: [
        ("1.99", false), ("2", true), ("2.0.0", true), ("2.99.99", true), ("2.99.100", false), ("3", false),
    ])
    func `the bounds belong to the shells that fit`(shell: String, fits: Bool) throws {
        #expect(try readManifest(manifest).shells.contains(try #require(NumericVersion(shell))) == fits)
    }

    @Test func `an index orders by precedence and keeps what it says`() throws {
        let text = index(
            [bundle("1.9.0"), bundle("1.10.0-rc.1", replacing: "100", with: "4294967296"), bundle("1.10.0")],
            withdrawn: ["1.2.0", "1.11.0"])
        let index = try readIndex(text)
        #expect(index.offered.map(\.bundle.version.spelling) == ["1.10.0", "1.10.0-rc.1", "1.9.0"])
        #expect(index.offered.map(\.byteCount) == [100, 4_294_967_296, 100])
        #expect(index.withdrawn.map(\.spelling) == ["1.11.0", "1.2.0"])
        let bytes = JSONWriter.bytes(of: index.json)
        #expect(try WebBundleIndex(body: bytes) == index)
        #expect(JSONWriter.bytes(of: try WebBundleIndex(body: bytes).json) == bytes)
    }

    @Test func `an index is written in the one form`() throws {
        let golden = testText("Expected/web-bundle-index.json").replacing("SHA256", with: sha256)
        let when = #"{"share": {"salt": "1.1.0", "steps": [["2026-12-01T00:00:00Z", 5]]}, "channels": ["beta", "qa"]}"#
        let text = index(
            [bundle("1.0.0")], offers: [bundle("1.1.0", when: when)], halted: ["0.9.9"], withdrawn: ["0.9.0"],
            retired: ["0.8.0"])
        let index = try readIndex(text)
        #expect(JSONWriter.bytes(of: index.json) == Array(golden.utf8))
        let empty = WebBundleIndex([])
        #expect(try WebBundleIndex(body: JSONWriter.bytes(of: empty.json)) == empty)
    }

    @Test(arguments: brokenManifests) private func `refuses a broken manifest with its reason`(vector: Broken) throws {
        let error = try #require(throws: DocumentError.self) { try readManifest(vector.text) }
        #expect(error.reason == vector.reason)
        #expect(error.place != nil)
    }

    @Test(arguments: brokenIndexes) private func `refuses a broken index with its reason`(vector: Broken) throws {
        let error = try #require(throws: DocumentError.self) { try readIndex(vector.text) }
        #expect(error.reason == vector.reason)
        #expect(error.place != nil)
    }

    /// The member `when`, and whether a device of channel `beta` is offered the bundle.
    @Test(arguments: [
        (#"{"channels": ["beta"]}"#, true), (#"{"channels": ["alpha", "beta"]}"#, true),
        (#"{"channels": ["Beta"]}"#, false), (#"{"channels": []}"#, false), (#"{"channels": "beta"}"#, false),
        (#"{"share": {"salt": "a", "steps": [["2026-12-01T00:00:00Z", 100]]}}"#, true),
        (#"{"share": {"salt": "a", "steps": [["2026-12-01T00:00:01Z", 100]]}}"#, false),
        (#"{"share": {"salt": "a", "steps": [["2026-12-01T00:00:00Z", 0]]}}"#, false),
        (#"{"share": {"steps": [["2026-12-01T00:00:00Z", 100]]}}"#, false), (#"{"share": 100}"#, false),
        (#"{"channels": ["beta"], "share": {"salt": "a", "steps": [["2026-12-01T00:00:00Z", 0]]}}"#, false),
        (#"{"channels": ["beta"], "country": ["GB"]}"#, false), ("{}", false),
    ])
    func `what a client does not know or cannot read is not offered`(when: String, isOffered: Bool) throws {
        let index = try readIndex(index([], offers: [bundle("1.0.0", when: when)]))
        let conditions = try #require(index.restricted.first?.conditions)
        let time = try #require(Instant("2026-12-01T00:00:00Z"))
        #expect(conditions.hold(channel: "beta", installID: .random(), at: time) == isOffered)
        #expect(!conditions.hold(channel: nil, installID: nil, at: time))
    }

    @Test func `a later format may say more`() throws {
        let entry = bundle("1.0.0", replacing: "\"android\"", with: "\"web\": {\"from\": 1}, \"android\"")
        #expect(try readIndex(index([entry])) == readIndex(index([bundle("1.0.0")])))
        #expect(
            try readManifest(manifest.replacing("{\n", with: "{\n  \"notes\": \"new\",\n")) == readManifest(manifest))
    }

    @Test func `an archive is named for its version`() throws {
        let version = try #require(SemanticVersion("2.0.0-rc.1"))
        #expect(DocumentPath.webBundle(version).rawValue == "builds/v2.0.0-rc.1.zip")
        #expect(DocumentPath.webBundleManifest.rawValue == "builds/manifest.json")
        #expect(DocumentPath.webBundleIndex.rawValue == "builds/index.json")
    }
}
