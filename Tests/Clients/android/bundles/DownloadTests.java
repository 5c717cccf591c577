package signet.bundles;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import signet.Clock;
import signet.JsonObject;

/** Downloads over a real network: from servers that say anything, and from nginx. */
final class DownloadTests {
    private final File work;
    private final HostileServer server = new HostileServer();
    private final List<String> attempts = new ArrayList<>();
    private final BundleStore store;
    private final WebBundle bundle;
    private final File folder;
    private int count;

    private DownloadTests(File work) throws Exception {
        this.work = work;
        folder = new File(work, "download");
        Publisher publisher = new Publisher();
        File root = new File(work, "store");
        EmbeddedBundle embedded = ResponderTests.embedded(Publisher.files("1.4.0"));
        store = BundleStore.builder(root, embedded, "2.1.0", publisher.ring(), Publisher.ENVIRONMENT)
            .events(new BundleEvent.Listener() {
                @Override public void on(BundleEvent event) {
                    if (!event.name().equals("download")) return;
                    String status = event.member("status") == null ? "" : " " + event.member("status");
                    String code = event.member("code") == null ? "" : " " + event.member("code") + status;
                    attempts.add(event.member("from") + "+" + event.member("bytes") + code);
                }
            }).build();
        String entry = Publisher.entry("1.5.0", "2.0.0", null, server.body, publisher.sign(server.body));
        bundle = new WebBundle(JsonObject.ofBody(Publisher.utf8(entry)), false);
    }

    static void run(File work) throws Exception {
        DownloadTests tests = new DownloadTests(work);
        tests.plain();
        tests.continued();
        tests.changed();
        tests.ended();
        tests.ofEarlierProcesses();
        tests.pauses();
        tests.leftBehind();
        System.out.println(tests.count + " downloads");
    }

    /** Silence is for so long that a busy machine is not taken for it. */
    private DownloadRules rules() { return rules(60_000); }

    private static DownloadRules rules(long silenceMillis) {
        DownloadRules rules = new DownloadRules(Clock.SYSTEM);
        rules.silenceMillis = silenceMillis;
        rules.pause = new DownloadRules.Pause() {
            @Override public void millis(long millis) {}
        };
        return rules;
    }

    /** Downloads, goes on with what is there, and says the code of a failure. */
    private String fetch(String path, DownloadRules rules) throws Exception {
        count++;
        attempts.clear();
        server.reset();
        folder.mkdirs();
        String url = path.contains(":") ? path : server.origin() + "/" + path;
        try (ArchiveDownload download = new ArchiveDownload(folder, bundle.bytes)) {
            new ArchiveFetch(store, bundle, rules).run(new UrlArchiveTransport(), url, download);
            BundleDriver.expect(path + " is whole", bundle.sha256, download.digest());
            return "whole";
        } catch (UpdateFailure e) {
            return e.code;
        }
    }

    private void expect(String path, String outcome, String... expected) throws Exception {
        expect(path, rules(), outcome, expected);
    }

    private void expect(String path, DownloadRules rules, String outcome, String... expected) throws Exception {
        BundleDriver.remove(folder);
        BundleDriver.expect(path, outcome, fetch(path, rules));
        BundleDriver.expect(path, Arrays.toString(expected), attempts.toString());
    }

    private void plain() throws Exception {
        expect("whole", "whole", "0+300000");
        expect("moved", "whole", "0+300000");
        // It takes longer than it may be silent.
        expect("slow", rules(5_000), "whole", "0+300000");
        String six = "0+0 archive";
        for (String path : new String[] {
            "away", "round", "packed", "http://example.com/", "file:///etc/passwd", "http://user@127.0.0.1:1/",
        }) {
            expect(path, "archive", six, six, six, six, six, six);
        }
        for (String status : new String[] {"503", "500", "429", "408"}) {
            String failure = "0+0 archive-status " + status;
            expect("status/" + status, "whole", failure, failure, "0+300000");
        }
        for (String status : new String[] {"404", "403", "204", "206", "301", "416", "412"}) {
            expect("status/" + status, "archive-status", "0+0 archive-status " + status);
        }
    }

    private void continued() throws Exception {
        expect("cut", "whole", "0+120000 archive", "120000+120000 archive", "240000+60000");
        BundleDriver.expect("requests", "[all, bytes=120000- \"a\", bytes=240000- \"a\"]", server.requests.toString());
        // Without a strong validator nothing is put together.
        String[] again = new String[6];
        Arrays.fill(again, "0+120000 archive");
        expect("cut-weak", "archive", again);
        expect("cut-untagged", "whole", "0+120000 archive", "0+120000 archive", "0+300000");
        BundleDriver.expect("requests", "[all, all, all]", server.requests.toString());
        final AtomicLong last = new AtomicLong();
        DownloadRules rules = rules();
        rules.progress = new BundleUpdater.Progress() {
            @Override public void on(long bytes, long size) {
                BundleDriver.expect("progress goes on", true, bytes > last.getAndSet(bytes));
                BundleDriver.expect("progress knows the size", 300_000L, size);
            }
        };
        BundleDriver.remove(folder);
        BundleDriver.expect("progress", "whole", fetch("cut", rules));
        BundleDriver.expect("progress", 300_000L, last.get());
    }

    private static String hex(String text) { return BundleDriver.hex(Publisher.utf8(text)); }

    private void changed() throws Exception {
        String first = "0+120000 archive";
        for (String range : new String[] {
            "", "bytes 0-299999/300000", "bytes 120001-299999/300000", "bytes 119999-299999/300000",
            "bytes 120000-299998/300000", "bytes 120000-299999/300001", "bytes 120000-299999/*", "bytes */300000",
            "bytes 120000-/300000", "bytes=120000-299999/300000", "lines 120000-299999/300000", "bytes",
            "bytes 120000-299999/300000, bytes 0-1/2", "bytes 0120000-299999/300000",
        }) {
            expect("range/" + hex(range), "whole", first, "120000+0 archive-changed", "0+300000");
        }
        for (String tag : new String[] {"\"b\"", "W/\"a\"", "\"A\"", "a"}) {
            expect("tag/" + hex(tag), "whole", first, "120000+0 archive-changed", "0+300000");
        }
        for (String status : new String[] {"412", "416"}) {
            expect("status-of-range/" + hex(status), "whole", first, "120000+0 archive-changed", "0+300000");
        }
        BundleDriver.expect("requests", "[all, bytes=120000- \"a\", all]", server.requests.toString());
        expect("always-200", "whole", first, "120000+300000");
        expect("always-200-cut", "archive", first, "120000+120000 archive", "120000+120000 archive",
            "120000+120000 archive", "120000+120000 archive", "120000+120000 archive");
        BundleDriver.remove(folder);
        BundleDriver.expect("longer", "archive-too-large", fetch("longer", rules()));
        try (RandomAccessFile file = new RandomAccessFile(new File(folder, "archive"), "r")) {
            BundleDriver.expect("no byte too many", true, file.length() <= 300_000);
        }
    }

    private void ended() throws Exception {
        long start = System.nanoTime();
        expect("silent", rules(3_000), "whole", "0+120000 archive-silent", "120000+120000 archive-silent", "240000+60000");
        for (String path : new String[] {"silent-head", "dripping-head"}) {
            String six = "0+0 archive-silent";
            expect(path, rules(400), "archive-silent", six, six, six, six, six, six);
        }
        // The server would be silent for longer at the first request alone.
        BundleDriver.expect("silence ends in time", true, System.nanoTime() - start < 60_000_000_000L);
        // A network that gets a meter in between, and one that loses it.
        final AtomicBoolean isUnmetered = new AtomicBoolean(true);
        DownloadRules rules = rules();
        rules.network = new BundleUpdater.Network() {
            @Override public boolean isUnmetered() { return isUnmetered.get(); }
        };
        rules.progress = new BundleUpdater.Progress() {
            @Override public void on(long bytes, long size) { isUnmetered.set(bytes < 100_000); }
        };
        BundleDriver.remove(folder);
        BundleDriver.expect("metered", "metered", fetch("silent", rules));
        BundleDriver.expect("metered", "[0+120000 metered]", attempts.toString());
        BundleDriver.expect("metered", "metered", fetch("whole", rules));
        BundleDriver.expect("metered: no request", "[] []", attempts + " " + server.requests);
        isUnmetered.set(true);
        BundleDriver.expect("no meter", "whole", fetch("whole", rules));
        BundleDriver.expect("no meter", "[bytes=120000- \"a\"]", server.requests.toString());
        // Cancelled by another thread: in the middle, before the head, and in a pause.
        for (String path : new String[] {"silent", "silent-head", "status/503"}) {
            final DownloadRules cancelled = rules();
            if (path.startsWith("status")) cancelled.pause = new DownloadRules(Clock.SYSTEM).pause;
            final Thread worker = Thread.currentThread();
            for (int way = 0; way < 2; way++) {
                final boolean isInterrupted = way == 1;
                final DownloadRules ended = isInterrupted ? rules() : cancelled;
                ended.pause = new DownloadRules(Clock.SYSTEM).pause;
                if (!isInterrupted) {
                    ended.pause = new DownloadRules.Pause() {
                        @Override public void millis(long millis) { HostileServer.sleep(3_000); }
                    };
                }
                Thread other = new Thread(new Runnable() {
                    @Override public void run() {
                        while (server.requests.isEmpty()) HostileServer.sleep(10);
                        HostileServer.sleep(300);
                        if (isInterrupted) worker.interrupt();
                        else ended.cancel();
                    }
                });
                other.start();
                BundleDriver.remove(folder);
                long began = System.nanoTime();
                BundleDriver.expect(path, "cancelled", fetch(path, ended));
                // Silence alone would end it after a minute.
                BundleDriver.expect(path + ": at once", true, System.nanoTime() - began < 20_000_000_000L);
                BundleDriver.expect(path, isInterrupted, Thread.interrupted());
                other.join();
            }
        }
    }

    /** What an earlier process has left is gone on with; what is of no use to that is not. */
    private void ofEarlierProcesses() throws Exception {
        DownloadRules once = rules();
        once.attempts = 1;
        BundleDriver.remove(folder);
        BundleDriver.expect("begun", "archive", fetch("cut", once));
        BundleDriver.expect("continued", "archive", fetch("cut", once));
        BundleDriver.expect("continued", "whole", fetch("cut", once));
        BundleDriver.expect("continued", "[240000+60000]", attempts.toString());
        BundleDriver.expect("nothing is missing", "whole", fetch("cut", once));
        BundleDriver.expect("nothing is missing", "[]", attempts.toString());
        for (String change : new String[] {"no tag", "weak tag", "half a tag", "long tag", "longer file", "a folder"}) {
            BundleDriver.remove(folder);
            fetch("cut", once);
            File tag = new File(folder, "etag");
            if (change.equals("no tag")) tag.delete();
            if (change.equals("weak tag")) BundleDriver.write(tag, Publisher.utf8("W/\"a\""));
            if (change.equals("half a tag")) BundleDriver.write(tag, Publisher.utf8("a\""));
            if (change.equals("long tag")) BundleDriver.write(tag, Publisher.utf8("\"" + new String(new char[300]) + "\""));
            if (change.equals("longer file")) BundleDriver.write(new File(folder, "archive"), new byte[300_001]);
            if (change.equals("a folder")) {
                tag.delete();
                tag.mkdirs();
            }
            BundleDriver.expect(change, "whole", fetch("whole", once));
            BundleDriver.expect(change, "[all]", server.requests.toString());
        }
    }

    /** A transport that does not end when it is told to can write nothing into what the next attempt brings. */
    private void leftBehind() throws Exception {
        count++;
        attempts.clear();
        final byte[] evil = new byte[150_000];
        final List<String> refused = Collections.synchronizedList(new ArrayList<String>());
        final CountDownLatch isAtWork = new CountDownLatch(1);
        final CountDownLatch isBack = new CountDownLatch(1);
        ArchiveTransport stubborn = new ArchiveTransport() {
            @Override public void fetch(String url, long from, String etag, Receiver receiver) throws IOException {
                java.io.OutputStream output = receiver.begin(200, 300_000, "W/\"a\"", null);
                boolean isFirst = attempts.isEmpty();
                output.write(server.body, 0, 100_000);
                try {
                    // The second attempt is at work when the first one comes back.
                    if (isFirst) {
                        isAtWork.await();
                        output.write(evil);
                    } else {
                        isAtWork.countDown();
                        isBack.await();
                        output.write(server.body, 100_000, 200_000);
                    }
                } catch (IOException | InterruptedException e) {
                    refused.add(e.getMessage());
                }
                isBack.countDown();
            }
        };
        BundleDriver.remove(folder);
        folder.mkdirs();
        try (ArchiveDownload download = new ArchiveDownload(folder, bundle.bytes)) {
            new ArchiveFetch(store, bundle, rules(3_000)).run(stubborn, "https://example.com/", download);
            BundleDriver.expect("left behind", bundle.sha256, download.digest());
        }
        BundleDriver.expect("left behind", "[0+100000 archive-silent, 0+300000]", attempts.toString());
        BundleDriver.expect("left behind", "[it was ended: archive-silent]", refused.toString());
    }

    private void pauses() throws Exception {
        final List<Long> pauses = new ArrayList<>();
        DownloadRules rules = rules();
        rules.attempts = 9;
        rules.pause = new DownloadRules.Pause() {
            @Override public void millis(long millis) { pauses.add(millis); }
        };
        BundleDriver.remove(folder);
        fetch("packed", rules);
        BundleDriver.expect("pauses", 8, pauses.size());
        for (int i = 0; i < pauses.size(); i++) {
            long longest = Math.min(30_000, 1_000L << i);
            BundleDriver.expect("pause " + i, true, pauses.get(i) >= longest / 2 && pauses.get(i) <= longest);
        }
    }

    // nginx.

    /** Updates of a store from a site that nginx serves. */
    static void nginx(File work) throws Exception {
        new DownloadTests(work).ofNginx();
        System.out.println("5 updates from nginx");
    }

    private void ofNginx() throws Exception {
        final File site = new File(work, "site");
        int port;
        try (java.net.ServerSocket free = new java.net.ServerSocket(0)) {
            port = free.getLocalPort();
        }
        File configuration = new File(work, "nginx.conf");
        File log = new File(work, "access.log");
        BundleDriver.write(configuration, Publisher.utf8(
            "daemon off; master_process off; pid " + work + "/nginx.pid; error_log " + work + "/error.log;\n"
                + "events {}\nhttp { access_log off; client_body_temp_path " + work + "/t1; proxy_temp_path " + work
                + "/t2; fastcgi_temp_path " + work + "/t3; uwsgi_temp_path " + work + "/t4; scgi_temp_path " + work
                + "/t5;\n  log_format l '$status $http_range';\n  server { listen 127.0.0.1:" + port + "; root " + site
                + "; location ~ zip { access_log " + log + " l; limit_rate 800k; limit_rate_after 300k; } } }\n"));
        Publisher publisher = new Publisher();
        Map<String, byte[]> files = new TreeMap<>(Publisher.files("1.5.0"));
        byte[] video = new byte[1_200_000];
        new Random(3).nextBytes(video);
        files.put("video.mp4", video);
        byte[] archive = Publisher.archive(files);
        publisher.offer("1.5.0", "2.0.0", null, archive);
        BundleDriver.write(new File(site, "builds/index.json.jws"), publisher.index);
        BundleDriver.write(new File(site, "builds/v1.5.0.zip"), archive);
        Process nginx = new ProcessBuilder("nginx", "-c", configuration.getPath(), "-p", work.getPath(), "-e",
            work + "/error.log").inheritIO().start();
        try {
            String origin = "http://127.0.0.1:" + port;
            waitFor(port);
            File root = new File(work, "updated");
            EmbeddedBundle embedded = ResponderTests.embedded(Publisher.files("1.4.0"));
            BundleStore updated = publisher.store(root, embedded, "2.1.0").build();
            // The first update is cancelled in the middle, the second goes on.
            final BundleUpdater[] updater = new BundleUpdater[1];
            BundleUpdaterBuilder builder = BundleUpdater.builder(updated, origin).progress(new BundleUpdater.Progress() {
                @Override public void on(long bytes, long size) {
                    if (bytes > size / 2) updater[0].cancel();
                }
            });
            updater[0] = builder.build();
            BundleDriver.expect("cancelled", "cancelled", updater[0].updateBlocking().code());
            BundleUpdater plain = BundleUpdater.builder(updated, origin).build();
            BundleDriver.expect("continued", UpdateOutcome.Kind.INSTALLED, plain.updateBlocking().kind());
            expectLog("continued", log, "200 -", "206 bytes=");
            // Another file meanwhile, of the same length: If-Match says so.
            files.put("video.mp4", new byte[1_200_000]);
            publisher.withdraw("1.5.0");
            new Random(4).nextBytes(video);
            files.put("video.mp4", video);
            byte[] other = Publisher.archive(files);
            publisher.offer("1.6.0", "2.0.0", null, other);
            BundleDriver.write(new File(site, "builds/index.json.jws"), publisher.index);
            byte[] wrong = other.clone();
            wrong[100] ^= 1;
            File served = new File(site, "builds/v1.6.0.zip");
            BundleDriver.write(served, wrong);
            served.setLastModified(1_700_000_000_000L);
            updater[0] = builder.build();
            BundleDriver.expect("cancelled", "cancelled", updater[0].updateBlocking().code());
            BundleDriver.write(served, other);
            BundleDriver.expect("another file", UpdateOutcome.Kind.INSTALLED, plain.updateBlocking().kind());
            expectLog("another file", log, "200 -", "206 bytes=", "200 -", "412 bytes=", "200 -");
            // A beginning that was spoilt: its hash is wrong, and it is fetched anew at once.
            publisher.withdraw("1.6.0");
            publisher.offer("1.7.0", "2.0.0", null, other);
            BundleDriver.write(new File(site, "builds/index.json.jws"), publisher.index);
            BundleDriver.write(new File(site, "builds/v1.7.0.zip"), other);
            updater[0] = builder.build();
            BundleDriver.expect("cancelled", "cancelled", updater[0].updateBlocking().code());
            String name = "download-" + BundleDriver.hex(Publisher.digest(other));
            try (RandomAccessFile part = new RandomAccessFile(new File(root, name + "/archive"), "rw")) {
                part.seek(1_000);
                part.write(new byte[100]);
            }
            BundleDriver.expect("spoilt", UpdateOutcome.Kind.INSTALLED, plain.updateBlocking().kind());
            for (String each : root.list()) BundleDriver.expect(each, false, each.startsWith("download-"));
        } finally {
            nginx.destroy();
            nginx.waitFor();
        }
    }

    private static void waitFor(int port) throws Exception {
        for (int i = 0; i < 200; i++) {
            try {
                new java.net.Socket("127.0.0.1", port).close();
                return;
            } catch (IOException e) {
                HostileServer.sleep(50);
            }
        }
        throw new IOException("nginx does not listen");
    }

    /** Which answers nginx has given, in any order: it notes an answer when it knows how that has ended. */
    private static void expectLog(String place, File log, String... expected) throws Exception {
        String found = "";
        for (int i = 0; i < 50; i++) {
            String[] lines = new String(BundleDriver.read(log), "UTF-8").split("\n");
            Arrays.sort(lines);
            found = Arrays.toString(lines).replaceAll("bytes=[0-9]*-", "bytes=");
            if (lines.length >= expected.length) break;
            HostileServer.sleep(100);
        }
        Arrays.sort(expected);
        BundleDriver.expect(place, Arrays.toString(expected), found);
    }
}
