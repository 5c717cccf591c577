import Diagnostics
import ManifestVerifier
import Testing
import TestSupport

/// A public key that the commands of openssl leave in `public.pem`, and the verdict.
struct OpenSSLPublicKey: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let commands: [[String]]
    let verdict: PublicKeyError?

    private init(_ name: String, _ commands: [String], _ verdict: PublicKeyError?) {
        testDescription = name
        self.commands = commands.map { $0.split(separator: " ").map(String.init) }
        self.verdict = verdict
    }

    private static let p256 = "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.pem"
    private static let publicHalf = "pkey -in key.pem -pubout -out public.pem"

    private static func curve(_ name: String) -> [String] {
        ["genpkey -algorithm EC -pkeyopt ec_paramgen_curve:\(name) -out key.pem", publicHalf]
    }

    static let all: [OpenSSLPublicKey] = [
        OpenSSLPublicKey("P-256", [p256, publicHalf], nil),
        OpenSSLPublicKey("P-384", curve("P-384"), .otherKind("P-384")),
        OpenSSLPublicKey("P-521", curve("P-521"), .otherKind("P-521")),
        OpenSSLPublicKey("secp256k1", curve("secp256k1"), .otherKind("secp256k1")),
        OpenSSLPublicKey(
            "a Brainpool curve", curve("brainpoolP256r1"),
            .otherKind("an elliptic curve that is not the named curve P-256")),
        OpenSSLPublicKey("RSA", ["genpkey -algorithm RSA -out key.pem", publicHalf], .otherKind("RSA")),
        OpenSSLPublicKey("Ed25519", ["genpkey -algorithm ED25519 -out key.pem", publicHalf], .otherKind("Ed25519")),
        OpenSSLPublicKey("X25519", ["genpkey -algorithm X25519 -out key.pem", publicHalf], .notSubjectPublicKeyInfo),
        OpenSSLPublicKey(
            "P-256 with its parameters written out",
            [
                "ecparam -name prime256v1 -genkey -noout -param_enc explicit -out key.pem",
                "ec -in key.pem -pubout -param_enc explicit -out public.pem",
            ], .otherKind("an elliptic curve that is not the named curve P-256")),
        OpenSSLPublicKey(
            "a compressed point", [p256, "ec -in key.pem -pubout -conv_form compressed -out public.pem"],
            .compressedPoint),
        OpenSSLPublicKey(
            "a hybrid point", [p256, "ec -in key.pem -pubout -conv_form hybrid -out public.pem"],
            .notSubjectPublicKeyInfo),
        OpenSSLPublicKey(
            "a PKCS#1 RSA key",
            ["genrsa -out key.pem 2048", "rsa -in key.pem -RSAPublicKey_out -out public.pem"],
            .otherLabel("RSA PUBLIC KEY")),
        OpenSSLPublicKey("a private key", [p256, "pkey -in key.pem -out public.pem"], .otherLabel("PRIVATE KEY")),
        OpenSSLPublicKey(
            "an encrypted private key", [p256, "pkey -in key.pem -aes256 -passout pass:x -out public.pem"],
            .otherLabel("ENCRYPTED PRIVATE KEY")),
        OpenSSLPublicKey(
            "a SEC1 private key", [p256, "ec -in key.pem -out public.pem"], .otherLabel("EC PRIVATE KEY")),
        OpenSSLPublicKey(
            "a certificate",
            [p256, "req -x509 -new -key key.pem -subj /CN=test -days 1 -out public.pem"], .otherLabel("CERTIFICATE")),
    ]
}

@Test(.peers(.openssl), arguments: OpenSSLPublicKey.all)
func `reads the P-256 public keys of openssl and names what else it finds`(key: OpenSSLPublicKey) throws {
    let folder = try TemporaryFolder()
    for command in key.commands { try check("openssl", command, in: folder.root) }
    #expect(refusal(ofPEM: try folder.read("public.pem")) == key.verdict)
}

@Test(.peers(.openssl))
func `the fingerprint is what openssl prints as digest of the DER`() throws {
    let folder = try TemporaryFolder()
    for _ in 0..<5 {
        try folder.opensslKey("key.pem", publicHalf: "public.pem")
        try folder.openssl("pkey", "-pubin", "-in", "public.pem", "-outform", "DER", "-out", "public.der")
        let printed = try folder.openssl("dgst", "-sha256", "-r", "public.der")
        let key = try PublicKey(pemRepresentation: try folder.read("public.pem"))
        #expect(key.fingerprint.hexadecimal == printed.prefix(64))
        #expect(key.derRepresentation == (try folder.read("public.der")))
        #expect(key.pemRepresentation == (try folder.text("public.pem")))
        #expect(try PublicKey(derRepresentation: try folder.read("public.der")) == key)
    }
}

@Test(.peers(.openssl))
func `a compressed key that is rewritten as the hint says is accepted`() throws {
    let folder = try TemporaryFolder()
    try folder.opensslKey("key.pem", publicHalf: "public.pem")
    try folder.openssl("ec", "-in", "key.pem", "-pubout", "-conv_form", "compressed", "-out", "compressed.pem")
    let hint = try #require(refusal(ofPEM: try folder.read("compressed.pem"))?.hint)
    let command = try #require(hint.split(separator: ": ").last)
        .replacing("FILE", with: "compressed.pem").replacing("NEW", with: "rewritten.pem")
    try check("openssl", command.split(separator: " ").dropFirst().map(String.init), in: folder.root)
    #expect(try folder.read("rewritten.pem") == (try folder.read("public.pem")))
}
