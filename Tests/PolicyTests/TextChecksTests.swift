import Diagnostics
import ManifestVerifier
import Testing
import TestSupport

@testable import Policy

@Test(arguments: ["needs_review", "new"])
func `warns of an unreviewed translation`(state: String) throws {
    let findings = try TextLint.findings("Hallo", in: "de", state: state)
    #expect(findings.map(\.message) == ["text \"welcome\" in \"de\" is marked \"\(state)\""])
    #expect(findings.map(\.code) == [.unreviewedText])
    #expect(findings.first?.code.severity == .warning)
    #expect(findings.first?.place == "T.xcstrings:1:7")
}

@Test(arguments: [nil, "", "translated", "stale", "New", "needs_review "])
func `asks no review of a translation in another state`(state: String?) throws {
    #expect(try TextLint.findings("Hallo", in: "de", state: state).isEmpty)
}

@Test func `says each thing once, however many environments use a text`() throws {
    let text = try TextLint.text(["en": " App Store\t", "ja": "TODO"], state: "new")
    let uses = (0..<64).map {
        TextUse(text: text, document: "e\($0)/availability", platform: .android)
    }
    let findings = TextLint.findings(uses)
    #expect(findings.count == Set(findings).count)
    #expect(findings == TextLint.findings(Array(uses.prefix(1))))
    #expect(
        findings.map(\.code) == [
            .invisibleCharacter, .spaces, .wrongStore, .unreviewedText, .leftoverText, .unreviewedText,
        ])
}

@Test func `finds nothing where there is nothing to find`() {
    #expect(TextLint.findings([TextUse]()).isEmpty)
}

@Test(
    .samples,
    arguments: [
        "availability-android.2020-08-13.aef3929", "availability-android.2021-03-02.ea3cde1",
        "availability-ios.2020-08-13.aef3929", "availability-ios.2021-03-02.ea3cde1",
    ])
func `finds no error in the texts that are published today`(name: String) throws {
    let document = try JSONParser.parse(try Samples.read("nhs/\(name).json"), allowsTrailingCommas: true)
    var texts: [CatalogText] = []
    for requirement in try JSONObject(document).members {
        for member in try JSONObject(requirement.value).members {
            guard case .object = member.value.content else { continue }
            let localizations = try LocalizedText(member.value).entries.map {
                CatalogText.Localization(language: $0.language, text: $0.text, state: nil, position: nil)
            }
            let key = "\(requirement.name).\(member.name)"
            texts.append(CatalogText(file: name, key: key, position: nil, localizations: localizations))
        }
    }
    try #require(!texts.isEmpty)
    let findings = TextLint.findings(texts, platform: name.contains("ios") ? .ios : .android)
    #expect(findings.filter { $0.code.severity == .error }.isEmpty)
    #expect(findings.contains { $0.code.severity == .warning })
}
