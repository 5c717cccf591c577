package signet.bundles;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import signet.Bytes;

/** How long things take in a warm virtual machine: medians, taken in turns with what they are compared with. */
final class Figures {
    private Figures() {}

    /** A piece of work. */
    private interface Work {
        void run() throws Exception;
    }

    /** The medians of as many rounds, in milliseconds, after as many again to warm up. */
    private static double[] medians(int rounds, Work... works) throws Exception {
        double[][] times = new double[works.length][rounds];
        for (int round = -rounds; round < rounds; round++) {
            for (int i = 0; i < works.length; i++) {
                long start = System.nanoTime();
                works[i].run();
                if (round >= 0) times[i][round] = (System.nanoTime() - start) / 1e6;
            }
        }
        double[] medians = new double[works.length];
        for (int i = 0; i < works.length; i++) {
            Arrays.sort(times[i]);
            medians[i] = times[i][rounds / 2];
        }
        return medians;
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
        double[] unpacking = medians(9, new Work() {
            @Override public void run() throws Exception {
                BundleDriver.remove(out);
                out.mkdirs();
                try (RandomAccessFile file = new RandomAccessFile(archive, "r")) {
                    new ArchiveReader(file).unpack(out);
                }
            }
        }, new Work() {
            @Override public void run() throws Exception {
                BundleDriver.remove(out);
                new ProcessBuilder("unzip", "-q", archive.getPath(), "-d", out.getPath()).start().waitFor();
            }
        });
        System.out.printf("unpack 600 files, 24 MB: %.0f ms, unzip %.0f ms, %.2f times%n", unpacking[0], unpacking[1],
            unpacking[0] / unpacking[1]);

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
        System.out.printf("start of 300 files, 5 MB, its proof checked: %.1f ms%n", medians(50, new Work() {
            @Override public void run() throws Exception { store.startBlocking().close(); }
        })[0]);
        try (final StartedBundle started = store.startBlocking()) {
            System.out.printf("all of its files hashed as well: %.1f ms more%n", medians(50, new Work() {
                @Override public void run() throws Exception { started.verifyAllBlocking(); }
            })[0]);
        }
        final List<String> names = new ArrayList<>(files.keySet());
        final List<byte[]> contents = new ArrayList<>(files.values());
        final File folder = new File(root, "v1.5.0");
        final int rounds = 60;
        // Without what was read before.
        final BundleResponder[] responders = new BundleResponder[2 * rounds];
        for (int i = 0; i < responders.length; i++) {
            BundleStore process =
                publisher.store(root, ResponderTests.embedded(Publisher.files("1.4.0")), "2.1.0").build();
            responders[i] = new BundleResponder(process.startBlocking(), "b");
            responders[i].respond("GET", "b/v1.5.0/", Collections.<String, String>emptyMap());
        }
        final int[] round = {0};
        double[] loads = medians(rounds, new Work() {
            @Override public void run() throws Exception { serve(responders[round[0]++], names); }
        }, new Work() {
            @Override public void run() throws Exception { serve(responders[0], names); }
        }, new Work() {
            @Override public void run() throws Exception {
                for (String name : names) read(new FileInputStream(new File(folder, name)));
            }
        }, new Work() {
            @Override public void run() throws Exception {
                for (byte[] content : contents) Bytes.sha256().digest(content);
            }
        });
        System.out.printf(
            "300 requests: %.1f ms at first (%.2f times), %.1f ms again (%.2f times), files alone %.1f ms, "
                + "their hashes alone %.1f ms%n",
            loads[0], loads[0] / loads[2], loads[1], loads[1] / loads[2], loads[2], loads[3]);
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
