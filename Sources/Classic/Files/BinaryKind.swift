import ManifestVerifier

/// A kind of binary file that is signed. Whatever begins otherwise could be what a binary standard signs: a certificate
/// (DER), a token (CBOR), or a message of SSH.
enum BinaryKind: String, CaseIterable {
    case png = "PNG"
    case jpeg = "JPEG"
    case gif = "GIF"
    case webP = "WebP"
    case pdf = "PDF"
    case zip = "ZIP"
    case gzip
    case woff = "WOFF"
    case woff2 = "WOFF2"
    case trueType = "TrueType"
    case openType = "OpenType"
    case webAssembly = "WebAssembly"
    case avif = "AVIF"
    case mp4 = "MP4"

    static var names: String {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }

    /// The kind of a body by its beginning.
    ///
    /// - Parameter start: the body, or at least its first 30 bytes.
    init?(startOf start: [UInt8]) {
        guard let kind = Self.allCases.first(where: { $0.begins(start) }) else { return nil }
        self = kind
    }

    private func begins(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .png: bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
        case .gif: bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
        case .webP: bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
        case .pdf: bytes.starts(with: "%PDF-".utf8)
        // With a first file, or empty.
        case .zip: bytes.starts(with: "PK\u{3}\u{4}".utf8) || bytes.starts(with: "PK\u{5}\u{6}".utf8)
        // Deflate, which is the only method, and no reserved flag.
        case .gzip: bytes.starts(with: [0x1F, 0x8B, 0x08]) && bytes.count > 3 && bytes[3] < 0x20
        case .woff: bytes.starts(with: "wOFF".utf8)
        case .woff2: bytes.starts(with: "wOF2".utf8)
        // With up to 255 tables: a lone version could be a length elsewhere.
        case .trueType: bytes.starts(with: [0x00, 0x01, 0x00, 0x00, 0x00])
        case .openType: bytes.starts(with: "OTTO\u{0}".utf8)
        case .webAssembly: bytes.starts(with: "\u{0}asm\u{1}\u{0}\u{0}\u{0}".utf8)
        case .avif: Self.hasBrand(bytes, ["avif", "avis", "mif1", "msf1"])
        case .mp4: Self.hasBrand(bytes, ["iso", "mp4", "M4", "avc1", "dash", "MSNV"])
        }
    }

    /// Whether the bytes begin with a file type box (ISO 14496-12 §4.3) whose major brand begins so. The length of the box
    /// alone could be that of a string that SSH signs.
    private static func hasBrand(_ bytes: [UInt8], _ brands: [String]) -> Bool {
        guard bytes.starts(with: [0, 0]), bytes.dropFirst(4).starts(with: "ftyp".utf8) else { return false }
        return brands.contains { bytes.dropFirst(8).starts(with: $0.utf8) }
    }
}
