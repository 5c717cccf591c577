import Classic
import ManifestVerifier
import SigningKeys
import Testing

/// One thing that is done to a signed document before a program looks at it.
struct Tampering: Sendable {
    let name: String
    /// Whether the document is still to be accepted.
    var isAccepted = false
    /// Whether the short openssl commands look away: they read two headers and know no calendar.
    var isBeyondShell = false
    let change: @Sendable (inout SignedFile) throws -> Void

    /// Everything that a program is shown in one profile.
    ///
    /// What is in no relation to the profile, the form of the header, is shown in `dated` alone.
    ///
    /// - Parameters:
    ///   - other: another document of the same key.
    ///   - key: a key of whoever signs wrongly.
    static func all(profile: SignatureProfile, other: SignedFile, key: PrivateKey) -> [Tampering] {
        switch profile {
        case .body: ofSignature(other: other) + ofBodyProfile(key)
        case .dated: ofSignature(other: other) + ofDatedProfile(key) + ofHeader + ofDER(key) + ofDates(key)
        }
    }

    /// What anybody on the way can do.
    private static func ofSignature(other: SignedFile) -> [Tampering] {
        [
            Tampering(name: "one space after the comma", isAccepted: true) {
                $0.replace(signature) { $0.replacing("\",signature", with: "\", signature") }
            },
            Tampering(name: "body changed by one bit") { $0.body = flippingOneBit($0.body) },
            Tampering(name: "body one byte longer") { $0.body.append(0x0A) },
            Tampering(name: "signature of another document") { $0.replaceSignature(try other.signature()) },
            Tampering(name: "another key") {
                $0.publicKey = try PrivateKey.generate().publicKey.pemRepresentation
            },
            Tampering(name: "signature header doubled") { $0.double(signature) },
            Tampering(name: "signature header missing") { $0.remove(signature) },
            Tampering(name: "unknown parameter at the end") { $0.replace(signature) { $0 + ",alg=\"none\"" } },
        ]
    }

    private static func ofBodyProfile(_ key: PrivateKey) -> [Tampering] {
        [
            Tampering(name: "signed again", isAccepted: true) { try $0.sign(by: key, date: nil) },
            Tampering(name: "date header added") { $0.headers.append("\(date): \(otherDate)") },
            Tampering(name: "a dated document with its date in the body") {
                $0.body = Array("\(otherDate):".utf8) + $0.body
                try $0.sign(by: key, date: nil)
            },
        ]
    }

    private static func ofDatedProfile(_ key: PrivateKey) -> [Tampering] {
        [
            Tampering(name: "signed again", isAccepted: true) { try $0.sign(by: key, date: otherDate) },
            Tampering(name: "date changed") { $0.replace(date) { _ in "\(date): \(otherDate)" } },
            Tampering(name: "date header doubled") { $0.double(date) },
            Tampering(name: "date header missing") { $0.remove(date) },
        ]
    }

    private static let ofHeader = [
        Tampering(name: "unknown parameter in front") {
            $0.replace(signature) { $0.replacing(": keyId", with: ": alg=\"none\",keyId") }
        },
        Tampering(name: "repeated parameter") {
            $0.replace(signature) { $0.replacing(": keyId", with: ": keyId=\"a\",keyId") }
        },
        Tampering(name: "reordered parameters") {
            $0.setHeader("signature=\"\(Base64.encode(try $0.signature()))\",keyId=\"a\"")
        },
        Tampering(name: "two spaces after the comma") {
            $0.replace(signature) { $0.replacing("\",signature", with: "\",  signature") }
        },
        Tampering(name: "a space in the key id") {
            $0.replace(signature) { $0.replacing("keyId=\"", with: "keyId=\"a b") }
        },
        Tampering(name: "an empty key id") { $0.replaceSignature(try $0.signature(), keyID: "") },
        Tampering(name: "another header doubled", isBeyondShell: true) { $0.double("content-type") },
        Tampering(name: "a line that is no header", isBeyondShell: true) { $0.headers.append("") },
    ]

    /// Signatures by the key that are not in the one form.
    private static func ofDER(_ key: PrivateKey) -> [Tampering] {
        func form(_ name: String, of change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> Tampering {
            Tampering(name: name) {
                $0.sign(change(try $0.signature(by: key, date: otherDate)), by: key, date: otherDate)
            }
        }
        return [
            form("raw r||s") { rawForm($0) },
            form("a byte after the DER") { $0 + [0] },
            form("a byte within the DER after r and s") { [0x30, $0[1] + 1] + $0.dropFirst(2) + [0] },
            form("a length in long form") { [0x30, 0x81] + $0.dropFirst() },
            form("r with a zero byte too many") { [0x30, $0[1] + 1, 0x02, $0[3] + 1, 0] + $0.dropFirst(4) },
            form("r and s zero") { _ in [0x30, 0x06, 0x02, 0x01, 0x00, 0x02, 0x01, 0x00] },
            form("no signature in the base64") { _ in [] },
            Tampering(name: "base64 that is not canonical") {
                try $0.sign(by: key, date: otherDate, base64: withOtherPaddingBits)
            },
            Tampering(name: "base64 without its padding") {
                try $0.sign(by: key, date: otherDate) { $0.filter { $0 != "=" } }
            },
        ]
    }

    private static let (signature, date) = (SignatureHeader.name, SignatureHeader.dateName)
    private static let otherDate = "Mon, 03 Aug 2020 22:59:35 UTC"

    /// Malformed dates that the key signed as they stand.
    private static func ofDates(_ key: PrivateKey) -> [Tampering] {
        let ofForm = [
            "Mon, 03 Aug 2020 22:59:35 GMT", "Mon, 3 Aug 2020 22:59:35 UTC", "Mon,  3 Aug 2020 22:59:35 UTC",
            "mon, 03 aug 2020 22:59:35 utc", "2020-08-03T22:59:35Z", "Mon, 03 Aug 2020 22:59:35 UTC:",
        ]
        let ofCalendar = [
            "Tue, 03 Aug 2020 22:59:35 UTC", "Tue, 31 Feb 2020 22:59:35 UTC", "Mon, 03 Aug 2020 24:00:00 UTC",
            "Mon, 03 Aug 2020 22:59:60 UTC", "Abc, 03 Def 2020 22:59:35 UTC",
        ]
        return (ofForm + ofCalendar).map { date in
            Tampering(name: "signed with date \(date)", isBeyondShell: ofCalendar.contains(date)) {
                try $0.sign(by: key, date: date)
            }
        }
    }
}

/// Base64 that decodes to the same bytes with a lenient decoder; nil when it has no padding.
private func withOtherPaddingBits(_ text: String) -> String? {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let digits = text.prefix { $0 != "=" }
    // The unused bits of the last digit are zero, so the next one differs in them alone.
    guard digits.count < text.count, let last = digits.last, let index = alphabet.firstIndex(of: last) else {
        return nil
    }
    return digits.dropLast() + String(alphabet[index + 1]) + text.dropFirst(digits.count)
}

extension SignedFile {
    /// Signs the body and the date with a key; the headers are those of the signature and no others.
    ///
    /// - Parameter base64: changes the text of a signature that needs padding.
    fileprivate mutating func sign(
        by key: PrivateKey, date: String?, base64: (String) -> String? = { $0 }
    ) throws {
        var signature = try signature(by: key, date: date)
        while signature.count.isMultiple(of: 3) { signature = try self.signature(by: key, date: date) }
        sign(signature, by: key, date: date)
        let text = try #require(base64(Base64.encode(signature)))
        setHeader("keyId=\"test\",signature=\"\(text)\"")
    }

    /// Gives the file this signature, whatever it is.
    fileprivate mutating func sign(_ signature: [UInt8], by key: PrivateKey, date: String?) {
        publicKey = key.publicKey.pemRepresentation
        headers = ["\(SignatureHeader.name): "]
        replaceSignature(signature)
        if let date { headers.append("\(SignatureHeader.dateName): \(date)") }
    }

    fileprivate func signature(by key: PrivateKey, date: String?) throws -> [UInt8] {
        try key.sign((date.map { Array("\($0):".utf8) } ?? []) + body)
    }
}
