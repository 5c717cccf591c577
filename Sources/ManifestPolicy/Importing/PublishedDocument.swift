import Diagnostics
import ManifestVerifier

/// A document that was imported, which a build of the policy has to give again.
struct PublishedDocument {
    let format: DocumentFormat
    let bytes: [UInt8]
    let file: String

    init(_ format: DocumentFormat, _ bytes: [UInt8], _ file: String) {
        self.format = format
        self.bytes = bytes
        self.file = file
    }

    /// Fails when none of the built documents says the same.
    ///
    /// - Returns: what a person should know.
    func compare(with built: [RenderedDocument]) throws -> String? {
        guard let body = built.first(where: { $0.format == format })?.body else {
            preconditionFailure("the policy has every document that was imported")
        }
        guard body != bytes else { return nil }
        // Availability documents may have the commas that people leave behind.
        let strict = JSONWriter.bytes(of: try JSONParser.parse(bytes, allowsTrailingCommas: true))
        let (published, rendered) = (
            try? DocumentContent(format, body: strict), try? DocumentContent(format, body: body)
        )
        if case .gate(let published)? = published, case .gate(let rendered)? = rendered, published != rendered {
            throw ErrorReport(
                .refused, "\(file): a build would not give it again: \(rendered.difference(from: published))",
                hint:
                    "rules behind the written ones and URLs come from members that all rules and documents share, such "
                    + "as minimumAppVersion and storeURL; a policy cannot carry others")
        }
        guard published == rendered else {
            throw ErrorReport(
                .refused, "\(file): a build would not give it again, as the other documents say more than it does",
                hint: "import it alone, or publish documents that agree first")
        }
        guard format.hasRules else { return nil }
        return "\(file): a build writes the same rules in other bytes: Signet has a layout and an order of its own"
    }
}

extension GateDocument {
    /// The first difference from a document that was published.
    fileprivate func difference(from published: GateDocument) -> String {
        if latest != published.latest { return "\"latest\" would be another" }
        for (index, rule) in published.rules.enumerated() {
            guard index < rules.count, rules[index].id == rule.id else {
                return rules.contains { $0.id == rule.id }
                    ? "rule \"\(rule.id)\" would have another place" : "rule \"\(rule.id)\" would be missing"
            }
            guard rules[index] != rule else { continue }
            let (before, after) = (rule.json(platform), rules[index].json(platform))
            let names = [before, after].flatMap { (try? JSONObject($0).members.map(\.name)) ?? [] }
            let name = names.first { before[$0]?.oneLine != after[$0]?.oneLine }
            let kind = name.map { before[$0] == nil ? "a" : after[$0] == nil ? "no" : "another" } ?? "another"
            return "rule \"\(rule.id)\" would have \(kind) \"\(name ?? "when")\""
        }
        return "rule \"\(rules.dropFirst(published.rules.count).first?.id ?? "")\" would be added"
    }
}
