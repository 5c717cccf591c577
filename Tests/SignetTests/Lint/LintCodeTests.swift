import Diagnostics
import Foundation
import TestSupport
import Testing

@Test(arguments: LintCode.allCases)
func `the article has every code of a lint among errors or warnings`(code: LintCode) throws {
    let parts = try Article("signet/LintCodes").text.components(separatedBy: "\n## ")
    let errors = try #require(parts.first { $0.hasPrefix("Errors\n") })
    let warnings = try #require(parts.first { $0.hasPrefix("Warnings\n") })
    #expect(errors.contains("`\(code.rawValue)`") == (code.severity == .error))
    #expect(warnings.contains("`\(code.rawValue)`") == (code.severity == .warning))
}

@Test func `the finding in the article is what a lint says`() throws {
    let minimum = "\"minimumOSVersion\": { \"value\": \"13.5.0\", \"description\": \"os\" }"
    let policy = Project.policy().replacingOccurrences(
        of: minimum,
        with: minimum.replacingOccurrences(of: "13.5.0", with: "14.1")
            + ", \"recommendedOSVersion\": { \"value\": \"14\", \"title\": \"app\", \"description\": \"os\" }")
    let said = try Project(policy: policy).expectDone(["lint"]).output
    let lines = try Article("signet/LintCodes").blocks(in: "Overview")[0].code.split(separator: "\n")
    try #require(lines.count == 2)
    // The place is the one of another policy.
    let finding = try #require(lines[0].firstRange(of: ": warning: ").map { lines[0][$0.lowerBound...] })
    #expect(said.contains("\(finding)\n\(lines[1])\n"), "\(said)")
}
