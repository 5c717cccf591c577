package signet.bundles;

import java.util.HashMap;
import java.util.Map;
import signet.Names;

// Own: the table. That of a platform differs from version to version, and without a type that is right a page gets no
// script: nosniff forbids guessing. Proved by the driver's "responder" ("media types").

/** The media type of a file by the extension of its name (the IANA registry of media types), as a content-type. */
final class MediaType {
    /** JSON, which is UTF-8 and takes no charset (RFC 8259 §11). */
    static final String JSON = "application/json";
    private static final String UNKNOWN = "application/octet-stream";
    private static final String[] TABLE = {
        "aac", "audio/aac",
        "apng", "image/apng",
        "avif", "image/avif",
        "css", "text/css; charset=utf-8",
        "csv", "text/csv; charset=utf-8",
        "flac", "audio/flac",
        "geojson", "application/geo+json",
        "gif", "image/gif",
        "glb", "model/gltf-binary",
        "gltf", "model/gltf+json",
        "htm", "text/html; charset=utf-8",
        "html", "text/html; charset=utf-8",
        "ico", "image/vnd.microsoft.icon",
        "jpeg", "image/jpeg",
        "jpg", "image/jpeg",
        "js", "text/javascript; charset=utf-8",
        "json", "application/json",
        "jxl", "image/jxl",
        "m4a", "audio/mp4",
        "m4v", "video/mp4",
        "map", "application/json",
        "md", "text/markdown; charset=utf-8",
        "mjs", "text/javascript; charset=utf-8",
        "mp3", "audio/mpeg",
        "mp4", "video/mp4",
        "oga", "audio/ogg",
        "ogg", "audio/ogg",
        "ogv", "video/ogg",
        "otf", "font/otf",
        "pdf", "application/pdf",
        "png", "image/png",
        "svg", "image/svg+xml",
        "ttf", "font/ttf",
        "txt", "text/plain; charset=utf-8",
        "vtt", "text/vtt; charset=utf-8",
        "wasm", "application/wasm",
        "webm", "video/webm",
        "webmanifest", "application/manifest+json",
        "webp", "image/webp",
        "woff", "font/woff",
        "woff2", "font/woff2",
        "xhtml", "application/xhtml+xml",
        "xml", "application/xml",
        "zip", "application/zip",
    };
    private static final Map<String, String> BY_EXTENSION = new HashMap<>();

    static {
        for (int i = 0; i < TABLE.length; i += 2) BY_EXTENSION.put(TABLE[i], TABLE[i + 1]);
    }

    private MediaType() {}

    /** The media type of a file; {@code application/octet-stream} for an unknown extension. */
    static String of(String fileName) {
        int dot = fileName.lastIndexOf('.');
        String type = dot < 0 ? null : BY_EXTENSION.get(Names.lowercase(fileName.substring(dot + 1)));
        return type == null ? UNKNOWN : type;
    }
}
