package signet.bundles;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import signet.DocumentReader;
import signet.JsonObject;
import signet.KeyRing;

/** Stores whose folder somebody else has written to, and apps that no longer trust a key. */
final class SignedTests implements BundleEvent.Listener {
    private final File root;
    private final List<String> events = new ArrayList<>();
    private final byte[] video = new byte[BundleLimits.SMALL_BYTES + 70_000];
    private Publisher publisher;
    private BundleStore store;
    /** What was started last; null before that. */
    private StartedBundle shown;
    private IndexSession known = new IndexSession();
    private int count;

    private SignedTests(File root) {
        this.root = root;
        new Random(5).nextBytes(video);
    }

    static void run(File work, File vectors) throws Exception {
        SignedTests tests = new SignedTests(new File(work, "signed"));
        tests.forms(JsonObject.ofBody(BundleDriver.read(vectors)));
        tests.keys();
        tests.records();
        tests.changedFiles();
        tests.lists();
        tests.largeFiles();
        tests.wholeFolders();
        tests.withoutARecord();
        tests.seeds();
        System.out.println(tests.count + " changes of a store");
    }

    @Override public void on(BundleEvent event) {
        try {
            // As strict as any reader: a member that appears twice is refused as well.
            JsonObject.ofBody(Publisher.utf8(event.json()));
        } catch (DocumentReader.DocumentException error) {
            events.add("not JSON: " + event.json());
        }
        if (!event.name().equals("refused")) return;
        String file = event.member("file") == null ? "" : " " + event.member("file");
        events.add(event.name() + " " + event.member("bundle") + " " + event.member("reason") + file);
    }

    private BundleStore store(KeyRing keys, String environment) {
        return BundleStore.builder(root, ResponderTests.embedded(Publisher.files("1.4.0")), "2.1.0", keys, environment)
            .clock(publisher.clock).events(this).session(known).build();
    }

    /** A process of its own, which has learned the same. */
    private void restart() throws Exception {
        end();
        store = store(publisher.ring(), Publisher.ENVIRONMENT);
    }

    private void end() {
        if (shown != null) shown.close();
        shown = null;
    }

    private void begin() throws Exception {
        BundleDriver.remove(root);
        publisher = new Publisher();
        known = new IndexSession();
        restart();
        events.clear();
        count++;
    }

    private UpdateOutcome update() {
        return Publisher.updater(store, publisher, publisher).build().updateBlocking();
    }

    private Map<String, byte[]> files() {
        Map<String, byte[]> files = new TreeMap<>(Publisher.files("1.5.0"));
        files.put("video.mp4", video);
        return files;
    }

    /** A store in which 1.5.0 is confirmed. */
    private void install() throws Exception {
        begin();
        publisher.offer("1.5.0", "2.0.0", null, Publisher.archive(files()));
        BundleDriver.expect("installed", UpdateOutcome.Kind.INSTALLED, update().kind());
        try (StartedBundle started = store.startBlocking()) {
            started.confirmBlocking();
        }
        restart();
    }

    private String start() throws Exception {
        end();
        shown = store.startBlocking();
        return shown.version().toString();
    }

    private void expectEvents(String place, String... expected) {
        BundleDriver.expect(place, Arrays.toString(expected), events.toString());
        events.clear();
    }

    private int status(String path) {
        return new BundleResponder(shown, "b")
            .respond("GET", "b/v1.5.0/" + path, Collections.<String, String>emptyMap()).status();
    }

    private void change(String name, String from, String to) throws Exception {
        File file = new File(root, name);
        String text = new String(BundleDriver.read(file), StandardCharsets.ISO_8859_1);
        BundleDriver.expect(name + " has " + from, true, text.contains(from));
        BundleDriver.write(file, text.replace(from, to).getBytes(StandardCharsets.ISO_8859_1));
    }

    /** A bundle whose key is revoked or gone does not start, and what the app ships does. */
    private void keys() throws Exception {
        for (Object[] app : new Object[][] {
            {"revoked-key", "revoked", Publisher.ENVIRONMENT}, {"unknown-key", null, Publisher.ENVIRONMENT},
            {"other-document", "active", "production"},
        }) {
            install();
            String state = (String) app[1];
            KeyRing keys = state == null ? new Publisher().ring() : KeyRing.parse(publisher.ringJson(state));
            store = store(keys, (String) app[2]);
            BundleDriver.expect((String) app[0], "embedded", start());
            expectEvents((String) app[0], "refused v1.5.0 " + app[0]);
            BundleDriver.expect("its folder is removed", false, new File(root, "v1.5.0").exists());
            BundleDriver.expect("and its proof", false, new File(root, "signed-v1.5.0").exists());
        }
        install();
        store = store(KeyRing.parse(publisher.ringJson("retired")), Publisher.ENVIRONMENT);
        BundleDriver.expect("a retired key still counts", "v1.5.0", start());
    }

    /** clients.md no. 4: a forged record for a planted folder was started. */
    private void records() throws Exception {
        install();
        Files.copy(new File(root, "v1.5.0").toPath(), new File(root, "v9.9.9").toPath());
        BundleDriver.write(new File(root, "v9.9.9/index.html"), Publisher.utf8("planted"));
        String state = new String(BundleDriver.read(new File(root, "state.json")), StandardCharsets.UTF_8);
        String record = state.substring(state.indexOf("    { \"version\""), state.indexOf(" ],"));
        String forged = state.replace(record, record + ",\n" + record.replace("1.5.0", "9.9.9"));
        for (String proof : new String[] {null, "", "no proof", "signed-v1.5.0"}) {
            Files.createDirectories(new File(root, "v9.9.9").toPath());
            BundleDriver.write(new File(root, "v9.9.9/index.html"), Publisher.utf8("planted"));
            BundleDriver.write(new File(root, "state.json"), Publisher.utf8(forged));
            if (proof != null) {
                byte[] bytes = Publisher.utf8(proof);
                if (proof.startsWith("signed")) bytes = BundleDriver.read(new File(root, proof));
                BundleDriver.write(new File(root, "signed-v9.9.9"), bytes);
            }
            restart();
            BundleDriver.expect("planted", "v1.5.0", start());
            boolean isOfAnother = "signed-v1.5.0".equals(proof);
            expectEvents("planted", "refused v9.9.9 " + (isOfAnother ? "not-offered" : "unsigned"));
            BundleDriver.expect("planted: removed", false, new File(root, "v9.9.9").exists());
        }
        // A record of what was signed, for other shells or of another archive.
        for (String[] change : new String[][] {
            {"\"minShellVersion\": \"2.0.0\"", "\"minShellVersion\": \"1.0.0\""},
            {"\"minShellVersion\": \"2.0.0\"", "\"minShellVersion\": \"2.0.0\", \"maxShellVersion\": \"9.0.0\""},
            {"\"sha256\": \"", "\"sha256\": \"0000"},
        }) {
            install();
            change("state.json", change[0], change[1]);
            if (change[0].contains("sha256")) {
                String text = new String(BundleDriver.read(new File(root, "state.json")), StandardCharsets.UTF_8);
                int at = text.indexOf("\"sha256\": \"0000") + 11;
                BundleDriver.write(new File(root, "state.json"),
                    Publisher.utf8(text.substring(0, at + 64) + text.substring(at + 68)));
            }
            BundleDriver.expect(change[1], "embedded", start());
            expectEvents(change[1], "refused v1.5.0 not-offered");
            count++;
        }
        // Any change of the signed index itself.
        install();
        byte[] whole = BundleDriver.read(new File(root, "signed-v1.5.0"));
        for (int at = 0; at < whole.length && whole[at] != '\n'; at += 7) {
            byte[] changed = whole.clone();
            changed[at] ^= 1;
            BundleDriver.write(new File(root, "signed-v1.5.0"), changed);
            try {
                Proof.check(root, store.folder.state().bundle(SemanticVersion.parse("1.5.0")), store.verifier);
                BundleDriver.expect("a change at " + at, "a refusal", "none");
            } catch (Proof.Refusal e) {
                count++;
            }
        }
    }

    /** A file that is not what was signed is not served; its bundle steps aside, and is installed again. */
    private void changedFiles() throws Exception {
        String part = "assets/parts/3.js";
        for (String change : new String[] {
            "flip", "cut", "grow", "remove", "link", "folder", "page", "no page", "copy",
        }) {
            install();
            boolean isPage = change.endsWith("page");
            File file = new File(root, "v1.5.0/" + (isPage ? "index.html" : part));
            byte[] bytes = BundleDriver.read(file);
            String code = "changed-file";
            switch (change) {
                case "flip":
                case "page": bytes[bytes.length / 2] ^= 1; break;
                case "cut": bytes = Arrays.copyOf(bytes, bytes.length - 1); break;
                case "grow": bytes = Arrays.copyOf(bytes, bytes.length + 1); break;
                case "copy": bytes = BundleDriver.read(new File(root, "v1.5.0/assets/parts/4.js")); break;
                default: break;
            }
            BundleDriver.expect(change, true, file.delete());
            if (change.equals("link")) {
                Files.createSymbolicLink(file.toPath(), new File("/etc/hostname").toPath());
            } else if (change.equals("folder")) {
                file.mkdirs();
                code = "missing-file";
            } else if (change.startsWith("no ") || change.equals("remove")) {
                code = "missing-file";
            } else {
                BundleDriver.write(file, bytes);
            }
            if (isPage) {
                BundleDriver.expect(change, "embedded", start());
            } else {
                BundleDriver.expect(change, "v1.5.0", start());
                BundleDriver.expect(change, 200, status("assets/parts/4.js"));
                BundleDriver.expect(change, 500, status(part));
            }
            expectEvents(change, "refused v1.5.0 " + code + " " + (isPage ? "index.html" : part));
            BundleDriver.expect("the rest of what is shown", isPage ? 404 : 200, status("assets/parts/4.js"));
            BundleDriver.expect(change, "embedded", start());
            BundleDriver.expect(change + ": once", "[]", events.toString());
            BundleDriver.expect(change + ": installed again", UpdateOutcome.Kind.INSTALLED, update().kind());
            BundleDriver.expect(change, "v1.5.0", start());
            BundleDriver.expect(change, 200, status(part));
        }
        install();
        start();
        BundleDriver.write(new File(root, "v1.5.0/planted.js"), Publisher.utf8("planted"));
        BundleDriver.expect("a planted file", 404, status("planted.js"));
        // Another process installs it again: what this one has found wrong is no longer there.
        install();
        BundleStore other = store;
        restart();
        start();
        BundleDriver.write(new File(root, "v1.5.0/" + part), Publisher.utf8("evil"));
        BundleDriver.expect("found by this one", 500, status(part));
        BundleStore here = store;
        store = other;
        BundleDriver.expect("removed by the other one", "embedded", start());
        BundleDriver.expect("installed by the other one", UpdateOutcome.Kind.INSTALLED, update().kind());
        store = here;
        BundleDriver.expect("started by this one", "v1.5.0", start());
        BundleDriver.expect("served by this one", 200, status(part));
        try (StartedBundle started = store.startBlocking()) {
            started.confirmBlocking();
        }
        events.clear();
        // The one before is shown when the newer one is damaged.
        publisher.offer("1.6.0", "2.0.0", null);
        update();
        BundleDriver.expect("the newer one", "v1.6.0", start());
        new File(root, "v1.6.0/index.html").delete();
        BundleDriver.expect("the one before", "v1.5.0", start());
        expectEvents("the one before", "refused v1.6.0 missing-file index.html");
    }

    private String entry(byte[] archive, String files) throws Exception {
        String entry = Publisher.entry("1.5.0", "2.0.0", null, archive, publisher.sign(archive));
        return entry.replaceAll("\"files\": \"[0-9a-f]+\"", "\"files\": \"" + files + "\"");
    }

    private static FileList list(Map<String, byte[]> files) throws Exception {
        Map<String, FileList.Entry> entries = new TreeMap<>();
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            String digest = BundleDriver.hex(Publisher.digest(file.getValue()));
            entries.put(file.getKey(), new FileList.Entry(digest, file.getValue().length));
        }
        return new FileList(entries);
    }

    /** A file is changed, and the list with it, and the digest of the list in the state. */
    private void forgeList() throws Exception {
        BundleDriver.write(new File(root, "v1.5.0/assets/parts/3.js"), Publisher.utf8("evil"));
        byte[] proof = BundleDriver.read(new File(root, "signed-v1.5.0"));
        String jws = new String(proof, StandardCharsets.ISO_8859_1);
        jws = jws.substring(0, jws.indexOf('\n') + 1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(Publisher.utf8(jws));
        bytes.write(list(forged()).text());
        BundleDriver.write(new File(root, "signed-v1.5.0"), bytes.toByteArray());
    }

    /** Tests/Vectors/Bundles/lists.json. */
    private void forms(JsonObject vectors) throws Exception {
        for (JsonObject vector : vectors.objects("cases", 1_000)) {
            Map<String, byte[]> files = new TreeMap<>();
            JsonObject named = vector.object("files");
            for (String path : named.names()) files.put(path, Publisher.utf8(named.string(path)));
            String name = vector.string("name");
            byte[] text = Publisher.utf8(vector.string("list"));
            BundleDriver.expect(name, vector.string("list"), new String(list(files).text(), StandardCharsets.UTF_8));
            BundleDriver.expect(name, vector.string("digest"), list(files).digest());
            BundleDriver.expect(name, vector.string("digest"), FileList.parse(text).digest());
            count++;
        }
        for (JsonObject vector : vectors.objects("refused", 1_000)) {
            byte[] text = Publisher.utf8(vector.string("list"));
            BundleDriver.expect(vector.string("name"), null, FileList.parse(text));
            count++;
        }
        BundleDriver.expect("bytes that are not UTF-8", null, FileList.parse(new byte[] {(byte) 0xFF, '\n'}));
    }

    private void lists() throws Exception {
        byte[] archive = Publisher.archive(files());
        String right = list(files()).digest();
        begin();
        publisher.offer("1.5.0", "2.0.0", null, archive, entry(archive, right));
        BundleDriver.expect("the list that is signed", UpdateOutcome.Kind.INSTALLED, update().kind());
        forgeList();
        BundleDriver.expect("another list", "embedded", start());
        expectEvents("another list", "refused v1.5.0 wrong-files");
        update();
        forgeList();
        change("state.json", right, list(forged()).digest());
        restart();
        BundleDriver.expect("a forged list", "embedded", start());
        expectEvents("a forged list", "refused v1.5.0 wrong-files");
        begin();
        publisher.offer("1.5.0", "2.0.0", null, archive, entry(archive, right.replace('a', 'b')));
        BundleDriver.expect("another archive than the list", "wrong-files", update().code());
        for (String name : root.list()) BundleDriver.expect(name + " is left", false, name.contains("1.5.0"));
        publisher.offer("1.5.0", "2.0.0", null, archive, entry(archive, "abc"));
        BundleDriver.expect("no digest", "verification/unreadable", update().code());
    }

    private Map<String, byte[]> forged() {
        Map<String, byte[]> files = files();
        files.put("assets/parts/3.js", Publisher.utf8("evil"));
        return files;
    }

    private static byte[] body(BundleResponse response) throws Exception {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] piece = new byte[8_192];
        try (InputStream input = response.body()) {
            int length;
            while ((length = input.read(piece)) >= 0) all.write(piece, 0, length);
        }
        return all.toByteArray();
    }

    private void largeFiles() throws Exception {
        install();
        File file = new File(root, "v1.5.0/video.mp4");
        start();
        BundleResponder responder = new BundleResponder(shown, "b");
        String path = "b/v1.5.0/video.mp4";
        Map<String, String> all = Collections.emptyMap();
        BundleDriver.expect("all of it", true, Arrays.equals(video, body(responder.respond("GET", path, all))));
        // One that takes its place is not seen: what was hashed is open.
        BundleDriver.expect("replaced", true, file.delete());
        BundleDriver.write(file, new byte[video.length]);
        BundleResponse part =
            responder.respond("GET", path, Collections.singletonMap("Range", "bytes=1048570-1048699"));
        BundleDriver.expect("a part", 206, part.status());
        BundleDriver.expect("a part", true, Arrays.equals(Arrays.copyOfRange(video, 1_048_570, 1_048_700), body(part)));
        restart();
        start();
        BundleDriver.expect("another process", 500, status("video.mp4"));
        expectEvents("another process", "refused v1.5.0 changed-file video.mp4");
        // More than may stay open.
        begin();
        Map<String, byte[]> files = files();
        for (int i = 0; i < 3 * BundleLimits.OPEN_FILES; i++) {
            byte[] large = video.clone();
            large[0] = (byte) i;
            files.put("large/" + i, large);
        }
        publisher.offer("1.5.0", "2.0.0", null, Publisher.archive(files));
        update();
        start();
        responder = new BundleResponder(shown, "b");
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 3 * BundleLimits.OPEN_FILES; i++) {
                byte[] body = body(responder.respond("GET", "b/v1.5.0/large/" + i, all));
                BundleDriver.expect("large " + i, true, Arrays.equals(files.get("large/" + i), body));
            }
        }
        int open = 0;
        for (File descriptor : new File("/proc/self/fd").listFiles()) {
            if (descriptor.getCanonicalPath().contains("/large/")) open++;
        }
        BundleDriver.expect("files that are open", BundleLimits.OPEN_FILES, open);
    }

    private void wholeFolders() throws Exception {
        install();
        try (StartedBundle started = store.startBlocking()) {
            FolderCheck check = started.verifyAllBlocking();
            long bytes = 0;
            for (byte[] content : files().values()) bytes += content.length;
            BundleDriver.expect("whole", "true null " + files().size() + " " + bytes,
                check.isWhole() + " " + check.code() + " " + check.files() + " " + check.bytes());
        }
        for (String[] change : new String[][] {
            {"planted-file", "assets/planted.js"}, {"planted-file", "assets/parts/link"},
            {"planted-file", "a\",\"event\":\"confirmed\\\n\u0001.js"},
            {"planted-file", ".hidden"}, {"changed-file", "assets/parts/3.js"}, {"missing-file", "assets/parts/3.js"},
            {"changed-file", "video.mp4"}, {"linked", "assets/parts/3.js"}, {"linked-folder", "assets/parts"},
            {"unreadable-file", "assets/parts/3.js"},
        }) {
            install();
            File file = new File(root, "v1.5.0/" + change[1]);
            String code = change[0];
            String found = change[1];
            if (change[0].startsWith("linked")) {
                // The same content, but another could stand there later.
                code = "changed-file";
                file.renameTo(new File(root, "aside"));
                Files.createSymbolicLink(file.toPath(), new File(root, "aside").toPath());
                if (change[0].equals("linked-folder")) {
                    code = "planted-file";
                }
            } else if (change[1].endsWith("link")) {
                Files.createSymbolicLink(file.toPath(), new File("nowhere").toPath());
            } else if (change[0].equals("missing-file")) {
                file.delete();
            } else if (change[0].equals("unreadable-file")) {
                count++;
                // No permission binds root.
                if (!file.setReadable(false) || Files.isReadable(file.toPath())) continue;
                count--;
            } else {
                BundleDriver.write(file, Publisher.utf8("evil"));
            }
            try (StartedBundle started = store.startBlocking()) {
                FolderCheck check = started.verifyAllBlocking();
                BundleDriver.expect(change[0], code + " " + found, check.code() + " " + check.file());
            }
            expectEvents(change[0], "refused v1.5.0 " + code + " " + found);
            BundleDriver.expect(change[0], "embedded", start());
            count++;
        }
        begin();
        try (StartedBundle started = store.startBlocking()) {
            BundleDriver.expect("in place", "true 0", started.verifyAllBlocking().isWhole() + " 0");
        }
    }

    /** A disk on which nothing can be written shows nothing that was not signed either. */
    private void withoutARecord() throws Exception {
        install();
        File lock = new File(root, ".lock");
        lock.delete();
        lock.mkdirs();
        BundleDriver.expect("without a lock", "v1.5.0", start());
        new RandomAccessFile(new File(root, "v1.5.0/index.html"), "rw").close();
        BundleDriver.write(new File(root, "v1.5.0/index.html"), Publisher.utf8("evil"));
        restart();
        BundleDriver.expect("without a lock, changed", "embedded", start());
        // Recorded or not, the verdict is told.
        expectEvents("without a lock, changed", "refused v1.5.0 changed-file index.html");
    }

    /** An unpacked seed that is damaged is made anew by the next start, whether it is shown or not. */
    private void seeds() throws Exception {
        begin();
        final byte[] archive = Publisher.archive(Publisher.files("1.4.0"));
        Map<String, String> none = Collections.emptyMap();
        for (int process = 0; process < 3; process++) {
            EmbeddedBundle seed = EmbeddedBundle.archive(
                "1.4.0", path -> new java.io.ByteArrayInputStream(archive), "seed.zip");
            store = publisher.store(root, seed, "2.1.0").events(this).build();
            for (String file : new String[] {"assets/parts/2.js", "index.html"}) {
                try (StartedBundle started = store.startBlocking()) {
                    BundleDriver.expect("a seed", Publisher.hexFiles("1.4.0"), BundleDriver.files(started.folder()));
                    BundleDriver.expect("a seed is whole", true, started.verifyAllBlocking().isWhole());
                    BundleDriver.write(new File(started.folder(), file), Publisher.utf8("evil"));
                    BundleResponder responder = new BundleResponder(started, "b");
                    String path = "b/embedded/" + file;
                    BundleDriver.expect("a seed that was changed", 500, responder.respond("GET", path, none).status());
                    expectEvents("a seed that was changed", "refused embedded changed-file " + file);
                    String other = "b/embedded/assets/parts/3.js";
                    BundleDriver.expect("the rest of it", 200, responder.respond("GET", other, none).status());
                    try (StartedBundle next = store.startBlocking()) {
                        BundleDriver.expect("made anew", Publisher.hexFiles("1.4.0"), BundleDriver.files(next.folder()));
                        responder = new BundleResponder(next, "b");
                        BundleDriver.expect("made anew", 200, responder.respond("GET", path, none).status());
                    }
                }
            }
            // A start looks at the page of what it knows, and a new process at all of it.
            for (String file : new String[] {"index.html", "assets/parts/2.js"}) {
                try (StartedBundle started = store.startBlocking()) {
                    BundleDriver.expect("a seed", Publisher.hexFiles("1.4.0"), BundleDriver.files(started.folder()));
                    BundleDriver.write(new File(started.folder(), file), Publisher.utf8("evil"));
                }
            }
            count++;
        }
    }
}
