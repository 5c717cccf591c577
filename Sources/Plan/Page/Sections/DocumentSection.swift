import Diagnostics
import ManifestVerifier

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
