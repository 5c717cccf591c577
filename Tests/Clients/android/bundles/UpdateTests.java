package signet.bundles;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import signet.KeyRing;
import signet.Transport;

/** Updates that must come to nothing, and what is left of them; what happens to a store. */
final class UpdateTests {
    private final File root;
    private Publisher publisher;
    private BundleStore store;
    private int count;

    private UpdateTests(File root) { this.root = root; }

    static void run(File work) throws Exception {
        UpdateTests tests = new UpdateTests(new File(work, "updates"));
        tests.refusals();
        tests.documents();
        tests.bounds();
        tests.keptArchive();
        tests.givenUp();
        tests.whileAnotherDownloads(false);
        tests.whileAnotherDownloads(true);
        System.out.println(tests.count + " updates");
    }

    static void store(File work) throws Exception {
        UpdateTests tests = new UpdateTests(new File(work, "state"));
        tests.versions();
        tests.damaged();
        tests.inUse();
        tests.time();
        tests.seed();
        tests.sessions();
        StartTests.run(work);
        System.out.println("a store");
    }

    /** What a first start needs an index of its own session for; the rules themselves are held by offers.json. */
    private void sessions() throws Exception {
        begin();
        publisher.offer("1.5.0", "2.0.0", null);
        update();
        store = store("2.1.0");
        BundleDriver.expect("downloaded in a former session", "embedded", start());
        BundleDriver.expect("it waits", true, store.statusBlocking().isNextWaiting());
        int requests = publisher.requests.size();
        BundleDriver.expect("an index of this session", UpdateOutcome.Kind.INSTALLED, update().kind());
        BundleDriver.expect("no other download", requests + 1, publisher.requests.size());
        BundleDriver.expect("offered now", "v1.5.0", start());
        store = store("2.1.0");
        BundleDriver.expect("a trial goes on", "v1.5.0", start());

        begin();
        publisher.offer("1.5.0", "2.0.0", null);
        update();
        store = store("2.1.0");
        Transport silent = (url, limit, millis) -> {
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new Transport.TransportException("nothing came", true);
        };
        BundleDriver.expect("an index that does not come", "embedded", start(Publisher.updater(store, silent, publisher)));
        BundleDriver.expect("an index in time", "v1.5.0", start(Publisher.updater(store, publisher, publisher)));
        requests = publisher.requests.size();
        BundleDriver.expect("nothing to wait for", "v1.5.0", start(Publisher.updater(store, publisher, publisher)));
        BundleDriver.expect("no request", requests, publisher.requests.size());

        begin();
        publisher.offer("1.5.0", "2.0.0", null);
        update();
        start();
        publisher.halt("1.5.0");
        store = store("2.1.0");
        StartedBundle shown = store.startBlocking();
        BundleDriver.expect("halted on trial, before an update", "v1.5.0", shown.version().toString());
        BundleDriver.expect("halted on trial", UpdateOutcome.Kind.WITHDRAWN_CURRENT, update().kind());
        BundleDriver.expect("its page is too late", false, shown.confirmBlocking());
        shown.close();
        store = store("2.1.0");
        BundleDriver.expect("halted, without a network", "embedded", start());
        BundleDriver.expect("halted", "[1.5.0]", store.statusBlocking().halted().toString());

        begin();
        publisher.offerTo("beta", "1.5.0");
        BundleDriver.expect("for another channel", UpdateOutcome.Kind.UP_TO_DATE, update().kind());
        final String[] channel = {"beta"};
        store = publisher.store(root, ResponderTests.embedded(Publisher.files("1.4.0")), "2.1.0")
            .channel(new BundleStore.Channel() {
                @Override public String name() { return channel[0]; }
            }).build();
        BundleDriver.expect("for its channel", UpdateOutcome.Kind.INSTALLED, update().kind());
        channel[0] = null;
        BundleDriver.expect("it left the channel", "embedded", start());
        channel[0] = "beta";
        BundleDriver.expect("it is back", "v1.5.0", start());
    }

    private void begin() throws Exception {
        BundleDriver.remove(root);
        publisher = new Publisher();
        store = store("2.1.0");
    }

    private BundleStore store(String shell) throws Exception {
        return publisher.store(root, ResponderTests.embedded(Publisher.files("1.4.0")), shell).build();
    }

    /** The code of an update of the same store by an app with other keys, or of another environment. */
    private String updated(KeyRing keys, String environment) {
        EmbeddedBundle embedded = ResponderTests.embedded(Publisher.files("1.4.0"));
        BundleStore other =
            BundleStore.builder(root, embedded, "2.1.0", keys, environment).clock(publisher.clock).build();
        return Publisher.updater(other, publisher, publisher).build().updateBlocking().code();
    }

    private UpdateOutcome update(ArchiveTransport archives, long limit) throws Exception {
        count++;
        return Publisher.updater(store, publisher, archives).byteLimit(limit).build().updateBlocking();
    }

    private UpdateOutcome update() throws Exception { return update(publisher, 1 << 30); }

    private String start(BundleUpdaterBuilder updater) throws Exception {
        try (StartedBundle started = updater.build().startBlocking(500)) {
            return started.version().toString();
        }
    }

    /** Publishes a version for shells from 2.0.0 up to a bound, installs it and confirms it. */
    private void reach(String version, String upTo) throws Exception {
        publisher.offer(version, "2.0.0", upTo);
        update();
        try (StartedBundle started = store.startBlocking()) {
            started.confirmBlocking();
        }
    }

    private String start() throws Exception {
        try (StartedBundle started = store.startBlocking()) {
            if (started.folder() != null) {
                BundleDriver.expect("whole", Publisher.hexFiles(started.semanticVersion().toString()),
                    BundleDriver.files(started.folder()));
            }
            return started.version().toString();
        }
    }

    /** What failed leaves nothing, and the next update works. */
    private void comesToNothing(String code, UpdateOutcome outcome) throws Exception {
        BundleDriver.expect("code", code, outcome.code());
        // What has begun to come is kept for the next update, until another archive is on offer.
        boolean isKept = Arrays.asList("archive", "archive-status", "cancelled").contains(code);
        BundleDriver.expect(code + " has a message", true, outcome.message() != null && !outcome.message().isEmpty());
        for (String name : root.list()) {
            boolean isDownload = isKept && name.startsWith("download-");
            BundleDriver.expect(code + " leaves " + name, true,
                isDownload || Arrays.asList("state.json", ".lock", ".locks", "index").contains(name));
        }
        BundleDriver.expect(code + ": locks", isKept ? 1 : 0, new File(root, ".locks").list().length);
        BundleDriver.expect(code, "embedded", start());
        publisher.offer("1.6.0", "2.0.0", null);
        BundleDriver.expect("after " + code, UpdateOutcome.Kind.INSTALLED, update().kind());
        BundleDriver.expect("after " + code, "v1.6.0", start());
        for (String name : root.list()) BundleDriver.expect(name, false, name.startsWith("download-"));
    }

    private void refusals() throws Exception {
        final byte[] good = Publisher.archive(Publisher.files("1.5.0"));
        final byte[] other = Publisher.archive(Publisher.files("1.5.1"));
        // Another archive than the one that is named, of the same length or not.
        for (final byte[] bytes : new byte[][] {other, Arrays.copyOf(good, good.length - 1), flipped(good), new byte[0]}) {
            begin();
            publisher.offer("1.5.0", "2.0.0", null, good);
            publisher.archives.put("v1.5.0.zip", bytes);
            String code = bytes.length == good.length ? "wrong-hash" : "wrong-size";
            if (bytes.length > good.length) code = "archive-too-large";
            comesToNothing(code, update());
        }
        begin();
        publisher.offer("1.5.0", "2.0.0", null, good, Publisher.entry("1.5.0", "2.0.0", null, good, publisher.sign(other)));
        comesToNothing("bad-signature", update());
        begin();
        publisher.offer("1.5.0", "2.0.0", null, good,
            Publisher.entry("1.5.0", "2.0.0", null, good, new Publisher().sign(good)));
        comesToNothing("bad-signature", update());
        for (byte[] zeros : new byte[][] {{0x30, 6, 2, 1, 0, 2, 1, 0}, {0x30, 0}, new byte[70]}) {
            begin();
            publisher.offer("1.5.0", "2.0.0", null, good, Publisher.entry("1.5.0", "2.0.0", null, good, zeros));
            comesToNothing("bad-signature", update());
        }
        // Signed, and no bundle: what is signed is read no less strictly.
        Map<String, byte[]> noPage = new TreeMap<>(Publisher.files("1.5.0"));
        noPage.remove("index.html");
        Map<String, byte[]> out = new TreeMap<>(Publisher.files("1.5.0"));
        out.put("../evil", new byte[1]);
        for (byte[] bytes : new byte[][] {Publisher.archive(noPage), Publisher.archive(out), Publisher.utf8("no archive")}) {
            begin();
            publisher.offer("1.5.0", "2.0.0", null, bytes);
            comesToNothing("malformed-archive", update());
            BundleDriver.expect("nothing beside the store", false, new File(root.getParentFile(), "evil").exists());
        }
        for (String url : new String[] {
            "http://simulation.example/v1.5.0.zip", "https://user@simulation.example/v1.5.0.zip", "../v1.5.0.zip",
            "file:///etc/passwd", "a/b.zip", "//host/v1.5.0.zip", ".hidden", "https:///v1.5.0.zip", "jar:https://a.b/c",
        }) {
            begin();
            publisher.offer("1.5.0", "2.0.0", null, good,
                Publisher.entry("1.5.0", "2.0.0", null, good, publisher.sign(good)).replace("\"v1.5.0.zip\"", "\"" + url + "\""));
            comesToNothing("address", update());
        }
        begin();
        publisher.offer("1.5.0", "2.0.0", null, good);
        publisher.isCut = true;
        UpdateOutcome cut = update();
        publisher.isCut = false;
        comesToNothing("archive", cut);
        begin();
        publisher.offer("1.5.0", "2.0.0", null, good);
        publisher.archiveStatus = 503;
        UpdateOutcome status = update();
        publisher.archiveStatus = 200;
        comesToNothing("archive-status", status);
        begin();
        publisher.offer("1.5.0", "2.0.0", null, good);
        comesToNothing("archive-too-large", update(publisher, good.length - 1));
        begin();
        publisher.offer("1.5.0", "2.0.0", null, good);
        // A transport that goes on whatever the output says.
        comesToNothing("archive-too-large", update(new ArchiveTransport() {
            @Override public void fetch(String url, long from, String etag, Receiver receiver) throws IOException {
                OutputStream output = receiver.begin(200, -1, null, null);
                for (int i = 0; i < 3; i++) {
                    try {
                        output.write(good);
                    } catch (IOException e) {
                        continue;
                    }
                }
            }
        }, 1 << 30));
        begin();
        publisher.offer("1.5.0", "2.0.0", null, good);
        final Thread caller = Thread.currentThread();
        UpdateOutcome cancelled = update(new ArchiveTransport() {
            @Override public void fetch(String url, long from, String etag, Receiver receiver) throws IOException {
                receiver.begin(200, -1, null, null).write(good);
                caller.interrupt();
                HostileServer.sleep(200);
            }
        }, 1 << 30);
        BundleDriver.expect("the interruption is kept", true, Thread.interrupted());
        comesToNothing("cancelled", cancelled);
    }

    private static byte[] flipped(byte[] bytes) {
        byte[] changed = bytes.clone();
        changed[changed.length / 2] ^= 1;
        return changed;
    }

    private void documents() throws Exception {
        begin();
        BundleDriver.expect("no index", "document-status", update().code());
        publisher.offer("1.5.0", "2.0.0", null);
        byte[] old = publisher.index;
        BundleDriver.expect("an index", UpdateOutcome.Kind.INSTALLED, update().kind());
        publisher.withdraw("1.5.0");
        byte[] withdrawing = publisher.index;
        BundleDriver.expect("shown", "v1.5.0", start());
        BundleDriver.expect("a withdrawal", BundleVersion.EMBEDDED, update().next());
        BundleDriver.expect("a withdrawal", "embedded", start());
        // What is for some devices, for another platform or halted is not for this one, and is no error.
        String entry = publisher.offered("1.6.0");
        String other = publisher.offered("1.7.0").replace("\"android\"", "\"web\"");
        for (String body : new String[] {
            "{ \"bundles\": [], \"offers\": [" + entry.replaceAll(" }$", ", \"when\": { \"channels\": [\"beta\"] } }")
                + "], \"halted\": [\"1.8.0\"], \"withdrawn\": [\"1.5.0\"], \"news\": 7 }",
            "{ \"bundles\": [" + other + "], \"withdrawn\": [\"1.5.0\"] }",
        }) {
            publisher.clock.waitMillis(1_000);
            publisher.index = publisher.jws(body, "builds/index.json", publisher.clock.now() / 1_000);
            BundleDriver.expect(body, UpdateOutcome.Kind.UP_TO_DATE, update().kind());
        }
        publisher.publish();
        withdrawing = publisher.index;
        BundleDriver.expect("a withdrawal", UpdateOutcome.Kind.UP_TO_DATE, update().kind());
        // An older index, an index for another path or environment, damaged ones.
        publisher.index = old;
        BundleDriver.expect("an old index", "verification/rollback", update().code());
        long now = publisher.clock.now() / 1_000;
        publisher.index = publisher.jws("{ \"bundles\": [], \"withdrawn\": [] }", "builds/manifest.json", now + 1);
        BundleDriver.expect("another path", "verification/other-document", update().code());
        publisher.index = publisher.jws("{ \"bundles\": [], \"withdrawn\": [] }", "builds/index.json", now + 90_000);
        BundleDriver.expect("ahead of the clock", "verification/ahead-of-clock", update().code());
        for (String body : new String[] {
            "{ \"bundles\": [] }", "{ \"bundles\": {}, \"withdrawn\": [] }", "[]", "{ \"bundles\": [1], \"withdrawn\": [] }",
            "{ \"bundles\": [], \"withdrawn\": [\"1.0\"] }", "{ \"bundles\": [], \"withdrawn\": [\"1.0.0\", \"1.0.0\"] }",
            "{ \"bundles\": [], \"withdrawn\": [\"1.0.0+a\"] }", "{ \"bundles\": [{}], \"withdrawn\": [] }",
            "{ \"bundles\": [], \"offers\": [" + entry + "], \"withdrawn\": [] }",
            "{ \"bundles\": [" + entry + "], \"halted\": [\"1.6.0\"], \"withdrawn\": [] }",
            "{ \"bundles\": [" + entry.replace("\"files\"", "\"list\"") + "], \"withdrawn\": [] }",
            "{ \"bundles\": [" + entry.replace("\"shells\"", "\"shell\"") + "], \"withdrawn\": [] }",
        }) {
            publisher.index = publisher.jws(body, "builds/index.json", now + 2);
            BundleDriver.expect(body, "verification/unreadable", update().code());
        }
        publisher.index = flipped(withdrawing);
        BundleDriver.expect("damaged", true, update().code().startsWith("verification/"));
        publisher.index = withdrawing;
        BundleDriver.expect("the last one again", UpdateOutcome.Kind.UP_TO_DATE, update().kind());
        // A key that is revoked says nothing, and what it said before is forgotten.
        KeyRing revoked = KeyRing.parse(publisher.ringJson("revoked"));
        BundleDriver.expect("revoked", "verification/revoked-key",
            updated(revoked, Publisher.ENVIRONMENT));
        BundleDriver.expect("another environment", "verification/other-document",
            updated(publisher.ring(), "production"));
        // A withdrawn bundle is left even when nothing better can be fetched.
        publisher.offer("1.6.0", "2.0.0", null);
        update();
        BundleDriver.expect("shown", "v1.6.0", start());
        publisher.withdraw("1.6.0");
        publisher.offer("1.7.0", "2.0.0", null);
        publisher.isCut = true;
        BundleDriver.expect("left", UpdateOutcome.Kind.WITHDRAWN_CURRENT, update().kind());
        // Nor does it stay where its replacement comes with the same update.
        publisher.isCut = false;
        publisher.offer("1.8.0", "2.0.0", null);
        update();
        BundleDriver.expect("shown next", "v1.8.0", start());
        publisher.withdraw("1.8.0");
        publisher.offer("1.9.0", "2.0.0", null);
        UpdateOutcome replaced = update();
        BundleDriver.expect("replaced", UpdateOutcome.Kind.WITHDRAWN_CURRENT, replaced.kind());
        BundleDriver.expect("by", "v1.9.0", replaced.next().toString());
        // What the app ships is withdrawn, and there is nothing that this shell can run.
        begin();
        publisher.withdrawn.add("1.4.0");
        publisher.offer("2.0.0", "3.0.0", null);
        UpdateOutcome needed = update();
        BundleDriver.expect("needed", "APP_UPDATE_NEEDED 2.0.0 3.0.0", needed.toString());
        BundleDriver.expect("needed", true, needed.isRequired());
    }

    private int archiveRequests() {
        int requests = 0;
        for (String url : publisher.requests) requests += url.contains(".zip") ? 1 : 0;
        return requests;
    }

    /** A new shell for which the publisher offers the same bundle again: only its bounds are new. */
    private void bounds() throws Exception {
        for (String gone : new String[] {"nothing", "v1.5.1", "signed-v1.5.1", "state.json"}) {
            begin();
            reach("1.5.1", "2.1.0");
            store = store("2.2.0");
            BundleDriver.expect("it does not fit", "embedded", start());
            publisher.offer("1.5.1", "2.0.0", "2.2.0");
            BundleDriver.remove(new File(root, gone));
            BundleDriver.expect("bounds", "INSTALLED 1.5.1", update().toString());
            boolean isWhole = gone.equals("nothing");
            BundleDriver.expect("archives without " + gone, isWhole ? 1 : 2, archiveRequests());
            BundleDriver.expect("confirmed", isWhole ? "[1.5.1]" : "[]", "" + store.statusBlocking().confirmed());
            BundleDriver.expect("it fits", "v1.5.1", start());
            BundleDriver.expect("no more", UpdateOutcome.Kind.UP_TO_DATE, update().kind());
            store = store("2.2.0");
            BundleDriver.expect("its proof has the bounds", "v1.5.1", start());
        }
        // Other bytes are another bundle, which has to have another version.
        begin();
        publisher.offer("1.5.1", "2.0.0", "2.1.0");
        update();
        store = store("2.2.0");
        publisher.offer("1.5.1", "2.0.0", "2.2.0", Publisher.archive(Publisher.files("1.5.2")));
        BundleDriver.expect("other bytes", UpdateOutcome.Kind.UP_TO_DATE, update().kind());
    }

    /** What fails after an archive was verified does not fetch it again. */
    private void keptArchive() throws Exception {
        begin();
        publisher.offer("1.5.0", "2.0.0", null);
        final FolderLocks.Hold[] hold = new FolderLocks.Hold[1];
        UpdateOutcome failed = update((url, from, etag, receiver) -> {
            publisher.fetch(url, from, etag, receiver);
            // Something keeps the place of its folder.
            new File(root, "v1.5.0").mkdirs();
            hold[0] = FolderLocks.share(root, "v1.5.0");
        }, 1 << 30);
        BundleDriver.expect("storage", "store/in-use", failed.code());
        hold[0].release();
        BundleDriver.expect("kept", UpdateOutcome.Kind.INSTALLED, update().kind());
        BundleDriver.expect("kept", 1, archiveRequests());
        BundleDriver.expect("kept", "v1.5.0", start());
        for (String name : root.list()) BundleDriver.expect("installed", false, name.startsWith("download-"));
        // What was kept is verified again.
        begin();
        publisher.offer("1.5.0", "2.0.0", null);
        String name = "download-" + BundleDriver.hex(Publisher.digest(publisher.archives.get("v1.5.0.zip")));
        BundleDriver.write(new File(root, name + "/archive"), flipped(publisher.archives.get("v1.5.0.zip")));
        BundleDriver.expect("spoilt", UpdateOutcome.Kind.INSTALLED, update().kind());
        BundleDriver.expect("spoilt", 1, archiveRequests());
    }

    /** What was signed and is no bundle is given up for a day, and another version is installed. */
    private void givenUp() throws Exception {
        begin();
        publisher.offer("1.5.0", "2.0.0", null);
        byte[] broken = Publisher.utf8("no archive");
        publisher.offer("1.6.0", "2.0.0", null, broken);
        byte[] other = Publisher.archive(Publisher.files("1.7.0"));
        String entry = Publisher.entry("1.7.0", "2.0.0", null, other, publisher.sign(other));
        publisher.offer("1.7.0", "2.0.0", null, other, entry.replaceAll("(\"files\": \")[0-9a-f]{8}", "$100000000"));
        BundleDriver.expect("other files", "wrong-files", update().code());
        BundleDriver.expect("malformed", "malformed-archive", update().code());
        BundleDriver.expect("another version", "INSTALLED 1.5.0", update().toString());
        BundleDriver.expect("given up", "[1.6.0, 1.7.0]", "" + store.statusBlocking().failed());
        BundleDriver.expect("fetched once", 3, archiveRequests());
        publisher.clock.waitMillis(86_400_000);
        BundleDriver.expect("a day later", "wrong-files", update().code());
    }

    /** A withdrawal does not wait for a download, whose outcome is that of all other calls. */
    private void whileAnotherDownloads(boolean isInterrupted) throws Exception {
        begin();
        reach("1.5.0", null);
        publisher.offer("1.6.0", "2.0.0", null);
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch goesOn = new CountDownLatch(1);
        final BundleUpdater updater = Publisher.updater(store, publisher, (url, from, etag, receiver) -> {
            begun.countDown();
            try {
                goesOn.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            publisher.fetch(url, from, etag, receiver);
        }).build();
        final List<UpdateOutcome> outcomes = Collections.synchronizedList(new ArrayList<UpdateOutcome>());
        Runnable call = () -> outcomes.add(updater.updateBlocking());
        Thread first = new Thread(call);
        first.start();
        begun.await();
        Thread joined = new Thread(call);
        joined.start();
        Thread interrupted = new Thread(call);
        interrupted.start();
        interrupted.interrupt();
        interrupted.join();
        BundleDriver.expect("one that is interrupted", "[FAILED cancelled it was cancelled]", "" + outcomes);
        while (joined.getState() != Thread.State.WAITING) HostileServer.sleep(5);
        publisher.withdraw("1.5.0");
        BundleDriver.expect("withdrawn meanwhile", "WITHDRAWN_CURRENT embedded", "" + updater.updateBlocking());
        BundleDriver.expect("withdrawn meanwhile", "embedded", start());
        BundleDriver.expect("the others wait", true, first.isAlive() && joined.isAlive());
        outcomes.clear();
        if (isInterrupted) {
            first.interrupt();
            first.join();
            BundleDriver.expect("the one that downloads", "[FAILED cancelled it was cancelled]", "" + outcomes);
            outcomes.clear();
        }
        goesOn.countDown();
        first.join();
        joined.join();
        String both = "[INSTALLED 1.6.0, INSTALLED 1.6.0]";
        BundleDriver.expect("one outcome", isInterrupted ? "[INSTALLED 1.6.0]" : both, "" + outcomes);
        if (!isInterrupted) BundleDriver.expect("one archive", 2, archiveRequests());
        count += 4;
    }

    // The store.

    private void versions() {
        String[] order = {
            "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11",
            "1.0.0-rc.1", "1.0.0", "1.9.0", "1.10.0", "2.0.0-0", "2.0.0", "999999999999999999.0.0",
        };
        for (int i = 0; i < order.length; i++) {
            for (int j = 0; j < order.length; j++) {
                int found = SemanticVersion.parse(order[i]).compareTo(SemanticVersion.parse(order[j]));
                BundleDriver.expect(order[i] + " " + order[j], Integer.signum(i - j), Integer.signum(found));
            }
        }
        for (String text : new String[] {
            "", "1", "1.0", "1.0.0.0", "01.0.0", "1.00.0", "1.0.0-", "1.0.0-01", "1.0.0-a..b", "1.0.0+a", "1.0.0-a+b",
            "v1.0.0", "1.0.0 ", "1.0.0-\u00e9", "-1.0.0", "1.0.\u0661", "1000000000000000000.0.0",
        }) {
            BundleDriver.expect(text, null, SemanticVersion.parse(text));
        }
    }

    private void damaged() throws Exception {
        begin();
        reach("1.5.0", null);
        publisher.offer("1.6.0", "2.0.0", null);
        update();
        File state = new File(root, "state.json");
        byte[] whole = BundleDriver.read(state);
        BundleDriver.expect("what is written is read", new String(whole, "UTF-8"),
            new String(StateFile.write(StateFile.read(whole)), "UTF-8"));
        for (int length = 0; length < whole.length; length++) {
            // What was cut short is no state; the line feed at its end is not needed.
            boolean isDamaged = length < whole.length - 1;
            BundleDriver.expect("cut at " + length, isDamaged, StateFile.read(Arrays.copyOf(whole, length)) == null);
        }
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] changed = whole.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            StateFile.read(changed);
        }
        // A record without its folder is none.
        new File(root, "v1.6.0").renameTo(new File(root, "aside"));
        BundleDriver.expect("a folder is missing", "[embedded, v1.5.0]", "" + store.statusBlocking().versions());
        new File(root, "aside").renameTo(new File(root, "v1.6.0"));
        // A folder of which a part is missing is no bundle, and one that was planted is removed.
        Files.createDirectories(new File(root, "v9.9.9").toPath());
        BundleDriver.write(new File(root, "v9.9.9/index.html"), Publisher.utf8("planted"));
        new File(root, "v1.6.0/index.html").delete();
        BundleDriver.expect("a part is missing", "v1.5.0", start());
        BundleDriver.expect("planted", false, new File(root, "v9.9.9").exists());
        Files.move(new File(root, "v1.5.0").toPath(), new File(root, "moved").toPath());
        Files.createSymbolicLink(new File(root, "v1.5.0").toPath(), new File("moved").toPath());
        BundleDriver.expect("a link", "embedded", start());
        BundleDriver.expect("what is linked stays", true, new File(root, "moved/index.html").isFile());
        for (String content : new String[] {"", "{}", "null", "{ \"bundles\": 1 }"}) {
            BundleDriver.write(state, Publisher.utf8(content));
            BundleDriver.expect("damaged: " + content, "embedded", start());
        }
        state.delete();
        state.mkdirs();
        BundleDriver.write(new File(state, "in"), new byte[1]);
        BundleDriver.expect("a folder in place of the state", "embedded", start());
        BundleDriver.expect("a folder in place of the state", true, state.isFile());
    }

    private void inUse() throws Exception {
        begin();
        publisher.offer("1.5.0", "2.0.0", null);
        update();
        StartedBundle shown = store.startBlocking();
        shown.confirmBlocking();
        publisher.withdraw("1.5.0");
        update();
        BundleDriver.expect("in use", "embedded", start());
        BundleDriver.expect("in use: it is still there", true, new File(root, "v1.5.0/index.html").isFile());
        shown.close();
        shown.close();
        BundleDriver.expect("no longer in use", "embedded", start());
        BundleDriver.expect("it is gone", false, new File(root, "v1.5.0").exists());
        BundleDriver.expect("and its lock", 0, new File(root, ".locks").list().length);

        begin();
        publisher.offer("1.5.0", "2.0.0", null);
        update();
        StartedBundle forgotten = store.startBlocking();
        store.resetBlocking();
        int requests = publisher.requests.size();
        BundleDriver.expect("a forgotten bundle that is in use", "store/in-use", update().code());
        BundleDriver.expect("its archive is not fetched", requests + 1, publisher.requests.size());
        forgotten.close();
        BundleDriver.expect("it is no longer in use", UpdateOutcome.Kind.INSTALLED, update().kind());
    }

    private void time() throws Exception {
        begin();
        publisher.offer("1.5.0", "2.0.0", null);
        update();
        try (StartedBundle started = store.startBlocking()) {
            publisher.clock.waitMillis(20_000);
            started.pause();
            publisher.clock.waitMillis(3_600_000);
            BundleDriver.expect("paused", 10_000L, started.millisLeft());
            BundleDriver.expect("paused", HealthOutcome.UNDECIDED, started.outcomeBlocking());
            started.resume();
            publisher.clock.waitMillis(9_999);
            BundleDriver.expect("time", HealthOutcome.UNDECIDED, started.outcomeBlocking());
            publisher.clock.waitMillis(1);
            BundleDriver.expect("time is over", BundleVersion.EMBEDDED, started.outcomeBlocking().next());
            BundleDriver.expect("too late", false, started.confirmBlocking());
            BundleDriver.expect("failed", Collections.singletonList(SemanticVersion.parse("1.5.0")),
                store.statusBlocking().failed());
        }
        // A clock that is set back does not keep it burnt for years.
        publisher.clock.waitMillis(-400L * 86_400_000);
        BundleDriver.expect("set back", "embedded", start());
        publisher.clock.waitMillis(86_400_000);
        start();
        BundleDriver.expect("a day later", 0, store.statusBlocking().failed().size());
        // The answer of an earlier session does not count for a later bundle.
        begin();
        publisher.offer("1.5.0", "2.0.0", null);
        update();
        StartedBundle first = store.startBlocking();
        publisher.offer("1.6.0", "2.0.0", null);
        update();
        StartedBundle second = store.startBlocking();
        first.confirmBlocking();
        BundleDriver.expect("of its own", "1.6.0", store.statusBlocking().trial().toString());
        publisher.clock.waitMillis(30_000);
        BundleDriver.expect("of its own", "v1.5.0", second.outcomeBlocking().next().toString());
        BundleDriver.expect("before", "v1.5.0", "" + store.previousVersionBlocking());
        first.close();
        second.close();
    }

    /** An embedded bundle that is an archive is unpacked once, and again when it has changed. */
    private void seed() throws Exception {
        begin();
        final byte[][] archive = {Publisher.archive(Publisher.files("1.4.0"))};
        store = publisher.store(root, seed("1.4.0", archive), "2.1.0").build();
        File folder;
        try (StartedBundle started = store.startBlocking()) {
            folder = started.folder();
            BundleDriver.expect("the seed", Publisher.hexFiles("1.4.0"), BundleDriver.files(folder));
        }
        // Another process writes nothing, for which a full disk would have no room.
        store = publisher.store(root, seed("1.4.0", archive), "2.1.0").build();
        File[] touched = {root, folder, new File(root, ".locks")};
        for (File each : touched) each.setLastModified(1_000_000);
        for (int start = 0; start < 2; start++) BundleDriver.expect("once", "embedded", start());
        for (File each : touched) BundleDriver.expect("once: " + each, 1_000_000L, each.lastModified());
        archive[0] = Publisher.archive(Publisher.files("1.4.1"));
        store = publisher.store(root, seed("1.4.1", archive), "2.1.0").build();
        try (StartedBundle started = store.startBlocking()) {
            BundleDriver.expect("changed", Publisher.hexFiles("1.4.1"), BundleDriver.files(started.folder()));
        }
        archive[0] = Publisher.utf8("no archive");
        // An empty folder that was planted is not what it holds either.
        String digest = BundleDriver.hex(Publisher.digest(archive[0]));
        new File(root, "embedded-" + digest.substring(0, 16)).mkdirs();
        store = publisher.store(root, seed("1.4.2", archive), "2.1.0").build();
        try {
            store.startBlocking();
            BundleDriver.expect("no archive", "a failure", "none");
        } catch (StoreException e) {
            BundleDriver.expect("no archive", "embedded", e.code());
        }
        // Better one that was confirmed before than none.
        reach("1.5.0", null);
        publisher.offered.clear();
        publisher.publish();
        store = publisher.store(root, seed("1.6.0", archive), "2.1.0").build();
        try (StartedBundle started = store.startBlocking()) {
            BundleDriver.expect("better than none", "v1.5.0 embedded", started.version() + " " + started.problem().code());
        }
    }

    /** As each process has it, which looks at the archive once. */
    private static EmbeddedBundle seed(String version, final byte[][] archive) {
        return EmbeddedBundle.archive(version, new Assets() {
            @Override public InputStream open(String path) throws IOException {
                if (!path.equals("seed.zip")) throw new FileNotFoundException(path);
                return new ByteArrayInputStream(archive[0]);
            }
        }, "seed.zip");
    }
}
