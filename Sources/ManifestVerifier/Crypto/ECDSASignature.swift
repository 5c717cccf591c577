/// An ECDSA P-256 signature in the one DER form that is accepted (RFC 3279 §2.2.3, X.690 §10 and §11).
///
/// Signature bytes are not an identity: anyone who has (r, s) can make (r, n−s), which verifies as well.
public struct ECDSASignature: Hashable, Sendable {
    /// The DER of `SEQUENCE { INTEGER r, INTEGER s }`.
    public let derRepresentation: [UInt8]

    /// Reads DER strictly.
    public init(derRepresentation bytes: [UInt8]) throws(VerificationError.Malformed) {
        do throws(VerificationError.Malformed) {
            try Self.check(bytes)
        } catch {
            throw bytes.count == 64 ? .rawForm : error
        }
        derRepresentation = bytes
    }

    /// Reads r‖s, each in 32 bytes, as JOSE writes it (RFC 7518 §3.4).
    package init(rawRepresentation bytes: [UInt8]) throws(VerificationError.Malformed) {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count == 2 * Self.order.count else { throw .notRawForm }
        let integers = [bytes.prefix(Self.order.count), bytes.suffix(Self.order.count)].flatMap { part in
            let digits = part.drop { $0 == 0 }
            // The highest bit is the sign of an INTEGER, and no bytes are not a zero.
            let needsZero = digits.first.map { $0 >= 0x80 } ?? true
            return Self.element(0x02, needsZero ? [0] + digits : Array(digits))
        }
        derRepresentation = Self.element(0x30, integers)
        try Self.check(derRepresentation)
    }

    /// r‖s, each in 32 bytes.
    package var rawRepresentation: [UInt8] {
        let r = derRepresentation[4..<(4 + Int(derRepresentation[3]))]
        let s = derRepresentation[(r.endIndex + 2)...]
        return [r, s].flatMap { integer in
            let digits = integer.drop { $0 == 0 }
            return Array(repeating: 0, count: Self.order.count - digits.count) + digits
        }
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, UInt8(content.count)] + content }

    private static func check(_ bytes: [UInt8]) throws(VerificationError.Malformed) {
        guard !bytes.isEmpty else { throw .empty }
        var rest = bytes[...]
        let content = try element(0x30, orElse: .notASequence, of: &rest)
        guard rest.isEmpty else { throw .trailingBytes }
        var integers = content
        for _ in 0..<2 {
            try checkInteger(element(0x02, orElse: .notAnInteger, of: &integers))
        }
        guard integers.isEmpty else { throw .trailingBytes }
    }

    private static func element(
        _ tag: UInt8, orElse failure: VerificationError.Malformed, of rest: inout ArraySlice<UInt8>
    ) throws(VerificationError.Malformed) -> ArraySlice<UInt8> {
        guard let first = rest.popFirst() else { throw .truncated }
        guard first == tag else { throw failure }
        guard let length = rest.popFirst() else { throw .truncated }
        guard length < 0x80 else { throw .lengthNotMinimal }
        guard rest.count >= length else { throw .truncated }
        let content = rest.prefix(Int(length))
        rest = rest.dropFirst(Int(length))
        return content
    }

    private static func checkInteger(_ integer: ArraySlice<UInt8>) throws(VerificationError.Malformed) {
        guard let first = integer.first else { throw .integerNotMinimal }
        guard first < 0x80 else { throw .negative }
        if first == 0 {
            guard let second = integer.dropFirst().first else { throw .zero }
            guard second >= 0x80 else { throw .integerNotMinimal }
        }
        let magnitude = first == 0 ? integer.dropFirst() : integer
        guard magnitude.count <= order.count else { throw .outOfRange }
        guard magnitude.count < order.count || magnitude.lexicographicallyPrecedes(order) else { throw .outOfRange }
    }

    /// The order n of the base point of P-256 (FIPS 186-4 §D.1.2.3).
    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]
}
