package signet.bundles;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** How long things take in a warm virtual machine; the best of several times, beside what they are compared with. */
final class Figures {
    private Figures() {}

    /** A piece of work. */
    private interface Work {
        void run() throws Exception;
    }

    private static double best(int rounds, Work work) throws Exception {
        double best = Double.MAX_VALUE;
        for (int i = 0; i < rounds; i++) {
            long start = System.nanoTime();
            work.run();
            best = Math.min(best, (System.nanoTime() - start) / 1e6);
        }
        return best;
    }

    /** Files that deflate to about a half, as those of web pages do. */
    private static Map<String, byte[]> files(int count, int bytes) {
        Map<String, byte[]> files = new TreeMap<>();
        Random random = new Random(9);
        for (int i = 0; i < count; i++) {
            byte[] content = new byte[bytes];
            for (int at = 0; at < bytes; at++) content[at] = (byte) (97 + random.nextInt(16));
            files.put(i == 0 ? "index.html" : "assets/" + i % 20 + "/" + i + ".js", content);
        }
        return files;
    }

    static void run(final File work) throws Exception {
        final File archive = new File(work, "large.zip");
        BundleDriver.write(archive, Publisher.archive(files(600, 40_000)));
        final File out = new File(work, "out");
        double ours = best(7, new Work() {
            @Override public void run() throws Exception {
                BundleDriver.remove(out);
                out.mkdirs();
                try (RandomAccessFile file = new RandomAccessFile(archive, "r")) {
                    new ArchiveReader(file).unpack(out);
                }
            }
        });
        double theirs = best(7, new Work() {
            @Override public void run() throws Exception {
                BundleDriver.remove(out);
                new ProcessBuilder("unzip", "-q", archive.getPath(), "-d", out.getPath()).start().waitFor();
            }
        });
        System.out.printf("unpack 600 files, 24 MB: %.0f ms, unzip %.0f ms%n", ours, theirs);

        Publisher publisher = new Publisher();
        File root = new File(work, "figures");
        BundleDriver.remove(root);
        final BundleStore store =
            publisher.store(root, ResponderTests.embedded(Publisher.files("1.4.0")), "2.1.0").build();
        Map<String, byte[]> files = files(300, 17_000);
        publisher.offer("1.5.0", "2.0.0", null, Publisher.archive(files));
        BundleUpdater updater = Publisher.updater(store, publisher, publisher).build();
        System.out.println(updater.updateBlocking());
        try (StartedBundle started = store.startBlocking()) {
            started.confirmBlocking();
        }
        System.out.printf("start of 300 files, 5 MB, its proof checked: %.1f ms%n", best(50, new Work() {
            @Override public void run() throws Exception { store.startBlocking().close(); }
        }));
        try (final StartedBundle started = store.startBlocking()) {
            System.out.printf("all of its files hashed as well: %.1f ms more%n", best(50, new Work() {
                @Override public void run() throws Exception { started.verifyAllBlocking(); }
            }));
        }
        final List<String> names = new ArrayList<>(files.keySet());
        // Without what was read before.
        final BundleResponder[] responders = new BundleResponder[200];
        for (int i = 0; i < responders.length; i++) {
            BundleStore process =
                publisher.store(root, ResponderTests.embedded(Publisher.files("1.4.0")), "2.1.0").build();
            responders[i] = new BundleResponder(process, "b");
            responders[i].respond("GET", "b/v1.5.0/", Collections.<String, String>emptyMap());
        }
        final int[] round = {0};
        final File folder = new File(root, "v1.5.0");
        System.out.printf("300 requests: %.1f ms at first, %.1f ms again, files alone %.1f ms%n", best(200, new Work() {
            @Override public void run() throws Exception { serve(responders[round[0]++], names); }
        }), best(200, new Work() {
            @Override public void run() throws Exception { serve(responders[0], names); }
        }), best(200, new Work() {
            @Override public void run() throws Exception {
                for (String name : names) read(new FileInputStream(new File(folder, name)));
            }
        }));
    }

    private static void serve(BundleResponder responder, List<String> names) throws Exception {
        for (String name : names) {
            read(responder.respond("GET", "b/v1.5.0/" + name, Collections.<String, String>emptyMap()).bodyForWebView());
        }
    }

    private static void read(InputStream input) throws Exception {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] piece = new byte[8_192];
        try (InputStream body = input) {
            int count;
            while ((count = body.read(piece)) >= 0) all.write(piece, 0, count);
        }
    }
}
