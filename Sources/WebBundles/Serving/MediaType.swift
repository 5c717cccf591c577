import ManifestVerifier

/// The media type of a file by the extension of its name (the IANA registry of media types), as a content-type.
package enum MediaType {
    /// JSON, which is UTF-8 and takes no charset (RFC 8259 §11).
    package static let json = "application/json"
    /// Bytes of an unknown type.
    package static let unknown = "application/octet-stream"

    private static let byExtension = [
        "aac": "audio/aac",
        "apng": "image/apng",
        "avif": "image/avif",
        "css": "text/css; charset=utf-8",
        "csv": "text/csv; charset=utf-8",
        "flac": "audio/flac",
        "geojson": "application/geo+json",
        "gif": "image/gif",
        "glb": "model/gltf-binary",
        "gltf": "model/gltf+json",
        "htm": "text/html; charset=utf-8",
        "html": "text/html; charset=utf-8",
        "ico": "image/vnd.microsoft.icon",
        "jpeg": "image/jpeg",
        "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8",
        "json": json,
        "jxl": "image/jxl",
        "m4a": "audio/mp4",
        "m4v": "video/mp4",
        "map": json,
        "md": "text/markdown; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8",
        "mp3": "audio/mpeg",
        "mp4": "video/mp4",
        "oga": "audio/ogg",
        "ogg": "audio/ogg",
        "ogv": "video/ogg",
        "otf": "font/otf",
        "pdf": "application/pdf",
        "png": "image/png",
        "svg": "image/svg+xml",
        "ttf": "font/ttf",
        "txt": "text/plain; charset=utf-8",
        "vtt": "text/vtt; charset=utf-8",
        "wasm": "application/wasm",
        "webm": "video/webm",
        "webmanifest": "application/manifest+json",
        "webp": "image/webp",
        "woff": "font/woff",
        "woff2": "font/woff2",
        "xhtml": "application/xhtml+xml",
        "xml": "application/xml",
        "zip": "application/zip",
    ]

    /// The media type of a file; `application/octet-stream` for an unknown extension.
    package static func of(fileName name: String) -> String {
        let bytes = name.utf8
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), !bytes[dot...].contains(UInt8(ascii: "/")) else {
            return unknown
        }
        return byExtension[String(name[bytes.index(after: dot)...]).asciiLowercased] ?? unknown
    }
}
