import Foundation
import Diagnostics
import Testing

@Test(arguments: LintCode.allCases)
func `the README has every code of a lint among errors or warnings`(code: LintCode) throws {
    let section = try #require(
        try Readme.text.components(separatedBy: "## What a lint finds\n").last?.components(separatedBy: "\n## ").first)
    let parts = section.components(separatedBy: "\nWarnings are for a person to look at")
    try #require(parts.count == 2)
    let (errors, warnings) = (parts[0], parts[1])
    #expect(errors.contains("`\(code.rawValue)`") == (code.severity == .error))
    #expect(warnings.contains("`\(code.rawValue)`") == (code.severity == .warning))
}
