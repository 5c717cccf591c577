/// Recognises what the signatures of common standards cover.
///
/// Readers of those standards are more lenient than ours, so these rules take more for a signing input than the standard
/// does, as long as that affects no ordinary file.
enum SigningInput {
    /// Whether the bytes begin like the pre-authentication encoding of DSSE v1.
    static func isEnvelope(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("DSSEv1 ".utf8)) }

    /// Whether the first byte that is not white space opens an object, after a byte order mark, if there is one.
    static func beginsObject(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        return bytes[start...].first { !$0.isJSONSpace } == UInt8(ascii: "{")
    }

    /// Whether a reader that allows comments may find an object, perhaps behind one of them.
    static func mayBeginObject(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        let first = bytes[start...].first { !$0.isJSONSpace }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "/")
    }

    // MARK: JWS

    /// Whether the bytes begin with the header of a JWS and a period: `BASE64URL(header).payload` is what ES256 signs,
    /// and with `"b64": false` (RFC 7797) the payload is anything.
    static func isWebSignature(_ bytes: [UInt8]) -> Bool {
        guard maybeBeginsWebSignature(bytes), let end = bytes.firstIndex(where: { !$0.isBase64Text }),
            bytes[end] == UInt8(ascii: ".")
        else { return false }
        let header = decoded(bytes[..<end])
        if let outline = try? DocumentOutline(strict: header) { return outline.has("alg") }
        // A lenient reader may see a header where ours does not.
        return DocumentOutline(lenient: header).has("alg") || header.contains("alg")
    }

    /// Whether the bytes begin with base64 of an object that has a member, as far as can be seen.
    static func maybeBeginsWebSignature(_ bytes: [UInt8]) -> Bool {
        let start = decoded(bytes.prefix(beginning).prefix { $0.isBase64Text })
        let marks = start.filter { !$0.isJSONSpace && !byteOrderMark.contains($0) }.prefix(2)
        return marks.first == UInt8(ascii: "{") && (marks.count < 2 || marks.last == UInt8(ascii: "\""))
    }

    /// Bytes that are decoded to see whether an object begins; a header never begins with more white space.
    private static let beginning = 4_096

    /// Decodes base64 or base64url, with any padding or none, ignoring white space.
    private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var (bits, bitCount): (UInt32, Int) = (0, 0)
        for byte in text {
            guard let digit = byte.base64Digit else { continue }
            bits = bits << 6 | UInt32(digit)
            bitCount += 6
            guard bitCount >= 8 else { continue }
            bitCount -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
        }
        return bytes
    }

    // MARK: The Update Framework

    /// Whether this is canonical JSON of an object with a member `_type`, which signatures in metadata of The Update
    /// Framework and of in-toto cover: no white space outside strings, in which a line feed may be literal.
    static func isUpdateMetadata(_ bytes: [UInt8]) -> Bool {
        guard bytes.first == UInt8(ascii: "{") else { return false }
        let name = Array("\"_type\":".utf8)
        var (depth, isInString, isEscaped, hasType) = (0, false, false, false)
        // A line feed at the end is tolerated.
        for index in bytes.indices.dropLast(bytes.last == UInt8(ascii: "\n") ? 1 : 0) {
            let byte = bytes[index]
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                isInString = true
                if depth == 1, !hasType { hasType = bytes[index...].starts(with: name) }
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case _ where byte.isJSONSpace: return false
            default: break
            }
        }
        return hasType
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension UInt8 {
    /// Whether the byte is white space in JSON.
    fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

    /// Whether a lenient reader of base64url accepts the byte: both alphabets, padding, white space.
    fileprivate var isBase64Text: Bool { base64Digit != nil || self == UInt8(ascii: "=") || isJSONSpace }

    fileprivate var base64Digit: UInt8? {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): self - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): self - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"), UInt8(ascii: "+"): 62
        case UInt8(ascii: "_"), UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

extension [UInt8] {
    /// Whether the bytes contain the text.
    fileprivate func contains(_ text: String) -> Bool {
        indices.contains { self[$0...].starts(with: text.utf8) }
    }
}
