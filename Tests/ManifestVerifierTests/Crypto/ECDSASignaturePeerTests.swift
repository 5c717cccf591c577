import ManifestVerifier
import Testing
import TestSupport

/// A signature as `openssl asn1parse -genconf` writes it, and the verdict.
struct GeneratedSignature: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let outer: String
    let members: [String]
    let verdict: VerificationError.Malformed?

    init(_ name: String, outer: String = "SEQUENCE:sig", _ members: [String], _ verdict: VerificationError.Malformed?) {
        testDescription = name
        self.outer = outer
        self.members = members
        self.verdict = verdict
    }

    private static let n = "INTEGER:0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551"
    private static let nMinus1 = "INTEGER:0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632550"
    private static let nPlus1 = "INTEGER:0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632552"
    private static let huge = "INTEGER:0x" + String(repeating: "7F", count: 128)
    private static let one = "INTEGER:1"

    static let all: [GeneratedSignature] = [
        GeneratedSignature("one and one", [one, one], nil),
        GeneratedSignature("n minus 1 twice", [nMinus1, nMinus1], nil),
        GeneratedSignature("r is zero", ["INTEGER:0", one], .zero),
        GeneratedSignature("s is zero", [one, "INTEGER:0"], .zero),
        GeneratedSignature("r is n", [n, one], .outOfRange),
        GeneratedSignature("s is n", [one, n], .outOfRange),
        GeneratedSignature("r is n plus 1", [nPlus1, one], .outOfRange),
        GeneratedSignature("s is n plus 1", [one, nPlus1], .outOfRange),
        GeneratedSignature("r is negative", ["INTEGER:-1", one], .negative),
        GeneratedSignature("s is negative", [one, "INTEGER:-128"], .negative),
        GeneratedSignature("r has 1024 bits", [huge, one], .lengthNotMinimal),
        GeneratedSignature("s has 1024 bits", [one, huge], .lengthNotMinimal),
        GeneratedSignature("an empty sequence", [], .truncated),
        GeneratedSignature("one integer", [one], .truncated),
        GeneratedSignature("three integers", [one, one, one], .trailingBytes),
        GeneratedSignature("a NULL behind s", [one, one, "NULL"], .trailingBytes),
        GeneratedSignature("a set", outer: "SET:sig", [one, one], .notASequence),
        GeneratedSignature("a tag around the sequence", outer: "EXPLICIT:0,SEQUENCE:sig", [one, one], .notASequence),
        GeneratedSignature("another tag on it", outer: "IMPLICIT:0,SEQUENCE:sig", [one, one], .notASequence),
        GeneratedSignature("a string around it", outer: "OCTWRAP,SEQUENCE:sig", [one, one], .notASequence),
        GeneratedSignature("bits around it", outer: "BITWRAP,SEQUENCE:sig", [one, one], .notASequence),
        GeneratedSignature("a sequence around it", outer: "SEQWRAP,SEQUENCE:sig", [one, one], .notAnInteger),
        GeneratedSignature("r is an enumeration", ["ENUMERATED:1", one], .notAnInteger),
        GeneratedSignature("s is a boolean", [one, "BOOLEAN:true"], .notAnInteger),
        GeneratedSignature("r is a string", ["UTF8:1", one], .notAnInteger),
        GeneratedSignature("s is bytes", [one, "FORMAT:HEX,OCTETSTRING:01"], .notAnInteger),
        GeneratedSignature("r has another tag", ["IMPLICIT:2,INTEGER:1", one], .notAnInteger),
        GeneratedSignature("an integer alone", outer: "INTEGER:1", [], .notASequence),
    ]
}

@Test(.peers(.openssl), arguments: GeneratedSignature.all)
func `judges signatures written by openssl by the same rules`(signature: GeneratedSignature) throws {
    let folder = try TemporaryFolder()
    let members = signature.members.enumerated().map { "m\($0)=\($1)\n" }.joined()
    try folder.write("signature.conf", "asn1=\(signature.outer)\n[sig]\n\(members)")
    try folder.openssl("asn1parse", "-genconf", "signature.conf", "-noout", "-out", "signature.der")
    #expect(outcome(of: try folder.read("signature.der")) == signature.verdict)
}

@Test(.peers(.openssl))
func `accepts every signature that openssl makes`() throws {
    let folder = try TemporaryFolder()
    try folder.opensslKey("key.pem", publicHalf: "public.pem")
    let key = try PublicKey(pemRepresentation: try folder.read("public.pem"))
    for number in 0..<20 {
        try folder.write("message", "message \(number)")
        try folder.openssl("dgst", "-sha256", "-sign", "key.pem", "-out", "signature", "message")
        let signature = try ECDSASignature(derRepresentation: try folder.read("signature"))
        let isValid = key.isValidSignature(signature, for: SHA256.hash(try folder.read("message")))
        #expect(isValid)
    }
}
