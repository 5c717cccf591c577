import ManifestVerifier
import PublicationTree

/// A file for the `server` block of an nginx that serves the site: one `location` a file, which sets its headers.
enum NginxHeaders {
    /// The name of the file, beside the site and not in it: it is for the server and must not be downloadable.
    static let fileName = "nginx-headers.conf"

    static func text(_ files: [SiteFile]) -> String {
        let values = files.flatMap { $0.headers.map(\.value) }
        let needsDollar = values.contains { $0.utf8.contains(UInt8(ascii: "$")) }
        return """
            \(SiteMark.line)
            # In the server block: root \(StaticHost.siteName) beside this file, and include this file.
            \(needsDollar ? "# In the http block: geo $signet_dollar { default \"$\"; }\n" : "")
            """ + files.map(location).joined()
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
