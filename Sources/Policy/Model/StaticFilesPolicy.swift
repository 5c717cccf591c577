import Diagnostics
import ManifestVerifier

/// Static files by where they are published: one file, or those of a folder.
package struct StaticFilesPolicy: Sendable {
    package let position: TextPosition?
    /// The path of the one file, or of the folder for the files, empty for the top of the tree.
    let path: String
    let isFolder: Bool
    package let source: PolicyPath

    static let all = Shape<[StaticFilesPolicy]>(.map(names: target, values: sources, isEmptyAllowed: true)) {
        json, _, findings in
        (PolicyObject(json, findings)?.members ?? []).compactMap { member in
            findings.attempt { try StaticFilesPolicy(member) }
        }
    }

    private static let target = SchemaNode.named(
        "filesTarget",
        #"""
        "type": "string", "maxLength": 1025,
        "pattern": "^(/|[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}(/[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}){0,31}/?)$",
        "not": { \#(Shape.reservedNames) }
        """#)

    /// A folder is published as a folder and a file as a file.
    private static let sources: [(pattern: String, node: SchemaNode)] = ["/$", "[^/]$"].map { end in
        (end, #""allOf": [{ \#(Shape.policyPathSchema) }, { "pattern": "\#(end)" }]"#)
    }

    /// `"path": "file"`, `"folder/": "folder/"`, or `"/": "folder/"` for the top of the tree.
    private init(_ member: JSONMember) throws {
        let isSourceFolder = try member.value.asString().hasSuffix("/")
        position = member.position
        isFolder = member.name.hasSuffix("/")
        path = member.name == "/" ? "" : isFolder ? String(member.name.dropLast()) : member.name
        if !path.isEmpty || !isFolder {
            do throws(DocumentPath.Failure) {
                _ = try DocumentPath(authored: path)
            } catch {
                throw JSONShapeError(.unacceptable(error.message), at: member.position)
            }
        }
        guard isSourceFolder == isFolder else {
            throw member.value.unacceptable(
                "a folder is published as a folder and a file as a file; a folder ends in \"/\"")
        }
        source = try member.value.asPolicyPath().value
    }
}
