/// Tells a private key in PEM (RFC 7468) from a program that only speaks of one.
enum PrivateKeyText {
    /// So many bytes of a file are looked at.
    static let byteCount = 16 << 10

    /// Whether one of the first lines begins a private key; programs have such a text in the middle of theirs.
    static func isIn(_ start: [UInt8]) -> Bool {
        start.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.contains { line in
            let line = String(decoding: line.prefix(64), as: UTF8.self)
            return line.hasPrefix("-----BEGIN ") && line.contains("PRIVATE KEY-----")
        }
    }
}
