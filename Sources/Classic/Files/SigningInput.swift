import ManifestVerifier

/// Recognises what the signatures of common standards cover.
///
/// Readers of those standards are more lenient than ours, so these rules take more for a signing input than the standard
/// does, as long as that affects no ordinary file.
enum SigningInput {
    /// Whether the bytes begin like the pre-authentication encoding of DSSE v1.
    static func isEnvelope(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("DSSEv1 ".utf8)) }

    /// Whether a reader that allows comments may find an object, perhaps behind one of them.
    static func mayBeginObject(_ bytes: [UInt8]) -> Bool {
        let first = firstMark(of: bytes)
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "/")
    }

    // MARK: JWS

    /// Whether the bytes begin with the header of a JWS and a period: `BASE64URL(header).payload` is what ES256 signs,
    /// and with `"b64": false` (RFC 7797) the payload is anything.
    static func isJWS(_ bytes: [UInt8]) -> Bool {
        guard let end = bytes.firstIndex(where: { !$0.isBase64Text }), bytes[end] == UInt8(ascii: ".") else {
            return false
        }
        let header = decoded(bytes[..<end])
        guard mayBeginObject(header) else { return false }
        if let outline = try? DocumentOutline(strict: header) { return outline.has("alg") }
        // A lenient reader may see a header where ours does not.
        return DocumentOutline(lenient: header).has("alg") || header.contains("alg")
    }

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

    // MARK: Texts

    /// Whether the last line is the one that ends every signature base (RFC 9421 §2.5), whatever comes before it.
    static func isHTTPSignature(_ bytes: [UInt8]) -> Bool {
        guard let last = bytes.lastIndex(where: { !$0.isJSONSpace }) else { return false }
        let start = bytes[...last].lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
        return bytes[start...].starts(with: "\"@signature-params\"".utf8)
    }

    /// Whether this is XML that names what XML-DSig signs: the canonical form of an element `SignedInfo`.
    ///
    /// Its namespace can be spelled in many ways, with references, entities and any prefix; the name of an element cannot.
    static func isXMLSignature(_ bytes: [UInt8]) -> Bool {
        guard firstMark(of: bytes) == UInt8(ascii: "<") else { return false }
        return bytes.contains("SignedInfo") || bytes.contains("www.w3.org/2000/09/xmldsig#")
    }

    /// Whether this is the checkpoint of a log (C2SP tlog-checkpoint), also under the two lines of a cosignature, or a
    /// signed note, whose signatures follow an empty line (C2SP signed-note).
    static func isSignedNote(_ bytes: [UInt8]) -> Bool {
        let lines = bytes.split(separator: lineFeed, maxSplits: 5, omittingEmptySubsequences: false)
        if lines.count >= 3, isCheckpoint(size: lines[1], hash: lines[2]) { return true }
        if lines.count >= 5, isCheckpoint(size: lines[3], hash: lines[4]) { return true }
        let mark = "\n\n\u{2014} "
        guard let start = bytes.start(of: mark) else { return false }
        let words = bytes[(start + mark.utf8.count)...].prefix { $0 != lineFeed }.split(separator: UInt8(ascii: " "))
        return words.count == 2 && words[1].count(where: { $0.base64Digit != nil }) >= 40
    }

    /// Whether these are the second and third line of a checkpoint to a lenient reader: a number and, whatever else is in
    /// it, the base64 of 32 bytes.
    private static func isCheckpoint(size: ArraySlice<UInt8>, hash: ArraySlice<UInt8>) -> Bool {
        let size = size.filter { !$0.isJSONSpace }
        guard size.first?.isASCIIDigit == true,
            size.dropFirst().allSatisfy({ $0.hexDigitValue != nil || $0 == UInt8(ascii: "x") })
        else { return false }
        return hash.prefix { $0 != UInt8(ascii: "=") }.count { $0.base64Digit != nil } == 43
    }

    // MARK: Bytes

    /// The first byte that is not white space, after a byte order mark, if there is one.
    private static func firstMark(of bytes: [UInt8]) -> UInt8? {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        return bytes[start...].first { !$0.isJSONSpace }
    }

    private static let lineFeed = UInt8(ascii: "\n")
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
    fileprivate func contains(_ text: String) -> Bool { start(of: text) != nil }

    /// Where the text begins for the first time.
    fileprivate func start(of text: String) -> Int? {
        let text = Array(text.utf8)
        var rest = self[...]
        while let start = rest.firstIndex(of: text[0]) {
            rest = rest[start...]
            if rest.starts(with: text) { return start }
            rest = rest.dropFirst()
        }
        return nil
    }
}
