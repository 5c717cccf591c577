import ManifestVerifier

/// The JSON Schema (draft 2020-12) of a kind of document that Signet reads or writes, for editors and other programs.
///
/// A schema is as strict as the parser as far as a single file can show: the contents of a string catalog, the
/// environments of other files and repeated keys are checked by `signet build`.
package struct DocumentSchema: Sendable {
    /// The name to ask for it by: `policy`.
    package let name: String
    /// What it describes, in one line.
    package let summary: String
    /// The schema itself, strict JSON without a line feed at the end.
    package let text: String

    package init(_ name: String, _ summary: String, text: String) {
        (self.name, self.summary, self.text) = (name, summary, text)
    }

    package var fileName: String { "\(name).schema.json" }
    /// What a file of it holds.
    package var bytes: [UInt8] { Array("\(text)\n".utf8) }

    /// As the parser reads a policy: both come from the same members.
    package static let policy = DocumentSchema(
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
        self.init(name, summary, text: String(decoding: JSONWriter.bytes(of: schema).dropLast(), as: UTF8.self))
    }
}
