import Diagnostics
import Foundation
import Testing
import TestSupport

/// The entries of `allow` that hints and the end of a plan print for an environment.
func entries(_ said: String, for environment: String = "production") -> [String] {
    said.split(separator: "\n").compactMap { line in
        let start = ["hint: ": "add to ", "into": "into "].first { line.hasPrefix($0.key) }?.value
        return start.flatMap { line.firstRange(of: "\($0)\"allow\" of \"\(environment)\": ") }
            .map { String(line[$0.upperBound...]) }
    }
}

/// Writes entries of `allow` for production.
private func allow(_ entries: [String], in project: Project) throws {
    try project.change(
        "policy.json", "\"production\": {", "\"production\": {\n      \"allow\": [\(entries.joined(separator: ", "))],")
}

@Test(arguments: FindingExample.all.filter { $0.code.acknowledgement == .byQuote })
func `each warning is a note with the entry that its hint prints, and strict passes`(wrong: FindingExample) throws {
    let (project, _) = try wrong.makeProject()
    try wrong.apply(\.wrong, in: project)
    let said = try project.expectDone(["plan", "none"])
    let printed = entries(said.errors)
    #expect(printed.contains { $0.contains("\"code\": \"\(wrong.code.rawValue)\"") }, "\(said.errors)")
    try allow(printed, in: project)
    let strict = try project.expectDone(["plan", "none", "--strict"])
    #expect(strict.errors.contains(", as the policy allows [\(wrong.code.rawValue)]\n"), "\(strict.errors)")
}

@Test(.samples, arguments: ["2020-08-13.aef3929", "2021-03-02.ea3cde1"])
func `the text of the NHS passes a strict plan when what it says is acknowledged`(revision: String) throws {
    let imported = try Import()
    for platform in ["ios", "android"] {
        try imported.folder.write("\(platform).json", Samples.read("nhs/availability-\(platform).\(revision).json"))
    }
    try check(signetPath, Import.both, in: imported.folder.root)
    let shop = imported.folder.path("shop")
    try check(signetPath, ["set", "production.origin=https://distribution.nhs.example"], in: shop)
    let said = try run(signetPath, ["plan", "none"], in: shop).errors
    #expect(!said.contains("[wrong-store]"), "\(said)")
    let printed = entries(said)
    if !printed.isEmpty {
        try check(signetPath, ["set", "production.allow=[\(printed.joined(separator: ", "))]"], in: shop)
    }
    #expect(try check(signetPath, ["plan", "none", "--strict"], in: shop).hasPrefix("no errors, no warnings; "))
}
