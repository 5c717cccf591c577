import ManifestVerifier

extension PlanPage {
    /// What the page may do, its style and its script.
    var head: HTML {
        .element(
            "head",
            [
                .void("meta", ["charset": "utf-8"]),
                .void("meta", ["http-equiv": "Content-Security-Policy", "content": Self.contentSecurityPolicy]),
                .void("meta", ["name": "referrer", "content": "no-referrer"]),
                .void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                .element("title", title),
                .element("style", [HTML(literal: PageStyle.text)]),
                .element("script", ["type": "module"], [HTML(literal: PageScript.text)]),
            ])
    }

    /// What the page may do: run its one script, use its one style sheet, and nothing else.
    private static var contentSecurityPolicy: String {
        func hash(_ text: StaticString) -> String {
            let digest = SHA256.hash(Array(text.description.utf8))
            return "'sha256-\(Base64.encode(digest.bytes))'"
        }
        return [
            "default-src 'none'", "script-src \(hash(PageScript.text))", "style-src \(hash(PageStyle.text))",
            "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
        ].joined(separator: "; ")
    }
}
