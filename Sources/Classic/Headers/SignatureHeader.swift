import ManifestVerifier

extension SignatureProfile {
    /// The bytes that come before the body in what is signed.
    ///
    /// - Parameter date: the signed date of profile `dated`; nil for `body`.
    package static func prefix(date: SignedDate?) -> [UInt8] {
        guard let date else { return [] }
        return Array(date.headerValue.utf8) + [UInt8(ascii: ":")]
    }
}

/// The value of the signature header: `keyId="<id>",signature="<base64 of the DER signature>"`.
public struct SignatureHeader: Equatable, Sendable {
    /// The header's name.
    public static let name = "x-amz-meta-signature"
    /// The name of the header that carries the signed date.
    public static let dateName = "x-amz-meta-signature-date"

    /// The id of the key that signed.
    public let keyID: KeyID
    /// The bytes inside the base64; the verifier checks whether they are a signature.
    public let signature: [UInt8]

    /// A header to write.
    public init(keyID: KeyID, signature: [UInt8]) {
        self.keyID = keyID
        self.signature = signature
    }

    /// The value as it is written: that order, no space.
    public var value: String {
        "keyId=\"\(keyID)\",signature=\"\(Base64.encode(signature))\""
    }

    /// The response headers of a signed document: this one, and with profile `dated` the date.
    package func fields(date: SignedDate?) -> [HeaderField] {
        let header = HeaderField(unchecked: Self.name, value: value)
        guard let date else { return [header] }
        return [header, HeaderField(unchecked: Self.dateName, value: date.headerValue)]
    }

    /// Reads a value strictly; only one space after the comma is tolerated.
    public init(_ value: String) throws(VerificationError.Malformed) {
        guard value.utf8.allSatisfy(\.isPrintableASCII) else { throw .notASCII }
        let parameters = try Self.parameters(of: Array(value.utf8)[...])
        let names = parameters.map(\.name)
        for (index, name) in names.enumerated() {
            guard name == "keyId" || name == "signature" else { throw .unknownParameter }
            guard !names[..<index].contains(name) else { throw .repeatedParameter }
        }
        for name in ["keyId", "signature"] where !names.contains(name) { throw .missingParameter }
        guard names == ["keyId", "signature"] else { throw .reorderedParameters }
        guard let keyID = KeyID(parameters[0].value) else { throw .invalidKeyID }
        guard !parameters[1].value.isEmpty, let signature = Base64.decode(parameters[1].value) else {
            throw .invalidBase64
        }
        self.init(keyID: keyID, signature: signature)
    }

    private static func parameters(of text: ArraySlice<UInt8>) throws(VerificationError.Malformed) -> [(
        name: String, value: String
    )] {
        var rest = text
        var parameters: [(name: String, value: String)] = []
        while true {
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else { throw .notNameAndQuotedValue }
            let name = rest[..<equals]
            rest = rest[(equals + 1)...]
            guard !name.isEmpty, name.allSatisfy(\.isASCIIAlphanumeric), rest.popFirst() == UInt8(ascii: "\""),
                let quote = rest.firstIndex(of: UInt8(ascii: "\""))
            else { throw .notNameAndQuotedValue }
            parameters.append((String(decoding: name, as: UTF8.self), String(decoding: rest[..<quote], as: UTF8.self)))
            rest = rest[(quote + 1)...]
            if rest.isEmpty { return parameters }
            guard rest.popFirst() == UInt8(ascii: ",") else { throw .notNameAndQuotedValue }
            if rest.first == 0x20 { rest.removeFirst() }
        }
    }
}
