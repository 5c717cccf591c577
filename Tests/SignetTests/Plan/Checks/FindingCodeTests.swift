import Diagnostics
import Foundation
import Testing
import TestSupport

@Test(arguments: FindingCode.allCases)
func `every code is explained: what it means, why, what to do, what stops, and an example`(code: FindingCode) throws {
    let folder = try TemporaryFolder()
    let result = try signet(["help", code.rawValue], in: folder)
    #expect(result.status == 0 && result.errors == "")
    let lines = result.output.components(separatedBy: "\n")
    #expect(lines[0] == "\(code.rawValue): \(code.severity.rawValue)")
    let titles = lines.filter { !$0.isEmpty && !$0.hasPrefix(" ") }.dropFirst()
    #expect(titles == ["why it matters", "what to do", "in plan and build", "in publish", "example"])
    // A title without a text under it would be followed by an empty line.
    #expect(!zip(lines, lines.dropFirst()).contains { !$0.isEmpty && !$0.hasPrefix(" ") && $1.isEmpty })
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(result.output)")
    #expect(!result.output.contains("`"))
    let words = result.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("--allow \(code.rawValue)") == code.needsAcknowledgement)
    #expect(code.meaning.first?.isLowercase == true || code.meaning.hasPrefix("`"))
    #expect(!code.meaning.hasSuffix(".") && code.reason.hasSuffix("."))
}

@Test func `help finds a code as it stands in a finding, and the one that was meant`() throws {
    let folder = try TemporaryFolder()
    let plain = try signet(["help", "devices-freed"], in: folder)
    #expect(try signet(["help", "[Devices-Freed]"], in: folder).output == plain.output)
    let mistyped = try signet(["help", "devices-fred"], in: folder)
    #expect(mistyped.status == 64)
    #expect(mistyped.errors.hasSuffix("\nhint: did you mean \"devices-freed\"?\n"))
}

@Test func `help lists every code, for people and for programs`() throws {
    let folder = try TemporaryFolder()
    let list = try signet(["help", "codes"], in: folder)
    let heads = list.output.components(separatedBy: "\n").filter { !$0.isEmpty && !$0.hasPrefix(" ") }
    #expect(heads == FindingCode.allCases.map { "\($0.rawValue)  \($0.severity.rawValue)" })
    let json = try signet(["help", "codes", "--json"], in: folder)
    #expect(json.status == 0)
    for code in FindingCode.allCases { #expect(json.output.contains("\"code\": \"\(code.rawValue)\"")) }
}

@Test(arguments: [
    (FindingCode.syntax, "syntax"), (.orElseMissing, "or-else-missing"), (.jwsExcluded, "jws-excluded"),
    (.keyOfOtherEnvironment, "key-of-other-environment"), (.liveRetiredKey, "live-retired-key"),
    (.dateAhead, "date-ahead"),
])
func `a code is spelled in small letters and hyphens`(code: FindingCode, spelling: String) {
    #expect(code.rawValue == spelling)
    #expect(FindingCode(rawValue: spelling) == code)
}

extension FindingCode: CustomTestStringConvertible {
    public var testDescription: String { rawValue }
}

/// Codes that no pair of policies shows, and where in `Tests` each is shown.
private let codesOfOtherTests: [FindingCode: String] = [
    // Only a bucket has a clock of its own.
    .dateAhead: "ManifestPublisherTests/PublishingClockTests.swift",
    .bundleReoffered: "Transcripts/bundle/publishing.txt", .bundleReplaced: "Transcripts/publish/archives.txt",
    .nativeCode: "Transcripts/bundle/inspection.txt", .contentPolicy: "Transcripts/bundle/inspection.txt",
    .scriptBlocked: "Transcripts/bundle/inspection.txt", .scriptRemote: "Transcripts/bundle/inspection.txt",
    .pageAddress: "Transcripts/bundle/inspection.txt", .serviceWorker: "Transcripts/bundle/inspection.txt",
    .sourceMap: "Transcripts/bundle/inspection.txt",
    .bundleBounds: "Transcripts/plan/hidden-changes.txt", .shellChanged: "Transcripts/bundle/recorded-shells.txt",
    .cannotObey: "Transcripts/plan/rules.txt", .ruleCombinations: "Transcripts/plan/rules.txt",
    // No policy has rules that cannot be compared.
    .notCompared: "SignetTests/Plan/Changes/HiddenChangeTests.swift",
]

@Test func `every code has an example`() throws {
    let codes = Set(try FindingExample.loaded.get().map(\.code))
    #expect(FindingCode.allCases.filter { !codes.contains($0) && codesOfOtherTests[$0] == nil } == [])
    #expect(codes.isDisjoint(with: codesOfOtherTests.keys))
    for (code, file) in codesOfOtherTests {
        let words = file.hasSuffix(".txt") ? "[\(code.rawValue)]" : code.rawValue
        #expect(testText(file).contains(words), "\(file) does not show \(code.rawValue)")
    }
}

@Test(arguments: FindingCode.allCases.filter { codesOfOtherTests[$0] == nil })
func `the example that help shows of a code has the finding, and without its edit there is none`(code: FindingCode)
    throws
{
    let example = try FindingExample(shownFor: code)
    let (project, previous) = try example.makeProject()
    let right = try example.edits.map { (file: $0.file, bytes: try project.folder.read($0.file)) }
    try example.apply(\.wrong, in: project)
    try project.expectFinding(example, previous)
    for (file, bytes) in right { try project.folder.write(file, bytes) }
    #expect(!(try project.expectDone(planning(previous))).said.contains("[\(code.rawValue)]"))
}

@Test(arguments: FindingExample.all)
func `every code is found in its example and gone after its fix`(example: FindingExample) throws {
    let (project, previous) = try example.makeProject()
    let sound = try example.edits.map { (file: $0.file, bytes: try project.folder.read($0.file)) }
    try example.apply(\.wrong, in: project)
    try project.expectFinding(example, previous)
    for (file, bytes) in sound { try project.folder.write(file, bytes) }
    try example.apply(\.sound, in: project)
    let near = try project.expectDone(planning(["--strict"] + previous))
    #expect(!near.errors.contains("warning: ") && !near.errors.contains("[\(example.code.rawValue)]"))
    if example.base == .changedRules { #expect(!near.output.contains("BLOCKS"), "\(near.output)") }
}
