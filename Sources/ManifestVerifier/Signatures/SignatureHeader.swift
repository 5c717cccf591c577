/// The value of the signature header: `keyId="<id>",signature="<base64 of the DER signature>"`.
public struct SignatureHeader: Equatable, Sendable {
    /// The header's name.
    public static let name = "x-amz-meta-signature"
    /// The name of the header that carries the signed date.
    public static let dateName = "x-amz-meta-signature-date"

    /// The id of the key that signed.
    public let keyID: KeyID
    /// The bytes inside the base64; whether they are a signature is for the verifier to say.
    public let signature: [UInt8]

    /// A header to be written.
    public init(keyID: KeyID, signature: [UInt8]) {
        self.keyID = keyID
        self.signature = signature
    }

    /// The value as it is written: that order, no space.
    public var value: String {
        "keyId=\"\(keyID)\",signature=\"\(Base64.encode(signature))\""
    }

    /// Which rule a value breaks.
    public enum Failure: Error, Equatable, Sendable {
        /// Longer than all signature metadata may be.
        case tooLong
        /// Not printable ASCII.
        case notASCII
        /// Something else than `name="value"` pairs joined by a comma and at most one space.
        case notNameAndQuotedValue
        /// A parameter that the contract does not know.
        case unknownParameter(String)
        /// The same parameter twice.
        case repeatedParameter(String)
        /// A parameter that must be there is not.
        case missingParameter(String)
        /// `signature` before `keyId`.
        case reorderedParameters
        /// The key id is empty, too long or holds other characters than `A-Z a-z 0-9 . _ : / -`.
        case invalidKeyID
        /// The signature is not standard padded base64 in its canonical form.
        case invalidBase64
    }

    /// Reads a value strictly; one space after the comma is all that is tolerated.
    public init(_ value: String) throws(Failure) {
        guard value.utf8.count <= Limits.signatureMetadataBytes else { throw .tooLong }
        guard value.utf8.allSatisfy(\.isPrintableASCII) else { throw .notASCII }
        let parameters = try Self.parameters(of: Array(value.utf8)[...])
        let names = parameters.map(\.name)
        for (index, name) in names.enumerated() {
            guard name == "keyId" || name == "signature" else { throw .unknownParameter(name) }
            guard !names[..<index].contains(name) else { throw .repeatedParameter(name) }
        }
        for name in ["keyId", "signature"] where !names.contains(name) { throw .missingParameter(name) }
        guard names == ["keyId", "signature"] else { throw .reorderedParameters }
        guard let keyID = KeyID(parameters[0].value) else { throw .invalidKeyID }
        guard !parameters[1].value.isEmpty, let signature = Base64.decode(parameters[1].value) else {
            throw .invalidBase64
        }
        self.init(keyID: keyID, signature: signature)
    }

    private static func parameters(of text: ArraySlice<UInt8>) throws(Failure) -> [(name: String, value: String)] {
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

extension SignatureHeader.Failure {
    /// The rule as a phrase.
    package var message: String {
        switch self {
        case .tooLong: "it is longer than \(Limits.signatureMetadataBytes) bytes"
        case .notASCII: "it holds something else than printable ASCII"
        case .notNameAndQuotedValue: "it is not keyId=\"…\",signature=\"…\""
        case .unknownParameter(let name): "parameter \"\(name)\" is unknown"
        case .repeatedParameter(let name): "parameter \"\(name)\" is repeated"
        case .missingParameter(let name): "parameter \"\(name)\" is missing"
        case .reorderedParameters: "keyId must come before signature"
        case .invalidKeyID: "the key id is not 1 to \(Limits.keyIDBytes) of A-Z a-z 0-9 . _ : / -"
        case .invalidBase64: "the signature is not standard padded base64 in canonical form"
        }
    }
}
