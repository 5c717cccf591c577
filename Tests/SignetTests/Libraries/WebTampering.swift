import ManifestVerifier
import SigningKeys
import TestSupport

/// One thing that is done to a `.jws` before somebody else's library looks at it.
struct WebTampering: Sendable {
    /// What a library shall make of it.
    enum Kind: Sendable {
        /// What the key signed: accepted.
        case genuine
        /// Not what the key signed: refused by every library.
        case forged
        /// The key signed it, for another use: libraries accept it, and readers that look at the header refuse it.
        case ofAnotherUse
        /// What the key signed, spelled in another way or with a member that must be understood: some libraries accept it, as
        /// `JWSLibrary.lenience` says. Nothing is gained by it, since what they read is what the key signed.
        case tolerable
    }

    let name: String
    let kind: Kind
    let file: [UInt8]

    /// The body of what has three parts.
    var body: [UInt8] {
        let parts = file.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 3 ? Base64URL.decode(parts[1]) ?? [] : []
    }

    /// Whether only the date is wrong.
    var isAboutDate: Bool { name.hasPrefix("signed a second") || name.hasPrefix("signed two days") }

    private init(_ name: String, _ kind: Kind, _ text: String) {
        (self.name, self.kind, file) = (name, kind, Array(text.utf8))
    }

    /// Everything that a library is shown of one file.
    ///
    /// - Parameters:
    ///   - other: another document of the same key.
    ///   - nextKey: the id of another key that is known.
    static func all(of file: SignedWebFile, other: SignedWebFile, nextKey: KeyID) throws -> [WebTampering] {
        let thief = try PrivateKey.generate()
        return [WebTampering("as it was signed", .genuine, file.text)] + ofBody(file, other) + ofHeader(file, nextKey)
            + ofAlgorithm(file) + (try ofSignature(file, other)) + (try ofKey(file, thief)) + ofParts(file)
            + (try ofUse(file, other)) + (try ofSpelling(file))
    }

    private static func ofBody(_ file: SignedWebFile, _ other: SignedWebFile) -> [WebTampering] {
        [
            WebTampering("one bit of the body", .forged, file.replacing(1, by: base64URL(flippingOneBit(file.body)))),
            WebTampering("a body one byte longer", .forged, file.replacing(1, by: base64URL(file.body + [0x0A]))),
            WebTampering("no body", .forged, file.replacing(1, by: "")),
            WebTampering("the body of another document", .forged, file.replacing(1, by: base64URL(other.body))),
            WebTampering("the header of another document", .forged, file.replacing(0, by: other.parts[0])),
        ]
    }

    private static func ofHeader(_ file: SignedWebFile, _ nextKey: KeyID) -> [WebTampering] {
        func header(_ name: String, _ old: String, _ new: String) -> WebTampering {
            WebTampering("header with \(name)", .forged, file.changingHeader(old, to: new))
        }
        let date = String(file.header.date.secondsSince1970)
        return [
            header("another path", "\"path\":\"", "\"path\":\"x"),
            header("another environment", "\"environment\":\"", "\"environment\":\"x"),
            header("a later date", date, String(file.header.date.secondsSince1970 + 60)),
            header("another known key", file.header.keyID.rawValue, nextKey.rawValue),
            header("an unknown key", "\"kid\":\"", "\"kid\":\"x"),
            header("another type", "signet+jws", "JWT"),
            header("one more member", "{", "{\"a\":1,"),
            header("an unknown critical member", "{", "{\"crit\":[\"a\"],\"a\":1,"),
            header("members in another order", "\"alg\":\"ES256\",\"kid\"", "\"kid\""),
            header("its path twice", "\"path\"", "\"path\":\"x\",\"path\""),
            header("white space", ",", ", "),
            header("no JSON", "{", "["),
        ]
    }

    private static func ofAlgorithm(_ file: SignedWebFile) -> [WebTampering] {
        let none = base64URL(Array(file.headerText.replacing("ES256", with: "none").utf8))
        let publicKey = file.key.publicKey
        let secrets: [(String, [UInt8])] = [
            ("PEM of the public key", Array(publicKey.pemRepresentation.utf8)),
            ("DER of the public key", publicKey.derRepresentation),
            ("point of the public key", publicKey.derRepresentation.suffix(65)),
            ("x of the public key", publicKey.derRepresentation.suffix(64).dropLast(32)),
            ("empty secret", []),
        ].map { ($0, Array($1)) }
        return [
            WebTampering("alg none without signature", .forged, "\(none).\(file.parts[1])."),
            WebTampering("alg none with the signature", .forged, "\(none).\(file.parts[1]).\(file.parts[2])"),
            WebTampering("alg ES384 with the signature", .forged, file.changingHeader("ES256", to: "ES384")),
        ]
            + secrets.map { name, secret in
                WebTampering(
                    "HS256 with the \(name)", .forged,
                    SignedWebFile.signing(file.headerText.replacing("ES256", with: "HS256"), file.body) {
                        hmac($0, secret: secret)
                    })
            }
    }

    private static func ofSignature(_ file: SignedWebFile, _ other: SignedWebFile) throws -> [WebTampering] {
        let raw = file.signature.rawRepresentation
        let twin = SignatureParts(der: file.signature.derRepresentation).twin.der
        let order = Array(SignatureParts.order.dropFirst())
        return [
            // ECDSA has two signatures for each, of which everybody can compute one from the other.
            WebTampering(
                "r and n - s", .genuine, file.signed(try ECDSASignature(derRepresentation: twin).rawRepresentation)),
            WebTampering("DER in place of r and s", .forged, file.signed(file.signature.derRepresentation)),
            WebTampering("one bit of the signature", .forged, file.signed(flippingOneBit(raw))),
            WebTampering("a signature one byte shorter", .forged, file.signed(raw.dropLast())),
            WebTampering("a signature one byte longer", .forged, file.signed(raw + [0])),
            WebTampering("half a signature", .forged, file.signed(Array(raw.prefix(32)))),
            WebTampering("no signature", .forged, file.signed([])),
            WebTampering("s and r", .forged, file.signed(raw.suffix(32) + raw.prefix(32))),
            WebTampering("r and s of zero", .forged, file.signed([UInt8](repeating: 0, count: 64))),
            WebTampering("r and s of n", .forged, file.signed(order + order)),
            WebTampering(
                "the signature of another document", .forged, file.signed(other.signature.rawRepresentation)),
        ]
    }

    private static func ofKey(_ file: SignedWebFile, _ thief: PrivateKey) throws -> [WebTampering] {
        let point = Array(thief.publicKey.derRepresentation.suffix(64))
        let jwk =
            #"{"kty":"EC","crv":"P-256","x":"\#(base64URL(Array(point.prefix(32))))","#
            + #""y":"\#(base64URL(Array(point.suffix(32))))"}"#
        let id = file.header.keyID.rawValue
        return try [
            ("under the same id", file.headerText),
            ("that the header brings along", file.headerText.replacing("{", with: "{\"jwk\":\(jwk),")),
            ("of another id", file.headerText.replacing(id, with: thief.publicKey.fingerprint.hexadecimal)),
        ].map { name, header in
            WebTampering(
                "a thief's key \(name)", .forged, try SignedWebFile.signing(header, file.body, by: thief.signRaw))
        }
    }

    private static func ofParts(_ file: SignedWebFile) -> [WebTampering] {
        let (header, body, signature) = (file.parts[0], file.parts[1], file.parts[2])
        return [
            ("body before header", "\(body).\(header).\(signature)"),
            ("signature before body", "\(header).\(signature).\(body)"),
            ("two parts", "\(header).\(body)"), ("two periods", ".."),
            ("nothing", ""), ("the last ten characters cut off", String(file.text.dropLast(10))),
            ("two files in one", file.text + file.text),
        ].map { WebTampering($0, .forged, $1) }
    }

    /// What the key signs for another place, date or use.
    private static func ofUse(_ file: SignedWebFile, _ other: SignedWebFile) throws -> [WebTampering] {
        func signed(_ name: String, _ old: String, _ new: String) throws -> WebTampering {
            let header = file.headerText.replacing(old, with: new)
            return WebTampering(name, .ofAnotherUse, try SignedWebFile.signing(header, file.body, by: file.key.signRaw))
        }
        let date = file.header.date.secondsSince1970
        return [
            WebTampering("the file of another path", .ofAnotherUse, other.text),
            try signed("signed for another environment", "\"environment\":\"", "\"environment\":\"x"),
            try signed("signed a second before the newest", String(date), String(date - 1)),
            try signed("signed two days ahead of the clock", String(date), String(date + 2 * 86400)),
            try signed("signed as a token", "signet+jws", "JWT"),
            try signed("signed with one more member", "{", "{\"a\":1,"),
        ]
    }

    private static func ofSpelling(_ file: SignedWebFile) throws -> [WebTampering] {
        let (header, body, signature) = (file.parts[0], file.parts[1], file.parts[2])
        // One that needs a character of the URL-safe alphabet.
        var special = signature
        while !special.contains("-"), !special.contains("_") {
            special = base64URL(try file.key.signRaw(Array("\(header).\(body)".utf8)))
        }
        let json = #""payload":"\#(body)","#
        let flat = #""protected":"\#(header)","signature":"\#(signature)""#
        let critical = file.headerText.replacing("{", with: "{\"crit\":[\"a\"],\"a\":1,")
        return [
            ("padding after the signature", file.text + "=="), ("a line feed at the end", file.text + "\n"),
            ("a space at the start", " " + file.text),
            ("a line feed in the signature", file.replacing(2, by: halved(signature))),
            ("other bits after the signature", file.replacing(2, by: otherPaddingBits(signature))),
            ("a letter more after the signature", file.text + "A"), ("a fourth part", "\(file.text).\(signature)"),
            (
                "the standard alphabet",
                file.replacing(2, by: special.replacing("-", with: "+").replacing("_", with: "/"))
            ),
            ("flattened JSON", "{\(json)\(flat)}"), ("general JSON", "{\(json)\"signatures\":[{\(flat)}]}"),
            (
                "signed with an unknown critical member",
                try SignedWebFile.signing(critical, file.body, by: file.key.signRaw)
            ),
        ].map { WebTampering($0, .tolerable, $1) }
    }
}

/// A line feed in the middle.
private func halved(_ text: String) -> String {
    "\(text.prefix(text.count / 2))\n\(text.dropFirst(text.count / 2))"
}

/// The same bytes to a lenient decoder: the last four bits of 86 characters for 64 bytes mean nothing.
private func otherPaddingBits(_ text: String) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    guard let last = text.last, let index = alphabet.firstIndex(of: last) else { return text }
    return text.dropLast() + String(alphabet[index + 1])
}
