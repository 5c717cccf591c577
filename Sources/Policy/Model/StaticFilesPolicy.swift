import Diagnostics
import ManifestVerifier

package struct StaticFilesPolicy: Sendable {
    package let position: TextPosition?
    let target: FilesTarget
    package let source: PolicyPath
    /// Which files of the folder are published; nil for all.
    package let pattern: FilePattern?
}

/// Static files by where they are published: one file, or those of a folder.
struct FilesTarget: Sendable, CustomStringConvertible {
    /// The path of the one file, or of the folder for the files, empty for the top of the tree.
    let path: String
    let isFolder: Bool

    func contains(_ file: DocumentPath) -> Bool {
        isFolder ? path.isEmpty || file.rawValue.hasPrefix("\(path)/") : file.rawValue == path
    }

    var description: String { isFolder ? "in \"\(path)/\"" : "\"\(path)\"" }

    /// Orders targets that contain the same file: the file itself, then its folder, then the folder around that.
    var specificity: Int { isFolder ? path.utf8.count : .max }
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
    private static let sources: [(pattern: String, node: SchemaNode)] = [
        (
            "/$",
            .either([
                .members(#""allOf": [{ \#(path) }, { "pattern": "/$" }]"#),
                .members(
                    #"""
                    "type": "string",
                    "pattern": "^(?![Kk][Ee][Yy][Ss]/)([A-Za-z0-9_-][A-Za-z0-9._-]{0,239}/){1,32}(?=.*[*?])([A-Za-z0-9_*?-][A-Za-z0-9._*?-]{0,239}/){0,31}(?!\\*\\*$)[A-Za-z0-9_*?-][A-Za-z0-9._*?-]{0,239}$"
                    """#),
            ])
        ),
        ("[^/]$", .members(#""allOf": [{ \#(path) }, { "pattern": "[^/]$" }]"#)),
    ]

    private static let path = Shape.policyPathSchema

    /// `"path": "file"`, `"folder/": "folder/"` or `"folder/": "folder/*.json"`.
    fileprivate init(_ member: JSONMember) throws {
        let spelling = try member.value.asString()
        position = member.position
        target = try FilesTarget(member)
        let isFolder = target.isFolder
        guard FilePattern.isPattern(spelling) else {
            guard isFolder == spelling.hasSuffix("/") else {
                throw member.value.unacceptable(
                    "a folder is published as a folder and a file as a file; a folder ends in \"/\"")
            }
            source = try member.value.asPolicyPath().value
            pattern = nil
            return
        }
        guard isFolder else {
            throw member.value.unacceptable("the files of a pattern are published in a folder, which ends in \"/\"")
        }
        let segments = spelling.split(separator: "/", omittingEmptySubsequences: false)
        let folder = segments.prefix { !FilePattern.isPattern($0) }
        guard let source = PolicyPath(folder.joined(separator: "/")),
            let pattern = FilePattern(segments.dropFirst(folder.count).joined(separator: "/"))
        else {
            throw member.value.unacceptable(
                "\"\(spelling)\" is not a pattern in a folder beside the policy, like static/*.json or static/**/*.png")
        }
        (self.source, self.pattern) = (source, pattern)
    }
}

/// A pattern for files below a folder: `*` stands for any characters of a name, `?` for one, `**` for any folders.
package struct FilePattern: Sendable {
    private let segments: [[UInt8]]

    private static let any = UInt8(ascii: "*")
    private static let one = UInt8(ascii: "?")
    private static let anyFolders: [UInt8] = [any, any]

    static func isPattern(_ path: some StringProtocol) -> Bool { path.utf8.contains { $0 == any || $0 == one } }

    /// Fails unless the segments consist of `[A-Za-z0-9._*?-]`, without a leading dot, and the last one names files.
    package init?(_ pattern: String) {
        segments = pattern.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
        guard segments.count <= Limits.folderDepth, segments.last != Self.anyFolders,
            segments.allSatisfy({ segment in
                !segment.isEmpty && segment.count <= Limits.pathSegmentBytes && segment[0] != UInt8(ascii: ".")
                    && segment.allSatisfy { $0.isNameByte || $0 == Self.any || $0 == Self.one }
            })
        else { return nil }
    }

    package func matches(_ path: String) -> Bool {
        // For each number of segments, whether so many may be used up so far, so that no pattern is slow.
        var reached = [true] + Array(repeating: false, count: segments.count)
        skipAnyFolders(&reached)
        for name in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            let name = Array(name)
            var next = Array(repeating: false, count: reached.count)
            for (index, segment) in segments.enumerated() where reached[index] {
                if segment == Self.anyFolders {
                    next[index] = true
                } else if Self.matches(name, segment) {
                    next[index + 1] = true
                }
            }
            reached = next
            skipAnyFolders(&reached)
        }
        return reached[segments.count]
    }

    /// `**` also stands for no folder.
    private func skipAnyFolders(_ reached: inout [Bool]) {
        for (index, segment) in segments.enumerated() where segment == Self.anyFolders && reached[index] {
            reached[index + 1] = true
        }
    }

    /// Matches one name with one segment: after a failure only the last `*` can take one more character.
    private static func matches(_ name: [UInt8], _ segment: [UInt8]) -> Bool {
        var (position, place) = (0, 0)
        var retry: (position: Int, place: Int)?
        while position < name.count {
            if place < segment.count, segment[place] == any {
                retry = (position, place)
                place += 1
            } else if place < segment.count, segment[place] == one || segment[place] == name[position] {
                position += 1
                place += 1
            } else if let (start, star) = retry {
                retry = (start + 1, star)
                (position, place) = (start + 1, star + 1)
            } else {
                return false
            }
        }
        return segment[place...].allSatisfy { $0 == any }
    }
}
