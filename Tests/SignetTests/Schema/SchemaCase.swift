import Testing
import TestSupport

/// A file, the schema that it is held against, and whether it is valid.
typealias SchemaCase = (schema: String, path: String, isValid: Bool)

/// Checks every schema and every file with Python's `jsonschema`, in one run.
func judge(_ cases: [SchemaCase], in folder: TemporaryFolder) throws {
    #expect(try signet(["schema", "--output", "schemas"], in: folder).status == 0)
    let lines = cases.map { "\($0.schema) \($0.path) \($0.isValid)\n" }.joined()
    let output = try check("python3", [peerProgram("schema-judge.py")], in: folder.root, input: Array(lines.utf8))
    #expect(output == "")
}
