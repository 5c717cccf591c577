import ManifestVerifier
import Testing

@Test(arguments: [("1.9.1", "1.10.0"), ("5", "5.0.1"), ("13.5", "14"), ("0.9", "1")])
func `versions compare as numbers`(lower: String, higher: String) throws {
    let (a, b) = (try #require(NumericVersion(lower)), try #require(NumericVersion(higher)))
    #expect(a < b)
    #expect(!(b < a))
    #expect(a != b)
}

@Test(arguments: [("6.00", "6.0.0"), ("6", "6.0"), ("05.1", "5.01.0")])
func `different spellings of one version are equal and keep their spelling`(a: String, b: String) throws {
    let (first, second) = (try #require(NumericVersion(a)), try #require(NumericVersion(b)))
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(first.spelling == a)
}

@Test(arguments: ["", ".", "1.", ".1", "1..2", "1.2.3.4", "-1", "+1", "1.x", " 1", "1 ", "１", "1234567890123456789"])
func `text that is no version is refused`(text: String) {
    #expect(NumericVersion(text) == nil)
}
