import Classic
import Foundation
import ManifestVerifier
import SigningKeys
import Testing
import TestPublisher
import TestSupport

/// What a signer of ours signs for a body: the bytes under the signature, and what they are meant as.
private struct SignedBytes {
    let bytes: [UInt8]
    let meaning: Meaning
}

/// An envelope with the content that is read from it.
private enum Meaning: Hashable {
    case body([UInt8])
    case dated([UInt8], SignedDate)
    case jws([UInt8], SignedDate)
}

private struct Signers {
    let publisher: Publisher
    let header: JWS.Header
    let date: SignedDate

    init() throws {
        publisher = try Publisher()
        date = try #require(SignedDate(headerValue: Publisher.date))
        header = JWS.Header(
            keyID: publisher.id, environment: try #require(EnvironmentName("production")),
            path: try DocumentPath("a"), date: date)
    }

    /// Everything that is signed for a body in all envelopes; nothing when no signer takes it.
    func signed(_ body: [UInt8], as format: DocumentFormat?) -> [SignedBytes] {
        guard (try? SignableBody(body, as: format, .headers(date: date))) != nil else { return [] }
        var signed = [
            SignedBytes(bytes: body, meaning: .body(body)),
            SignedBytes(bytes: SignatureProfile.prefix(date: date) + body, meaning: .dated(body, date)),
        ]
        if JWS.exclusion(of: body, as: format) == nil {
            signed.append(
                SignedBytes(bytes: JWS.signingInput(header, body), meaning: .jws(body, header.date)))
        }
        return signed
    }

    /// What clients of every format and both envelopes take the bytes for, with a signature over just these bytes.
    func meanings(of bytes: [UInt8]) throws -> Set<Meaning> {
        let signature = try publisher.key.sign(SHA256.hash(bytes))
        let fields = SignatureHeader(keyID: publisher.id, signature: signature.derRepresentation)
        var meanings: Set<Meaning> = []
        for format in DocumentFormat.allCases {
            func client(_ profile: SignatureProfile) throws -> Verifier {
                try Verifier.knowing([publisher.trusted()], profile, format: format)
            }
            let body = Download(body: bytes, headers: fields.fields(date: nil))
            if let manifest = try? client(.body).verify(body) { meanings.insert(.body(manifest.body)) }
            if bytes.count > SignedDate.byteCount, bytes[SignedDate.byteCount] == UInt8(ascii: ":"),
                let date = SignedDate(
                    headerValue: String(decoding: bytes[..<SignedDate.byteCount], as: UTF8.self))
            {
                let rest = Array(bytes[(SignedDate.byteCount + 1)...])
                let dated = Download(body: rest, headers: fields.fields(date: date))
                if let manifest = try? client(.dated).verify(dated) { meanings.insert(.dated(manifest.body, date)) }
            }
            let jws = JWS.file(bytes, signature)
            if let manifest = try? client(.dated).verify(
                jws: jws, path: header.path, stored: nil, now: Publisher.now), let date = manifest.date
            {
                meanings.insert(.jws(manifest.body, date))
            }
        }
        return meanings
    }

    /// Bodies of every kind, and bodies that are made of what signatures cover.
    func body(using random: inout SeededGenerator, depth: Int = 0) -> [UInt8] {
        func inner() -> [UInt8] { depth < 3 ? body(using: &random, depth: depth + 1) : Array("{}".utf8) }
        switch Int.random(in: 0..<9, using: &random) {
        case 0: return DocumentFormat.allCases.randomElement(using: &random).flatMap(Bodies.of) ?? []
        case 1: return SignatureProfile.prefix(date: date) + inner()
        case 2: return JWS.signingInput(header, inner())
        case 3: return Base64URL.encode(header.bytes) + Array(".".utf8) + inner()
        case 4: return header.bytes + inner()
        case 5: return Base64URL.encode(inner())
        case 6:
            // Damage, by which one reader may see what another does not.
            var body = inner()
            guard let index = body.indices.randomElement(using: &random) else { return body }
            body[index] = Array(" .:{}\"=\n\0eM,".utf8).randomElement(using: &random) ?? 0x20
            return body
        case 7: return inner() + inner()
        default:
            let pieces = [
                "", "{}", "{\"a\":1}", "DSSEv1 ", "text", ".", " ", "{\"_type\":\"a\"}", "eyJhbGciOiJub25lIn0",
            ]
            return Array((pieces.randomElement(using: &random) ?? "").utf8)
        }
    }
}

@Test(arguments: 0..<UInt64(Fuzz.rounds(20)))
func `no bytes that a signer takes verify in two envelopes or with two meanings`(seed: UInt64) throws {
    let signers = try Signers()
    var random = SeededGenerator(seed: 41 + seed)
    var counts: (read: Int, signed: Int) = (0, 0)
    for _ in 0..<40 {
        let body = signers.body(using: &random)
        for format in [nil] + DocumentFormat.allCases {
            let signed = signers.signed(body, as: format)
            guard !signed.isEmpty else { continue }
            for signed in signed {
                counts.signed += 1
                let meanings = try signers.meanings(of: signed.bytes)
                counts.read += meanings.count
                #expect(
                    meanings.subtracting([signed.meaning]).isEmpty, "\(String(decoding: signed.bytes, as: UTF8.self))")
            }
            // Other formats sign the same bytes.
            break
        }
    }
    #expect(counts.signed > 30 && counts.read > 10)
}

/// The rule of the signers is what keeps the envelopes apart: without it the readers would disagree.
@Test func `what no signer takes could have two meanings`() throws {
    let signers = try Signers()
    let body = Array("{\"value\":1}".utf8)
    for wrapped in [
        SignatureProfile.prefix(date: signers.date) + body, JWS.signingInput(signers.header, body),
    ] {
        #expect(!(try signers.meanings(of: wrapped)).isEmpty)
        for format in [nil] + DocumentFormat.allCases { #expect(signers.signed(wrapped, as: format).isEmpty) }
    }
}
