import ManifestVerifier
import Testing

/// Bytes that are offered as a `.jws`, and what must be said of them.
struct WebSignatureVector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: [UInt8]
    let verdict: WebSignature.Failure

    init(_ name: String, _ file: [UInt8], _ verdict: WebSignature.Failure) {
        testDescription = name
        self.file = file
        self.verdict = verdict
    }

    /// A vector of three parts as they are in the file.
    init(
        _ name: String, header: String = Self.encoded(Self.header), body: String = Self.body,
        signature: String = Self.signature, _ verdict: WebSignature.Failure
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

    /// What `WebSignature` says of some bytes.
    static func outcome(of file: [UInt8]) -> WebSignature.Failure? {
        do throws(WebSignature.Failure) {
            _ = try WebSignature(file)
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

extension WebSignatureVector {
    static let parts = [
        WebSignatureVector("nothing", [], .notThreeParts),
        WebSignatureVector("one part", Array(encoded(header).utf8), .notThreeParts),
        WebSignatureVector("two parts", Array("\(encoded(header)).\(body)".utf8), .notThreeParts),
        WebSignatureVector("four parts", file + Array(".".utf8), .notThreeParts),
        WebSignatureVector("five parts, as JWE has", Array("a.b.c.d.e".utf8), .notThreeParts),
        WebSignatureVector("two documents", file + Array("\n".utf8) + file, .notThreeParts),
        WebSignatureVector(
            "JSON serialization",
            Array(#"{"payload":"\#(body)","protected":"\#(encoded(header))","signature":"\#(signature)"}"#.utf8),
            .notThreeParts),
        WebSignatureVector("HTML", Array("<!DOCTYPE html><title>502</title>".utf8), .notThreeParts),
        WebSignatureVector("two periods and nothing else", Array("..".utf8), .headerNotJSON("the text ends too early")),
        WebSignatureVector("detached content", body: "", .withoutBody),
        WebSignatureVector("unencoded content", body: #"{"value":1}"#, .notBase64URL(.body)),
        WebSignatureVector("unencoded content with a period", body: #"{"value":1.5}"#, .notThreeParts),
        WebSignatureVector("a header beyond the limit", header: String(repeating: "A", count: 2_049), .headerTooLong),
    ]

    static let encodings: [WebSignatureVector] = {
        let additions = [
            ("padding", "="), ("a space", " "), ("a line feed", "\n"), ("a line end", "\r\n"), ("a tab", "\t"),
            ("the other alphabet", "+"), ("its slash", "/"), ("a zero", "\0"), ("a percent sign", "%3D"),
            ("more than ASCII", "é"),
        ]
        let header = encoded(Self.header)
        var vectors: [WebSignatureVector] = []
        for (name, more) in additions {
            vectors += [
                WebSignatureVector("\(name) after the header", header: header + more, .notBase64URL(.header)),
                WebSignatureVector("\(name) before the header", header: more + header, .notBase64URL(.header)),
                WebSignatureVector("\(name) after the body", body: body + more, .notBase64URL(.body)),
                WebSignatureVector(
                    "\(name) before the signature", signature: more + signature, .notBase64URL(.signature)),
                WebSignatureVector("\(name) at the end", signature: signature + more, .notBase64URL(.signature)),
            ]
        }
        // Each of these parts has a length that leaves bits after its last byte.
        let longer = withBitsAfterTheEnd(encoded(Self.header + " "))
        vectors += [
            WebSignatureVector("bits after the header", header: longer, .notBase64URL(.header)),
            WebSignatureVector("bits after the body", body: withBitsAfterTheEnd(body), .notBase64URL(.body)),
            WebSignatureVector(
                "bits after the signature", signature: withBitsAfterTheEnd(signature), .notBase64URL(.signature)),
            WebSignatureVector("a character that ends no byte", body: body + "AAA", .notBase64URL(.body)),
            WebSignatureVector("padding of the right length", body: encoded("{}") + "=", .notBase64URL(.body)),
            WebSignatureVector("a signature encoded twice", signature: encoded(signature), .signature(.notRawForm)),
        ]
        return vectors
    }()
}
