package signet.bundles;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Requests, by the lists of the library for iOS. */
final class ResponderTests {
    private static final String PREFIX = "builds/mobile";

    private final File root;
    private final Publisher publisher = new Publisher();
    private final Map<String, byte[]> assets = new TreeMap<>(Publisher.files("1.4.0"));
    private final BundleStore store;
    private int requests;

    private ResponderTests(File work) throws Exception {
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

    static void run(File work) throws Exception {
        ResponderTests tests = new ResponderTests(work);
        tests.bundles();
        tests.files("v1.5.0");
        tests.files("embedded");
        tests.waysOut();
        tests.links();
        tests.refusals();
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
        BundleResponder responder = new BundleResponder(store, PREFIX);
        String list = "{\n  \"versions\": [\n    \"embedded\"\n  ]\n}\n";
        BundleDriver.expect("the list", list, text(get(responder, "builds/mobile/").body()));
        Map<String, byte[]> files = new TreeMap<>(Publisher.files("1.5.0"));
        files.put("app/a b.js", Publisher.utf8("run()"));
        for (String name : new String[] {"a.txt", "help/index.html", "empty/a.txt", "app.html", "data", "folder/a.txt"}) {
            files.put(name, Publisher.utf8("0123456789"));
            assets.put(name, Publisher.utf8("0123456789"));
        }
        files.put("none.txt", new byte[0]);
        assets.put("none.txt", new byte[0]);
        for (String name : new String[] {"%2e%2e", "100%.txt", "\u00e9.txt", "a+b.txt"}) {
            files.put(name, Publisher.utf8(name));
        }
        byte[] video = new byte[3_000_000];
        new Random(6).nextBytes(video);
        files.put("video.mp4", video);
        assets.put("video.mp4", video);
        install("1.5.0", files);
        list = "{\n  \"versions\": [\n    \"embedded\",\n    \"v1.5.0\"\n  ]\n}\n";
        for (String path : new String[] {"builds/mobile", "builds/mobile/", "/builds/mobile/?a=b"}) {
            BundleResponse response = get(responder, path);
            BundleDriver.expect("the list of " + path, list, text(response.body()));
            BundleDriver.expect("the list's type", "application/json", response.mediaType());
            BundleDriver.expect("the list's policy", BundleResponder.DEFAULT_POLICY,
                response.headers().get("content-security-policy"));
        }
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
        }) {
            int status = path.endsWith("..") ? 400 : 404;
            BundleDriver.expect("no bundle at " + path, status, get(responder, path).status());
        }
        // The list follows the store, and a withdrawn bundle is served no more.
        publisher.offer("1.6.0", "2.0.0", null);
        Publisher.updater(store, publisher, publisher).build()
            .updateBlocking();
        BundleDriver.expect("a new one", 200, get(responder, "builds/mobile/v1.6.0/index.html").status());
        publisher.withdraw("1.6.0");
        install("1.5.0", files);
        BundleDriver.expect("a withdrawn one", 404, get(responder, "builds/mobile/v1.6.0/index.html").status());
    }

    private void files(String bundle) throws Exception {
        BundleResponder responder = new BundleResponder(store, PREFIX);
        String base = PREFIX + "/" + bundle + "/";
        String page = new String(
            Publisher.files(bundle.equals("embedded") ? "1.4.0" : "1.5.0").get("index.html"), StandardCharsets.UTF_8);
        for (String path : new String[] {"", "index.html", "?a=b", "#/route"}) {
            BundleDriver.expect("the page at " + path, page, text(get(responder, base + path).body()));
        }
        BundleDriver.expect("the page", page, text(get(responder, PREFIX + "/" + bundle).body()));
        for (String path : new String[] {"help/", "help", "help/index.html", "help/?q"}) {
            BundleResponse response = get(responder, base + path);
            BundleDriver.expect(bundle + " " + path, "0123456789", text(response.body()));
            BundleDriver.expect(bundle + " " + path, "text/html", response.mediaType());
        }
        for (String path : new String[] {"empty/", "empty", "index.html/", "index.html/a", "missing.js", "orders"}) {
            BundleDriver.expect(bundle + " " + path, 404, get(responder, base + path).status());
        }
        for (String[] type : TYPES) {
            BundleDriver.expect("media types: " + type[0], type[1], MediaType.of(type[0]));
        }
        BundleResponder router =
            new BundleResponder(store, PREFIX, BundleResponder.DEFAULT_POLICY + "; connect-src 'self'", "app.html");
        for (String path : new String[] {"orders", "orders/17", "orders/17/", "folder/b", "folder/", "a.b/c"}) {
            BundleResponse response = get(router, base + path);
            BundleDriver.expect("the fallback of " + path, "0123456789", text(response.body()));
            BundleDriver.expect("the fallback of " + path, "text/html", response.mediaType());
        }
        for (String path : new String[] {"missing.js", "orders/missing.json", "folder/a.txt.map", "v1.5"}) {
            BundleDriver.expect("no fallback of " + path, 404, get(router, base + path).status());
        }
        BundleDriver.expect("data", "application/octet-stream", get(router, base + "data").mediaType());
        for (String[] range : RANGES) ranges(responder, base, range[0], range[1], range[2]);
        for (String[] range : new String[][] {
            {"bytes=0-", "416"}, {"bytes=0-0", "416"}, {"bytes=-0", "416"}, {"bytes=-1", "200"}, {"bytes=1-0", "200"},
        }) {
            BundleResponse response = get(responder, base + "none.txt", "range", range[0]);
            BundleDriver.expect("an empty file, " + range[0], range[1], "" + response.status());
            BundleDriver.expect("an empty file", "0", response.headers().get("content-length"));
        }
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

    private void ranges(BundleResponder responder, String base, String range, String part, String said) throws Exception {
        for (int way = 0; way < 2; way++) {
            BundleResponse response = get(responder, base + "a.txt", "Range", range);
            int status = part == null ? 416 : said == null ? 200 : 206;
            BundleDriver.expect("ranges: " + range, status, response.status());
            BundleDriver.expect("ranges: " + range, status == 416 ? "bytes */10" : said,
                response.headers().get("content-range"));
            String text = part == null ? "" : part;
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
        BundleResponder responder = new BundleResponder(store, PREFIX);
        BundleResponder router = new BundleResponder(store, PREFIX, null, "app.html");
        List<String> ways = new ArrayList<>(Arrays.asList(WAYS_OUT));
        for (String bundle : new String[] {"/v1.5.0/", "/embedded/"}) {
            for (String way : ways) {
                BundleDriver.expect("ways out: " + way, 400, get(responder, PREFIX + bundle + way).status());
                BundleDriver.expect("ways out: " + way, 400, get(router, PREFIX + bundle + way).status());
            }
            for (String way : NO_WAYS_OUT) {
                BundleDriver.expect("no file: " + way, 404, get(responder, PREFIX + bundle + way).status());
            }
        }
        for (String[] name : new String[][] {
            {"%252e%252e", "%2e%2e"}, {"100%25.txt", "100%.txt"}, {"%C3%A9.txt", "\u00e9.txt"},
            {"\u00e9.txt", "\u00e9.txt"}, {"a+b.txt", "a+b.txt"},
        }) {
            String expected = new String(Publisher.utf8(name[1]), StandardCharsets.ISO_8859_1);
            BundleDriver.expect(name[0], expected, text(get(responder, PREFIX + "/v1.5.0/" + name[0]).body()));
        }
        BundleDriver.expect("decomposed", 404, get(responder, PREFIX + "/v1.5.0/e%CC%81.txt").status());
        StringBuilder deep = new StringBuilder(PREFIX + "/v1.5.0/");
        while (deep.length() < BundleLimits.REQUEST_BYTES - 1) deep.append("a/");
        BundleDriver.expect("deep", 404, get(responder, deep.toString()).status());
        BundleDriver.expect("deeper", 400, get(responder, deep + "aa").status());
    }

    private void links() throws Exception {
        File bundle = new File(root, "v1.5.0");
        for (String[] link : new String[][] {
            {"out.txt", "../secret.txt"}, {"absolute.txt", new File(root, "secret.txt").getAbsolutePath()},
            {"in.txt", "index.html"}, {"up", ".."}, {"inside", "folder"}, {"folder/index.html", "a.txt"},
        }) {
            Files.createSymbolicLink(new File(bundle, link[0]).toPath(), new File(link[1]).toPath());
        }
        BundleResponder router = new BundleResponder(store, PREFIX);
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
        BundleDriver.remove(new File(bundle, "video.mp4"));
        BundleDriver.expect("the rest", assets.get("video.mp4").length - 1, text(body).length());
    }

    private void refusals() {
        BundleResponder responder = new BundleResponder(store, PREFIX);
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
                new BundleResponder(store, broken[0], broken[1], broken[2]);
                BundleDriver.expect(Arrays.toString(broken), "a refusal", "none");
            } catch (IllegalArgumentException e) {
                requests++;
            }
        }
    }

    // Those of ByteRangeTests.swift, BundleResponderTests.swift and TraversalTests.swift.

    /** Of ten bytes: the range, what is sent (null for what is not there), and its content-range (null for the whole). */
    private static final String[][] RANGES = {
        {"bytes=0-0", "0", "bytes 0-0/10"}, {"bytes=0-4", "01234", "bytes 0-4/10"}, {"bytes=2-5", "2345", "bytes 2-5/10"},
        {"bytes=9-9", "9", "bytes 9-9/10"}, {"bytes=0-", "0123456789", "bytes 0-9/10"},
        {"bytes=0-9", "0123456789", "bytes 0-9/10"}, {"bytes=7-", "789", "bytes 7-9/10"},
        {"bytes=-3", "789", "bytes 7-9/10"}, {"bytes=-1", "9", "bytes 9-9/10"},
        {"bytes=-10", "0123456789", "bytes 0-9/10"}, {"bytes=5-10", "56789", "bytes 5-9/10"},
        {"bytes=5-99999999999999999999999999", "56789", "bytes 5-9/10"},
        {"bytes=5-9223372036854775807", "56789", "bytes 5-9/10"}, {"bytes=-11", "0123456789", "bytes 0-9/10"},
        {"bytes=-99999999999999999999999999", "0123456789", "bytes 0-9/10"}, {"bytes=00002-0005", "2345", "bytes 2-5/10"},
        {"BYTES=0-4", "01234", "bytes 0-4/10"}, {"bytes=,0-4", "01234", "bytes 0-4/10"},
        {"bytes= 0-4 ,\t,", "01234", "bytes 0-4/10"}, {"bytes=10-", null, null}, {"bytes=10-10", null, null},
        {"bytes=11-20", null, null}, {"bytes=99999999999999999999999999-", null, null}, {"bytes=-0", null, null},
        {"bytes=-000", null, null}, {"bytes=0-1,3-4", "0123456789", null}, {"bytes=0-1, 20-30", "0123456789", null},
        {"bytes=0-0,-1", "0123456789", null}, {"bytes=5-4", "0123456789", null}, {"bytes=-", "0123456789", null},
        {"bytes=", "0123456789", null}, {"bytes=,", "0123456789", null}, {"bytes", "0123456789", null},
        {"bytes 0-4", "0123456789", null}, {"bytes=0", "0123456789", null}, {"bytes=0-4-5", "0123456789", null},
        {"bytes=--4", "0123456789", null}, {"bytes=a-b", "0123456789", null}, {"bytes=0x0-0x4", "0123456789", null},
        {"bytes=+0-4", "0123456789", null}, {"bytes=0 - 4", "0123456789", null}, {"bytes =0-4", "0123456789", null},
        {"bytes=0-4;q=1", "0123456789", null}, {"bytes=0\u20134", "0123456789", null},
        {"bytes=\u0660-\u0664", "0123456789", null}, {"=0-4", "0123456789", null}, {"", "0123456789", null},
        {"lines=0-4", "0123456789", null}, {"none", "0123456789", null},
    };

    private static final String[][] TYPES = {
        {"index.html", "text/html; charset=utf-8"}, {"a.HTML", "text/html; charset=utf-8"},
        {"a.css", "text/css; charset=utf-8"}, {"a.mjs", "text/javascript; charset=utf-8"}, {"a.json", "application/json"},
        {"a.js.map", "application/json"}, {"a.svg", "image/svg+xml"}, {"a.png", "image/png"},
        {"a.ico", "image/vnd.microsoft.icon"}, {"a.woff2", "font/woff2"}, {"a.ttf", "font/ttf"},
        {"a.wasm", "application/wasm"}, {"a.mp4", "video/mp4"}, {"a.webm", "video/webm"}, {"a.mp3", "audio/mpeg"},
        {"a.vtt", "text/vtt; charset=utf-8"}, {"a.unknown", "application/octet-stream"},
        {"Makefile", "application/octet-stream"}, {".html", "text/html; charset=utf-8"},
    };

    private static final String[] WAYS_OUT = {
        "..", "../", "../secret.txt", "a/../../secret.txt", "./index.html", "a/./index.html", ".", "%2e%2e/secret.txt",
        "%2E%2E/secret.txt", ".%2e/secret.txt", "%2e./secret.txt", "%2e/index.html", "..%2fsecret.txt", "..%2Fsecret.txt",
        "%2e%2e%2fsecret.txt", "a%2findex.html", "%2fetc%2fpasswd", "%2f", "..\\secret.txt", "..%5csecret.txt",
        "..%5Csecret.txt", "a\\index.html", "%5c%5chost%5cshare", "index.html%00", "index.html%00.png", "%00",
        "../secret.txt%00.html", "index.html\0", "//secret.txt", "//etc/passwd", "a//index.html", "///", "//", "a//",
        "/secret.txt", "%c0%ae%c0%ae/secret.txt", "%c0%af", "..%c0%afsecret.txt", "%e0%80%ae%e0%80%ae/secret.txt", "%ff",
        "%c3", "%ed%a0%80", "%", "%2", "%zz", "%2x", "a%", "%u002e%u002e/secret.txt", "%-1", "%+2",
        "index.html%0d%0aset-cookie: a=b", "a%0ab", "a\nb", "a%7f", "a%1b[0m", "%e2%80%ae", "c:/secret.txt",
        "c%3a%5csecret.txt", "index.html::$DATA", "file:///etc/passwd",
    };

    private static final String[] NO_WAYS_OUT = {
        "%252e%252e/secret.txt", "%252e%252e%252fsecret.txt", "..%252fsecret.txt", "%25%32%65%25%32%65/secret.txt", "...",
        "..../secret.txt", "..;/secret.txt", "~", "~root", "%20", "..%20/secret.txt", "secret.txt", "etc/passwd",
        "bundle/index.html", "INDEX.HTML%20", "proc/self/environ", "\uFF0E\uFF0E/secret.txt",
        "%EF%BC%8E%EF%BC%8E/secret.txt", "index.html/..namedfork/rsrc", "file.txt.",
    };
}
