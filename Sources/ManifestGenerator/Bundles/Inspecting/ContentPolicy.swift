import ManifestVerifier

/// A Content-Security-Policy, as far as it says which scripts run (CSP Level 3).
struct ContentPolicy {
    private let directives: [String: [String]]

    init(_ text: String) {
        var directives: [String: [String]] = [:]
        for directive in text.split(separator: ";") {
            let words = directive.split(whereSeparator: \.isWhitespace).map(String.init)
            // Of two directives of one name a browser takes the first.
            guard let name = words.first?.asciiLowercased, directives[name] == nil else { continue }
            directives[name] = Array(words.dropFirst())
        }
        self.directives = directives
    }

    /// What lets a script run that is not in the bundle, or that is a text; each source once. Nil when it says nothing of
    /// scripts, so that all run.
    var wideSources: [String]? {
        let own = ["script-src", "script-src-elem", "script-src-attr"].compactMap { directives[$0] }
        let rest = directives["script-src"] == nil ? directives["default-src"] : nil
        guard rest != nil || directives["script-src"] != nil else { return nil }
        var found: [String] = []
        for sources in own + (rest.map { [$0] } ?? []) {
            let lowercased = sources.map(\.asciiLowercased)
            for source in lowercased where !found.contains(source) && Self.isWide(source, among: lowercased) {
                found.append(source)
            }
        }
        return found
    }

    /// Whether the text of a script element runs.
    func allowsInline(_ text: ArraySlice<UInt8>, nonce: String?) -> Bool {
        allows(text, in: sources(for: "script-src-elem"), nonce: nonce)
    }

    /// Whether the text of an attribute such as `onclick` runs.
    func allowsHandler(_ text: ArraySlice<UInt8>) -> Bool {
        let sources = sources(for: "script-src-attr")
        let names = sources?.map(\.asciiLowercased) ?? []
        guard !names.contains("'unsafe-hashes'") else { return allows(text, in: sources, nonce: nil) }
        return sources == nil || names.contains("'unsafe-inline'") && !Self.haveProofs(names)
    }

    private func sources(for name: String) -> [String]? {
        directives[name] ?? directives["script-src"] ?? directives["default-src"]
    }

    private func allows(_ text: ArraySlice<UInt8>, in sources: [String]?, nonce: String?) -> Bool {
        guard let sources else { return true }
        if let nonce, sources.contains("'nonce-\(nonce)'") { return true }
        if sources.contains(Self.hash(of: text)) { return true }
        let names = sources.map(\.asciiLowercased)
        // Longer hashes are not made here, so what has one is not said to be blocked.
        if names.contains(where: { $0.hasPrefix("'sha384-") || $0.hasPrefix("'sha512-") }) { return true }
        return names.contains("'unsafe-inline'") && !Self.haveProofs(names)
    }

    /// The source that lets exactly this text run.
    static func hash(of text: ArraySlice<UInt8>) -> String {
        "'sha256-\(Base64.encode(SHA256.hash(Array(text)).bytes))'"
    }

    /// Whether browsers ignore `'unsafe-inline'` beside these sources.
    private static func haveProofs(_ sources: [String]) -> Bool {
        sources.contains { $0.hasPrefix("'nonce-") || $0.hasPrefix("'sha") || $0 == "'strict-dynamic'" }
    }

    private static func isWide(_ source: String, among sources: [String]) -> Bool {
        switch source {
        case "'unsafe-inline'": !haveProofs(sources)
        case "'unsafe-eval'": true
        case _ where source.hasPrefix("'"): false
        // Browsers ignore hosts and schemes beside it; a page of Capacitor has one of two origins.
        default:
            !sources.contains("'strict-dynamic'") && !["capacitor://localhost", "https://localhost"].contains(source)
        }
    }
}
