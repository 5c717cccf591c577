import ManifestVerifier

extension DocumentSchema {
    /// As the parser reads a policy: both come from the same members.
    static let policy = DocumentSchema(
        "policy", "policy.json: environments, versions and documents, written by people", title: "Signet policy",
        description: "Which versions of an app may run, and which documents say so. Comments are allowed.",
        .object(Policy.members.map(\.property), restrictions: nil))

    private init(_ name: String, _ summary: String, title: String, description: String, _ node: SchemaNode) {
        var writer = SchemaWriter()
        let members = writer.members(node)
        let head = [
            JSONMember("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
            JSONMember("title", .string(title)), JSONMember("description", .string(description)),
        ]
        let schema = JSONValue.object(head + members + [JSONMember("$defs", .object(writer.definitions))])
        let bytes = JSONWriter.bytes(of: schema).dropLast()
        self.init(name: name, summary: summary, text: String(decoding: bytes, as: UTF8.self))
    }
}
