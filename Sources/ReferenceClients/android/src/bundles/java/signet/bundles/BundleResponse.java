package signet.bundles;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import signet.Nullable;

/** A store's answer to a request, of which {@code WebResourceResponse} takes each part. */
public final class BundleResponse {
    private final int status;
    private final Map<String, String> headers;
    @Nullable private final BundleBody body;
    @Nullable private final ByteRange range;
    @Nullable private final String problem;

    /** A file or a part of it, or its headers only. */
    BundleResponse(int status, Map<String, String> headers, @Nullable BundleBody body, @Nullable ByteRange range) {
        this.status = status;
        this.headers = headers;
        this.body = body;
        this.range = range;
        problem = null;
    }

    /** No file. */
    BundleResponse(int status, String problem, String... header) {
        this.status = status;
        this.problem = problem;
        headers = new LinkedHashMap<>();
        if (header.length == 2) headers.put(header[0], header[1]);
        headers.put("content-length", "0");
        body = null;
        range = null;
    }

    /** The HTTP status: 200, 206, 400, 404, 405, 416 or 500. */
    public int status() { return status; }

    /** A word for the status, without which {@code WebResourceResponse} takes none. */
    public String reason() {
        switch (status) {
            case 200: return "OK";
            case 206: return "Partial Content";
            case 400: return "Bad Request";
            case 404: return "Not Found";
            case 405: return "Method Not Allowed";
            case 416: return "Range Not Satisfiable";
            default: return "Internal Server Error";
        }
    }

    /** The headers, by their names in lower case. */
    public Map<String, String> headers() { return Collections.unmodifiableMap(headers); }

    /** The media type without its charset: {@code text/html}; null without a file. */
    @Nullable public String mediaType() {
        String type = headers.get("content-type");
        return type == null || type.indexOf(';') < 0 ? type : type.substring(0, type.indexOf(';'));
    }

    /** The charset of a text; null for anything else. */
    @Nullable public String charset() {
        String type = headers.get("content-type");
        return type != null && type.endsWith("; charset=utf-8") ? "utf-8" : null;
    }

    /**
     * The body for {@code WebResourceResponse}: the whole file as far as the end of the range, since a WebView skips to
     * the start of a range by itself. It is empty for a HEAD and without a file. Of this and {@link #body}, call one,
     * once, and close it.
     */
    public InputStream bodyForWebView() { return body == null ? empty() : body.skippable(range); }

    /** The body as a server sends it: of a range, its bytes alone. */
    public InputStream body() { return body == null ? empty() : body.part(range); }

    private static InputStream empty() { return new ByteArrayInputStream(new byte[0]); }

    /** Why there is no file, for a log; null when there is one. */
    @Nullable public String problem() { return problem; }
}
