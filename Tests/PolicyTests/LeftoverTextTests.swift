import Diagnostics
import Testing

@Test(arguments: [
    ("TODO: ask Anna", "TODO"), ("(FIXME)", "FIXME"), ("TBD", "TBD"), ("Call XXX now", "XXX"), ("a_TODO_b", "TODO"),
    ("これはTODOです", "TODO"), ("แอปTODOแอป", "TODO"), ("اليوم TODO غدا", "TODO"),
    ("Lorem dolor", "Lorem"), ("dolor IPSUM", "IPSUM"), ("lorem", "lorem"),
    ("Hi %@!", "%@"), ("%d", "%d"), ("%s\n", "%s"), ("%i.", "%i"), ("(%u)", "%u"), ("%f", "%f"), ("%lld", "%lld"),
    ("%ld", "%ld"), ("%lu", "%lu"), ("%1$@", "%1$@"), ("%12$lld", "%12$lld"), ("%.2f km", "%.2f"), ("%02d:00", "%02d"),
    ("%#@count@", "%#@"), ("%%d", "%d"), ("お知らせ%@さん", "%@"), ("100 %d", "%d"), ("%x", "%x"), ("%hhu", "%hhu"),
])
func `refuses what a writer wanted to replace`(text: String, leftover: String) throws {
    let finding = try #require(try TextLint.findings(text, in: "und").first)
    #expect(finding.code == .leftoverText)
    #expect(finding.code.severity == .error)
    #expect(finding.message == "text \"welcome\" in \"und\" still has \"\(leftover)\"")
    #expect(finding.place == "T.xcstrings:1:7")
    #expect(finding.hint?.contains("{minimumAppVersion}") == leftover.hasPrefix("%"))
}

@Test(arguments: [
    "Todo está listo", "todo o nada", "Tudo ou todo", "fixme", "tbd", "xxx", "Todo", "TODOS", "METODO", "MÉTODO",
    "XXXL",
    "XXX1", "1XXX", "TODO\u{301}", "e\u{301}TODO", "ÉTODO", "TODOÉ", "Lorems", "florem", "ipsums", "gypsum",
    "100%", "50 %", "100%sicher", "100% sicher", "5%@", "٥%d", "%", "% d", "50 %der", "100 % d'accord", "%50'si",
    "%5d", "%20d", "a%20b", "%C3%A9", "%c3%bc", "%d0%bf", "%1$", "%1$ ", "%#", "%é", "%dé", "%.", "%0", "%l", "%b",
])
func `takes no word or percent sign of a finished text for a leftover`(text: String) throws {
    #expect(try TextLint.findings(text, in: "es").map(\.message).filter { $0.contains("still") } == [])
}

@Test func `reports the leftovers of a translation together`() throws {
    let findings = try TextLint.findings("TODO %@ TODO lorem %@")
    #expect(findings.map(\.message) == ["text \"welcome\" in \"en\" still has \"TODO\", \"%@\", \"lorem\""])
}
