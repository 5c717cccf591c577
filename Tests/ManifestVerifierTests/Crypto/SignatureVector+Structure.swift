import ManifestVerifier
import TestSupport

extension SignatureVector {
    private static let r = SignatureParts.element(0x02, real.r)
    private static let s = SignatureParts.element(0x02, real.s)
    private static let whole = KnownKey.sampleSignature

    /// The real signature with its SEQUENCE's header replaced.
    private static func headed(_ header: [UInt8]) -> [UInt8] { header + r + s }

    static let structure: [SignatureVector] = [
        SignatureVector("no bytes", [], .empty),
        SignatureVector("one byte of garbage", [0x41], .notASequence),
        SignatureVector("one zero byte", [0x00], .notASequence),
        SignatureVector("a tag and no more", [0x30], .truncated),
        SignatureVector("an empty sequence", [0x30, 0x00], .truncated),
        SignatureVector("64 bytes of r and s", Array(real.r.suffix(32)) + Array(real.s.suffix(32)), .rawForm),
        SignatureVector("64 bytes that begin like DER", [0x30, 0x3E] + [UInt8](repeating: 0, count: 62), .rawForm),
        SignatureVector("base64 where DER belongs", Array("MEUCIQDv1Isq".utf8), .notASequence),

        SignatureVector("a SET instead of the SEQUENCE", headed([0x31, whole[1]]), .notASequence),
        SignatureVector("a primitive SEQUENCE tag", headed([0x10, whole[1]]), .notASequence),
        SignatureVector("a SEQUENCE tag in long form", headed([0x3F, 0x10, whole[1]]), .notASequence),
        SignatureVector("an OCTET STRING around it", SignatureParts.element(0x04, whole), .notASequence),
        SignatureVector("a SEQUENCE around it", SignatureParts.element(0x30, whole), .notAnInteger),
        SignatureVector(
            "r is an OCTET STRING", SignatureParts.element(0x30, SignatureParts.element(0x04, real.r) + s),
            .notAnInteger),
        SignatureVector(
            "s is an ENUMERATED", SignatureParts.element(0x30, r + SignatureParts.element(0x0A, real.s)),
            .notAnInteger),
        SignatureVector(
            "r is a constructed INTEGER", SignatureParts.element(0x30, SignatureParts.element(0x22, r) + s),
            .notAnInteger),

        SignatureVector("the length in one byte too many", headed([0x30, 0x81, whole[1]]), .lengthNotMinimal),
        SignatureVector("the length in two bytes too many", headed([0x30, 0x82, 0x00, whole[1]]), .lengthNotMinimal),
        SignatureVector(
            "the length in eight bytes", headed([0x30, 0x88, 0, 0, 0, 0, 0, 0, 0, whole[1]]), .lengthNotMinimal),
        SignatureVector(
            "a length beyond all memory", headed([0x30, 0x88] + [UInt8](repeating: 0xFF, count: 8)), .lengthNotMinimal),
        SignatureVector("the reserved length FF", headed([0x30, 0xFF]), .lengthNotMinimal),
        SignatureVector("the indefinite length", headed([0x30, 0x80]) + [0x00, 0x00], .lengthNotMinimal),
        SignatureVector(
            "the length of r in one byte too many",
            SignatureParts.element(0x30, [0x02, 0x81, UInt8(real.r.count)] + real.r + s), .lengthNotMinimal),
        SignatureVector(
            "the length of s in one byte too many",
            SignatureParts.element(0x30, r + [0x02, 0x81, UInt8(real.s.count)] + real.s), .lengthNotMinimal),
        SignatureVector(
            "r with the indefinite length", SignatureParts.element(0x30, [0x02, 0x80] + real.r + [0, 0] + s),
            .lengthNotMinimal),

        SignatureVector("the length one too large", headed([0x30, whole[1] + 1]), .truncated),
        SignatureVector("the length one too small", headed([0x30, whole[1] - 1]), .trailingBytes),
        SignatureVector("the length of r far too large", [0x30, 0x06, 0x02, 0x7F, 0x01, 0x02, 0x01, 0x01], .truncated),
        SignatureVector("s is missing", SignatureParts.element(0x30, r), .truncated),
        SignatureVector("s ends after its tag", SignatureParts.element(0x30, r + [0x02]), .truncated),
        SignatureVector("the length of s one too large", [0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x02, 0x01], .truncated),

        SignatureVector("a byte behind the sequence", whole + [0x00], .trailingBytes),
        SignatureVector("a line feed behind the sequence", whole + [0x0A], .trailingBytes),
        SignatureVector("the signature twice", whole + whole, .trailingBytes),
        SignatureVector("a byte behind s", SignatureParts.element(0x30, r + s + [0x00]), .trailingBytes),
        SignatureVector("a NULL behind s", SignatureParts.element(0x30, r + s + [0x05, 0x00]), .trailingBytes),
        SignatureVector("a third integer", SignatureParts.element(0x30, r + s + [0x02, 0x01, 0x01]), .trailingBytes),
    ]
}
