import ManifestVerifier
import Testing

/// Bytes that are offered as a `.jws`, and what must be said of them.
struct JWSVector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: [UInt8]
    let verdict: VerificationError.Malformed

    init(_ name: String, _ file: [UInt8], _ verdict: VerificationError.Malformed) {
        testDescription = name
        self.file = file
        self.verdict = verdict
    }

    /// A vector of three parts as they are in the file.
    init(
        _ name: String, header: String = Self.encoded(Self.header), body: String = Self.body,
        signature: String = Self.signature, _ verdict: VerificationError.Malformed
    ) {
        self.init(name, Array("\(header).\(body).\(signature)".utf8), verdict)
    }

    // MARK: The file without a defect

    /// The members of the header, in their order.
    static let members = [
        #""alg":"ES256""#, #""kid":"publisher""#, #""typ":"signet+jws""#, #""environment":"production""#,
        #""path":"distribution/availability-ios""#, #""iat":1596495575"#,
    ]
    static let names = ["alg", "kid", "typ", "environment", "path", "iat"]
    static let header = "{\(members.joined(separator: ","))}"
    /// Of a length that leaves bits after the last byte.
    static let body = encoded("{\"value\":1}\n ")
    static let signature = encoded(rawSignature)
    static let file = Array("\(encoded(header)).\(body).\(signature)".utf8)

    /// r and s of a real signature; in DER each has a zero before it.
    static let rawSignature = Array(KnownKey.sampleSignature[5..<37] + KnownKey.sampleSignature.suffix(32))

    static func encoded(_ text: String) -> String { encoded(Array(text.utf8)) }
    static func encoded(_ bytes: [UInt8]) -> String { String(decoding: Base64URL.encode(bytes), as: UTF8.self) }

    /// What `JWS` says of some bytes.
    static func outcome(of file: [UInt8]) -> VerificationError.Malformed? {
        do throws(VerificationError.Malformed) {
            _ = try JWS(file)
            return nil
        } catch {
            return error
        }
    }

    /// The same text with one bit set that decoding does not see.
    static func withBitsAfterTheEnd(_ text: String) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        guard let last = text.last, let index = alphabet.firstIndex(of: last) else { return text }
        return text.dropLast() + String(alphabet[index | 1])
    }

    static let all = parts + encodings + json + algorithms + memberLists + values + spellings + signatures
}

extension JWSVector {
    static let parts = [
        JWSVector("nothing", [], .jwsParts),
        JWSVector("one part", Array(encoded(header).utf8), .jwsParts),
        JWSVector("two parts", Array("\(encoded(header)).\(body)".utf8), .jwsParts),
        JWSVector("four parts", file + Array(".".utf8), .jwsParts),
        JWSVector("five parts, as JWE has", Array("a.b.c.d.e".utf8), .jwsParts),
        JWSVector("two documents", file + Array("\n".utf8) + file, .jwsParts),
        JWSVector(
            "JSON serialization",
            Array(#"{"payload":"\#(body)","protected":"\#(encoded(header))","signature":"\#(signature)"}"#.utf8),
            .jwsParts),
        JWSVector("HTML", Array("<!DOCTYPE html><title>502</title>".utf8), .jwsParts),
        JWSVector("two periods and nothing else", Array("..".utf8), .jwsWithoutBody),
        JWSVector("detached content", body: "", .jwsWithoutBody),
        JWSVector("unencoded content", body: #"{"value":1}"#, .jwsBodyEncoding),
        JWSVector("unencoded content with a period", body: #"{"value":1.5}"#, .jwsParts),
        JWSVector("a header beyond the limit", header: String(repeating: "A", count: 2_052), .jwsHeader),
    ]

    static let encodings: [JWSVector] = {
        let additions = [
            ("padding", "="), ("a space", " "), ("a line feed", "\n"), ("a line end", "\r\n"), ("a tab", "\t"),
            ("the other alphabet", "+"), ("its slash", "/"), ("a zero", "\0"), ("a percent sign", "%3D"),
            ("more than ASCII", "é"),
        ]
        let header = encoded(Self.header)
        var vectors: [JWSVector] = []
        for (name, more) in additions {
            vectors += [
                JWSVector("\(name) after the header", header: header + more, .jwsHeaderEncoding),
                JWSVector("\(name) before the header", header: more + header, .jwsHeaderEncoding),
                JWSVector("\(name) after the body", body: body + more, .jwsBodyEncoding),
                JWSVector(
                    "\(name) before the signature", signature: more + signature, .jwsSignatureEncoding),
                JWSVector("\(name) at the end", signature: signature + more, .jwsSignatureEncoding),
            ]
        }
        // Each of these parts has a length that leaves bits after its last byte.
        let longer = withBitsAfterTheEnd(encoded(Self.header + " "))
        vectors += [
            JWSVector("bits after the header", header: longer, .jwsHeaderEncoding),
            JWSVector("bits after the body", body: withBitsAfterTheEnd(body), .jwsBodyEncoding),
            JWSVector(
                "bits after the signature", signature: withBitsAfterTheEnd(signature), .jwsSignatureEncoding),
            JWSVector("a character that ends no byte", body: body + "AAA", .jwsBodyEncoding),
            JWSVector("padding of the right length", body: encoded("{}") + "=", .jwsBodyEncoding),
            JWSVector("a signature encoded twice", signature: encoded(signature), .notRawForm),
        ]
        return vectors
    }()
}
