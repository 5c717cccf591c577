import ManifestFormat

/// The content type of a body by the extension of its path (the IANA registry of media types).
package enum ContentType {
    package static let json = "application/json"
    private static let unknown = "application/octet-stream"

    private static let byExtension = [
        "css": "text/css; charset=utf-8",
        "csv": "text/csv; charset=utf-8",
        "gif": "image/gif",
        "html": "text/html; charset=utf-8",
        "jpeg": "image/jpeg",
        "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8",
        "json": json,
        "md": "text/markdown; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8",
        "pdf": "application/pdf",
        "png": "image/png",
        "svg": "image/svg+xml",
        "txt": "text/plain; charset=utf-8",
        "wasm": "application/wasm",
        "webmanifest": "application/manifest+json",
        "webp": "image/webp",
        "woff2": "font/woff2",
        "xml": "application/xml",
        "zip": "application/zip",
    ]

    /// The content type of a file; `application/octet-stream` for an extension that is not known.
    package static func of(fileName name: String) -> String {
        let bytes = name.utf8
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), !bytes[dot...].contains(UInt8(ascii: "/")) else {
            return unknown
        }
        return byExtension[String(name[bytes.index(after: dot)...]).asciiLowercased] ?? unknown
    }
}
