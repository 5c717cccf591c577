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

package enum BundleWords {
    /// `everybody`, `5 % from 2026-12-01T00:00:00Z, 25 % from …`, `channels beta and qa`
    package static func audience(_ conditions: BundleConditions?) -> String {
        guard let conditions else { return "everybody" }
        let share = conditions.share.map { share in
            share.steps.map { "\($0.percentage) % from \($0.from)" }.joined(separator: ", ")
        }
        let channels = conditions.channels.map { channels in
            "\(channels.count == 1 ? "channel" : "channels") \(list(channels, separator: " or "))"
        }
        guard conditions.unknown.isEmpty else {
            return "nobody, because clients do not know these conditions: \(conditions.unknown.joined(separator: ", "))"
        }
        let words = [share, channels].compactMap(\.self)
        return words.isEmpty ? "nobody" : words.joined(separator: ", in ")
    }

    /// Names of channels; one that could be taken for several is in quotes.
    package static func list(_ channels: [String], separator: String = ", ") -> String {
        channels.map { $0.utf8.allSatisfy(\.isNameByte) ? $0 : $0.quotedName }.joined(separator: separator)
    }

    /// `iOS shells 2.0.0 to 2.9.9, Android shells from 2.0.0 on`
    package static func shells(_ shells: [Platform: ShellRange]) -> String {
        let words = Platform.allCases.compactMap { platform in shells[platform].map { Self.shells($0, platform) } }
        return words.isEmpty ? "no shells" : words.joined(separator: ", ")
    }

    package static func shells(_ range: ShellRange, _ platform: Platform) -> String {
        let name = platform.displayName
        return range.maximum.map { "\(name) shells \(range.minimum) to \($0)" }
            ?? "\(name) shells from \(range.minimum) on"
    }
}

extension Platform {
    package var displayName: String {
        switch self {
        case .ios: "iOS"
        case .android: "Android"
        }
    }
}
