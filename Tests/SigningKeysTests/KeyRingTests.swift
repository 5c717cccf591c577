import ManifestVerifier
import SigningKeys
import Testing
import TestSupport

private let first =
    #"{"id": "id-1", "name": "production-2025", "publicKey": "a.pub.pem", "environment": "production", "#
    + #""state": "retired", "shippedIn": "3.1.0", "signer": "file:a.key.pem"}"#
private let second =
    #"{"id": "arn:aws:kms:eu-west-2:1:key/2", "name": "b", "publicKey": "b.pub.pem", "environment": "production", "#
    + #""state": "active"}"#

private func read(_ text: String) throws -> KeyRing { try KeyRing(JSONParser.parse(Array(text.utf8))) }

/// A ring of the first key and, on the third line, this one.
private func ring(_ entry: String) -> String { "{\"keys\": [\n\(first),\n\(entry)]}" }

@Test func `a key ring keeps its keys in order and reads back as it was`() throws {
    let ring = try read(ring(second))
    #expect(ring.entries.map(\.name) == ["production-2025", "b"])
    #expect(ring.entries[0].signer?.description == "file:a.key.pem")
    #expect(ring.entries[0].shippedIn == "3.1.0")
    #expect(ring.entries[1].id.rawValue == "arn:aws:kms:eu-west-2:1:key/2")
    #expect(ring.entries[1].signer == nil)
    #expect(try KeyRing(JSONParser.parse(JSONWriter.bytes(of: ring.json))) == ring)
    #expect(try read(#"{"keys": []}"#) == KeyRing())
}

@Test func `a key ring is written in the one form`() throws {
    let golden = testText("Expected/keys/keyring.json")
    #expect(JSONWriter.bytes(of: try read("{\"keys\": [\(first)]}").json) == Array(golden.utf8))
}

@Test(arguments: KeyState.allCases)
func `only an active key signs for its environment`(state: KeyState) throws {
    let ring = try read(ring(second.replacing("active", with: state.rawValue)))
    let production = try #require(EnvironmentName("production"))
    #expect(ring.activeEntry(for: production)?.name == (state == .active ? "b" : nil))
    #expect(ring.activeEntry(for: try #require(EnvironmentName("staging"))) == nil)
}

@Test func `two environments have an active key each`() throws {
    let other = first.replacing("retired", with: "active").replacing("\"production\"", with: "\"staging\"")
    let ring = try read("{\"keys\": [\(other), \(second)]}")
    #expect(ring.activeEntry(for: try #require(EnvironmentName("staging")))?.id.rawValue == "id-1")
    #expect(ring.activeEntry(for: try #require(EnvironmentName("production")))?.name == "b")
}

private struct Broken: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let message: String
    let place: String

    init(_ name: String, _ text: String, _ message: String, at place: String) {
        (self.name, self.text, self.message, self.place) = (name, text, message, place)
    }

    /// The second key with one piece of its text replaced; the column is the one of the new value.
    init(_ name: String, _ old: String, to new: String, _ message: String) {
        let entry = second.replacing("\"\(old)\"", with: new)
        let before = second.split(separator: "\"\(old)\"", maxSplits: 1, omittingEmptySubsequences: false)[0]
        self.init(name, ring(entry), message, at: "3:\(before.unicodeScalars.count + 1)")
    }

    var testDescription: String { name }
}

private let keyIDRule = "a key id is 1 to 256 of A-Z a-z 0-9 . _ : / -"
private let nameRule = "a key name is made of A-Z a-z 0-9 . _ - without a leading dot"
private let fileRule = "publicKey names a file beside the key ring"
private let environmentRule = "an environment is made of A-Z a-z 0-9 . _ - without a leading dot"
private let signerRule = "a signer is file:NAME, env:NAME, pkcs11:… or awskms:…"
private let signerFileRule = "a signer file:NAME names a file beside the key ring"

private let broken: [Broken] = [
    Broken("no object", "[]", "expected an object, found an array", at: "1:1"),
    Broken("no keys", "{}", "missing member \"keys\"", at: "1:1"),
    Broken("keys that are no array", #"{"keys": {}}"#, "expected an array, found an object", at: "1:10"),
    Broken("an unknown member", #"{"keys": [], "version": 1}"#, "unknown member \"version\"", at: "1:14"),
    Broken("a key that is no object", #"{"keys": ["id"]}"#, "expected an object, found a string", at: "1:11"),
    Broken("a key without members", ring("{}"), "missing member \"id\"", at: "3:1"),
    Broken(
        "a key without a state", ring(second.replacing(#", "state": "active""#, with: "")),
        "missing member \"state\"", at: "3:1"),
    Broken(
        "an unknown member of a key", ring(#"{"secret": "x", "# + second.dropFirst()),
        "unknown member \"secret\"", at: "3:2"),
    Broken(
        "a key id twice", ring(second.replacing("arn:aws:kms:eu-west-2:1:key/2", with: "id-1")),
        "key id \"id-1\" is on the ring twice", at: "3:1"),
    Broken(
        "a name twice", ring(second.replacing("\"b\"", with: "\"production-2025\"")),
        "key name \"production-2025\" is on the ring twice", at: "3:1"),
    Broken(
        "two active keys", "{\"keys\": [\(second),\n\(first.replacing("retired", with: "active"))]}",
        "environment \"production\" has two active keys, \"b\" and \"production-2025\"", at: "2:1"),
    Broken("an empty id", "arn:aws:kms:eu-west-2:1:key/2", to: "\"\"", keyIDRule),
    Broken("an id with a quote", "arn:aws:kms:eu-west-2:1:key/2", to: #""a\"b""#, keyIDRule),
    Broken("an id that is no string", "arn:aws:kms:eu-west-2:1:key/2", to: "1", "expected a string, found a number"),
    Broken("a name with a slash", "b", to: "\"../b\"", nameRule),
    Broken("a name with a leading dot", "b", to: "\".b\"", nameRule),
    Broken("a public key in another folder", "b.pub.pem", to: "\"../b.pub.pem\"", fileRule),
    Broken("a public key by an absolute path", "b.pub.pem", to: "\"/b.pub.pem\"", fileRule),
    Broken("a public key in place", "b.pub.pem", to: "\"-----BEGIN PUBLIC KEY-----\"", fileRule),
    Broken("an environment with a slash", "production", to: "\"a/b\"", environmentRule),
    Broken("an unknown state", "active", to: "\"Active\"", "a key is next, active, retired or revoked"),
    Broken("a state of null", "active", to: "null", "expected a string, found null"),
    Broken("a signer without a scheme", "active", to: #""active", "signer": "b.key.pem""#, signerRule, column: 20),
    Broken("a signer in another folder", "active", to: #""active", "signer": "file:../b""#, signerFileRule, column: 20),
    Broken("a signer without a name", "active", to: #""active", "signer": "file:""#, signerFileRule, column: 20),
    Broken(
        "a signer of another kind", "active", to: #""active", "signer": "gcpkms:a""#, signerRule, column: 20),
    Broken(
        "a signer that names a PIN", "active",
        to: #""active", "signer": "pkcs11:object=a?pin-value=1234""#,
        "a signer pkcs11:… may not name a PIN; it comes from the variable SIGNET_PIN or the file SIGNET_PIN_FILE",
        column: 20),
    Broken(
        "a shipped version that is no string", "active", to: #""active", "shippedIn": 3"#,
        "expected a string, found a number", column: 23),
]

extension Broken {
    /// As above, where the refused value begins so many characters into the new text.
    fileprivate init(_ name: String, _ old: String, to new: String, _ message: String, column: Int) {
        let plain = Broken(name, old, to: new, message)
        let start = Int(plain.place.dropFirst(2)) ?? 0
        self.init(name, plain.text, message, at: "3:\(start + column)")
    }
}

@Test(arguments: broken)
private func `a broken key ring is refused with its reason and place`(vector: Broken) throws {
    let error = try #require(throws: JSONShapeError.self) { try read(vector.text) }
    #expect(error.message == vector.message)
    #expect(error.position?.description == vector.place)
}

@Test func `no key ring is a trap`() throws {
    let bytes = JSONWriter.bytes(of: try read(ring(second)).json)
    let count = Fuzz.rounds(20_000)
    let accepted = jsonMutations(of: bytes, count: count, seed: 2).count { mutant in
        (try? KeyRing(JSONParser.parse(mutant))) != nil
    }
    #expect((count / 200..<count - count / 200).contains(accepted), "\(accepted)")
}
