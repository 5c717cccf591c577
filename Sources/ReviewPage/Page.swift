import ManifestVerifier

extension Review {
    /// The page: one HTML file that loads nothing.
    package var page: [UInt8] {
        let body = HTML.element(
            "body",
            [
                .element("header", [.element("h1", title)]),
                .element("main", environments.map(\.section)),
            ])
        let page = HTML([
            HTML(literal: "<!DOCTYPE html>\n"),
            .element("html", ["lang": "en"], [head, body]),
            HTML(literal: "\n"),
        ])
        return Array(page.text.utf8)
    }

    private var title: String { "Signet review: " + environments.map(\.name.rawValue).joined(separator: ", ") }

    private var head: HTML {
        .element(
            "head",
            [
                .void("meta", ["charset": "utf-8"]),
                .void(
                    "meta",
                    ["http-equiv": "Content-Security-Policy", "content": Self.contentSecurityPolicy]),
                .void(
                    "meta",
                    ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
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
            "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'",
        ].joined(separator: "; ")
    }
}

extension ReviewedEnvironment {
    fileprivate var section: HTML {
        .element(
            "section",
            [
                .element("h2", name.rawValue), acknowledgementSection, changeSection, impactSection, findingSection,
                promptSection, documentSection,
            ])
    }
}
