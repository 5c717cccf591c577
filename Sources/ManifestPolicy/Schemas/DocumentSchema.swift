import LocalFiles

/// The JSON Schema (draft 2020-12) of a kind of document that Signet reads or writes, for editors and other programs.
///
/// A schema is as strict as the parser wherever one file alone can tell: what a string catalog holds, which
/// environments there are and which keys are repeated is for `signet build` to say.
package struct DocumentSchema: Sendable {
    /// What the schema is asked for by: `policy`.
    package let name: String
    /// What it describes, in one line.
    package let summary: String
    /// The schema itself, strict JSON without a line feed at the end.
    package let text: String

    /// The name of the file that it is written to.
    package var fileName: String { "\(name).schema.json" }

    /// Every schema: first what people write, then what is rendered from it.
    package static let all = [
        policy, bundleList, keyRing, publication, iosAvailability, androidAvailability, appConfig, updateRequired,
        environmentConfig, remoteConfig, firebaseTemplate, webBundleManifest, webBundleIndex,
    ]

    /// Writes every schema into a folder, which is made when it is not there; files of the same names are replaced.
    ///
    /// - Returns: the paths that were written.
    package static func writeAll(into path: String) throws(FileError) -> [String] {
        let folder = try Folder(creating: path)
        var written: [String] = []
        for schema in all {
            try folder.replace(schema.fileName, Array("\(schema.text)\n".utf8))
            written.append(folder.child(schema.fileName))
        }
        return written
    }
}
