package signet.bundles;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import signet.KeyRing;
import signet.Transport;

/** Processes that end at any moment, that use one store at the same time, and that can write no more. */
final class KillTests {
    private static final String[] VERSIONS = {"1.5.0", "1.6.0", "1.7.0", "1.8.0"};

    private static final int COUNT = 150;

    /** The piece of a download at which this process ends, if it does. */
    private static final int LAST_PIECE = Integer.getInteger("last", 0);
    private static final AtomicInteger pieces = new AtomicInteger();
    /** Downloads that have gone on with what was there. */
    private static final AtomicInteger continued = new AtomicInteger();

    private KillTests() {}

    /** What one of several processes does that change the state of one store in a hurry. */
    static void count(File root, final String who) throws Exception {
        BundleStore store = store(root, new Publisher().ring());
        for (int i = 0; i < COUNT; i++) {
            final SemanticVersion version = SemanticVersion.parse(who + ".0." + i);
            store.update(new BundleStore.Change<Void>() {
                @Override public Void make(StoreState state) {
                    state.fail(version, 1_767_225_660L);
                    return null;
                }
            });
        }
    }

    private static void publish(File site) throws Exception {
        BundleDriver.remove(site);
        Publisher publisher = new Publisher();
        for (String version : VERSIONS) {
            publisher.offer(version, "2.0.0", null);
            BundleDriver.write(new File(site, version + ".jws"), publisher.index);
        }
        for (String name : publisher.archives.keySet()) {
            BundleDriver.write(new File(site, name), publisher.archives.get(name));
        }
        BundleDriver.write(new File(site, "ring.json"), Publisher.utf8(publisher.ringJson("active")));
    }

    private static KeyRing ring(File site) throws Exception {
        return KeyRing.parse(BundleDriver.read(new File(site, "ring.json")));
    }

    private static BundleStore store(File root, KeyRing ring) {
        Publisher.ManualClock clock = new Publisher.ManualClock();
        clock.waitMillis(60_000);
        EmbeddedBundle embedded = ResponderTests.embedded(Publisher.files("1.4.0"));
        // Enough starts that other processes, before they confirm a version, do not make it fail.
        return BundleStore.builder(root, embedded, "2.1.0", ring, Publisher.ENVIRONMENT).health(1_000, 30_000).clock(clock)
            .build();
    }

    /** What a process does: it installs, starts and confirms one version after the other. */
    static String act(final File site, File root, boolean isEndless) throws Exception {
        StringBuilder said = new StringBuilder();
        KeyRing ring = ring(site);
        ArchiveTransport archives = new ArchiveTransport() {
            @Override public void fetch(String url, long from, String etag, Receiver receiver) throws IOException {
                byte[] archive = BundleDriver.read(new File(site, url.substring(url.lastIndexOf('/') + 1)));
                String range = "bytes " + from + "-" + (archive.length - 1) + "/" + archive.length;
                OutputStream output = receiver.begin(
                    from == 0 ? 200 : 206, archive.length - from, "\"tag\"", from == 0 ? null : range);
                if (from > 0) continued.incrementAndGet();
                // A piece at a time, so that a process can end between two of them.
                for (int at = (int) from; output != null && at < archive.length; at += 512) {
                    if (pieces.incrementAndGet() == LAST_PIECE) Runtime.getRuntime().halt(LAST_PIECE);
                    output.write(archive, at, Math.min(512, archive.length - at));
                }
            }
        };
        int round = 0;
        do {
            File folder = isEndless ? new File(root, "" + round++) : root;
            BundleStore store = store(folder, ring);
            for (final String version : VERSIONS) {
                Transport transport = new Transport() {
                    @Override public Response fetch(String url, long byteLimit, long timeLimitMillis)
                        throws TransportException {
                        try {
                            return new Response(
                                200, Collections.<Header>emptyList(), BundleDriver.read(new File(site, version + ".jws")));
                        } catch (IOException e) {
                            throw new TransportException(e.getMessage(), true);
                        }
                    }
                };
                UpdateOutcome outcome = Publisher.updater(store, transport, archives).build().updateBlocking();
                said.append(outcome.kind()).append(' ').append(outcome.code()).append('\n');
                try (StartedBundle started = store.startBlocking()) {
                    started.confirmBlocking();
                }
            }
        } while (isEndless);
        return said.toString();
    }

    private static Process start(String... words) throws IOException {
        List<String> command = new ArrayList<>(Arrays.asList(
            System.getProperty("java.home") + "/bin/java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
            System.getProperty("java.class.path"), "signet.bundles.BundleDriver"));
        command.addAll(Arrays.asList(words));
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(
            new File(words[2] + ".log")).start();
    }

    /** That a start shows a whole bundle, and that nothing is left of what was not finished. */
    static String whole(String place, File site, File root) throws Exception {
        try (StartedBundle started = store(root, ring(site)).startBlocking()) {
            BundleDriver.expect(place + ": recorded", null, started.problem());
            for (String name : root.list()) BundleDriver.expect(place + ": " + name, false, name.startsWith(".staging-"));
            if (started.folder() == null) return "embedded";
            BundleDriver.expect(place + ": whole", Publisher.hexFiles(started.semanticVersion().toString()),
                BundleDriver.files(started.folder()));
            return started.version().toString();
        }
    }

    static void kill(File work, int rounds) throws Exception {
        File site = new File(work, "site");
        publish(site);
        Random random = new Random();
        int alive = 0;
        java.util.TreeSet<String> shown = new java.util.TreeSet<>();
        for (int round = 0; round < rounds; round++) {
            File root = new File(work, "killed");
            BundleDriver.remove(root);
            root.mkdirs();
            Process process = start("act", site.getPath(), root.getPath(), "endless");
            if (!process.waitFor(250 + random.nextInt(900), TimeUnit.MILLISECONDS)) alive++;
            process.destroyForcibly().waitFor();
            File[] folders = root.listFiles();
            Arrays.sort(folders, new java.util.Comparator<File>() {
                @Override public int compare(File a, File b) {
                    return Integer.compare(Integer.parseInt(a.getName()), Integer.parseInt(b.getName()));
                }
            });
            if (folders.length > 0) shown.add(whole("killed", site, folders[folders.length - 1]));
        }
        BundleDriver.expect("killed while it ran", rounds, alive);
        System.out.println(rounds + " processes killed; then shown: " + shown);
    }

    /** Processes that strace kills at each call that changes the disk, or at every so many of them. */
    static void calls(File work, int step) throws Exception {
        File site = new File(work, "site");
        publish(site);
        int count = 0;
        for (String call : new String[] {"rename", "fsync", "mkdir", "unlink", "rmdir", "write", "ftruncate"}) {
            for (int number = 1;; number += step) {
                File root = new File(work, "traced");
                BundleDriver.remove(root);
                Process process = new ProcessBuilder(
                    "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + call, "-e",
                    "inject=" + call + ":signal=KILL:when=" + number, System.getProperty("java.home") + "/bin/java",
                    "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-cp",
                    System.getProperty("java.class.path"), "signet.bundles.BundleDriver", "act", site.getPath(), "-",
                    root.getPath())
                    .redirectErrorStream(true).redirectOutput(new File(work, "traced.log")).start();
                if (process.waitFor() == 0) break;
                String place = "killed at " + call + " " + number;
                whole(place, site, root);
                // Half a download is gone on with, and half of anything else does not stand in the way.
                act(site, root, false);
                BundleDriver.expect(place + ", and then not", "v1.8.0", whole(place, site, root));
                count++;
            }
        }
        // Downloads have threads of their own, whose calls strace counts apart.
        for (int last = 1;; last++) {
            File root = new File(work, "halted");
            BundleDriver.remove(root);
            Process process = new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dlast="
                    + last, "-cp", System.getProperty("java.class.path"), "signet.bundles.BundleDriver", "act",
                site.getPath(), "-", root.getPath())
                .redirectErrorStream(true).redirectOutput(new File(work, "halted.log")).start();
            if (process.waitFor() == 0) break;
            String place = "ended at piece " + last;
            whole(place, site, root);
            act(site, root, false);
            BundleDriver.expect(place + ", and then not", "v1.8.0", whole(place, site, root));
            count++;
        }
        BundleDriver.expect("a download went on", true, continued.get() > 0);
        System.out.println(count + " calls at which a process was killed");
    }

    static void races(File work, int rounds) throws Exception {
        File site = new File(work, "site");
        publish(site);
        for (int round = 0; round < rounds; round++) {
            File root = new File(work, "shared");
            BundleDriver.remove(root);
            List<Process> processes = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                File log = new File(work, "racer-" + i);
                processes.add(start("act", site.getPath(), log.getPath(), root.getPath()));
            }
            for (int i = 0; i < 3; i++) {
                int status = processes.get(i).waitFor();
                String said = new String(BundleDriver.read(new File(work, "racer-" + i + ".log")), "UTF-8");
                BundleDriver.expect("a racer: " + said, 0, status);
                // The index of another may be newer, and then this one's is refused.
                BundleDriver.expect("a racer: " + said, "", said.replaceAll(
                    "(INSTALLED null|UP_TO_DATE null|FAILED verification/rollback)\n", ""));
            }
            BundleDriver.expect("after a race", "v1.8.0", whole("races", site, root));
        }
        File root = new File(work, "counted");
        BundleDriver.remove(root);
        List<Process> processes = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            processes.add(start("count", root.getPath(), new File(work, "counter-" + i).getPath(), "" + i));
        }
        for (Process process : processes) BundleDriver.expect("a counter", 0, process.waitFor());
        BundleDriver.expect("no change is lost", 3 * COUNT, store(root, ring(site)).statusBlocking().failed().size());
        System.out.println(rounds + " races of three processes");
    }

    /** A process that may write no file of more than some bytes: the shell that starts it sets the limit. */
    static void full(File work) throws Exception {
        File site = new File(work, "site");
        publish(site);
        // In blocks of 512 bytes.
        for (int blocks : new int[] {1, 2, 4, 20, 50}) {
            File root = new File(work, "full");
            BundleDriver.remove(root);
            act(site, root, false);
            BundleDriver.remove(new File(root, "v1.8.0"));
            String command = "ulimit -f " + blocks + "; exec " + System.getProperty("java.home")
                + "/bin/java -XX:-UsePerfData -cp \"$1\" signet.bundles.BundleDriver act \"$2\" - \"$3\" 2>&1";
            Process process = new ProcessBuilder(
                "sh", "-c", command, "sh", System.getProperty("java.class.path"), site.getPath(), root.getPath()).start();
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            int b;
            while ((b = process.getInputStream().read()) >= 0) said.write(b);
            process.waitFor();
            String text = new String(said.toByteArray(), "UTF-8");
            BundleDriver.expect("full at " + blocks + ": " + text, true, text.contains("FAILED store/"));
            String shown = whole("full", site, root);
            BundleDriver.expect("full at " + blocks, true, Arrays.asList("v1.7.0", "v1.6.0", "v1.8.0").contains(shown));
        }
        System.out.println("5 disks with little room");
    }

    /** A disk of a megabyte, which the one who runs this has mounted. */
    static void disk(File disk) throws Exception {
        final List<String> refusals = new ArrayList<>();
        Publisher publisher = new Publisher();
        File root = new File(disk, "store");
        EmbeddedBundle embedded = ResponderTests.embedded(Publisher.files("1.4.0"));
        BundleStore store = publisher.store(root, embedded, "2.1.0").events(new BundleEvent.Listener() {
            @Override public void on(BundleEvent event) {
                if (event.name().equals("refused")) refusals.add(event.member("bundle") + " " + event.member("reason"));
            }
        }).build();
        BundleUpdater updater = Publisher.updater(store, publisher, publisher).build();
        publisher.offer("1.5.0", "2.0.0", null);
        BundleDriver.expect("it fits", UpdateOutcome.Kind.INSTALLED, updater.updateBlocking().kind());
        try (StartedBundle started = store.startBlocking()) {
            started.confirmBlocking();
        }
        String before = Arrays.toString(sorted(root));
        // One that fits as an archive, and not unpacked; and one that does not fit at all.
        for (String version : new String[] {"1.6.0", "1.7.0"}) {
            java.util.Map<String, byte[]> files = Publisher.files(version);
            byte[] large = new byte[2_000_000];
            if (version.equals("1.7.0")) new Random(2).nextBytes(large);
            for (int i = 0; i < large.length; i += 50) large[i] = (byte) i;
            files.put("large", large);
            publisher.offer(version, "2.0.0", null, Publisher.archive(files));
            UpdateOutcome outcome = updater.updateBlocking();
            BundleDriver.expect(version + ": " + outcome.message(), "store/no-space", outcome.code());
            // One that fits was fetched, and need not be again; the other one was not begun.
            boolean isFetched = version.equals("1.6.0");
            String archive = Publisher.ORIGIN + "/builds/v" + version + ".zip";
            BundleDriver.expect(version + " is fetched", isFetched, publisher.requests.contains(archive));
            String left = Arrays.toString(sorted(root)).replaceAll("download-[0-9a-f]{64}, ", "");
            BundleDriver.expect(version + " leaves nothing else", before, left);
            publisher.requests.clear();
            BundleDriver.expect(version + ", again", "store/no-space", updater.updateBlocking().code());
            BundleDriver.expect(version + " is fetched again", false, publisher.requests.contains(archive));
            publisher.withdraw(version);
        }
        publisher.offer("1.8.0", "2.0.0", null);
        BundleDriver.expect("it fits again", UpdateOutcome.Kind.INSTALLED, updater.updateBlocking().kind());
        try (StartedBundle started = store.startBlocking()) {
            started.confirmBlocking();
        }
        File filler = new File(disk, "filler");
        try (java.io.FileOutputStream output = new java.io.FileOutputStream(filler)) {
            while (true) output.write(new byte[1]);
        } catch (IOException e) {
            BundleDriver.expect("full", true, filler.length() > 0);
        }
        publisher.offer("1.9.0", "2.0.0", null);
        BundleDriver.expect("nothing fits", "store/no-space", updater.updateBlocking().code());
        try (StartedBundle started = store.startBlocking()) {
            BundleDriver.expect("a full disk", "v1.8.0", started.version().toString());
        }
        // What is damaged steps aside even when that cannot be written down.
        BundleDriver.expect("damaged", true, new File(root, "v1.8.0/index.html").delete());
        try (java.io.FileOutputStream output = new java.io.FileOutputStream(filler, true)) {
            while (true) output.write(new byte[1]);
        } catch (IOException e) {
            BundleDriver.expect("full again", true, filler.length() > 0);
        }
        try (StartedBundle started = store.startBlocking()) {
            BundleDriver.expect("a full disk, damaged", "v1.5.0", started.version().toString());
            BundleDriver.expect("a full disk, damaged", "no-space", started.problem().code());
            // So does what an app finds that looks at all files.
            try (java.io.RandomAccessFile file = new java.io.RandomAccessFile(new File(root, "v1.5.0/assets/parts/0.js"), "rw")) {
                file.write('!');
            }
            BundleDriver.expect("a full disk, damaged again", "changed-file", started.verifyAllBlocking().code());
        }
        try (StartedBundle started = store.startBlocking()) {
            BundleDriver.expect("a full disk, damaged again", "embedded", started.version().toString());
        }
        BundleDriver.expect("refused", "v1.8.0 missing-file", refusals.get(0));
        BundleDriver.expect("room again", true, filler.delete());
        BundleDriver.expect("room again", UpdateOutcome.Kind.INSTALLED, updater.updateBlocking().kind());
        try (StartedBundle started = store.startBlocking()) {
            BundleDriver.expect("room again", "v1.9.0", started.version().toString());
            started.confirmBlocking();
            try (java.io.FileOutputStream output = new java.io.FileOutputStream(filler)) {
                while (true) output.write(new byte[1]);
            } catch (IOException e) {
                BundleDriver.expect("full once more", true, filler.length() > 0);
            }
            // What is withdrawn is left even where that cannot be written, in this session.
            publisher.withdraw("1.9.0");
            BundleDriver.expect(
                "a full disk, withdrawn", UpdateOutcome.Kind.WITHDRAWN_CURRENT, updater.updateBlocking().kind());
        }
        try (StartedBundle started = store.startBlocking()) {
            BundleDriver.expect("a full disk, withdrawn", "embedded", started.version().toString());
        }
        System.out.println("a full disk");
    }

    private static String[] sorted(File folder) {
        String[] names = folder.list();
        Arrays.sort(names);
        return names;
    }
}
