import Classic
import ManifestVerifier
import Testing
import TestSupport

/// Why a body is not signed as a file; nil when it is.
private func meaning(_ body: [UInt8]) -> OtherMeaning? {
    do throws(OtherMeaning) {
        try OtherMeaning.check(body, as: .file)
        return nil
    } catch {
        return error
    }
}

/// The smallest file of a kind, as far as its kind shows.
private struct Listed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) { (testDescription, self.bytes) = (name, bytes) }

    init(_ name: String, _ text: String, _ rest: [UInt8] = []) { self.init(name, Array(text.utf8) + rest) }

    static let all = [
        Listed("PNG", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52]),
        Listed("JPEG", [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10, 0x4A, 0x46, 0x49, 0x46, 0x00]),
        Listed("GIF", "GIF87a", [1, 0, 1, 0, 0, 0, 0]), Listed("GIF of 1989", "GIF89a", [1, 0, 1, 0, 0x80, 0, 0]),
        Listed("WebP", "RIFF", [0x1A, 0, 0, 0] + Array("WEBPVP8L".utf8)),
        Listed("PDF", "%PDF-1.7\n%", [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]),
        Listed("ZIP", [0x50, 0x4B, 0x03, 0x04, 0x14, 0, 0, 0, 8, 0]),
        Listed("an empty ZIP", [0x50, 0x4B, 0x05, 0x06] + [UInt8](repeating: 0, count: 18)),
        Listed("gzip", [0x1F, 0x8B, 0x08, 0x00, 0, 0, 0, 0, 0, 3, 3, 0]),
        Listed("WOFF", "wOFF", [0, 1, 0, 0]), Listed("WOFF2", "wOF2", [0, 1, 0, 0]),
        Listed("TrueType", [0, 1, 0, 0, 0, 0x0D, 0, 0x80]), Listed("OpenType", "OTTO", [0, 0x0A, 0, 0x80]),
        Listed("WebAssembly", [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0]),
        Listed("AVIF", [0, 0, 0, 0x1C] + Array("ftypavif".utf8) + [0, 0, 0, 0] + Array("mif1".utf8)),
        Listed("MP4", [0, 0, 0, 0x20] + Array("ftypisom".utf8) + [0, 0, 2, 0] + Array("isommp41".utf8)),
        Listed("MP4 for Apple", [0, 0, 0, 0x18] + Array("ftypM4V ".utf8) + [0, 0, 0, 1]),
    ]
}

@Suite struct `What is signed is listed` {
    @Test(arguments: Listed.all)
    private func `a binary file of every listed kind is signed, also one too large to be searched`(
        file: Listed
    ) throws(OtherMeaning) {
        #expect(meaning(file.bytes) == nil)
        try OtherMeaning.check(startOfLargeBody: file.bytes + [UInt8](repeating: 0, count: 30))
    }

    @Test(arguments: Listed.all)
    private func `a binary file that begins in another way by one bit is not signed`(file: Listed) {
        // These bytes are a length and say nothing of the kind.
        let free = ["WebP": 4..<8, "AVIF": 2..<4, "MP4": 2..<4, "MP4 for Apple": 2..<4][file.testDescription] ?? 0..<0
        let length = [
            "PNG": 8, "JPEG": 3, "GIF": 6, "WebP": 12, "PDF": 5, "gzip": 3, "TrueType": 5, "WebAssembly": 8, "AVIF": 12,
            "MP4": 11, "MP4 for Apple": 10,
        ]
        for index in 0..<(length[file.testDescription] ?? 4) where !free.contains(index) {
            var bytes = file.bytes + [0]
            bytes[index] ^= 0x40
            #expect(meaning(bytes) != nil, "byte \(index)")
        }
    }

    @Test(arguments: [
        "", "text", "a\tb\r\nc\n", "\u{FEFF}text", "Ünïcode ☂ \u{1F600} \u{A0}\u{2028}\u{10FFFF}",
        "<html>\u{D7FF}\u{E000}",
        "{\"raw\": \"\u{7F}\u{85}\"}",
    ])
    func `text in UTF-8 and JSON are signed`(text: String) {
        #expect(meaning(Array(text.utf8)) == nil)
    }

    @Test(
        arguments: [
            [0x00], [0x07], [0x08], [0x0B], [0x0C], [0x0E], [0x1B], [0x1F], [0x7F], [0xC2, 0x80], [0xC2, 0x85],
            [0xC2, 0x9F],
            // Not well-formed: alone, cut off, overlong, a surrogate, beyond Unicode; and other encodings.
            [0x80], [0xC2], [0xE2, 0x82], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80],
            [0xF4, 0x90, 0x80, 0x80],
            [0xFF], [0xE4, 0x20],
        ] as [[UInt8]])
    func `a control character and anything else than UTF-8 are not signed, and the line is named`(bytes: [UInt8]) {
        #expect(meaning(bytes) == .unlisted(line: 1))
        #expect(meaning(Array("first\nsecond ".utf8) + bytes + Array(" and more\n".utf8)) == .unlisted(line: 2))
    }

    @Test(
        arguments: [[0xFF, 0xFE, 0x7B, 0x00], [0xFE, 0xFF, 0x00, 0x7B], [0x61, 0, 0x62, 0], [0, 0x61, 0, 0x62]]
            as [[UInt8]])
    func `text in UTF-16 is not signed, and is told so`(bytes: [UInt8]) {
        #expect(meaning(bytes) == .utf16)
        #expect(meaning(Array("first\n".utf8) + bytes) == .unlisted(line: 2))
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `nothing that begins like DER, CBOR or a signature of SSH is signed, whatever follows`(seed: UInt64) {
        var random = SeededGenerator(seed: 2_700 + seed)
        for _ in 0..<100 {
            let rest = (0..<Int.random(in: 0..<300, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            for bytes in [
                Self.der(rest, &random), Self.cbor(rest, &random), Array("SSHSIG".utf8) + [0, 0, 0, 3] + rest,
            ] {
                #expect(meaning(bytes) != nil, "\(bytes.hexadecimal)")
                #expect(throws: OtherMeaning.tooLarge) { try OtherMeaning.check(startOfLargeBody: bytes) }
            }
        }
    }

    /// A sequence or set whose first member is a number, an object identifier, a time, a text or a string of bytes, as
    /// in all that X.509, PKCS and CMS have signed.
    private static func der(_ rest: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        let tags: [UInt8] = [0x02, 0x03, 0x04, 0x06, 0x0C, 0x13, 0x17, 0x18, 0xA0]
        let first = tags.randomElement(using: &random) ?? 0x02
        let content = element(first, Array(rest.prefix(Int.random(in: 1...20, using: &random)))) + rest
        return element(Bool.random(using: &random) ? 0x30 : 0x31, content)
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        return (count < 0x80 ? [tag, UInt8(count)] : [tag, 0x82, UInt8(count >> 8), UInt8(count & 0xFF)]) + content
    }

    /// An array, a map or a tagged array, with the protected header of ES256 first or second.
    private static func cbor(_ rest: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        let header: [UInt8] = [0x43, 0xA1, 0x01, 0x26]
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return [.random(in: 0x81...0x97, using: &random)] + header + rest
        case 1: return [.random(in: 0xC0...0xD7, using: &random), 0x84] + header + rest
        case 2: return [0xA1, .random(in: 0...0x17, using: &random)] + header + rest
        default: return [0x84, 0x6A] + Array("Signature1".utf8) + header + rest
        }
    }
}
