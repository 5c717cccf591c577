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
public struct WebSignature: Sendable {
    /// What the protected header says: which key signed, for which place, and when.
    package struct Header: Equatable, Sendable {
        /// The key that is said to have signed.
        package let keyID: KeyID
        /// The environment of the document.
        package let environment: EnvironmentName
        /// The path of the body, without `.jws`.
        package let path: DocumentPath
        /// The signed date.
        package let date: SignedDate

        package init(keyID: KeyID, environment: EnvironmentName, path: DocumentPath, date: SignedDate) {
            self.keyID = keyID
            self.environment = environment
            self.path = path
            self.date = date
        }

        /// The one form. No value has a character that JSON would escape.
        package var bytes: [UInt8] {
            Array(
                (#"{"alg":"\#(WebSignature.algorithm)","kid":"\#(keyID)","typ":"\#(WebSignature.type)","environment":"#
                    + #""\#(environment)","path":"\#(path)","iat":\#(date.secondsSince1970)}"#).utf8)
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

    private static let algorithm = "ES256"
    private static let type = "signet+jws"
    private static let members = ["alg", "kid", "typ", "environment", "path", "iat"]

    /// The most bytes that a file with a body of so many bytes has.
    package static func byteLimit(ofBody byteCount: Int) -> Int {
        // Two periods, and 64 bytes in 86 characters.
        (Limits.webSignatureHeaderBytes + byteCount + 2) / 3 * 4 + 2 + 86
    }

    // MARK: Writing

    /// What a signature covers.
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
    package init(_ file: [UInt8]) throws(Failure) {
        let parts = file.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .notThreeParts }
        guard parts[0].count <= Limits.webSignatureHeaderBytes / 3 * 4 else { throw .headerTooLong }
        guard let headerBytes = Base64URL.decode(parts[0]) else { throw .notBase64URL(.header) }
        header = try Self.header(headerBytes)
        guard let body = Base64URL.decode(parts[1]) else { throw .notBase64URL(.body) }
        guard !body.isEmpty else { throw .withoutBody }
        guard let raw = Base64URL.decode(parts[2]) else { throw .notBase64URL(.signature) }
        self.body = body
        signature = try translating(ECDSASignature(rawRepresentation: raw), to: Failure.signature)
        digest = SHA256.hash(Array(file[..<parts[1].endIndex]))
    }

    private static func header(_ bytes: [UInt8]) throws(Failure) -> Header {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONParser.parse(bytes)
        } catch {
            if case .duplicateMember(let name) = error.reason { throw .repeatedMember(name) }
            throw .headerNotJSON(error.message)
        }
        guard case .object(let members) = value.content else { throw .headerNotJSON("it is not an object") }
        let names = members.map(\.name)
        for name in names where !Self.members.contains(where: { $0.hasSameBytes(as: name) }) {
            throw .unknownMember(name)
        }
        for name in Self.members where !names.contains(name) { throw .missingMember(name) }
        guard names == Self.members else { throw .reorderedMembers }
        func text(_ index: Int) throws(Failure) -> String {
            guard case .string(let text) = members[index].value.content else {
                throw .invalidMember(Self.members[index])
            }
            return text
        }
        guard try text(0).hasSameBytes(as: algorithm) else { throw .algorithm(try text(0)) }
        guard try text(2).hasSameBytes(as: type) else { throw .type(try text(2)) }
        guard let keyID = KeyID(try text(1)) else { throw .invalidMember("kid") }
        guard let environment = EnvironmentName(try text(3)) else { throw .invalidMember("environment") }
        let spelledPath = try text(4)
        guard let path = Self.path(spelledPath) else { throw .invalidMember("path") }
        guard case .number(let number) = members[5].value.content, let seconds = Int64(number),
            let date = SignedDate(secondsSince1970: seconds)
        else { throw .invalidMember("iat") }
        let header = Header(keyID: keyID, environment: environment, path: path, date: date)
        guard header.bytes == bytes else { throw .otherForm }
        return header
    }

    private static func path(_ text: String) -> DocumentPath? {
        text.hasSameBytes(as: DocumentPath.publication.rawValue) ? .publication : try? DocumentPath(text)
    }
}

extension WebSignature {
    /// Which rule a file breaks.
    public enum Failure: Error, Equatable, Sendable {
        /// One of the three parts.
        public enum Part: String, Sendable {
            /// The protected header.
            case header
            /// The payload.
            case body
            /// The signature.
            case signature
        }

        /// Anything but three parts with a period between them.
        case notThreeParts
        /// A part with padding, white space, other characters, or bits after the last byte.
        case notBase64URL(Part)
        /// The header is longer than any that Signet writes.
        case headerTooLong
        /// The header is not strict JSON, or not an object, for this reason.
        case headerNotJSON(String)
        /// The same member twice.
        case repeatedMember(String)
        /// A member that the form does not have, `crit` and `b64` among them.
        case unknownMember(String)
        /// A member is missing.
        case missingMember(String)
        /// The members are in another order.
        case reorderedMembers
        /// Another algorithm than ES256.
        case algorithm(String)
        /// Another type than `signet+jws`: it was signed for another use.
        case type(String)
        /// A member whose value is of another type, or not of its form.
        case invalidMember(String)
        /// The same values in another spelling: white space, escapes.
        case otherForm
        /// The part for the body is empty (detached content).
        case withoutBody
        /// The signature breaks this rule.
        case signature(ECDSASignature.Failure)
    }
}

extension WebSignature.Failure {
    /// Whether a file of Signet that was cut short breaks this rule; the whole one may come with another attempt.
    package var mayBeTruncation: Bool {
        switch self {
        case .notThreeParts, .notBase64URL(.signature), .signature(.empty), .signature(.notRawForm): true
        default: false
        }
    }

    /// The rule as a phrase.
    package var message: String {
        switch self {
        case .notThreeParts: "it is not three parts joined by periods"
        case .notBase64URL(let part): "its \(part.rawValue) is not base64url without padding in canonical form"
        case .headerTooLong: "its header is longer than \(Limits.webSignatureHeaderBytes) bytes"
        case .headerNotJSON(let reason): "its header is not strict JSON: \(reason)"
        case .repeatedMember(let name): "its header has \"\(name)\" twice"
        case .unknownMember(let name): "its header has \"\(name)\", which is unknown"
        case .missingMember(let name): "its header has no \"\(name)\""
        case .reorderedMembers: "the members of its header are in another order"
        case .algorithm(let name): "its algorithm is \"\(name)\", not ES256"
        case .type(let name): "its type is \"\(name)\", not signet+jws"
        case .invalidMember(let name): "\"\(name)\" in its header is not of its form"
        case .otherForm: "its header is spelled in another way"
        case .withoutBody: "it has no body"
        case .signature(let failure): "its signature is malformed: \(failure.message)"
        }
    }
}
