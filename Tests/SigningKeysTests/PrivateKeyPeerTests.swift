import Diagnostics
import ManifestVerifier
import SigningKeys
import Testing
import TestSupport

/// A private key that commands of openssl leave in `private.pem`, and the verdict.
struct OpenSSLPrivateKey: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let commands: [[String]]
    let passphrase: String?
    let verdict: PrivateKeyRefusal?

    private init(_ name: String, _ commands: [String], passphrase: String? = nil, _ verdict: PrivateKeyRefusal? = nil) {
        testDescription = name
        self.commands = commands.map { $0.split(separator: " ").map(String.init) }
        self.passphrase = passphrase
        self.verdict = verdict
    }

    private static let p256 = "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.pem"
    private static let aes256 = "pkcs8 -topk8 -in key.pem -v2 aes-256-cbc -passout pass:right -out private.pem"

    private static func curve(_ name: String) -> [String] {
        ["genpkey -algorithm EC -pkeyopt ec_paramgen_curve:\(name) -out private.pem"]
    }

    static let accepted: [OpenSSLPrivateKey] = [
        OpenSSLPrivateKey("PKCS#8", [p256, "pkey -in key.pem -out private.pem"]),
        OpenSSLPrivateKey(
            "PKCS#8 and a passphrase that is not needed", [p256, "pkey -in key.pem -out private.pem"], passphrase: "x"),
        OpenSSLPrivateKey("SEC1", [p256, "ec -in key.pem -out private.pem"]),
        OpenSSLPrivateKey("SEC1 behind its parameters", ["ecparam -name prime256v1 -genkey -out private.pem"]),
        OpenSSLPrivateKey("SEC1 without the public half", [p256, "ec -in key.pem -no_public -out private.pem"]),
        OpenSSLPrivateKey(
            "SEC1 with a compressed point", [p256, "ec -in key.pem -conv_form compressed -out private.pem"]),
        OpenSSLPrivateKey(
            "P-256 with its parameters written out",
            ["ecparam -name prime256v1 -genkey -noout -param_enc explicit -out private.pem"]),
        OpenSSLPrivateKey("PKCS#8 with AES-256", [p256, aes256], passphrase: "right"),
        OpenSSLPrivateKey(
            "PKCS#8 with scrypt", [p256, "pkcs8 -topk8 -in key.pem -scrypt -passout pass:right -out private.pem"],
            passphrase: "right"),
        OpenSSLPrivateKey(
            "PKCS#8 with a passphrase that is not ASCII",
            [p256, "pkcs8 -topk8 -in key.pem -v2 aes-256-cbc -passout pass:schlüssel☂ -out private.pem"],
            passphrase: "schlüssel☂"),
    ]

    static let refused: [OpenSSLPrivateKey] = [
        OpenSSLPrivateKey("no passphrase", [p256, aes256], .passphraseNeeded),
        OpenSSLPrivateKey("an empty passphrase", [p256, aes256], passphrase: "", .passphraseNeeded),
        OpenSSLPrivateKey("a wrong passphrase", [p256, aes256], passphrase: "wrong", .wrongPassphrase),
        OpenSSLPrivateKey("the beginning of the passphrase", [p256, aes256], passphrase: "righ", .wrongPassphrase),
        OpenSSLPrivateKey("more than the passphrase", [p256, aes256], passphrase: "right\n", .wrongPassphrase),
        OpenSSLPrivateKey(
            "the old encryption of ec", [p256, "ec -in key.pem -aes256 -passout pass:right -out private.pem"],
            passphrase: "right", .outdatedEncryption),
        OpenSSLPrivateKey(
            "the old encryption of pkey",
            [p256, "pkey -in key.pem -traditional -aes128 -passout pass:right -out private.pem"],
            passphrase: "right", .outdatedEncryption),
        OpenSSLPrivateKey(
            "the old encryption of RSA",
            ["genrsa -traditional -aes256 -passout pass:right -out private.pem 2048"], passphrase: "right",
            .notAPrivateKey),
        OpenSSLPrivateKey("P-384", curve("P-384"), .otherCurve),
        OpenSSLPrivateKey("P-521", curve("P-521"), .otherCurve),
        OpenSSLPrivateKey("secp256k1", curve("secp256k1"), .otherCurve),
        OpenSSLPrivateKey("P-384 in SEC1", ["ecparam -name secp384r1 -genkey -noout -out private.pem"], .otherCurve),
        OpenSSLPrivateKey("RSA", ["genpkey -algorithm RSA -out private.pem"], .otherAlgorithm),
        OpenSSLPrivateKey("Ed25519", ["genpkey -algorithm ED25519 -out private.pem"], .otherAlgorithm),
        OpenSSLPrivateKey(
            "encrypted RSA", ["genpkey -algorithm RSA -aes256 -pass pass:right -out private.pem"], passphrase: "right",
            .otherAlgorithm),
        OpenSSLPrivateKey("PKCS#1 RSA", ["genrsa -traditional -out private.pem 2048"], .notAPrivateKey),
        OpenSSLPrivateKey("a public key", [p256, "pkey -in key.pem -pubout -out private.pem"], .notAPrivateKey),
        OpenSSLPrivateKey("DER", [p256, "pkey -in key.pem -outform DER -out private.pem"], .notAPrivateKey),
        OpenSSLPrivateKey(
            "a certificate", [p256, "req -x509 -new -key key.pem -subj /CN=test -days 1 -out private.pem"],
            .notAPrivateKey),
    ]
}

@Test(.peers(.openssl), arguments: OpenSSLPrivateKey.accepted)
func `a private key of openssl makes signatures that openssl accepts`(key: OpenSSLPrivateKey) throws {
    let folder = try TemporaryFolder()
    for command in key.commands { try check("openssl", command, in: folder.root) }
    let read = try privateKey(try folder.read("private.pem"), passphrase: key.passphrase)
    let publicHalf = try folder.openssl(
        "pkey", "-in", "private.pem", "-pubout", "-passin", "pass:\(key.passphrase ?? "")")
    #expect(
        try read.publicKey == PublicKey(pemRepresentation: Array(try folder.normalized(publicHalf).utf8)))
    let message = Array("to be signed".utf8)
    let signature = try read.sign(SHA256.hash(message))
    #expect(try folder.opensslVerifies(signature.derRepresentation, over: message, publicKey: publicHalf))
    #expect(try !folder.opensslVerifies(signature.derRepresentation, over: message + [0], publicKey: publicHalf))
}

@Test(.peers(.openssl), arguments: OpenSSLPrivateKey.refused)
func `a private key that is weak, locked or of another kind is refused`(key: OpenSSLPrivateKey) throws {
    let folder = try TemporaryFolder()
    for command in key.commands { try check("openssl", command, in: folder.root) }
    #expect(refusal(of: try folder.read("private.pem"), passphrase: key.passphrase) == key.verdict)
}

@Test(.peers(.openssl))
func `a key with the old encryption that is converted as the hint says is accepted`() throws {
    let folder = try TemporaryFolder()
    try folder.opensslKey("key.pem")
    try folder.openssl("ec", "-in", "key.pem", "-aes256", "-passout", "pass:right", "-out", "old.pem")
    let refusal = try #require(report(of: try folder.read("old.pem"), passphrase: "right"))
    let hint = try #require(refusal.hint?.split(separator: ": ").last)
    let command =
        hint.replacing("OLD", with: "old.pem").replacing("NEW", with: "new.pem")
        + " -passin pass:right -passout pass:right"
    try check("openssl", command.split(separator: " ").dropFirst().map(String.init), in: folder.root)
    #expect(report(of: try folder.read("new.pem"), passphrase: "right") == nil)
}

extension TemporaryFolder {
    /// A public key as Signet wants it: an uncompressed point and a named curve.
    fileprivate func normalized(_ pem: String) throws -> String {
        try write("point.pem", pem)
        return try openssl(
            "ec", "-pubin", "-in", "point.pem", "-conv_form", "uncompressed", "-param_enc", "named_curve")
    }
}
