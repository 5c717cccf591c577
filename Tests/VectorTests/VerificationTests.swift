import ManifestVerifier
import Foundation
import Testing

/// What a verifier says of one download.
private struct VerificationCase: CustomTestStringConvertible {
    let testDescription: String
    let verifier: Verifier
    let path: DocumentPath
    let now: Date
    let stored: Download?
    let download: Download
    let expected: String

    init(_ members: Members, in file: VectorFile) throws {
        var members = members
        testDescription = try members.text("name")
        let ring = try members.value("ring") { file.rings[$0] }
        let environment = try members.value("environment") { EnvironmentName($0) }
        let format = try members.word("format", DocumentFormat.self)
        let profile = try members.word("profile", SignatureProfile.self)
        let envelope = try members.word("envelope", Envelope.self)
        path = try members.value("path") { try DocumentPath($0) }
        let bodyLimit = try members.optionalInteger("bodyLimit")
        let clockSkew = try members.optionalInteger("clockSkew")
        now = try members.moment("now")
        stored = try members.optional("stored").map { try file.download($0) }
        download = try file.download(members.required("download"))
        let verdict = try members.text("verdict")
        let words = [verdict, try members.optionalText("keyId"), try members.optionalText("date")].compactMap(\.self)
        expected = words.joined(separator: " ")
        try members.end()
        guard download.envelope == envelope, verdict == "accepted" || words.count == 1 else {
            throw VectorFile.Defect(description: "\"\(testDescription)\" contradicts itself")
        }
        verifier = Verifier(
            keyRing: ring, environment: environment, format: format, profile: profile,
            clockSkew: clockSkew.map { .seconds($0) } ?? Limits.clockSkew, bodyLimit: bodyLimit ?? Limits.manifestBytes)
    }

    /// What our verifier says, in the words of the vectors.
    var verdict: String {
        get throws {
            let stored = try stored.map { try verifier.verify(kept: $0) }
            do throws(VerificationError) {
                let manifest = try verifier.verify(download, path: path, stored: stored, now: now)
                return ["accepted", manifest.key.id.rawValue, manifest.date?.rfc3339].compactMap(\.self)
                    .joined(separator: " ")
            } catch {
                return error.code
            }
        }
    }
}

private let files = ["verification-headers.json", "verification-jws.json"]

@Test(arguments: files)
func `the verifier accepts and refuses what the vectors say, for their reason`(name: String) throws {
    let file = try VectorFile(name)
    for members in file.cases {
        let one = try VerificationCase(members, in: file)
        #expect(try one.verdict == one.expected, "\(one.testDescription)")
    }
}

@Test func `every refusal has a vector`() throws {
    var seen: Set<String> = []
    for name in files {
        for var members in try VectorFile(name).cases { seen.insert(try members.text("verdict")) }
    }
    #expect(seen.subtracting(["accepted"]) == Set(refusals))
}

@Test func `every code of a refusal is in the README of the vectors`() throws {
    let readme = try String(contentsOf: VectorFile.folder.appending(path: "README.md"), encoding: .utf8)
    for word in refusals.flatMap({ $0.split(separator: "/") }) {
        #expect(readme.contains("`\(word)`") || readme.contains("`\(word)/`"), "\(word)")
    }
}

/// Every code of a refusal that a download can cause.
private let refusals =
    [
        "missing-header", "repeated-header", "malformed-date", "metadata-too-large", "unknown-key", "revoked-key",
        "key-of-another-environment", "key-older-than-stored", "of-another-environment", "at-another-path",
        "body-too-large", "body-begins-with-date", "bad-signature", "signed-in-future", "signed-before-stored",
        "undated-after-dated", "another-body-of-same-date", "not-json", "wrong-kind", "other-meaning", "not-a-document",
        "gate-undated",
    ]
    + [
        // A value that is too long is refused before it is read, by `metadata-too-large`.
        "not-ascii", "not-name-and-quoted-value", "unknown-parameter", "repeated-parameter", "missing-parameter",
        "reordered-parameters", "invalid-key-id", "invalid-base64",
    ].map { "malformed-header/\($0)" }
    + [
        // An empty signature is `invalid-base64`.
        "raw-form", "not-a-sequence", "length-not-minimal", "truncated", "trailing-bytes", "not-an-integer",
        "integer-not-minimal", "negative", "zero", "out-of-range",
    ].map { "malformed-signature/\($0)" }
    + [
        "not-three-parts", "not-base64-url", "header-too-long", "header-not-json", "repeated-member", "unknown-member",
        "missing-member", "reordered-members", "algorithm", "type", "invalid-member", "other-form", "without-body",
        "signature",
    ].map { "malformed-web-signature/\($0)" }

extension VerificationError {
    /// The reason in the words of the vectors.
    var code: String {
        switch self {
        case .malformedHeader(let failure): "malformed-header/\(kebabCase(failure))"
        case .malformedSignature(let failure): "malformed-signature/\(kebabCase(failure))"
        case .malformedWebSignature(let failure): "malformed-web-signature/\(kebabCase(failure))"
        default: kebabCase(self)
        }
    }
}

/// The name of a case in lowercase words: `.notBase64URL(.header)` is `not-base64-url`.
func kebabCase(_ value: some Error) -> String {
    // With associated values the name is the label of the only child.
    let name = Mirror(reflecting: value).children.first?.label ?? "\(value)"
    var words = ""
    let letters = Array(name.utf8)
    for (index, letter) in letters.enumerated() {
        let isCapital = letter.isASCIIUppercase
        let next = index + 1 < letters.count ? letters[index + 1] : UInt8(ascii: "A")
        if isCapital, index > 0, !letters[index - 1].isASCIIUppercase || !next.isASCIIUppercase { words += "-" }
        words += String(decoding: [letter.asciiLowercased], as: UTF8.self)
    }
    return words
}

extension UInt8 {
    fileprivate var isASCIIUppercase: Bool { self != asciiLowercased }
}
