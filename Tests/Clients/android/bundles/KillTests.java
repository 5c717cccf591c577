package signet.bundles;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import signet.KeyRing;
import signet.Transport;

/** Processes that end at any moment, that use one store at the same time, and that can write no more. */
final class KillTests {
    private static final String[] VERSIONS = {"1.5.0", "1.6.0", "1.7.0", "1.8.0"};

    private static final int COUNT = 150;

    private KillTests() {}

    /** What one of several processes does that change the state of one store in a hurry. */
    static void count(File root, final String who) throws Exception {
        BundleStore store = store(root);
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

    private static BundleStore store(File root) {
        Publisher.ManualClock clock = new Publisher.ManualClock();
        clock.waitMillis(60_000);
        return BundleStore.builder(root, ResponderTests.embedded(Publisher.files("1.4.0")), "2.1.0").clock(clock).build();
    }

    /** What a process does: it installs, starts and confirms one version after the other. */
    static String act(final File site, File root, boolean isEndless) throws Exception {
        StringBuilder said = new StringBuilder();
        KeyRing ring = KeyRing.parse(BundleDriver.read(new File(site, "ring.json")));
        ArchiveTransport archives = new ArchiveTransport() {
            @Override public int fetch(String url, OutputStream output) throws IOException {
                output.write(BundleDriver.read(new File(site, url.substring(url.lastIndexOf('/') + 1))));
                return 200;
            }
        };
        int round = 0;
        do {
            File folder = isEndless ? new File(root, "" + round++) : root;
            BundleStore store = store(folder);
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
                UpdateOutcome outcome = new BundleUpdater(
                    store, Publisher.ORIGIN, ring, Publisher.ENVIRONMENT, transport, archives, 1 << 30).updateBlocking();
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
    private static String whole(String place, File root) throws Exception {
        try (StartedBundle started = store(root).startBlocking()) {
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
            if (folders.length > 0) shown.add(whole("killed", folders[folders.length - 1]));
        }
        BundleDriver.expect("killed while it ran", rounds, alive);
        System.out.println(rounds + " processes killed; then shown: " + shown);
    }

    /** Processes that strace kills at each call that changes the disk, or at every so many of them. */
    static void calls(File work, int step) throws Exception {
        File site = new File(work, "site");
        publish(site);
        int count = 0;
        for (String call : new String[] {"rename", "fsync", "mkdir", "unlink", "rmdir"}) {
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
                whole("killed at " + call + " " + number, root);
                count++;
            }
        }
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
            BundleDriver.expect("after a race", "v1.8.0", whole("races", root));
        }
        File root = new File(work, "counted");
        BundleDriver.remove(root);
        List<Process> processes = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            processes.add(start("count", root.getPath(), new File(work, "counter-" + i).getPath(), "" + i));
        }
        for (Process process : processes) BundleDriver.expect("a counter", 0, process.waitFor());
        BundleDriver.expect("no change is lost", 3 * COUNT, store(root).statusBlocking().failed().size());
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
            String shown = whole("full", root);
            BundleDriver.expect("full at " + blocks, true, Arrays.asList("v1.7.0", "v1.6.0", "v1.8.0").contains(shown));
        }
        System.out.println("5 disks with little room");
    }

    static void transport() throws Exception {
        final byte[] body = new byte[300_000];
        new Random(8).nextBytes(body);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        final int port = server.getAddress().getPort();
        final String origin = "http://127.0.0.1:" + port;
        server.createContext("/", new HttpHandler() {
            @Override public void handle(HttpExchange exchange) throws IOException {
                String path = exchange.getRequestURI().getPath();
                if (path.equals("/moved")) exchange.getResponseHeaders().set("Location", "/whole");
                if (path.equals("/away")) exchange.getResponseHeaders().set("Location", "http://localhost:" + port + "/whole");
                if (path.equals("/round")) exchange.getResponseHeaders().set("Location", "/round");
                if (path.equals("/packed")) exchange.getResponseHeaders().set("Content-Encoding", "gzip");
                boolean isRedirect = exchange.getResponseHeaders().containsKey("Location");
                boolean isFile = !path.equals("/missing") && !isRedirect;
                exchange.sendResponseHeaders(isRedirect ? 302 : isFile ? 200 : 404, isFile ? body.length : -1);
                if (!isFile) {
                    exchange.close();
                    return;
                }
                try (OutputStream output = exchange.getResponseBody()) {
                    output.write(body, 0, 1_000);
                    output.flush();
                    if (path.equals("/silent")) sleep(2_000);
                    if (path.equals("/cut")) return;
                    // Slowly, but never silent for as long as is allowed.
                    for (int at = 1_000; at < body.length; at += 59_800) {
                        if (path.equals("/slow")) sleep(200);
                        output.write(body, at, 59_800);
                        output.flush();
                    }
                } catch (IOException e) {
                    exchange.close();
                }
            }
        });
        server.setExecutor(java.util.concurrent.Executors.newCachedThreadPool());
        server.start();
        ArchiveTransport transport = new UrlArchiveTransport(500);
        for (String path : new String[] {"/whole", "/moved", "/slow"}) {
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            BundleDriver.expect(path, 200, transport.fetch(origin + path, output));
            BundleDriver.expect(path, true, Arrays.equals(body, output.toByteArray()));
        }
        BundleDriver.expect("/missing", 404, transport.fetch(origin + "/missing", new ByteArrayOutputStream()));
        for (String url : new String[] {
            origin + "/cut", origin + "/silent", origin + "/away", origin + "/round", origin + "/packed",
            "http://example.com/", "file:///etc/passwd", "http://user@127.0.0.1:1/",
        }) {
            try {
                transport.fetch(url, new ByteArrayOutputStream());
                BundleDriver.expect(url, "a failure", "none");
            } catch (IOException e) {
                continue;
            }
        }
        System.out.println("12 fetches");
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
