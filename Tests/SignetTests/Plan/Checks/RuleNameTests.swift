import Testing
import TestSupport

/// Names of channels, regions and models that people would not see as they are, and how they are refused.
private let names: [(json: String, said: String)] = [
    (
        #"ZZ\"; channel \"internal"#,
        #"the region "ZZ\u{22}; channel \u{22}internal" has the character U+0022 (quotation mark)"#
    ),
    ("be\u{200B}ta", #"the region "be\u{200B}ta" has the character U+200B (zero width space)"#),
    ("\u{212A}IOSK", #"the region "\u{212A}IOSK" has the character U+212A (kelvin sign)"#),
    ("\u{202E}ateb", #"the region "\u{202E}ateb" has the character U+202E (right-to-left override)"#),
    ("a\\u0000", #"the region "a\u{0}" has the character U+0000"#),
    ("caf\u{E9}", #"has the character U+00E9 (latin small letter"#),
    ("\u{E0041}", #"has the character U+E0041 (tag latin capital letter a)"#),
]

@Test(arguments: names.indices)
func `a name that people would not see as it is, or that ends its quotes, is refused in a rule`(index: Int) throws {
    let (name, said) = names[index]
    let project = try Project.gate(replacing: "\"region\": \"GB\"", with: "\"region\": [\"GB\", \"\(name)\"]")
    let plan = try project.run(["plan", "none"])
    #expect(plan.status == 1)
    #expect(plan.errors.contains("policy.json:15:90: error: \(said.hasPrefix("the") ? said : "")"), "\(plan.errors)")
    #expect(plan.errors.contains(said) && plan.errors.contains("[invalid-value]"), "\(plan.errors)")
    #expect(plan.errors.contains("hint: a region is a name in printable ASCII without quotes\n"))
}

@Test func `every name in printable ASCII without quotes is one`() throws {
    let name = String(String.UnicodeScalarView((0x20...0x7E).compactMap(Unicode.Scalar.init).filter { $0 != "\"" }))
    let json = name.replacing("\\", with: "\\\\")
    let project = try Project.gate(replacing: "\"region\": \"GB\"", with: "\"region\": \"\(json)\"")
    #expect(try project.run(["plan", "none"]).status == 0)
}
