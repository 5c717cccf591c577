package signet.bundles;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Random;

/** Starts that something stands in the way of, and what a process keeps open and on its disk. */
final class StartTests {
    private static final byte[] LARGE = new byte[BundleLimits.SMALL_BYTES + 1];

    private final File root;
    private final Publisher publisher = new Publisher();
    private BundleStore store;

    private StartTests(File work) throws Exception {
        root = new File(work, "starts");
        BundleDriver.remove(root);
        restart();
    }

    static void run(File work) throws Exception {
        new StartTests(work).counted();
        new StartTests(work).unreadable();
        new StartTests(work).open();
        new StartTests(work).reset();
        new StartTests(work).aged();
    }

    private void restart() throws Exception {
        store = publisher.store(root, ResponderTests.embedded(Publisher.files("1.4.0")), "2.1.0").build();
    }

    private UpdateOutcome update() {
        return Publisher.updater(store, publisher, publisher).build().updateBlocking();
    }

    private void offer(String version) throws Exception {
        new Random(version.hashCode()).nextBytes(LARGE);
        Map<String, byte[]> files = Publisher.files(version);
        files.put("large", LARGE.clone());
        publisher.offer(version, "2.0.0", null, Publisher.archive(files));
        BundleDriver.expect(version, UpdateOutcome.Kind.INSTALLED, update().kind());
    }

    private String start(boolean isConfirmed) throws Exception {
        try (StartedBundle started = store.startBlocking()) {
            if (isConfirmed) started.confirmBlocking();
            return started.version().toString();
        }
    }

    /** A start of a version on trial counts before anything of it is read, which may end the process. */
    private void counted() throws Exception {
        offer("1.5.0");
        File lock = new File(root, ".locks/v1.5.0");
        lock.delete();
        Files.createDirectories(lock.toPath());
        for (int starts = 1; starts <= 2; starts++) {
            BundleDriver.expect("it ends before it is shown", "embedded", start(false));
            BundleDriver.expect("it counts", (long) starts, store.statusBlocking().trialStarts());
        }
        BundleDriver.expect("and was the last", "embedded", start(false));
        BundleDriver.expect("it is given up", "[1.5.0]", store.statusBlocking().failed().toString());
    }

    /** Where the newest cannot be read now, the one before is shown. */
    private void unreadable() throws Exception {
        for (String version : new String[] {"1.5.0", "1.6.0"}) {
            offer(version);
            BundleDriver.expect(version, "v" + version, start(true));
        }
        File page = new File(root, "v1.6.0/index.html");
        // No permission binds root.
        if (!page.setReadable(false, false) || Files.isReadable(page.toPath())) return;
        restart();
        try (StartedBundle started = store.startBlocking()) {
            BundleDriver.expect("unreadable", "v1.5.0 storage", started.version() + " " + started.problem().code());
        }
        page.setReadable(true);
        BundleDriver.expect("readable again", "v1.6.0", start(false));
    }

    /** The large files of a bundle that is removed do not stay open. */
    private void open() throws Exception {
        for (int i = 0; i < 6; i++) {
            offer("1.5." + i);
            try (StartedBundle started = store.startBlocking()) {
                started.confirmBlocking();
                started.files().open(Collections.singletonList("large"), false).close();
            }
        }
        store.collectGarbageBlocking();
        int kept = 0;
        for (String name : root.list()) kept += name.startsWith("v1.5.") ? 1 : 0;
        BundleDriver.expect("files that are open", kept, openFiles());
        publisher.withdrawn.addAll(Arrays.asList("1.5.0", "1.5.1", "1.5.2", "1.5.3", "1.5.4", "1.5.5"));
        publisher.offered.clear();
        publisher.publish();
        update();
        start(false);
        BundleDriver.expect("files of withdrawn bundles that are open", 0, openFiles());
    }

    /** A folder is renamed before it is removed. */
    private static int openFiles() throws IOException {
        int open = 0;
        for (File descriptor : new File("/proc/self/fd").listFiles()) {
            // One that was listed may be closed by now.
            if (!Files.isSymbolicLink(descriptor.toPath())) continue;
            String path = Files.readSymbolicLink(descriptor.toPath()).toString();
            if (path.contains("/starts/") && path.contains("/large")) open++;
        }
        return open;
    }

    /** A reset forgets what was half downloaded. */
    private void reset() throws Exception {
        publisher.offer("1.5.0", "2.0.0", null);
        publisher.isCut = true;
        update();
        store.resetBlocking();
        for (String name : root.list()) BundleDriver.expect("reset", false, name.startsWith("download-"));
    }

    /** An index allows first starts for two days, asleep or awake, and what waits then needs another one. */
    private void aged() throws Exception {
        offer("1.5.0");
        publisher.clock.sleepMillis(BundleLimits.INDEX_AGE_MILLIS);
        BundleDriver.expect("two days later", "embedded", start(false));
        BundleDriver.expect("it waits", true, store.statusBlocking().isNextWaiting());
        update();
        publisher.clock.waitMillis(BundleLimits.INDEX_AGE_MILLIS - 1);
        BundleDriver.expect("a moment before", "v1.5.0", start(false));
        publisher.clock.waitMillis(1);
        BundleDriver.expect("a trial goes on", "v1.5.0", start(false));
    }
}
