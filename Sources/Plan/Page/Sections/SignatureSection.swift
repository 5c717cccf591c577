import ManifestVerifier

extension PlanPage {
    /// The keys that signed something, in the order of the documents; they are numbered from 1.
    var keys: [TrustedKey] {
        var seen: Set<KeyID> = []
        return environments.flatMap(\.documents).compactMap { $0.signature?.key }
            .filter { seen.insert($0.id).inserted }
    }

    /// The keys, how far they can be trusted, and the button that verifies every signature again.
    func signatureSection(keys: [TrustedKey]) -> HTML {
        let title = HTML.element("h2", ["id": "signatures-name"], "Signatures")
        let pieces: [HTML] =
            keys.isEmpty
            ? [.element("p", "Nothing on this page is signed yet, so there is nothing to verify.")]
            : [
                .element(
                    "p",
                    """
                    A page can lie: the person who made it could have put another key and other bytes into it. Compare every \
                    fingerprint with the one that you trust and have from elsewhere. In a checkout of the repository, signet \
                    keys list shows it, and so does the last of the lines below with the file in keys/ in place of the one \
                    from this page. Then compare the SHA-256 of a document with that of the file that you have.
                    """),
                .element(
                    "p",
                    .element("button", ["type": "button", "id": "verify", "hidden": ""], "Verify all signatures again")),
                fileChooser,
                .element("noscript", .element("p", "The button that verifies the signatures needs scripts.")),
                .element("p", ["id": "verified", "role": "status", "aria-live": "polite"], ""),
            ] + zip(1..., keys).map { key($1, $0) }
        return .element(
            "section", ["class": "signatures", "id": "signatures", "aria-labelledby": "signatures-name"],
            [title] + pieces)
    }

    /// For the documents of which only the hash is on the page.
    private var fileChooser: HTML {
        guard environments.flatMap(\.documents).contains(where: { $0.signature != nil && $0.body == nil }) else {
            return .empty
        }
        return .element(
            "p", ["hidden": ""],
            .element(
                "label", HTML("Files of which only the hash is on this page: "),
                .void("input", ["type": "file", "id": "files", "multiple": ""])))
    }

    private func key(_ key: TrustedKey, _ number: Int) -> HTML {
        let fingerprint = key.publicKey.fingerprint.hexadecimal
        // An id that is not given is the fingerprint.
        let id = key.id.rawValue == fingerprint ? [] : [("Id", HTML.code(key.id.rawValue))]
        let facts =
            id + [("Environment", HTML(key.environment.rawValue)), ("Fingerprint", .element("code", fingerprint))]
        return .element(
            "div",
            ["class": "key", "id": "key-\(number)", "data-spki": Base64.encode(key.publicKey.derRepresentation)],
            .element("h3", HTML("Key \(number): "), .quoted(key.name)),
            .element(
                "dl", ["class": "facts"],
                facts.map { name, value in .element("div", .element("dt", name), .element("dd", value)) }),
            .element("p", "Save it before the lines of its documents; the last line prints its fingerprint:"),
            .element("pre", RecheckLines(key: number).saving(key.publicKey)))
    }
}
