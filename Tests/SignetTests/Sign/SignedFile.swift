import Classic
import ManifestVerifier
import SigningKeys
import Testing
import TestSupport

/// A body with its headers and a public key: what a program is asked to check.
struct SignedFile: Sendable {
    var body: [UInt8]
    /// The lines of the headers, without their ends.
    var headers: [String]
    var publicKey: String

    /// A document of a tree.
    init(body path: String, in folder: TemporaryFolder, publicKey: String) throws {
        body = try folder.read(path)
        headers = try folder.text("\(path).headers").split(separator: "\n").map { String($0) }
        self.publicKey = publicKey
    }

    /// Writes the three files, named `body`, `body.headers` and `key.pem` after a prefix.
    func write(to folder: TemporaryFolder, below prefix: String = "") throws {
        try folder.write("\(prefix)body", body)
        try folder.write("\(prefix)body.headers", headers.map { $0 + "\n" }.joined())
        try folder.write("\(prefix)key.pem", publicKey)
    }

    /// The bytes of the signature in the header.
    func signature() throws -> [UInt8] {
        let start = "\(SignatureHeader.name): "
        let line = try #require(headers.first { $0.hasPrefix(start) })
        return try SignatureHeader(String(line.dropFirst(start.count))).signature
    }

    /// Changes the lines of a header.
    mutating func replace(_ name: String, by change: (String) -> String) {
        headers = headers.map { $0.hasPrefix("\(name): ") ? change($0) : $0 }
    }

    /// Repeats a header.
    mutating func double(_ name: String) { headers += headers.filter { $0.hasPrefix("\(name): ") } }

    /// Leaves a header out.
    mutating func remove(_ name: String) { headers.removeAll { $0.hasPrefix("\(name): ") } }

    /// Gives the signature header another value.
    mutating func setHeader(_ value: String) {
        replace(SignatureHeader.name) { _ in "\(SignatureHeader.name): \(value)" }
    }

    /// Gives the signature header another signature.
    mutating func replaceSignature(_ signature: [UInt8], keyID: String = "test") {
        setHeader("keyId=\"\(keyID)\",signature=\"\(Base64.encode(signature))\"")
    }
}

extension PrivateKey {
    /// The DER of a signature over bytes.
    func sign(_ bytes: [UInt8]) throws -> [UInt8] { try sign(SHA256.hash(bytes)).derRepresentation }
}

/// A DER signature as 64 bytes r‖s.
func rawForm(_ der: [UInt8]) -> [UInt8] {
    var rest = der.dropFirst(2)
    var raw: [UInt8] = []
    for _ in 0..<2 {
        let integer = rest.dropFirst(2).prefix(Int(rest.dropFirst().first ?? 0))
        rest = rest.dropFirst(2 + integer.count)
        let magnitude = integer.drop { $0 == 0 }
        raw += [UInt8](repeating: 0, count: 32 - magnitude.count) + magnitude
    }
    return raw
}

/// The same bytes with one bit changed in the middle.
func flippingOneBit(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes[bytes.count / 2] ^= 0x01
    return bytes
}
