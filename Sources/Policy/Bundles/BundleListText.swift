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
        do throws(JSONError) {
            text = try JSONTextEdit(bytes)
        } catch {
            throw PolicyRefusal.refused([Finding(error, in: file)])
        }
    }

    package mutating func insertFirst(_ entry: String) {
        edit { (text) throws(JSONError) in try text.insertFirst(entry, into: [.member(Self.name)]) }
    }

    package mutating func set(_ name: String, to value: String, of version: SemanticVersion, in list: BundleList) {
        let entry = Self.entry(version, in: list)
        edit { (text) throws(JSONError) in
            try text.set(name, to: value, in: entry)
        }
    }

    package mutating func remove(_ name: String, of version: SemanticVersion, in list: BundleList) {
        let entry = Self.entry(version, in: list)
        guard text.value(at: entry + [.member(name)]) != nil else { return }
        edit { (text) throws(JSONError) in try text.remove(name, from: entry) }
    }

    package mutating func record(_ shell: RecordedShell) {
        let platform = shell.platform.rawValue
        let surface = "\(shell.surface.json(indent: "      "))"
        let version = "\"\(shell.version)\": \(surface)"
        let surfaces: [JSONTextEdit.Step] = [.member("surfaces")]
        edit { (text) throws(JSONError) in
            if text.value(at: surfaces + [.member(platform)]) != nil {
                try text.set(shell.version.spelling, to: surface, in: surfaces + [.member(platform)])
            } else if text.value(at: surfaces) != nil {
                try text.set(platform, to: "{\n      \(version)\n    }", in: surfaces)
            } else {
                try text.set(
                    "surfaces", to: "{\n    \"\(platform)\": {\n      \(version)\n    }\n  }", in: [])
            }
        }
    }

    private mutating func edit(_ change: (inout JSONTextEdit) throws(JSONError) -> Void) {
        guard (try? change(&text)) != nil else { preconditionFailure("an entry nests less deep than JSON may") }
    }

    private static func entry(_ version: SemanticVersion, in list: BundleList) -> [JSONTextEdit.Step] {
        guard let index = list.entries.firstIndex(where: { $0.version == version }) else {
            preconditionFailure("the caller has found the version")
        }
        return [.member(name), .element(index)]
    }

    private static let name = "bundles"
}
