/// A body that carries its own signature: a JSON Web Signature in compact form (RFC 7515 §7.1) with ES256 (RFC 7518
/// §3.4), the content of a `.jws` file.
///
///     base64url(header) . base64url(body) . base64url(r‖s)
///
/// The protected header has one form, to the byte, without white space:
///
///     {"alg":"ES256","kid":"…","typ":"signet+jws","environment":"…","path":"…","iat":1795302327}
///
/// The file does not end with a line feed. The signature covers the file up to its second period.
public struct JWS: Sendable {
    /// What the protected header says: which key signed, for which place, and when.
    package struct Header: Equatable, Sendable {
        /// The key that is said to have signed.
        package let keyID: KeyID
        package let environment: EnvironmentName
        /// The path of the body, without `.jws`.
        package let path: DocumentPath
        package let date: SignedDate

        package init(keyID: KeyID, environment: EnvironmentName, path: DocumentPath, date: SignedDate) {
            self.keyID = keyID
            self.environment = environment
            self.path = path
            self.date = date
        }

        /// What is around the four values.
        fileprivate static let form = [
            #"{"alg":"ES256","kid":""#, #"","typ":"signet+jws","environment":""#, #"","path":""#, #"","iat":"#, "}",
        ].map { Array($0.utf8) }

        /// The one form. No value has a character that JSON would escape.
        package var bytes: [UInt8] {
            let values = [keyID.rawValue, environment.rawValue, path.rawValue, "\(date.secondsSince1970)"]
            return zip(Self.form, values).flatMap { $0 + Array($1.utf8) } + Self.form[4]
        }
    }

    /// What the header says; none of it is verified yet.
    package let header: Header
    /// The bytes between the periods, decoded.
    package let body: [UInt8]
    /// The signature, well-formed.
    package let signature: ECDSASignature
    /// Over the file up to its second period.
    package let digest: SHA256Digest

    /// The most bytes that a file with a body of so many bytes has.
    package static func byteLimit(ofBody byteCount: Int) -> Int {
        // Two periods, and 64 bytes in 86 characters.
        (Limits.jwsHeaderBytes + byteCount + 2) / 3 * 4 + 2 + 86
    }

    // MARK: Writing

    package static func signingInput(_ header: Header, _ body: [UInt8]) -> [UInt8] {
        Base64URL.encode(header.bytes) + [UInt8(ascii: ".")] + Base64URL.encode(body)
    }

    /// The file.
    ///
    /// - Parameter signature: over `signingInput`.
    package static func file(_ signingInput: [UInt8], _ signature: ECDSASignature) -> [UInt8] {
        signingInput + [UInt8(ascii: ".")] + Base64URL.encode(signature.rawRepresentation)
    }

    // MARK: Reading

    /// Reads a file strictly; nothing of the body is looked at.
    package init(_ file: [UInt8]) throws(VerificationError.Malformed) {
        let parts = file.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .jwsParts }
        guard let headerBytes = Base64URL.decode(parts[0]) else { throw .jwsHeaderEncoding }
        guard let body = Base64URL.decode(parts[1]) else { throw .jwsBodyEncoding }
        guard let raw = Base64URL.decode(parts[2]) else { throw .jwsSignatureEncoding }
        guard !body.isEmpty else { throw .jwsWithoutBody }
        self.body = body
        header = try Header(headerBytes)
        // What was cut out there says the same only in this one spelling.
        guard Base64URL.encode(header.bytes).elementsEqual(parts[0]) else { throw .jwsHeader }
        signature = try ECDSASignature(rawRepresentation: raw)
        digest = SHA256.hash(Array(file[..<parts[1].endIndex]))
    }
}

extension JWS.Header {
    /// Cuts the values out of the one form, in which only they may differ.
    fileprivate init(_ bytes: [UInt8]) throws(VerificationError.Malformed) {
        var rest = bytes[...]
        var values: [ArraySlice<UInt8>] = []
        for start in Self.form.dropLast() {
            guard rest.starts(with: start) else { throw .jwsHeader }
            rest = rest.dropFirst(start.count)
            let isNumber = values.count == 3
            let value = rest.prefix { isNumber ? $0.isASCIIDigit : $0 != UInt8(ascii: "\"") }
            values.append(value)
            rest = rest[value.endIndex...]
        }
        guard rest.elementsEqual(Self.form[4]) else { throw .jwsHeader }
        let texts = values.map { String(decoding: $0, as: UTF8.self) }
        guard let keyID = KeyID(texts[0]) else { throw .jwsKeyID }
        guard let environment = EnvironmentName(texts[1]) else { throw .jwsEnvironment }
        guard let path = Self.path(texts[2]) else { throw .jwsPath }
        guard let seconds = Int64(texts[3]), let date = SignedDate(secondsSince1970: seconds) else { throw .jwsDate }
        self.init(keyID: keyID, environment: environment, path: path, date: date)
    }

    private static func path(_ text: String) -> DocumentPath? {
        text.hasSameBytes(as: DocumentPath.publication.rawValue) ? .publication : try? DocumentPath(text)
    }
}
