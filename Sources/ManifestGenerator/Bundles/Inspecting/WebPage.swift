import Diagnostics
import ManifestVerifier
import Policy
import WebBundles

/// A page, as far as a reviewer should know of it.
///
/// Only tags are looked at, as a browser finds them in plain pages (HTML, "The syntax"): what a script writes later
/// is not visible here.
struct WebPage {
    static let name = "index.html"

    private let tags: [HTMLTag]

    init(_ bytes: [UInt8]) { tags = HTMLTag.all(in: bytes) }

    func judge(_ pages: WebPageRules, _ add: WebFindings) {
        let metas = tags.filter { $0.name == "meta" && $0["http-equiv"]?.asciiLowercased == "content-security-policy" }
        let own = metas.compactMap { meta in
            meta["content"].flatMap { $0.contains { !" ;".contains($0) } ? (meta, ContentPolicy($0)) : nil }
        }
        judge(own, pages, add)
        // The responders of the stores send a policy with every page; Capacitor sends none.
        let policies =
            own.isEmpty && pages.served == .versioned
            ? [ContentPolicy(BundleResponder.defaultPolicy)] : own.map { $0.1 }
        for tag in tags {
            judgeScripts(of: tag, policies, pages, add)
            judgeAddresses(of: tag, pages, add)
        }
    }

    private func judge(
        _ policies: [(tag: HTMLTag, policy: ContentPolicy)], _ pages: WebPageRules, _ add: WebFindings
    ) {
        if policies.isEmpty, pages.served == .root {
            add(
                .contentPolicy, "has no Content-Security-Policy in a <meta>, and Capacitor sends none", 0,
                "a script that gets into the page can do whatever the page can: add <meta "
                    + "http-equiv=\"Content-Security-Policy\" content=\"default-src 'self'\">")
        }
        if let first = policies.first?.tag, let script = tags.first(where: { $0.name == "script" }),
            script.offset < first.offset
        {
            add(
                .contentPolicy, "has a script before its Content-Security-Policy, which does not hold for it",
                script.offset, "put the <meta> first into <head>")
        }
        let exception = "take it out; or list it after a review: \"allowScripts\": [\"…\"] in the list of bundles"
        for (tag, policy) in policies {
            guard let sources = policy.wideSources else {
                add(
                    .contentPolicy, "has a Content-Security-Policy that says nothing of scripts", tag.offset,
                    "begin it with default-src 'self'")
                continue
            }
            for source in sources where !pages.allowScripts.contains(source) {
                add(
                    .contentPolicy, "lets scripts come from \(source) in its Content-Security-Policy", tag.offset,
                    source == "'unsafe-eval'"
                        ? "text that reaches eval runs as a script; 'wasm-unsafe-eval' is for WebAssembly alone; "
                            + exception : exception)
            }
        }
    }

    private func judgeScripts(
        of tag: HTMLTag, _ policies: [ContentPolicy], _ pages: WebPageRules, _ add: WebFindings
    ) {
        let isInlineAllowed = pages.allowScripts.contains("'unsafe-inline'")
        func blocked(_ what: String, _ text: ArraySlice<UInt8>, at offset: Int) {
            add(
                .scriptBlocked, "has \(what), which the Content-Security-Policy blocks", offset,
                "put it into a file of the bundle; or, if it is text of yours, allow its hash: "
                    + ContentPolicy.hash(of: text))
        }
        if tag.name == "script", tag["src"] == nil, tag.isProgram, let text = tag.text {
            let isBlocked = policies.contains { !$0.allowsInline(text, nonce: tag["nonce"]) }
            if isBlocked, !isInlineAllowed { blocked("an inline script", text, at: tag.offset) }
            WebScript(text).judge(pages, add)
        }
        for attribute in tag.attributes {
            let value = Array(attribute.value.utf8)[...]
            let isLink = ["href", "src", "action", "formaction"].contains(attribute.name)
            let isScript = attribute.name.hasPrefix("on") || isLink && attribute.value.isScript
            guard isScript, !isInlineAllowed, policies.contains(where: { !$0.allowsHandler(value) }) else { continue }
            blocked("a script in the attribute \(attribute.name)", value, at: attribute.offset)
        }
        let loads =
            tag.name == "script"
            ? tag["src"]
            : tag.name == "link" && (tag["rel"]?.asciiLowercased == "modulepreload" || tag["as"] == "script")
                ? tag["href"] : nil
        if let loads { pages.judgeScript(from: loads, at: tag.offset, add) }
    }

    private func judgeAddresses(of tag: HTMLTag, _ pages: WebPageRules, _ add: WebFindings) {
        if tag.name == "base", let base = tag["href"] {
            let fits = pages.served == .root ? ["/", "./", "."] : ["./", "."]
            guard !fits.contains(base) else { return }
            add(
                .pageAddress, "takes \(base) for the base of its links", tag.offset,
                pages.served == .versioned && base == "/"
                    ? .relativeAddresses
                    : "every relative address would begin there; write \"\(fits[0])\", or leave it out")
            return
        }
        for attribute in tag.attributes
        where ["src", "href", "poster", "data", "srcset", "imagesrcset"].contains(attribute.name) {
            pages.judgeAddress(attribute.value, at: attribute.offset, add)
        }
    }
}

extension WebPageRules {
    /// Judges the address of a script that is loaded.
    func judgeScript(from address: String, at offset: Int, _ add: WebFindings) {
        guard address.isRemote, !allows(address) else { return }
        add(
            .scriptRemote, "loads a script from \(address)", offset,
            "it is not signed: the owner of that host runs code in the app; pack the script into the bundle")
    }

    /// Judges any other address.
    func judgeAddress(_ address: String, at offset: Int, _ add: WebFindings) {
        guard served == .versioned, address.isRootRelative else { return }
        add(.pageAddress, "names \(address), which is above the bundle's own address", offset, .relativeAddresses)
    }

    /// Whether a script may come from an address of another host.
    func allows(_ address: String) -> Bool {
        allowScripts.contains { source in
            guard source.isRemote, address.asciiLowercased.hasPrefix(source) else { return false }
            return source.hasSuffix("/") || ["/", nil].contains(address.dropFirst(source.count).first)
        }
    }
}
