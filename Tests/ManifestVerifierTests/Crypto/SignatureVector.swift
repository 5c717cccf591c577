import ManifestVerifier
import Testing
import TestSupport

/// Bytes that are offered as a signature, and what must be said of them.
struct SignatureVector: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    /// The rule that is broken; nil when the bytes are well-formed.
    let verdict: VerificationError.Malformed?

    var testDescription: String { name }

    init(_ name: String, _ bytes: [UInt8], _ verdict: VerificationError.Malformed?) {
        self.name = name
        self.bytes = bytes
        self.verdict = verdict
    }

    /// A vector of the contents of two INTEGERs.
    init(_ name: String, r: [UInt8], s: [UInt8], _ verdict: VerificationError.Malformed?) {
        self.init(name, SignatureParts(r: r, s: s).der, verdict)
    }

    /// What `ECDSASignature` says.
    var outcome: VerificationError.Malformed? { Self.outcome(of: bytes) }

    /// What `ECDSASignature` says of some bytes.
    static func outcome(of bytes: [UInt8]) -> VerificationError.Malformed? {
        do throws(VerificationError.Malformed) {
            let signature = try ECDSASignature(derRepresentation: bytes)
            #expect(signature.derRepresentation == bytes)
            return nil
        } catch {
            return error
        }
    }

    /// The order n with another last byte; the order itself ends with 51.
    static func orderEnding(in last: UInt8) -> [UInt8] { SignatureParts.order.dropLast() + [last] }

    /// r and s of one real signature (RFC 6979 §A.2.5).
    static let real = SignatureParts(der: KnownKey.sampleSignature)

    static let wellFormed: [SignatureVector] = [
        SignatureVector("a real signature", KnownKey.sampleSignature, nil),
        SignatureVector("r and s are one", r: [0x01], s: [0x01], nil),
        SignatureVector("r is n minus 1", r: orderEnding(in: 0x50), s: [0x01], nil),
        SignatureVector("s is n minus 1", r: [0x01], s: orderEnding(in: 0x50), nil),
        SignatureVector(
            "32 bytes without a leading zero", r: [0x7F] + [UInt8](repeating: 0xFF, count: 31), s: [1], nil),
        SignatureVector("the highest bit behind a leading zero", r: [0x00, 0x80], s: [0x00, 0xFF], nil),
        SignatureVector(
            "64 bytes of DER", r: [UInt8](repeating: 0x11, count: 29), s: [UInt8](repeating: 0x22, count: 29), nil),
    ]

    static let numbers: [SignatureVector] = [
        SignatureVector("r is zero", r: [0x00], s: real.s, .zero),
        SignatureVector("s is zero", r: real.r, s: [0x00], .zero),
        SignatureVector("r is n", r: SignatureParts.order, s: real.s, .outOfRange),
        SignatureVector("s is n", r: real.r, s: SignatureParts.order, .outOfRange),
        SignatureVector("r is n plus 1", r: orderEnding(in: 0x52), s: real.s, .outOfRange),
        SignatureVector("s is n plus 1", r: real.r, s: orderEnding(in: 0x52), .outOfRange),
        SignatureVector("r is all ones", r: [0] + [UInt8](repeating: 0xFF, count: 32), s: real.s, .outOfRange),
        SignatureVector("r has 33 bytes", r: [0x01] + [UInt8](repeating: 0, count: 32), s: real.s, .outOfRange),
        SignatureVector("s has 33 bytes", r: real.r, s: [0x7F] + [UInt8](repeating: 0, count: 32), .outOfRange),
        SignatureVector("s has 80 bytes", r: [0x01], s: [UInt8](repeating: 0x01, count: 80), .outOfRange),
        SignatureVector("r is minus one", r: [0xFF], s: real.s, .negative),
        SignatureVector("s is minus one", r: real.r, s: [0xFF], .negative),
        SignatureVector("r lacks its leading zero", r: Array(real.r.dropFirst()), s: real.s, .negative),
        SignatureVector("s lacks its leading zero", r: real.r, s: Array(real.s.dropFirst()), .negative),
        SignatureVector("r has a needless leading zero", r: [0x00, 0x01], s: real.s, .integerNotMinimal),
        SignatureVector("s has a needless leading zero", r: real.r, s: [0x00, 0x7F, 0x01], .integerNotMinimal),
        SignatureVector("r has two leading zeros", r: [0x00] + real.r, s: real.s, .integerNotMinimal),
        SignatureVector("zero is written in two bytes", r: [0x00, 0x00], s: real.s, .integerNotMinimal),
        SignatureVector("r is empty", r: [], s: real.s, .integerNotMinimal),
        SignatureVector("s is empty", r: real.r, s: [], .integerNotMinimal),
    ]
}
