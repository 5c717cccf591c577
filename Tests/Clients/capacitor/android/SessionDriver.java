package signet.bundles;

import android.content.Context;
import android.content.pm.PackageManager;
import android.content.res.AssetManager;
import com.getcapacitor.Bridge;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginConfig;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.json.JSONObject;
import signet.Transport;
import signet.capacitor.BundleSession;
import signet.capacitor.KeptChannel;
import signet.capacitor.PluginSettings;
import signet.capacitor.SessionEvent;
import signet.capacitor.SessionException;
import signet.capacitor.SessionShell;
import signet.capacitor.SettingsException;
import signet.capacitor.SignetPlugin;

/** {@code SessionDriver scenarios FOLDER FILE | settings FILE | bridge FOLDER}: the plugin for Capacitor on a JDK. */
public final class SessionDriver implements SessionShell {
    public static void main(String[] words) throws Exception {
        switch (words[0]) {
            case "scenarios": scenarios(new File(words[1]), new File(words[2])); break;
            case "settings": settings(new File(words[1])); break;
            case "bridge": new BridgeTests(new File(words[1])).run(); break;
            default: throw new IllegalArgumentException(words[0]);
        }
        // Threads of the plugin would keep the process.
        System.exit(BundleDriver.failures > 0 ? 1 : 0);
    }

    // Scenarios.

    private static void scenarios(File root, File file) throws Exception {
        SessionDriver driver = null;
        int count = 0;
        for (String line : Files.readAllLines(file.toPath(), StandardCharsets.UTF_8)) {
            if (line.startsWith("#")) driver = new SessionDriver(new File(root, "" + count++));
            String step = line.split(" {2,}")[0];
            String said = line.isEmpty() || line.startsWith("#") ? "" : driver.play(step.split(" "));
            System.out.println(said.isEmpty() ? step : String.format("%-31s %s", step, said));
        }
    }

    private final File folder;
    private final Publisher publisher = new Publisher();
    private final List<String> said = new ArrayList<>();
    /** What is to run, and when. */
    private final List<Runnable> work = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private volatile String network = "back";
    private volatile boolean isDownloading;
    private BundleStore store;
    private BundleSession session;
    /** The page of the bundle that is left, whose module runs while the next one is started. */
    private volatile String late;

    private SessionDriver(File folder) throws Exception {
        this.folder = folder;
        if (!folder.mkdirs()) throw new IllegalStateException(folder + " is there");
    }

    private Transport.Response fetch(String url, long byteLimit, long millis) throws Transport.TransportException {
        publisher.documentStatus = network.equals("gone") ? 503 : 200;
        while (network.equals("slow")) pause();
        return publisher.fetch(url, byteLimit, millis);
    }

    private void fetch(String url, long from, String etag, ArchiveTransport.Receiver receiver) throws IOException {
        isDownloading = true;
        while (network.equals("stuck")) pause();
        publisher.fetch(url, from, etag, receiver);
        isDownloading = false;
    }

    private static void pause() {
        try {
            Thread.sleep(5);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private String play(String[] words) throws Exception {
        said.clear();
        switch (words[0]) {
            case "offer":
                String[] bounds = (words.length > 3 ? words[3] : "2.0.0..").split("\\.\\.");
                publisher.offer(words[1], bounds[0], bounds.length > 1 ? bounds[1] : null);
                break;
            case "beta": publisher.offerTo("beta", words[1]); break;
            case "withdraw": publisher.withdraw(words[1]); break;
            case "network":
                network = words[1];
                if (isDownloading) awaitUpdates();
                break;
            case "begin":
                new Thread(session::syncBlocking).start();
                while (!isDownloading) pause();
                break;
            case "launch": launch(words.length > 1 ? words[1] : "2.1.0", false); break;
            case "auto": launch("2.1.0", true); break;
            case "sleep": publisher.clock.sleepMillis(1_000 * Long.parseLong(words[1])); break;
            case "page": attach(words[1], words.length > 2 ? 1_000 * Long.parseLong(words[2]) : 0); break;
            case "late": late = words[1]; break;
            case "close": session.closeBlocking(); break;
            case "wait": pass(1_000 * Long.parseLong(words[1])); break;
            case "background": session.background(); break;
            case "foreground":
                session.foreground();
                awaitUpdates();
                break;
            case "plant":
                Files.write(new File(folder, "bundles/v" + words[1] + "/planted.js").toPath(), Publisher.utf8("forged"));
                break;
            case "break": BundleDriver.remove(new File(folder, "bundles/v" + words[1])); break;
            default:
                try {
                    say(answer(words));
                } catch (SessionException e) {
                    say("refused: " + e.getMessage());
                }
        }
        return String.join("; ", said);
    }

    private static void awaitUpdates() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("signet-update")) thread.join();
        }
    }

    private String answer(String[] words) throws Exception {
        switch (words[0]) {
            case "ready": return told(session.readyBlocking(words[1]));
            case "current": return told(session.currentBlocking());
            case "sync":
                // What is slow comes as soon as it is asked for.
                if (network.equals("slow")) network = "back";
                return "outcome " + session.syncBlocking().get("outcome");
            case "bundles":
                List<String> list = new ArrayList<>();
                for (Map<String, Object> bundle : session.bundlesBlocking()) {
                    boolean isCurrent = (Boolean) bundle.get("isCurrent");
                    list.add(bundle.get("version") + " " + bundle.get("state") + (isCurrent ? " (shown)" : ""));
                }
                return String.join(", ", list);
            case "reload": session.reloadBlocking(); return null;
            case "reset": session.resetBlocking(); return null;
            case "reject":
                session.rejectBlocking(words[1], String.join(" ", Arrays.asList(words).subList(2, words.length)));
                return null;
            case "channel": session.setChannelBlocking(words[1].equals("-") ? null : words[1]); return null;
            default: throw new IllegalArgumentException(words[0]);
        }
    }

    private static String told(Map<String, Object> current) {
        return "page of " + current.get("version") + ((Boolean) current.get("isEmbedded") ? " embedded" : "")
            + ((Boolean) current.get("isConfirmed") ? " confirmed" : "")
            + (current.get("next") == null ? "" : ", next " + current.get("next"))
            + (current.get("channel") == null ? "" : ", channel " + current.get("channel"));
    }

    private void launch(String shell, boolean isAutomatic) throws Exception {
        work.clear();
        times.clear();
        if (session != null) session.closeBlocking();
        PluginSettings settings = PluginSettings.parse(
            "{ \"origin\": \"" + Publisher.ORIGIN + "\", \"environment\": \"" + Publisher.ENVIRONMENT
                + "\", \"version\": \"1.4.0\", \"autoUpdate\": " + isAutomatic + ", \"shell\": \"" + shell + "\" }",
            publisher.ringJson("active"), "9");
        EmbeddedBundle embedded = EmbeddedBundle.assets(
            "1.4.0", path -> {
                byte[] file = Publisher.files("1.4.0").get(path);
                if (file == null) throw new FileNotFoundException(path);
                return new ByteArrayInputStream(file);
            });
        KeptChannel channel = new KeptChannel(folder, settings.channel);
        store = BundleStore.builder(
            new File(folder, "bundles"), embedded, shell, settings.keys, settings.environment)
            .clock(publisher.clock).health(2, settings.readyTimeout).channel(channel)
            .events(this::note).build();
        BundleUpdater updater = BundleUpdater.builder(store, settings.origin).transports(this::fetch, this::fetch).build();
        session = new BundleSession(
            store, updater, channel, settings, this, publisher.clock, 500);
        StartedBundle started = session.beginBlocking();
        said.add(0, "starts with " + started.version());
    }

    private void attach(String page, long age) { session.attach(page, session.bundleOfPage(age)); }

    private void note(BundleEvent event) {
        String page = late;
        if (page == null || !event.name().equals("start")) return;
        late = null;
        Thread thread = new Thread(() -> attach(page, 0), "page");
        thread.start();
        while (thread.getState() != Thread.State.BLOCKED && thread.isAlive()) pause();
    }

    private void pass(long millis) {
        publisher.clock.waitMillis(millis);
        for (int i = 0; i < work.size(); i++) {
            if (times.get(i) > publisher.clock.elapsed()) continue;
            times.set(i, Long.MAX_VALUE);
            work.get(i).run();
        }
    }

    private void say(String what) {
        if (what != null) said.add(what);
    }

    @Override public void show(StartedBundle bundle) { say("shows " + bundle.version()); }

    @Override public void tell(SessionEvent event) {
        Object version = event.members().get("version");
        if (!String.valueOf(event.members().get("time")).matches("2026-01-01T00:\\d\\d:\\d\\dZ")) {
            throw new AssertionError(event.members());
        }
        say("tells " + event.kind.word + (version == null ? "" : " " + version) + ": " + event.members().get("reason"));
    }

    @Override public void after(long millis, Runnable work) {
        this.work.add(work);
        times.add(publisher.clock.elapsed() + millis);
    }

    // Settings.

    /** Each line is a configuration; what it becomes is printed below it. */
    private static void settings(File file) throws Exception {
        String ring = new Publisher().ringJson("active");
        for (String line : Files.readAllLines(file.toPath(), StandardCharsets.UTF_8)) {
            if (!line.startsWith("{")) continue;
            System.out.println(line);
            String json = line.replace("RING", "null");
            try {
                PluginSettings read =
                    PluginSettings.parse(json, line.contains("RING") ? ring : null, line.contains("shell") ? "-" : "2.1.0");
                System.out.println("  " + read.origin + " " + read.environment + " " + read.version + " for "
                    + read.shell + ", channel " + read.channel + ", " + read.readyTimeout + " ms, "
                    + (read.autoUpdate ? "by itself" : "when asked") + ", keeps " + read.keep);
            } catch (SettingsException e) {
                System.out.println("  " + e.getMessage());
            }
        }
    }

    // The bridge.

    /** The plugin as Capacitor starts it, with stand-ins for Capacitor and Android. */
    private static final class BridgeTests {
        private final File folder;
        private final JSONObject config = new JSONObject();
        private final Publisher publisher = new Publisher();

        BridgeTests(File folder) throws Exception {
            this.folder = folder;
            config.put("origin", "https://localhost").put("environment", Publisher.ENVIRONMENT)
                .put("keys", ring(publisher)).put("version", "1.4.0").put("autoUpdate", false);
        }

        /** The ring as an object that writes itself. */
        private static JSONObject ring(Publisher publisher) {
            return new JSONObject() {
                @Override public String toString() { return publisher.ringJson("active"); }
            };
        }

        void run() throws Exception {
            File assets = new File(folder, "assets");
            Files.createDirectories(new File(assets, "public").toPath());
            Files.write(new File(assets, "public/index.html").toPath(), Publisher.utf8("embedded"));
            Context first = new Context(folder, new AssetManager(assets), new PackageManager("2.1.0", 7));
            start("a new installation", first, "assets public");

            // A bundle that a session before has downloaded and confirmed.
            BundleStore store = BundleStore.builder(
                new File(folder, "signet/bundles"), ResponderTests.embedded(Publisher.files("1.4.0")), "2.1.0",
                publisher.ring(), Publisher.ENVIRONMENT).app("2.1.0 (7)").build();
            publisher.clock.waitMillis(System.currentTimeMillis() - publisher.clock.now());
            publisher.offer("1.5.0", "2.0.0", null);
            UpdateOutcome outcome =
                BundleUpdater.builder(store, Publisher.ORIGIN).transports(publisher, publisher).build()
                    .updateBlocking();
            BundleDriver.expect("an update", UpdateOutcome.Kind.INSTALLED, outcome.kind());
            start("a version that was never started, without a network", first, "assets public");
            try (StartedBundle started = store.startBlocking()) {
                started.confirmBlocking();
            }
            String path = new File(folder, "signet/bundles/v1.5.0").getPath();
            start("the next start", first, path);
            Context updated = new Context(folder, new AssetManager(assets), new PackageManager("2.1.1", 8));
            start("an app that was updated, where Capacitor forgets the path", updated, path);
            mainThread(store, first, path);
            calls(store, first, path);

            // A page of a development server confirms no bundle, and none is started for it.
            SignetPlugin development = new SignetPlugin();
            new Bridge(first, new PluginConfig(config), development, "http://192.168.0.2:5173");
            BundleDriver.expect(
                "ready() with server.url", "rejected: server.url is set: its page is shown and no bundle, so that none can "
                    + "be confirmed; take it out of capacitor.config", call(development, "ready", "page", "A"));

            // What cannot be used is said, and what the app ships is shown.
            config.put("readyTimeout", "soon");
            SignetPlugin plugin = start("a mistake in the configuration", first, "assets public");
            BundleDriver.expect(
                "its calls", "rejected: plugins.Signet.readyTimeout: it is not an integer", call(plugin, "getBundles"));
            System.out.println("the bridge starts what the store chooses");
        }

        private SignetPlugin start(String what, Context context, String served) {
            SignetPlugin plugin = new SignetPlugin();
            Bridge bridge = new Bridge(context, new PluginConfig(config), plugin);
            BundleDriver.expect(what, Collections.singletonList(served).toString(), bridge.loads.toString());
            loads = bridge.loads;
            return plugin;
        }

        private List<String> loads;

        private void calls(BundleStore store, Context context, String path) throws Exception {
            SignetPlugin plugin = start("a session", context, path);
            BundleDriver.expect("attach", "{}", call(plugin, "attach", "page", "A"));
            BundleDriver.expect(
                "ready", "{\"version\":\"1.5.0\",\"isEmbedded\":false,\"isConfirmed\":true,\"next\":null,"
                    + "\"shell\":\"2.1.0\",\"channel\":null}", call(plugin, "ready", "page", "A"));
            BundleDriver.expect(
                "getBundles", "{\"bundles\":[{\"version\":\"1.4.0\",\"state\":\"embedded\",\"isCurrent\":false},"
                    + "{\"version\":\"1.5.0\",\"state\":\"confirmed\",\"isCurrent\":true}]}", call(plugin, "getBundles"));
            BundleDriver.expect(
                "sync", true, call(plugin, "sync").startsWith("{\"outcome\":\"updateFailed\",\"version\":null,\"reason\":"));
            BundleDriver.expect("events", 1, plugin.events.size());
            BundleDriver.expect("setChannel", "{}", call(plugin, "setChannel", "channel", "beta"));
            BundleDriver.expect("reload", "{}", call(plugin, "reload"));
            // A page that speaks while the worker goes on to another bundle is no page of that one.
            List<PluginCall> late = new ArrayList<>();
            store.folder.locked(() -> late.addAll(Arrays.asList(begin(plugin, "reset"), begin(plugin, "attach", "page", "L"))));
            for (PluginCall call : late) BundleDriver.expect("reset, and attach meanwhile", "{}", call.answer());
            BundleDriver.expect("reject by a page that is left", "{}", call(plugin, "reject", "page", "L"));
            BundleDriver.expect("what was loaded", Arrays.asList(path, path, "assets public").toString(), loads.toString());
            BundleDriver.expect(
                "getCurrentBundle", true, call(plugin, "getCurrentBundle").endsWith("\"channel\":\"beta\"}"));
            BundleDriver.expect("one that comes late", "{}", call(plugin, "attach", "page", "M", "age", "60000.5"));
            BundleDriver.expect("reject by it", "{}", call(plugin, "reject", "page", "M"));
            BundleDriver.expect("attach again", "{}", call(plugin, "attach", "page", "B", "age", "0.0"));
            BundleDriver.expect(
                "reject", "rejected: the embedded bundle cannot be rejected: there is nothing to go back to",
                call(plugin, "reject", "page", "B"));
        }

        /** While the store is in use, the main thread waits neither long for the first page nor for the end. */
        private void mainThread(BundleStore store, Context context, String path) throws Exception {
            store.folder.locked(() -> start("a store that is in use", context, "assets public"));
            for (int i = 0; i < 1_000 && loads.size() < 2; i++) pause();
            BundleDriver.expect("late", Arrays.asList("assets public", path).toString(), loads.toString());
            SignetPlugin plugin = start("a session", context, path);
            store.folder.locked(() -> {
                PluginCall reload = begin(plugin, "reload");
                // It waits for the store, and holds the session meanwhile.
                for (int i = 0; i < 20; i++) pause();
                long start = System.nanoTime();
                Bridge.destroy(plugin);
                BundleDriver.expect("the end waits", true, System.nanoTime() - start < 1_000_000_000L);
                return reload;
            }).answer();
            BundleDriver.expect("shown after the end", Collections.singletonList(path).toString(), loads.toString());
        }

        private static String call(SignetPlugin plugin, String method, String... options) throws Exception {
            return begin(plugin, method, options).answer();
        }

        private static PluginCall begin(SignetPlugin plugin, String method, String... options) {
            Map<String, String> members = new LinkedHashMap<>();
            for (int i = 0; i < options.length; i += 2) members.put(options[i], options[i + 1]);
            PluginCall call = new PluginCall(members);
            try {
                SignetPlugin.class.getMethod(method, PluginCall.class).invoke(plugin, call);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
            return call;
        }
    }
}
