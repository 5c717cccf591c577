import SigningKeys
import Testing

private let uuid = "1234abcd-12ab-34cd-56ef-1234567890ab"
private let mrk = "mrk-1234abcd12ab34cd56ef1234567890ab"

@Test(arguments: [
    "file:production.key.pem", "file:a", "env:SIGNING_KEY", "env:_1", "env:a",
    "pkcs11:object=production", "pkcs11:id=%01%ab", "pkcs11:token=The%20Token;object=a;type=private",
    "pkcs11:model=PKCS%2315;manufacturer=piv_II;serial=01;token=a;id=%00;object=SIGN%20key;slot-id=3",
    "pkcs11:library-manufacturer=a;library-version=1.2;library-description=b;slot-manufacturer=c;slot-description=d;id=1",
    "pkcs11:object=-._~:[]@!$'()*+,=", "pkcs11:object=%C3%A9",
    "awskms:\(uuid)", "awskms:\(mrk)", "awskms:alias/production", "awskms:alias/a/b_c-D",
    "awskms:arn:aws:kms:eu-west-2:111122223333:key/\(uuid)", "awskms:arn:aws-cn:kms:cn-north-1:111122223333:key/\(mrk)",
    "awskms:arn:aws-us-gov:kms:us-gov-east-1:111122223333:alias/production",
])
func `a signer of one of the four kinds is read and written as it was`(text: String) throws {
    #expect(try SignerReference(text).description == text)
}

private let refusals: [(text: String, error: SignerReferenceError)] =
    ["", "a", "File:a", "FILE:a", " file:a", "azure:a", "PKCS11:object=a", "-----BEGIN PRIVATE KEY-----"].map {
        ($0, .unknownKind)
    }
    + [
        "file:", "file:/etc/passwd", "file:../a", "file:.a", "file:a/b", "file:a b", "file:é", "file:a\u{0}",
    ].map { ($0, .fileName) }
    + ["env:", "env:1A", "env:A-B", "env:A B", "env:É", "env:A\u{0}", "env:A=B", "env:-----BEGIN"].map {
        ($0, .variableName)
    }
    + [
        "pkcs11:object=a?pin-value=1234", "pkcs11:object=a?pin-source=file:/pin", "pkcs11:object=a;pin-value=1234",
        "pkcs11:object=a&pin-value=1234", "pkcs11:pin-value=1234", "pkcs11:object=a?x-b=c&pin-source=d",
        "pkcs11:object=a;PIN-VALUE=1234",
    ].map { ($0, .namesPIN) }
    + [
        "pkcs11:object=a?module-path=/tmp/evil.so", "pkcs11:object=a?module-name=evil",
        "pkcs11:object=a;module-path=/tmp/evil.so", "pkcs11:object=a&module-path=/tmp/evil.so",
    ].map { ($0, .namesModule) }
    + ["pkcs11:object=a?", "pkcs11:object=a?x-b=c", "pkcs11:x-b=c;object=a", "pkcs11:Object=a"].map {
        ($0, .unknownAttribute)
    }
    + ["pkcs11:object=a;object=b", "pkcs11:id=1;token=a;id=1"].map { ($0, .repeatedAttribute) }
    + ["pkcs11:object=a;type=public", "pkcs11:object=a;type=cert", "pkcs11:object=a;type=Private"].map {
        ($0, .otherType)
    }
    + ["pkcs11:token=a", "pkcs11:token=a;type=private"].map { ($0, .namesNoKey) }
    + [
        "pkcs11:", "pkcs11:object", "pkcs11:object=", "pkcs11:object=a;", "pkcs11:;object=a", "pkcs11:object=a b",
        "pkcs11:object=%", "pkcs11:object=%4", "pkcs11:object=%zz", "pkcs11:object=%00", "pkcs11:object=a\u{0}",
        "pkcs11:object=é", "pkcs11:object=a/b", "pkcs11:object=a&b", "pkcs11:object=a#b",
        "pkcs11:object=\(String(repeating: "a", count: 3_000))",
    ].map { ($0, .malformedURI) }
    + [
        "awskms:", "awskms:a", "awskms:\(uuid)0", "awskms:\(uuid.dropLast())", "awskms:\(uuid.uppercased())",
        "awskms:mrk-1", "awskms:alias/", "awskms:alias/a b", "awskms:alias/a:b", "awskms:alias",
        "awskms:alias/\(String(repeating: "a", count: 251))", "awskms:--endpoint-url", "awskms:file:///etc/passwd",
        "awskms:arn:aws:s3:eu-west-2:111122223333:key/\(uuid)", "awskms:arn:aws:kms:eu-west-2:1:key/\(uuid)",
        "awskms:arn:aws:kms::111122223333:key/\(uuid)", "awskms:arn:aws:kms:eu-west-2:111122223333:\(uuid)",
        "awskms:arn:aws:kms:eu-west-2:111122223333:key/alias/a",
        "awskms:arn:aws:kms:eu-west-2:111122223333:key/\(uuid):a",
    ].map { ($0, .kmsKey) }

@Test(arguments: refusals)
func `a text that is not a signer reference is refused with its reason`(text: String, error: SignerReferenceError) {
    #expect(throws: error) { try SignerReference(text) }
}

@Test(arguments: refusals.filter { $0.text.contains("1234") })
func `a refusal does not repeat what may be a secret`(text: String, error: SignerReferenceError) {
    #expect(!error.message.contains("1234"))
}

@Test func `the id of a key in KMS is the last part of its ARN`() {
    #expect(KMSKeyReference("arn:aws:kms:eu-west-2:111122223333:key/\(uuid)")?.keyID == uuid)
    #expect(KMSKeyReference("arn:aws:kms:eu-west-2:111122223333:key/\(mrk)")?.keyID == mrk)
    #expect(KMSKeyReference(uuid)?.keyID == uuid)
    #expect(KMSKeyReference("alias/a")?.keyID == nil)
    #expect(KMSKeyReference("arn:aws:kms:eu-west-2:111122223333:alias/a")?.keyID == nil)
}
