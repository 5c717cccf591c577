package struct TextRules {
    package init(catalogFile: String, allowedNames: [String]) {}
    package func check(_ uses: [TextUse], findings: Findings) {}
}
