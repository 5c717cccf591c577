import LocalFiles

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

    package var fileName: String { "\(name).schema.json" }

    /// The schema of every document: first what people write, then what is rendered from it.
    package static let all = [
        policy, bundleList, keyRing, publication, iosAvailability, androidAvailability, appConfig,
        environmentConfig, remoteConfig, iosGate, androidGate, firebaseTemplate, webBundleManifest, webBundleIndex,
    ]

    /// Writes schemas into a folder, which is created if necessary; files of the same names are replaced.
    ///
    /// - Returns: the paths that were written.
    package static func write(_ schemas: [DocumentSchema], into path: String) throws(FileError) -> [String] {
        let folder = try Folder(creating: path)
        var written: [String] = []
        for schema in schemas {
            try folder.replace(schema.fileName, Array("\(schema.text)\n".utf8))
            written.append(folder.child(schema.fileName))
        }
        return written
    }
}

// MARK: Fragments

extension DocumentSchema {
    /// The schema of an object.
    ///
    /// - Parameters:
    ///   - members: the members of the schema after its description and type.
    ///   - definitions: the members of `$defs`.
    package init(
        _ name: String, _ summary: String, title: String, description: String, members: String,
        definitions: [String]
    ) {
        self.name = name
        self.summary = summary
        text = #"""
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "\#(title)",
              "description": "\#(description)",
              "type": "object",
            \#(members.indented()),
              "$defs": {
            \#(definitions.joined(separator: ",\n").indented(2))
              }
            }
            """#
    }

    /// A member that refers to a definition.
    ///
    /// - Parameter without: the members of the definition that are excluded here.
    static func member(
        _ name: String, _ description: String, _ definition: String, without: [String] = []
    ) -> String {
        let excluded = without.map { "\"\($0)\": false" }.joined(separator: ", ")
        let properties = without.isEmpty ? "" : ",\n  \"properties\": { \(excluded) }"
        return #"""
            "\#(name)": {
              "description": "\#(description)",
              "$ref": "#/$defs/\#(definition)"\#(properties)
            }
            """#
    }

    static func numbers(_ name: String) -> String {
        #"""
        "\#(name)": {
          "description": "1 to 3 numbers joined by dots.",
          "type": "string",
          "pattern": "^[0-9]{1,18}(\\.[0-9]{1,18}){0,2}$"
        }
        """#
    }
}

extension String {
    /// The text with every line indented by `levels` times two spaces.
    package func indented(_ levels: Int = 1) -> String {
        split(separator: "\n").map { String(repeating: "  ", count: levels) + $0 }.joined(separator: "\n")
    }
}
