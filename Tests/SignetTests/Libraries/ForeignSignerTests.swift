import Foundation
import ManifestVerifier
import TestPublisher
import Testing
import TestSupport

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
            "es384": otherHeader, "es256k": otherHeader, "rs256": otherHeader,
            "ps256": otherHeader, "eddsa": otherHeader,
            "es256-by-another-key": .badSignature(key("peer")),
            "der": .malformed(.notRawForm),
            "without-kid": otherHeader, "without-typ": otherHeader, "without-environment": otherHeader,
            "without-path": otherHeader, "without-iat": otherHeader,
            "member-b64": otherHeader, "detached": .malformed(.jwsWithoutBody), "unencoded": otherHeader,
            "typ-jwt": otherHeader,
            "path-other": .otherDocument(.path(DocumentPath("distribution/availability-android"))),
            "environment-other": .otherDocument(.environment(environment("staging"))),
            "kid-unknown": .unknownKey(key("other")),
            "iat-text": otherHeader, "iat-ahead": .aheadOfClock(date(Signer.date + 10 * 86400)),
            "no-body": .malformed(.jwsWithoutBody),
        ]
    }

    private static let ofPyJWT: Reasons = {
        var reasons: Reasons = [
            "none": otherHeader, "hs256-point": otherHeader, "hs256-base64": otherHeader,
            "member-crit": otherHeader, "member-jwk": otherHeader, "member-x5c": otherHeader,
            "member-cty": otherHeader, "member-exp": otherHeader,
            "without-alg": otherHeader, "token": otherHeader,
            "sorted": otherHeader,
            "typ-first": otherHeader,
            "white-space": otherHeader, "line-end": otherHeader,
            "escaped-slash": .malformed(.jwsPath), "escaped-letter": otherHeader,
            "byte-order-mark": otherHeader,
            "array": otherHeader,
            "not-json": otherHeader,
            "iat-float": otherHeader, "iat-exponent": otherHeader, "iat-huge": .malformed(.jwsDate),
            "iat-before-1970": otherHeader,
            "kid-space": .malformed(.jwsKeyID), "typ-case": otherHeader,
            "path-sidecar": .malformed(.jwsPath), "path-dots": .malformed(.jwsPath),
            "environment-empty": .malformed(.jwsEnvironment),
            "header-long": otherHeader,
            "padding-header": .malformed(.jwsHeaderEncoding), "padding-body": .malformed(.jwsBodyEncoding),
            "padding-signature": .malformed(.jwsSignatureEncoding),
            "space-before": .malformed(.jwsHeaderEncoding), "line-feed": .malformed(.jwsSignatureEncoding),
            "line-break": .malformed(.jwsBodyEncoding),
            "standard-alphabet": .malformed(.jwsSignatureEncoding), "body-as-it-is": .malformed(.jwsBodyEncoding),
            "two-parts": .malformed(.jwsParts), "four-parts": .malformed(.jwsParts),
            "no-signature": .malformed(.empty),
            "cut-signature": .malformed(.notRawForm),
        ]
        for name in ["alg", "kid", "typ", "environment", "path", "iat"] {
            reasons["null-\(name)"] = otherHeader
            reasons["twice-\(name)"] = otherHeader
        }
        return reasons
    }()

    private static let ofJose: Reasons = [
        "es512": otherHeader, "hs256-pem": otherHeader, "hs256-jwk": otherHeader,
        "unsecured": otherHeader, "token": otherHeader, "unencoded": .malformed(.jwsBodyEncoding),
        "reordered": otherHeader,
        "member-extra": otherHeader, "member-crit": otherHeader, "iat-fraction": otherHeader,
        "flattened": .malformed(.jwsParts), "general": .malformed(.jwsParts),
        "unprotected": .malformed(.jwsParts), "encrypted": .malformed(.jwsParts),
    ]
}

private let otherHeader = VerificationError.malformed(.jwsHeader)

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
