import Classic
import Foundation
import ManifestVerifier
import Testing

/// What a verifier says of one download.
struct VerificationCase: CustomTestStringConvertible {
    let testDescription: String
    let verifier: Verifier
    let path: DocumentPath
    let now: Date
    let stored: Download?
    let download: Download
    /// Whether the case says what a file could be beside that.
    private let hasMeaning: Bool
    let expected: String

    init(_ members: Members, in file: VectorFile) throws {
        var members = members
        testDescription = try members.text("name")
        let ring = try members.value("ring") { file.rings[$0] }
        let environment = try members.value("environment") { EnvironmentName($0) }
        let reader = try members.reader()
        let profile = try members.word("profile", SignatureProfile.self)
        let envelope = try members.envelope()
        path = try members.value("path") { try DocumentPath($0) }
        let bodyLimit = try members.optionalInteger("bodyLimit")
        let clockSkew = try members.optionalInteger("clockSkew")
        now = try members.moment("now")
        stored = try members.optional("stored").map { try file.download($0) }
        download = try file.download(members.required("download"))
        let verdict = try members.text("verdict")
        let words = try [verdict] + ["keyId", "date", "phrase"].compactMap { try members.optionalText($0) }
        let meaning = try members.optionalText("meaning")
        hasMeaning = meaning != nil
        expected = words.joined(separator: " ") + (meaning.map { ": \($0)" } ?? "")
        try members.end()
        guard download.envelope == envelope, (verdict == "accepted") == !members.names.contains("phrase") else {
            throw VectorFile.Defect(description: "\"\(testDescription)\" contradicts itself")
        }
        verifier = Verifier(
            keyRing: ring, environment: environment, reader: reader, profile: profile,
            clockSkew: clockSkew.map { TimeInterval($0) } ?? Limits.clockSkew,
            bodyLimit: bodyLimit ?? Limits.manifestBytes, knownFormats: ClassicReader.all)
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
                guard hasMeaning, case .otherDocument(.meaning(let meaning)) = error else {
                    return "\(error.code) \(error.phrase)"
                }
                return "\(error.code) \(error.phrase): \(meaning)"
            }
        }
    }
}

extension VerificationCase {
    /// What our verifier says, as members of a case.
    var answer: [JSONMember] {
        get throws {
            let words = try verdict.split(separator: " ").map(String.init)
            let names = ["verdict", "keyId", "date"]
            guard words.count > 1, words[0] != "accepted" else {
                return zip(names, words).map { JSONMember($0, .string($1)) }
            }
            let phrase = words.dropFirst().joined(separator: " ")
            return [JSONMember("verdict", .string(words[0])), JSONMember("phrase", .string(phrase))]
        }
    }
}

private let files = [
    "verification-headers.json", "verification-jws.json", "verification-gates.json", "verification-files.json",
]

@Test(arguments: files)
func `the verifier accepts and refuses what the vectors say, for their reason`(name: String) throws {
    let file = try VectorFile(name)
    for members in file.cases {
        let one = try VerificationCase(members, in: file)
        #expect(try one.verdict == one.expected, "\(one.testDescription)")
    }
}

@Test func `every refusal of a form has a vector`() throws {
    var seen: Set<String> = []
    for name in files {
        for var members in try VectorFile(name).cases {
            if let phrase = try members.optionalText("phrase") { seen.insert(phrase) }
        }
    }
    #expect(VerificationError.Malformed.allCases.map(\.rawValue).filter { !seen.contains($0) }.isEmpty)
}

@Test func `every code of a refusal is in the README of the vectors`() throws {
    let readme = try String(contentsOf: VectorFile.folder.appending(path: "README.md"), encoding: .utf8)
    for name in files {
        for var members in try VectorFile(name).cases {
            let verdict = try members.text("verdict")
            #expect(readme.contains("`\(verdict)`"), "\(verdict)")
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
