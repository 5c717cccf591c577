import ManifestVerifier
import PublicationTree

/// A file for the `server` block of an nginx that serves the folder: one `location` a file, which sets its headers.
enum NginxHeaders {
    /// The name of the file. It is in the folder, goes where that goes, and lets nginx serve neither itself nor the list of
    /// own files; all that it says is public where another host serves it.
    static let fileName = ".signet-nginx.conf"

    /// - Parameter others: the paths of files with whatever headers the server has; what else is at the server, such as an
    ///   API, then does not answer for them.
    static func text(_ files: [SiteFile], others: [String]) -> String {
        let values = files.flatMap { $0.headers.map(\.value) }
        let needsDollar = values.contains { $0.utf8.contains(UInt8(ascii: "$")) }
        return """
            # Made by signet publish, and replaced with each publication: do not edit.
            # In the server block: root this folder, and include this file.
            \(needsDollar ? "# In the http block: geo $signet_dollar { default \"$\"; }\n" : "")
            """ + files.map(location).joined() + others.map { "\nlocation = /\($0) { }\n" }.joined()
                + """

                location ~ "^/\\.signet-" {
                    return 404;
                }

                """
    }

    private static func location(_ file: SiteFile) -> String {
        // The rest of the configuration must add nothing here: no types, character sets or expiry.
        var lines = ["    types { }", "    charset off;", "    expires off;"]
        for field in file.headers {
            lines.append(
                field.name == HeaderField.contentType
                    // This value is not a pattern: a `$` in it is literal.
                    ? "    default_type \(quoted(field.value, dollar: "$"));"
                    : "    add_header \(field.name) \(quoted(field.value)) always;")
        }
        return "\nlocation = /\(file.path) {\n\(lines.joined(separator: "\n"))\n}\n"
    }

    /// A word as nginx reads it; nginx has no escape for a `$`; only a variable can insert one.
    private static func quoted(_ value: String, dollar: String = "${signet_dollar}") -> String {
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "$": text += dollar
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
