import Diagnostics
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

/// The lines with which a person checks a signature again, in a shell in the folder in which `signet` was run.
///
/// Everything in them is ours or has a strict grammar: paths of documents, base64, dates, headers of a `.jws`. The folder of
/// the tree is quoted.
struct RecheckLines {
    /// The number of the key.
    let key: Int
    /// The file that the lines of `saving` write the key to.
    private var keyFile: String { "key-\(key).pem" }

    /// Saves a public key and prints its fingerprint.
    func saving(_ key: PublicKey) -> String {
        """
        cat > \(keyFile) <<'END'
        \(key.pemRepresentation)END
        openssl pkey -pubin -in \(keyFile) -outform DER | openssl dgst -sha256

        """
    }

    func openssl(_ body: String, _ signature: PageSignature) -> String {
        let file = Self.quoted(body)
        var lines = ["openssl dgst -sha256 \(file)"]
        if let header = signature.header {
            lines.append("printf %s '\(Base64.encode(header))' | openssl base64 -d -A > signature.der")
            let verify = "openssl dgst -sha256 -verify \(keyFile) -signature signature.der"
            lines.append(
                signature.date.map { "{ printf '%s:' '\($0.headerValue)'; cat \(file); } | \(verify)" }
                    ?? "\(verify) \(file)")
        }
        if let web = signature.web {
            lines += [
                "{ printf %s '\(web.headerText)' | openssl base64 -A; printf .; openssl base64 -A -in \(file); }"
                    + " | tr '/+' '_-' | tr -d '=' > signed",
                "printf %s '\(Base64.encode(web.signature.derRepresentation))' | openssl base64 -d -A > signature.der",
                "openssl dgst -sha256 -verify \(keyFile) -signature signature.der signed",
                "{ cat signed; printf %s '\(web.end)'; } | cmp - \(Self.quoted(body + DocumentPath.jwsSuffix))",
            ]
        }
        lines.append("base64 -d \(Self.quoted(body + ".sig")) > signature.der")
        lines.append("openssl dgst -sha256 -verify \(keyFile) -signature signature.der \(file)")
        return lines.map { $0 + "\n" }.joined()
    }

    private static func quoted(_ path: String) -> String { "'" + path.replacingScalars("'", with: #"'\''"#) + "'" }
}

extension PageSignature.Web {
    var headerText: String { String(decoding: header.bytes, as: UTF8.self) }

    /// What follows the signed part of the file.
    fileprivate var end: String {
        "." + String(decoding: Base64URL.encode(signature.rawRepresentation), as: UTF8.self)
    }
}

extension PageEnvironment {
    func documentSection(keys: [TrustedKey]) -> HTML {
        let folder = tree?.path ?? name.rawValue
        func list(_ documents: [PageDocument]) -> HTML {
            .group("ul", ["class": "document-list"], documents.map { $0.item(in: folder, keys) })
        }
        let files = documents.filter { $0.format == .file }
        let count = files.count == 1 ? "1 static file" : "\(files.count) static files"
        let left = files.count - min(files.count, Limits.reviewedFiles)
        let folded = HTML.element(
            "details", ["class": "static-files"], .element("summary", count),
            list(Array(files.prefix(Limits.reviewedFiles))),
            left > 0 ? .element("p", "\(left) more are in publication.jws.") : .empty)
        return HTML([list(documents.filter { $0.format != .file }), files.isEmpty ? .empty : folded])
            .titled("Documents")
    }
}

extension PageDocument {
    /// The document, with what the script needs in its attributes.
    fileprivate func item(in folder: String, _ keys: [TrustedKey]) -> HTML {
        let number = signature.flatMap { signature in keys.firstIndex { $0.id == signature.key.id } }.map { $0 + 1 }
        return .element(
            "li",
            [
                "class": "document", "data-sha256": sha256, "data-body": body.map(Base64.encode),
                "data-key": number.map { "key-\($0)" }, "data-header": signature?.header.map(Base64.encode),
                "data-sidecar": signature.map { Base64.encode($0.sidecar) },
                "data-date": signature?.date?.headerValue,
                "data-jws": signature?.web.map { Base64.encode($0.signature.derRepresentation) },
                "data-jws-header": signature?.web?.headerText,
            ],
            .element("p", ["class": "path"], .code(path.rawValue)), .element("p", ["class": "state"], state),
            facts(number), signature.map { recheck(in: folder, $0, number) } ?? .empty)
    }

    private var state: String {
        guard signature != nil else { return "not signed yet" }
        return body == nil ? "signed; only its hash is on this page" : "signed; not verified again on this page yet"
    }

    /// One line, since there can be thousands; what is to be known of the key is with the key.
    private func facts(_ number: Int?) -> HTML {
        var pieces = [HTML("\(format.rawValue), \(byteCount) bytes, SHA-256 "), .element("code", sha256)]
        if let signature, let number {
            var facts: [String] = []
            if signature.header != nil || signature.web == nil {
                facts.append(
                    signature.header == nil ? "a .sig over the body alone" : "profile \(signature.profile.rawValue)")
                if let date = signature.date { facts.append("signed \(date)") }
            }
            if let web = signature.web { facts.append(".jws signed \(web.header.date)") }
            pieces += [
                HTML(", \(facts.joined(separator: ", ")) by "),
                .element("a", ["href": "#key-\(number)"], "key \(number)"),
            ]
        }
        return .element("p", ["class": "facts"], pieces)
    }

    private func recheck(in folder: String, _ signature: PageSignature, _ number: Int?) -> HTML {
        let lines = RecheckLines(key: number ?? 0)
        let file = "\(folder)/\(path)"
        return .element(
            "details", ["class": "recheck"],
            .element("summary", HTML("Check "), .code(path.rawValue), HTML(" with openssl")),
            .element("pre", lines.openssl(file, signature)))
    }
}
