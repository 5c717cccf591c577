import Diagnostics
import ManifestVerifier
import Testing
import TestSupport

/// A PEM text that differs from a good one, and the verdict.
struct PEMVector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let verdict: PublicKeyError?

    init(_ name: String, _ text: String, _ verdict: PublicKeyError?) {
        testDescription = name
        self.text = text
        self.verdict = verdict
    }

    private static let first = "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEYP7UuiVanTHJYet0xjVtaMBJuJI7"
    private static let second = "Yfps5mliLmDyn7Z5A/4QCLi8maQa6elWKLxk8vGyDC1+n1F3o8KU1EYimQ=="
    private static let begin = "-----BEGIN PUBLIC KEY-----\n"
    private static let end = "-----END PUBLIC KEY-----\n"
    private static let good = "\(begin)\(first)\n\(second)\n\(end)"
    private static let empty = "\(begin)\(end)"

    static let accepted: [PEMVector] = [
        PEMVector("as openssl writes it", good, nil),
        PEMVector("CRLF line ends", good.replacing("\n", with: "\r\n"), nil),
        PEMVector("no line feed at the end", String(good.dropLast()), nil),
        PEMVector("blank lines at the end", good + "\n\r\n", nil),
        PEMVector("one long line", "\(begin)\(first)\(second)\n\(end)", nil),
    ]

    static let framing: [PEMVector] = [
        PEMVector("nothing", "", .notPEM),
        PEMVector("line feeds", "\n\n", .notPEM),
        PEMVector("garbage", "garbage", .notPEM),
        PEMVector("base64 alone", "\(first)\n\(second)\n", .notPEM),
        PEMVector("only a first line", begin, .notPEM),
        PEMVector("only a last line", end, .notPEM),
        PEMVector("the boundaries exchanged", "\(end)\(first)\n\(second)\n\(begin)", .notPEM),
        PEMVector("no last line", "\(begin)\(first)\n\(second)\n", .notPEM),
        PEMVector("another last line", "\(begin)\(first)\n\(second)\n-----END EC KEY-----\n", .notPEM),
        PEMVector("four dashes", good.replacing("-----", with: "----"), .notPEM),
        PEMVector("no label", good.replacing("PUBLIC KEY", with: ""), .notPEM),
        PEMVector("lowercase boundaries", good.replacing("BEGIN", with: "begin"), .notPEM),
        PEMVector("text before the block", "subject=key\n" + good, .notPEM),
        PEMVector("a blank line before the block", "\n" + good, .notPEM),
        PEMVector("a byte order mark", "\u{FEFF}" + good, .notPEM),
        PEMVector("text behind the block", good + "text\n", .notPEM),
        PEMVector("a space behind the block", good + " ", .notPEM),
        PEMVector("two blocks", good + good, .notPEM),
        PEMVector("a second block that is empty", good + empty, .notPEM),
        PEMVector("bare carriage returns", good.replacing("\n", with: "\r"), .notPEM),
        // Canonical equivalence makes the Kelvin sign a K in a comparison of strings.
        PEMVector("a look-alike in the label", good.replacing("KEY", with: "\u{212A}EY"), .notPEM),
    ]

    static let contents: [PEMVector] = [
        PEMVector("another label", good.replacing("PUBLIC", with: "EC PUBLIC"), .otherLabel("EC PUBLIC KEY")),
        PEMVector("a lowercase label", good.replacing("PUBLIC KEY", with: "public key"), .otherLabel("public key")),
        PEMVector("no padding", good.replacing("==", with: ""), .invalidBase64),
        PEMVector("half the padding", good.replacing("==", with: "="), .invalidBase64),
        PEMVector("bits behind the last byte", good.replacing("mQ==", with: "mR=="), .invalidBase64),
        PEMVector("the alphabet for URLs", good.replacing("/", with: "_"), .invalidBase64),
        PEMVector("a space in a line", good.replacing("MFkw", with: "MF kw"), .invalidBase64),
        PEMVector("spaces before a line", good.replacing("MFkw", with: "  MFkw"), .invalidBase64),
        PEMVector("a tab behind a line", good.replacing("==", with: "==\t"), .invalidBase64),
        PEMVector("a header line", good.replacing("MFkw", with: "Comment: key\n\nMFkw"), .invalidBase64),
        PEMVector("no content", empty, .notSubjectPublicKeyInfo),
        PEMVector("half of the content", "\(begin)\(first)\n\(end)", .notSubjectPublicKeyInfo),
        PEMVector("another content", "\(begin)AAAA\n\(end)", .notSubjectPublicKeyInfo),
        PEMVector("a changed point", good.replacing("mQ==", with: "mg=="), .pointNotOnCurve),
    ]
}

@Test(arguments: PEMVector.accepted)
func `accepts one PEM block`(vector: PEMVector) throws {
    #expect(refusal(ofPEM: vector.text) == nil)
    let key = try PublicKey(pemRepresentation: Array(vector.text.utf8))
    #expect(key == (try KnownKey.publicKey.get()))
}

@Test(arguments: PEMVector.framing)
func `refuses what is not one PEM block and nothing else`(vector: PEMVector) {
    #expect(refusal(ofPEM: vector.text) == vector.verdict)
}

@Test(arguments: PEMVector.contents)
func `refuses a PEM block that holds no P-256 public key`(vector: PEMVector) {
    #expect(refusal(ofPEM: vector.text) == vector.verdict)
}

@Test func `refuses bytes that are not text`() {
    #expect(refusal(ofPEM: [UInt8](repeating: 0xFF, count: 200)) == .notPEM)
    #expect(refusal(ofPEM: [UInt8](repeating: 0x00, count: 200)) == .notPEM)
}

@Test func `writes PEM that is the block it reads, to the byte`() throws {
    #expect(try KnownKey.publicKey.get().pemRepresentation == PEMVector.accepted[0].text)
}

@Test(arguments: ["PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "RSA PRIVATE KEY"])
func `a private key is refused with the command that prints its public half`(label: String) throws {
    let pem = "-----BEGIN \(label)-----\nAAAA\n-----END \(label)-----\n"
    let error = try #require(refusal(ofPEM: pem))
    #expect(error == .otherLabel(label))
    #expect(error.message == "a PEM block \"\(label)\" where a \"PUBLIC KEY\" is needed")
    #expect(error.hint?.contains("openssl pkey -in FILE -pubout") == true)
}

@Test func `another kind of PEM block gets no such hint`() {
    #expect(refusal(ofPEM: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")?.hint == nil)
}
