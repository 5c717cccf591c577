/// The two numbers of a P-256 signature, for tests that write signatures of their own.
package struct SignatureParts: Sendable {
    /// The content of the first INTEGER.
    package let r: [UInt8]
    /// The content of the second INTEGER.
    package let s: [UInt8]

    package init(r: [UInt8], s: [UInt8]) {
        self.r = r
        self.s = s
    }

    /// Takes DER apart that is known to be well-formed.
    package init(der: [UInt8]) {
        let length = Int(der[3])
        self.init(r: Array(der[4..<(4 + length)]), s: Array(der[(6 + length)...]))
    }

    /// `SEQUENCE { INTEGER r, INTEGER s }`, whatever the two hold.
    package var der: [UInt8] { Self.element(0x30, Self.element(0x02, r) + Self.element(0x02, s)) }

    /// r in the place of s and s in the place of r.
    package var swapped: SignatureParts { SignatureParts(r: s, s: r) }

    /// (r, n−s), which verifies whenever (r, s) does.
    package var twin: SignatureParts {
        var rest = Self.order
        let bytes = [UInt8](repeating: 0, count: 33 - s.count) + s
        var borrow = 0
        for index in rest.indices.reversed() {
            let difference = Int(rest[index]) - Int(bytes[index]) - borrow
            borrow = difference < 0 ? 1 : 0
            rest[index] = UInt8(truncatingIfNeeded: difference)
        }
        while rest.count > 1, rest[0] == 0, rest[1] < 0x80 { rest.removeFirst() }
        return SignatureParts(r: r, s: rest)
    }

    /// One DER element with its length in the short form.
    package static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag, UInt8(content.count)] + content
    }

    /// The content of the INTEGER that is the order n of P-256.
    package static let order: [UInt8] = [
        0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]
}
