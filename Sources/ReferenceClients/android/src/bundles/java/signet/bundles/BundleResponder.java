package signet.bundles;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import signet.Nullable;

// Own: the answers, without a class of Android, so that all of them are tested on a JDK. WebViewAssetLoader (androidx)
// sends neither a policy nor parts of files. Proved by the driver's "responder".

/**
 * Answers the requests of a {@code WebView} for a bundle that was started, in {@code shouldInterceptRequest}: below a
 * prefix, {@code …/v1.5.1/…} is that bundle, or {@code …/embedded/…}, and {@code …/} the list of those that could be
 * shown. Other bundles are 404: what was not started may be halted, or made for another shell.
 *
 * <p>It is for any thread, and reads files on that of the caller, which in a WebView is not the main one.
 */
public final class BundleResponder {
    /**
     * The default Content-Security-Policy, the same as in the library for iOS: everything comes from the bundle, which
     * was signed. An app that needs more appends a further directive: {@code DEFAULT_POLICY + "; connect-src 'self'
     * https://api.example.com"}. When a directive appears twice, browsers ignore the second.
     */
    public static final String DEFAULT_POLICY = "default-src 'self'; img-src 'self' data: blob:; font-src 'self' data:"
        + "; media-src 'self' data: blob:; object-src 'none'; base-uri 'self'; form-action 'self'"
        + "; frame-ancestors 'none'";

    private final StartedBundle bundle;
    private final BundleFiles files;
    private final RequestPath prefix;
    @Nullable private final String policy;
    @Nullable private final RequestPath fallback;

    /**
     * A responder with the default policy and without a fallback.
     *
     * @param bundle close it only when it is served no more
     * @param prefix the part before the names of bundles, host included: {@code app.example/builds/mobile} for {@code
     *     https://app.example/builds/mobile/v1.5.1/index.html}
     * @throws IllegalArgumentException when that is not a path
     */
    public BundleResponder(StartedBundle bundle, String prefix) { this(bundle, prefix, DEFAULT_POLICY, null); }

    /**
     * The same with another policy and a fallback.
     *
     * @param policy the Content-Security-Policy of every response; null for none, when the pages have their own
     * @param fallback for pages with a router, the file to serve for a path that names no file and whose last segment
     *     has no dot: {@code index.html}; null for none, when such a path is 404
     * @throws IllegalArgumentException when the prefix is not a path, the fallback not the path of a file, or the
     *     policy not printable ASCII
     */
    public BundleResponder(
        StartedBundle bundle, String prefix, @Nullable String policy, @Nullable String fallback) {
        this.bundle = bundle;
        files = bundle.files();
        this.prefix = RequestPath.parse(prefix);
        this.policy = policy;
        this.fallback = fallback == null ? null : RequestPath.parse(fallback);
        if (this.prefix == null) throw new IllegalArgumentException("not a path: " + prefix);
        if (fallback != null && (this.fallback == null || this.fallback.isFolder)) {
            throw new IllegalArgumentException("not the path of a file: " + fallback);
        }
        boolean isPrintable = policy == null || !policy.isEmpty();
        for (int i = 0; policy != null && i < policy.length(); i++) {
            isPrintable &= policy.charAt(i) >= 0x20 && policy.charAt(i) < 0x7F;
        }
        if (!isPrintable) throw new IllegalArgumentException("not a policy: " + policy);
    }

    /**
     * Whether a URL is of the origin of the bundles: {@code https} and the host of the prefix, without a port or
     * credentials. No other page may be shown in the WebView, whose {@code addJavascriptInterface} is for every page.
     *
     * <p>The URL is read as a WebView writes it, with scheme and host in lower case; any other spelling is of no origin.
     */
    public boolean isOfOrigin(String url) {
        if (prefix.names.isEmpty()) return false;
        String origin = "https://" + prefix.names.get(0);
        // What follows the host ends it: browsers take "@", ":", "." and "\" for more of an authority, or repair them.
        return url.startsWith(origin)
            && (url.length() == origin.length() || "/?#".indexOf(url.charAt(origin.length())) >= 0);
    }

    /**
     * Answers a request.
     *
     * @param method {@code GET} or {@code HEAD}; anything else is 405
     * @param path the host and the path as in the URL, percent-encoded, such as {@code url.getHost() +
     *     url.getEncodedPath()}; a folder means its {@code index.html}
     * @param headers the headers of the request, of which a GET uses {@code range}
     */
    public BundleResponse respond(String method, String path, Map<String, String> headers) {
        if (!method.equals("GET") && !method.equals("HEAD")) {
            return new BundleResponse(405, method + " is neither GET nor HEAD", "allow", "GET, HEAD");
        }
        RequestPath request = RequestPath.parse(path);
        if (request == null) return new BundleResponse(400, path + " is not the path of a file");
        List<String> names = request.namesBelow(prefix);
        if (names == null) return new BundleResponse(404, path + " is not below the prefix");
        try {
            BundleBody body = names.isEmpty() ? list() : open(names, request.isFolder);
            String type = names.isEmpty() ? MediaType.JSON : MediaType.of(body.fileName());
            return response(body, type, method.equals("HEAD"), headers);
        } catch (FileNotFoundException e) {
            return new BundleResponse(404, String.valueOf(e.getMessage()));
        } catch (IOException | StoreException e) {
            return new BundleResponse(500, String.valueOf(e.getMessage()));
        }
    }

    private BundleBody list() throws StoreException {
        return BundleFiles.of(bundle.store.statusBlocking().listJson().getBytes(StandardCharsets.UTF_8), "list");
    }

    private BundleBody open(List<String> names, boolean isFolder) throws IOException {
        if (!names.get(0).equals(bundle.version().toString())) {
            throw new FileNotFoundException(names.get(0) + " is not the bundle that was started");
        }
        List<String> below = names.subList(1, names.size());
        try {
            return files.open(below, isFolder);
        } catch (FileNotFoundException e) {
            boolean isRoute = below.isEmpty() || below.get(below.size() - 1).indexOf('.') < 0;
            if (fallback == null || !isRoute) throw e;
            return files.open(fallback.names, false);
        }
    }

    private BundleResponse response(BundleBody body, String type, boolean isHead, Map<String, String> headers)
        throws IOException {
        // A range is defined for GET only (RFC 9110 §14.2).
        ByteRange range = ByteRange.of(isHead ? Collections.<String, String>emptyMap() : headers, body.size);
        Map<String, String> fields = new LinkedHashMap<>();
        if (range.isUnsatisfiable) {
            body.close();
            return new BundleResponse(
                416, body.path + " has only " + body.size + " bytes", "content-range", "bytes */" + body.size);
        }
        if (range.isPart) {
            fields.put("content-range", "bytes " + range.start + "-" + (range.end - 1) + "/" + body.size);
        }
        fields.put("content-type", type);
        fields.put("content-length", String.valueOf(range.end - range.start));
        fields.put("accept-ranges", "bytes");
        fields.put("x-content-type-options", "nosniff");
        // The files are on this device: a cached copy gains nothing and could outlive a switch to another version.
        fields.put("cache-control", "no-store");
        if (policy != null) fields.put("content-security-policy", policy);
        if (!isHead) return new BundleResponse(range.isPart ? 206 : 200, fields, body, range);
        body.close();
        return new BundleResponse(200, fields, null, null);
    }
}
