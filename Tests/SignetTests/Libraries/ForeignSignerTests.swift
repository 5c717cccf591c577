import Foundation
import ManifestVerifier
import TestSupport
import Testing

@Suite struct ForeignSignerTests {
    @Test(.peers(.python3, .pyJWT))
    func `what PyJWT signs in the exact form verifies, and everything else is refused with its own reason`() throws {
        let signer = try Signer(signs: "python3", ["-B", JWSLibrary.server("jws-signers.py")])
        try signer.expect(Self.ofBoth().merging(Self.ofPyJWT) { $1 })
    }

    @Test(.peers(.node, .nodeJose))
    func `what panva's jose signs in the exact form verifies, and everything else is refused with its own reason`()
        throws
    {
        let signer = try Signer(signs: "node", [JWSLibrary.server("jws-signers.mjs")])
        try signer.expect(Self.ofBoth().merging(Self.ofJose) { $1 })
    }

    private typealias Reasons = [String: VerificationError]

    private static func ofBoth() throws -> Reasons {
        try [
            "es384": algorithm("ES384"), "es256k": algorithm("ES256K"), "rs256": algorithm("RS256"),
            "ps256": algorithm("PS256"), "eddsa": algorithm("EdDSA"),
            "es256-by-another-key": .badSignature(key("peer")),
            "der": .malformedWebSignature(.signature(.notRawForm)),
            "without-kid": missing("kid"), "without-typ": missing("typ"), "without-environment": missing("environment"),
            "without-path": missing("path"), "without-iat": missing("iat"),
            "member-b64": unknown("b64"), "detached": unknown("b64"), "unencoded": unknown("b64"),
            "typ-jwt": .malformedWebSignature(.type("JWT")),
            "path-other": .atAnotherPath(DocumentPath("distribution/availability-android")),
            "environment-other": .ofAnotherEnvironment(environment("staging")),
            "kid-unknown": .unknownKey(key("other")),
            "iat-text": invalid("iat"), "iat-ahead": .signedInFuture(date(Signer.date + 10 * 86400)),
            "no-body": .malformedWebSignature(.withoutBody),
        ]
    }

    private static let ofPyJWT: Reasons = {
        var reasons: Reasons = [
            "none": algorithm("none"), "hs256-point": algorithm("HS256"), "hs256-base64": algorithm("HS256"),
            "member-crit": unknown("crit"), "member-jwk": unknown("jwk"), "member-x5c": unknown("x5c"),
            "member-cty": unknown("cty"), "member-exp": unknown("exp"),
            "without-alg": missing("alg"), "token": missing("environment"),
            "sorted": .malformedWebSignature(.reorderedMembers),
            "typ-first": .malformedWebSignature(.reorderedMembers),
            "white-space": .malformedWebSignature(.otherForm), "line-end": .malformedWebSignature(.otherForm),
            "escaped-slash": .malformedWebSignature(.otherForm), "escaped-letter": .malformedWebSignature(.otherForm),
            "byte-order-mark": .malformedWebSignature(.headerNotJSON("a byte order mark is not allowed")),
            "array": .malformedWebSignature(.headerNotJSON("it is not an object")),
            "not-json": .malformedWebSignature(.headerNotJSON("the text ends too early")),
            "iat-float": invalid("iat"), "iat-exponent": invalid("iat"), "iat-huge": invalid("iat"),
            "iat-before-1970": invalid("iat"),
            "kid-space": invalid("kid"), "typ-case": .malformedWebSignature(.type("Signet+JWS")),
            "path-sidecar": invalid("path"), "path-dots": invalid("path"), "environment-empty": invalid("environment"),
            "header-long": .malformedWebSignature(.headerTooLong),
            "padding-header": part(.header), "padding-body": part(.body), "padding-signature": part(.signature),
            "space-before": part(.header), "line-feed": part(.signature), "line-break": part(.body),
            "standard-alphabet": part(.signature), "body-as-it-is": part(.body),
            "two-parts": .malformedWebSignature(.notThreeParts), "four-parts": .malformedWebSignature(.notThreeParts),
            "no-signature": .malformedWebSignature(.signature(.empty)),
            "cut-signature": .malformedWebSignature(.signature(.notRawForm)),
        ]
        for name in ["alg", "kid", "typ", "environment", "path", "iat"] {
            reasons["null-\(name)"] = invalid(name)
            reasons["twice-\(name)"] = .malformedWebSignature(.repeatedMember(name))
        }
        return reasons
    }()

    private static let ofJose: Reasons = [
        "es512": algorithm("ES512"), "hs256-pem": algorithm("HS256"), "hs256-jwk": algorithm("HS256"),
        "unsecured": missing("kid"), "token": missing("typ"),
        "reordered": .malformedWebSignature(.reorderedMembers),
        "member-extra": unknown("extra"), "member-crit": unknown("exp"), "iat-fraction": invalid("iat"),
        "flattened": .malformedWebSignature(.notThreeParts), "general": .malformedWebSignature(.notThreeParts),
        "unprotected": .malformedWebSignature(.notThreeParts), "encrypted": .malformedWebSignature(.notThreeParts),
    ]
}

private func algorithm(_ name: String) -> VerificationError { .malformedWebSignature(.algorithm(name)) }
private func missing(_ name: String) -> VerificationError { .malformedWebSignature(.missingMember(name)) }
private func unknown(_ name: String) -> VerificationError { .malformedWebSignature(.unknownMember(name)) }
private func invalid(_ name: String) -> VerificationError { .malformedWebSignature(.invalidMember(name)) }
private func part(_ part: WebSignature.Failure.Part) -> VerificationError {
    .malformedWebSignature(.notBase64URL(part))
}

private func key(_ id: String) throws -> KeyID { try #require(KeyID(id)) }
private func environment(_ name: String) throws -> EnvironmentName { try #require(EnvironmentName(name)) }
private func date(_ seconds: Int64) throws -> SignedDate { try #require(SignedDate(secondsSince1970: seconds)) }

/// What somebody else's library signed with a key of its own, and a client that trusts the key.
private struct Signer {
    static let body = Array("{\"value\": \"14\"}\n".utf8)
    static let date: Int64 = 1_596_495_575
    private let files: [String: [UInt8]]
    private let verifier: Verifier

    init(signs program: String, _ words: [String]) throws {
        let folder = try TemporaryFolder()
        try folder.write("files/body", Self.body)
        try JWSLibrary.linkNodeJose(in: folder)
        try check(
            program, words + ["files", "production", "distribution/availability-ios", String(Self.date)],
            in: folder.root)
        let files = try folder.snapshot("files").filter { $0.key.hasSuffix(".jws") }
        self.files = Dictionary(uniqueKeysWithValues: files.map { (String($0.dropLast(".jws".count)), $1) })
        let publicKey = try PublicKey(pemRepresentation: folder.read("files/key.pem"))
        let trusted = try TrustedKey(
            id: key("peer"), name: "peer", environment: environment("production"), isRevoked: false,
            publicKey: publicKey)
        verifier = Verifier(
            keyRing: try #require(TrustedKeys([trusted])), environment: trusted.environment, format: .file,
            profile: .dated)
    }

    /// The file in the exact form verifies; each other one is named, and refused for that reason.
    func expect(_ reasons: [String: VerificationError]) throws {
        #expect(Set(files.keys) == Set(reasons.keys).union(["exact"]))
        let path = try DocumentPath("distribution/availability-ios")
        for (name, file) in files {
            var refusal: VerificationError?
            do throws(VerificationError) {
                let manifest = try verifier.verify(
                    jws: file, path: path, stored: nil,
                    now: Date(timeIntervalSince1970: Double(Self.date)))
                #expect(manifest.body == Self.body && name == "exact", "\(name) is accepted")
            } catch {
                refusal = error
            }
            #expect(refusal == reasons[name], "\(name)")
        }
    }
}
