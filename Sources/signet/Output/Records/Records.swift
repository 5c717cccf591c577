import Diagnostics
import ManifestVerifier
import Policy

enum Records {
    /// The schema of the envelope and of every result, which is called like its command.
    static let schema = DocumentSchema(
        "output", "what --json prints: one envelope for every command",
        text: #"""
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "Signet output",
              "description": "What --json prints, whether a command succeeds or not; $defs has the result of each command.",
              "type": "object",
              "additionalProperties": false,
              "required": ["ok", "findings", "result"],
              "properties": {
                "ok": { "description": "Whether the command did what it was asked to.", "type": "boolean" },
                "findings": {
                  "description": "Every error, warning and note, in the order in which they came up.",
                  "type": "array",
                  "items": { "$ref": "#/$defs/finding" }
                },
                "result": {
                  "description": "What the command made or found, as $defs/COMMAND; null when there is nothing.",
                  "type": ["object", "null"]
                }
              },
              "$defs": {
            \#(all.map(\.definition).joined(separator: ",\n").indented(2))
              }
            }
            """#)

    /// Findings, and what the commands print, each called like its command; with all that they refer to.
    private static let all: [any Described] = {
        var names: Set<String> = []
        let edits = [BlockCommand.name, UnblockCommand.name, CloseCommand.name, OpenCommand.name]
        let results: [any Described] =
            [
                finding, initialization, edit, plan, RecordChoice("verify", verifiedTrees, verifiedFile),
                decisionsOfDocuments, RecordChoice("build", builtTrees, checkedTrees),
                RecordChoice("publish", bucket, site), bundles, surface,
                RecordChoice("keys", keyList, keyChanges, readiness, key),
                RecordChoice("sign", signedFiles, builtTrees), buildNumber,
                RecordChoice("schema", listedSchemas, writtenSchemas, oneSchema), explanations,
            ] + edits.map { RecordChoice($0, edit) }
        return results.flatMap(\.withParts).filter { names.insert($0.name).inserted }
    }()

    static let finding = Record<Remark>(
        "finding",
        .text("code", "The code of a finding, the kind of another error, or the severity.") { $0.code },
        .word("severity", "What it means.") { $0.severity },
        .text("file?", "The file that it is about.") { $0.file },
        .count("line?", "The line in that file, from 1.") { $0.position?.line },
        .count("column?", "The Unicode scalar in that line, from 1.") { $0.position?.column },
        .text("message", "What is wrong.") { $0.message },
        .text("hint?", "The next step.") { $0.hint })

    static let initialization = Record<(files: [String], keys: [KeyRecord])>(
        "init",
        files { $0.files },
        .list("keys", "The keys that were made, the active one first.", key) { $0.keys })

    static func files<Root>(_ files: @escaping @Sendable (Root) -> [String]) -> Field<Root> {
        .texts("files", "The files that were written.", files)
    }

    static let explanations = Record<[FindingCode]>(
        "help", .list("codes", "The one code, or all.", explainedCode) { $0 })

    static let explainedCode = Record<FindingCode>(
        "explainedCode",
        .text("code", "The code.") { $0.rawValue },
        .word("severity", "What it means.") { $0.severity },
        .flag("stopsStrict", "Whether --strict stops it.") { $0.stopsStrict },
        .flag("stopsPublishing", "Whether publishing needs it acknowledged.") { $0.needsAcknowledgement },
        .text("publishing", "What publishing needs.") { $0.publishingText },
        .text("meaning", "What is wrong.") { $0.meaning.plain },
        .text("reason", "Why it matters.") { $0.reason },
        .text("remedy", "What to do.") { $0.remedy },
        .text("example", "An example.") { $0.example })

    static let buildNumber = Record<Int>(
        "build-number", [.count("buildNumber", "The number of the next build.") { $0 }])

    static let listedSchemas = Record<[DocumentSchema]>(
        "schema-1", .list("schemas", "Every schema.", listedSchema) { $0 })

    static let writtenSchemas = Record<[String]>("schema-2", [files { $0 }])

    static let oneSchema = Record<(name: String, schema: JSONValue)>(
        "schema-3",
        .text("name", "The name of the schema.") { $0.name },
        .object("schema", "The schema.") { $0.schema })

    static let listedSchema = Record<DocumentSchema>(
        "listedSchema",
        .text("name", "The name to ask for.") { $0.name },
        .text("description", "What it describes.") { $0.summary })
}
