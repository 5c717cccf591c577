package signet.bundles;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import signet.JsonObject;

/** Requests: those of Tests/Vectors/Bundles/requests.json, and what no vector can say. */
final class ResponderTests {
    private static final String PREFIX = "builds/mobile";

    private final File root;
    private final Publisher publisher = new Publisher();
    private final Map<String, byte[]> assets = new TreeMap<>(Publisher.files("1.4.0"));
    private final BundleStore store;
    /** The one that is served. */
    private StartedBundle bundle;
    private int requests;

    private final JsonObject vectors;

    private ResponderTests(File work, File vectors) throws Exception {
        this.vectors = JsonObject.ofBody(BundleDriver.read(vectors));
        root = new File(work, "responder");
        BundleDriver.remove(root);
        store = publisher.store(root, embedded(assets), "2.1.0").build();
    }

    static EmbeddedBundle embedded(final Map<String, byte[]> assets) {
        return EmbeddedBundle.assets("1.4.0", new Assets() {
            @Override public InputStream open(String path) throws IOException {
                byte[] bytes = assets.get(path);
                if (bytes == null) throw new FileNotFoundException(path);
                return new ByteArrayInputStream(bytes);
            }
        });
    }

    static void run(File work, File vectors) throws Exception {
        ResponderTests tests = new ResponderTests(work, vectors);
        StartedBundle embedded = tests.store.startBlocking();
        tests.bundles();
        tests.files();
        StartedBundle stored = tests.bundle;
        tests.bundle = embedded;
        tests.files();
        tests.bundle = stored;
        tests.waysOut();
        tests.links();
        tests.refusals();
        tests.origins();
        System.out.println(tests.requests + " requests");
    }

    private BundleResponse get(BundleResponder responder, String path, String... headers) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i + 1 < headers.length; i += 2) fields.put(headers[i], headers[i + 1]);
        requests++;
        return responder.respond("GET", path, fields);
    }

    private static String text(InputStream input) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream body = input) {
            int b;
            byte[] piece = new byte[700];
            while ((b = body.read(piece)) >= 0) bytes.write(piece, 0, b);
        }
        return new String(bytes.toByteArray(), StandardCharsets.ISO_8859_1);
    }

    /** What the WebView makes of a response to a request with a range, by Chromium's InputStreamReader. */
    private static String webView(BundleResponse response, String range) throws IOException {
        InputStream input = response.bodyForWebView();
        long size = input.available();
        String[] ends = range == null ? null : range.substring(range.indexOf('=') + 1).split("-", -1);
        if (ends != null && ends.length == 2) {
            long start = ends[0].isEmpty() ? Math.max(0, size - Long.parseLong(ends[1])) : Long.parseLong(ends[0]);
            if (size > 0 && start >= size) return "ERR_REQUEST_RANGE_NOT_SATISFIABLE";
            while (start > 0) {
                long skipped = input.skip(start);
                if (skipped <= 0) return "ERR_REQUEST_RANGE_NOT_SATISFIABLE";
                start -= skipped;
            }
        }
        return text(input);
    }

    private void install(String version, Map<String, byte[]> files) throws Exception {
        publisher.offer(version, "2.0.0", null, Publisher.archive(files));
        UpdateOutcome outcome = Publisher.updater(store, publisher, publisher).build()
            .updateBlocking();
        BundleDriver.expect("update", UpdateOutcome.Kind.INSTALLED, outcome.kind());
    }

    /** The list, and which bundles are there. */
    private void bundles() throws Exception {
        String list = "{\n  \"versions\": [\n    \"embedded\"\n  ]\n}\n";
        bundle = store.startBlocking();
        BundleResponder responder = new BundleResponder(bundle, PREFIX);
        BundleDriver.expect("the list", list, text(get(responder, "builds/mobile/").body()));
        Map<String, byte[]> files = new TreeMap<>(Publisher.files("1.5.0"));
        JsonObject named = vectors.object("files");
        for (String name : named.names()) {
            files.put(name, Publisher.utf8(named.string(name)));
            assets.put(name, Publisher.utf8(named.string(name)));
        }
        byte[] video = new byte[3_000_000];
        new Random(6).nextBytes(video);
        files.put("video.mp4", video);
        assets.put("video.mp4", video);
        install("1.5.0", files);
        bundle = store.startBlocking();
        responder = new BundleResponder(bundle, PREFIX);
        list = "{\n  \"versions\": [\n    \"embedded\",\n    \"v1.5.0\"\n  ]\n}\n";
        for (String path : new String[] {"builds/mobile", "builds/mobile/", "/builds/mobile/?a=b"}) {
            BundleResponse response = get(responder, path);
            BundleDriver.expect("the list of " + path, list, text(response.body()));
            BundleDriver.expect("the list's type", "application/json", response.mediaType());
            BundleDriver.expect("the list's policy", BundleResponder.DEFAULT_POLICY,
                response.headers().get("content-security-policy"));
        }
        BundleDriver.expect("the policy", vectors.string("policy"), BundleResponder.DEFAULT_POLICY);
        Map<String, String> expected = new HashMap<>();
        expected.put("content-type", "text/javascript; charset=utf-8");
        expected.put("content-length", "5");
        expected.put("accept-ranges", "bytes");
        expected.put("x-content-type-options", "nosniff");
        expected.put("cache-control", "no-store");
        expected.put("content-security-policy", BundleResponder.DEFAULT_POLICY);
        BundleResponse response = get(responder, "builds/mobile/v1.5.0/app/a%20b.js?v=1#top");
        BundleDriver.expect("headers", expected, response.headers());
        BundleDriver.expect("status", "200 OK text/javascript utf-8",
            response.status() + " " + response.reason() + " " + response.mediaType() + " " + response.charset());
        BundleDriver.expect("body", "run()", text(response.body()));
        for (String path : new String[] {
            "builds/mobile/v1.5.1/index.html", "builds/mobile/V1.5.0/index.html", "builds/mobile/v1.5.0a/index.html",
            "builds/mobile/state.json", "builds/mobile/.locks/v1.5.0", "builds/mobile/index", "builds/v1.5.0/index.html",
            "mobile/v1.5.0/index.html", "builds", "", "/", "builds/mobile/v1.5.0%2Findex.html/..",
            "builds/mobile/embedded/index.html",
        }) {
            int status = path.endsWith("..") ? 400 : 404;
            BundleDriver.expect("no bundle at " + path, status, get(responder, path).status());
        }
        // What is shown is served to its end, and nothing else: neither what waits nor what was left.
        install("1.6.0", Publisher.files("1.6.0"));
        BundleDriver.expect("a new one", 404, get(responder, "builds/mobile/v1.6.0/index.html").status());
        publisher.withdraw("1.5.0");
        Publisher.updater(store, publisher, publisher).build().updateBlocking();
        BundleDriver.expect("a withdrawn one", 200, get(responder, "builds/mobile/v1.5.0/assets/parts/1.js").status());
        try (StartedBundle next = store.startBlocking()) {
            responder = new BundleResponder(next, PREFIX, null, "index.html");
            BundleDriver.expect("one that was left", 404, get(responder, "builds/mobile/v1.5.0/").status());
            BundleDriver.expect("the next one", 200, get(responder, "builds/mobile/v1.6.0/orders").status());
        }
    }

    private static String utf8(String text) { return new String(Publisher.utf8(text), StandardCharsets.ISO_8859_1); }

    private void files() throws Exception {
        BundleResponder responder = new BundleResponder(bundle, PREFIX);
        String base = PREFIX + "/" + bundle.version() + "/";
        BundleDriver.expect("the page", utf8(vectors.object("files").string("index.html")),
            text(get(responder, PREFIX + "/" + bundle.version()).body()));
        for (JsonObject type : vectors.objects("types", 1_000)) {
            check(type, "name", "type");
            BundleDriver.expect("media types", type.string("type"), MediaType.of(fileName(type.string("name"))));
        }
        for (JsonObject request : vectors.objects("requests", 1_000)) {
            check(request, "path", "status", "body", "type", "fallback");
            BundleResponder one =
                new BundleResponder(bundle, PREFIX, "default-src 'none'", request.optionalString("fallback"));
            String path = request.string("path");
            BundleResponse response = get(one, base + path);
            BundleDriver.expect("requests: " + path, request.integer("status"), (long) response.status());
            BundleDriver.expect("requests: " + path, response.status() == 200, response.problem() == null);
            String body = request.optionalString("body");
            BundleDriver.expect("requests: " + path, body == null ? "" : utf8(body), text(response.body()));
            if (request.has("type")) {
                BundleDriver.expect("requests: " + path, request.string("type"), response.headers().get("content-type"));
            }
        }
        for (JsonObject range : vectors.objects("ranges", 1_000)) ranges(responder, base, range);
        BundleDriver.expect("If-Range", 200,
            get(responder, base + "a.txt", "range", "bytes=0-1", "If-Range", "\"etag\"").status());
        BundleDriver.expect("two ranges", 200,
            get(responder, base + "a.txt", "range", "bytes=0-1", "Range", "bytes=2-3").status());
        video(responder, base);
        BundleResponse head = responder.respond(
            "HEAD", base + "a.txt", Collections.singletonMap("range", "bytes=0-1"));
        BundleDriver.expect("HEAD", "200 10 ", head.status() + " " + head.headers().get("content-length") + " "
            + text(head.body()) + text(head.bodyForWebView()));
    }

    private static String fileName(String path) { return path.substring(path.lastIndexOf('/') + 1); }

    /** A member that is not read would be a case that is not tried. */
    private static void check(JsonObject vector, String... members) {
        BundleDriver.expect("members", true, Arrays.asList(members).containsAll(vector.names()));
    }

    private void ranges(BundleResponder responder, String base, JsonObject vector) throws Exception {
        check(vector, "file", "range", "status", "body", "contentRange");
        String range = vector.string("range");
        long status = vector.integer("status");
        String text = status == 416 ? "" : vector.string("body");
        for (int way = 0; way < 2; way++) {
            BundleResponse response = get(responder, base + vector.string("file"), "Range", range);
            BundleDriver.expect("ranges: " + range, status, (long) response.status());
            BundleDriver.expect(
                "ranges: " + range, vector.optionalString("contentRange"), response.headers().get("content-range"));
            BundleDriver.expect("ranges: " + range, "" + text.length(), response.headers().get("content-length"));
            // A WebView refuses what it cannot read itself before it asks.
            boolean isKnown = status == 206 && range.matches("bytes=(\\d{1,9}-\\d{0,9}|-\\d{1,9})");
            if (way == 0 || !isKnown) BundleDriver.expect("ranges: " + range, text, text(response.body()));
            else BundleDriver.expect("WebView: " + range, text, webView(response, range));
        }
    }

    private void video(BundleResponder responder, String base) throws Exception {
        String whole = new String(assets.get("video.mp4"), StandardCharsets.ISO_8859_1);
        Random random = new Random(7);
        for (int round = 0; round < 20; round++) {
            int first = random.nextInt(whole.length());
            int last = first + random.nextInt(whole.length() - first);
            String range = "bytes=" + first + "-" + last;
            String part = whole.substring(first, last + 1);
            String path = base + "video.mp4";
            BundleDriver.expect("video", true, part.equals(text(get(responder, path, "range", range).body())));
            BundleDriver.expect(
                "WebView: video", true, part.equals(webView(get(responder, path, "range", range), range)));
            String rest = "bytes=-" + (last - first + 1);
            BundleDriver.expect("WebView: video's end", true,
                whole.substring(whole.length() - (last - first + 1))
                    .equals(webView(get(responder, path, "range", rest), rest)));
        }
        BundleDriver.expect("WebView: all of it", true, whole.equals(webView(get(responder, base + "video.mp4"), null)));
    }

    private void waysOut() throws Exception {
        BundleDriver.write(new File(root, "secret.txt"), Publisher.utf8("secret"));
        BundleResponder responder = new BundleResponder(bundle, PREFIX);
        StringBuilder deep = new StringBuilder(PREFIX + "/v1.5.0/");
        while (deep.length() < BundleLimits.REQUEST_BYTES - 1) deep.append("a/");
        BundleDriver.expect("deep", 404, get(responder, deep.toString()).status());
        BundleDriver.expect("deeper", 400, get(responder, deep + "aa").status());
    }

    private void links() throws Exception {
        File folder = new File(root, "v1.5.0");
        for (String[] link : new String[][] {
            {"out.txt", "../secret.txt"}, {"absolute.txt", new File(root, "secret.txt").getAbsolutePath()},
            {"in.txt", "index.html"}, {"up", ".."}, {"inside", "folder"}, {"folder/index.html", "a.txt"},
        }) {
            Files.createSymbolicLink(new File(folder, link[0]).toPath(), new File(link[1]).toPath());
        }
        BundleResponder router = new BundleResponder(bundle, PREFIX);
        for (String path : new String[] {
            "out.txt", "absolute.txt", "in.txt", "up/secret.txt", "up/", "up", "inside/a.txt", "inside", "folder/",
        }) {
            // No archive had a file of that name.
            BundleDriver.expect("links: " + path, 404, get(router, PREFIX + "/v1.5.0/" + path).status());
        }
        BundleDriver.expect("links", 200, get(router, PREFIX + "/v1.5.0/folder/a.txt").status());
        // A file that is replaced while it is served is served to its end as it was.
        InputStream body = get(router, PREFIX + "/v1.5.0/video.mp4").body();
        BundleDriver.expect("the first byte", assets.get("video.mp4")[0] & 255, body.read());
        BundleDriver.remove(new File(folder, "video.mp4"));
        BundleDriver.expect("the rest", assets.get("video.mp4").length - 1, text(body).length());
    }

    private void refusals() {
        BundleResponder responder = new BundleResponder(bundle, PREFIX);
        for (String method : new String[] {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get", "", "GET "}) {
            BundleResponse response =
                responder.respond(method, PREFIX + "/embedded/", Collections.<String, String>emptyMap());
            BundleDriver.expect(method, "405 GET, HEAD 0",
                response.status() + " " + response.headers().get("allow") + " " + response.headers().get("content-length"));
        }
        for (String[] broken : new String[][] {
            {"builds/../x", null, null}, {PREFIX, "", null}, {PREFIX, "default-src 'self'\r\nset-cookie: a=b", null},
            {PREFIX, "default-src \u2019self\u2019", null}, {PREFIX, null, ""}, {PREFIX, null, "../secret.txt"},
            {PREFIX, null, "app/"},
        }) {
            try {
                new BundleResponder(bundle, broken[0], broken[1], broken[2]);
                BundleDriver.expect(Arrays.toString(broken), "a refusal", "none");
            } catch (IllegalArgumentException e) {
                requests++;
            }
        }
    }

    /** Only pages of the bundle's origin are shown in its WebView. */
    private void origins() {
        BundleResponder responder = new BundleResponder(bundle, "app.invalid/builds");
        for (String rest : new String[] {
            "", "/", "/builds/v1.5.0/", "/builds/v1.5.0/orders/7?a=b#c", "?a=b", "#c", "/other", "/@evil.com/", "//evil.com/",
            "/\\evil.com",
        }) {
            isOfOrigin(responder, true, "https://app.invalid" + rest);
        }
        for (String url : new String[] {
            "https://app.invalid.evil.com/", "https://app.invalid@evil.com/", "https://app.invalid:@evil.com/",
            "https://app.invalid:444/", "https://app.invalid:443/", "https://app.invalid:/", "https://app.invalid.",
            "https://app.invalid\\@evil.com/", "https://app.invalid\\.evil.com/", "https://app.invalid%2Eevil.com/",
            "https://app.invalid%2F@evil.com/", "https://app.invalid\t.evil.com/", "https://app.invalid;/",
            "https://app.invalida/", "https://app.invali/", "https://app.inval\u0131d/", "https://appXinvalid/",
            "https://user@app.invalid/", "https://user:word@app.invalid/", "https://@app.invalid/",
            "https://evil.com/https://app.invalid/", "https://evil.com?https://app.invalid/", "https://evil.app.invalid/",
            "https://evil.com#@app.invalid/", "https://evil.com/", "http://app.invalid/", "httpss://app.invalid/",
            "wss://app.invalid/", "//app.invalid/", "/builds/v1.5.0/", "app.invalid/", "https:app.invalid/",
            "https:/app.invalid/", "https:///app.invalid/", "https:\\\\app.invalid/", "https:\\\\app.invalid\\",
            "https://APP.INVALID/", "https://App.invalid/", "HTTPS://app.invalid/", " https://app.invalid/",
            "view-source:https://app.invalid/", "blob:https://app.invalid/1", "filesystem:https://app.invalid/1",
            "javascript:shell.works('v1.5.0')", "javascript://app.invalid/%0Ashell.works('v1.5.0')",
            "data:text/html,https://app.invalid/", "intent://app.invalid/#Intent;scheme=https;end",
            "file:///android_asset/index.html", "file://app.invalid/", "content://app.invalid/", "about:blank",
            "sila://app.invalid/", "https://", "https", "",
        }) {
            isOfOrigin(responder, false, url);
        }
        BundleResponder whole = new BundleResponder(bundle, "");
        isOfOrigin(whole, false, "https://");
        isOfOrigin(whole, false, "https:///");
    }

    private void isOfOrigin(BundleResponder responder, boolean expected, String url) {
        requests++;
        BundleDriver.expect("of the origin: " + url, expected, responder.isOfOrigin(url));
    }
}
