import Diagnostics
import ManifestVerifier
import WebBundles

/// The text of a list of web bundles. An edit preserves the order and the layout of everything else, so that a diff shows
/// reviewers a single version.
package struct BundleListText {
    package static let empty = Array("{\n  \"bundles\": []\n}\n".utf8)

    private var text: JSONTextEdit

    package var bytes: [UInt8] { text.bytes }

    package init(_ bytes: [UInt8], file: String) throws {
        text = try JSONTextEdit(bytes, file: file)
    }

    package mutating func insertFirst(_ entry: String) throws {
        try text.edit(["bundles"]) { $0.insertFirst(entry, into: $1) }
    }

    package mutating func set(
        _ name: String, to value: String, of version: SemanticVersion, in list: BundleList
    ) throws {
        try text.edit(Self.entry(version, in: list)) { $0.set(name, to: value, in: $1) }
    }

    package mutating func remove(_ name: String, of version: SemanticVersion, in list: BundleList) throws {
        try text.edit(Self.entry(version, in: list)) { $0.remove(name, from: $1) }
    }

    package mutating func record(_ shell: RecordedShell) throws {
        let platform = shell.platform.rawValue
        let surface = shell.surface.json(indent: "      ")
        let version = "\"\(shell.version)\": \(surface)"
        let surfaces: [JSONTextEdit.Step] = ["surfaces"]
        if text.value(at: surfaces + [.member(platform)]) != nil {
            try text.edit(surfaces + [.member(platform)]) { $0.set(shell.version.spelling, to: surface, in: $1) }
        } else if text.value(at: surfaces) != nil {
            try text.edit(surfaces) { $0.set(platform, to: "{\n      \(version)\n    }", in: $1) }
        } else {
            try text.edit([]) {
                $0.set("surfaces", to: "{\n    \"\(platform)\": {\n      \(version)\n    }\n  }", in: $1)
            }
        }
    }

    private static func entry(_ version: SemanticVersion, in list: BundleList) -> [JSONTextEdit.Step] {
        guard let index = list.entries.firstIndex(where: { $0.version == version }) else {
            preconditionFailure("the caller has found the version")
        }
        return ["bundles", .element(index)]
    }
}
