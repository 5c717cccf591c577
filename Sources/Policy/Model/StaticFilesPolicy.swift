import Diagnostics
import ManifestVerifier

package struct StaticFilesPolicy: Sendable {
    package let position: TextPosition?
    let target: FilesTarget
    package let source: PolicyPath
}

/// Static files by where they are published: one file, or those of a folder.
struct FilesTarget: Sendable {
    /// The path of the one file, or of the folder for the files, empty for the top of the tree.
    let path: String
    let isFolder: Bool
}

extension FilesTarget {
    static let schema = SchemaNode.named(
        "filesTarget",
        .members(
            #"""
            "type": "string", "maxLength": 1025,
            "pattern": "^(/|[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}(/[A-Za-z0-9_-][A-Za-z0-9._-]{0,239}){0,31}/?)$",
            "not": { \#(Shape.reservedNames) }
            """#))

    /// Reads the name of a member: `path`, `folder/`, or `/` for the top of the tree.
    init(_ member: JSONMember) throws(JSONShapeError) {
        isFolder = member.name.hasSuffix("/")
        path = member.name == "/" ? "" : isFolder ? String(member.name.dropLast()) : member.name
        guard !path.isEmpty || !isFolder else { return }
        do throws(DocumentPath.Failure) {
            _ = try DocumentPath(authored: path)
        } catch {
            throw JSONShapeError(.unacceptable(error.message), at: member.position)
        }
    }
}

extension StaticFilesPolicy {
    static let all = Shape<[StaticFilesPolicy]>(.map(names: FilesTarget.schema, values: sources, isEmptyAllowed: true))
    {
        json, _, findings in
        (PolicyObject(json, findings)?.members ?? []).compactMap { member in
            findings.attempt { try StaticFilesPolicy(member) }
        }
    }

    /// A folder is published as a folder and a file as a file.
    private static let sources: [(pattern: String, node: SchemaNode)] = ["/$", "[^/]$"].map { end in
        (end, .members(#""allOf": [{ \#(Shape.policyPathSchema) }, { "pattern": "\#(end)" }]"#))
    }

    /// `"path": "file"` or `"folder/": "folder/"`.
    fileprivate init(_ member: JSONMember) throws {
        let isFolder = try member.value.asString().hasSuffix("/")
        position = member.position
        target = try FilesTarget(member)
        guard isFolder == target.isFolder else {
            throw member.value.unacceptable(
                "a folder is published as a folder and a file as a file; a folder ends in \"/\"")
        }
        source = try member.value.asPolicyPath().value
    }
}
