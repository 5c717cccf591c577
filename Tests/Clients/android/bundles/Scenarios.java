package signet.bundles;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import signet.KeyRing;
import signet.Names;

/**
 * Plays the scenarios of the library for iOS against a real store, and says the same of each step; and those of
 * Tests/Vectors/Bundles/events.txt, in which each step is followed by the events that it makes.
 */
final class Scenarios implements BundleEvent.Listener {
    private final File root;
    private final Publisher publisher = new Publisher();
    private EmbeddedBundle embedded;
    private String shell;
    private int keep = 3;
    private int starts = 2;
    private long seconds = 30;
    private StartedBundle session;
    private String shown;
    private final List<String> allShown = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private String app;
    private int attempts = BundleLimits.ATTEMPTS;
    private boolean isMetered;
    private boolean isRevoked;
    /** What the app has learned since it started: all steps are of one process. */
    private final IndexSession known = new IndexSession();
    /** The size of the last archive that was offered. */
    private long size;

    private Scenarios(File root) throws Exception {
        this.root = root;
        BundleDriver.remove(root);
    }

    static void run(File work, String[] files) throws Exception {
        int count = 0;
        for (String name : files) {
            String written = new String(BundleDriver.read(new File(name)), StandardCharsets.UTF_8);
            List<String> steps = new ArrayList<>();
            for (String line : Names.split(written, '\n')) {
                if (!line.isEmpty()) steps.add(line.contains("  ") ? line.substring(0, line.indexOf("  ")) : line);
            }
            String played = new Scenarios(new File(work, "store")).transcript(steps);
            if (!played.equals(written)) System.err.print(played);
            BundleDriver.expect(name, true, played.equals(written));
            count++;
        }
        for (String[] policy : POLICIES) {
            Scenarios scenario = new Scenarios(new File(work, "store"));
            scenario.transcript(Names.split("embedded 1.0.0\nshell 2\n" + policy[1], '\n'));
            BundleDriver.expect(policy[0], policy[2], String.join(" ", scenario.allShown));
            count++;
        }
        Scenarios kept = new Scenarios(new File(work, "store"));
        StringBuilder steps = new StringBuilder("embedded 1.0.0\nshell 2\nkeep 2\n");
        for (int i = 1; i <= 5; i++) steps.append("offer 1." + i + ".0 for 2..\nupdate\nstart\nconfirm\n");
        kept.transcript(Names.split(steps.toString().trim(), '\n'));
        BundleDriver.expect("the newest ones are kept", "embedded, v1.3.0, v1.4.0, v1.5.0", kept.play("list"));
        System.out.println(count + 1 + " scenarios");
    }

    /** Plays cases of steps and events, one after the other; a comment or an empty line ends a case. */
    static void events(File work, File file) throws Exception {
        String written = new String(BundleDriver.read(file), StandardCharsets.UTF_8);
        StringBuilder played = new StringBuilder();
        Scenarios scenario = null;
        int count = 0;
        for (String line : Names.split(written.substring(0, written.length() - 1), '\n')) {
            if (line.startsWith("{")) continue;
            played.append(line).append('\n');
            if (line.isEmpty() || line.startsWith("#")) {
                if (scenario != null) scenario.end();
                scenario = null;
                continue;
            }
            if (scenario == null) {
                scenario = new Scenarios(new File(work, "store"));
                count++;
            }
            scenario.play(line);
            for (String event : scenario.events) played.append(event).append('\n');
            scenario.events.clear();
        }
        if (!written.equals(played.toString())) System.err.print(played);
        BundleDriver.expect(file.getName(), true, written.equals(played.toString()));
        System.out.println(count + " cases of events");
    }

    /** What each publisher packs in its own way is compared in percent of the archive. */
    @Override public void on(BundleEvent event) {
        String json = event.json();
        for (String name : new String[] {"from", "bytes", "size"}) {
            String value = event.member(name);
            if (value == null) continue;
            long percent = Math.round(100.0 * Long.parseLong(value) / size);
            json = json.replace("\"" + name + "\":" + value, "\"" + name + "\":\"" + percent + " %\"");
        }
        events.add(json);
    }

    private String transcript(List<String> steps) throws Exception {
        int width = 0;
        for (String step : steps) width = Math.max(width, step.length());
        StringBuilder text = new StringBuilder();
        for (String step : steps) {
            String result = play(step);
            text.append(step);
            if (result != null) {
                for (int i = step.length(); i < width + 2; i++) text.append(' ');
                text.append(result);
            }
            text.append('\n');
        }
        if (session != null) session.close();
        return text.toString();
    }

    private BundleStore store() throws Exception {
        KeyRing keys = KeyRing.parse(publisher.ringJson(isRevoked ? "revoked" : "active"));
        BundleStoreBuilder builder = BundleStore.builder(root, embedded, shell, keys, Publisher.ENVIRONMENT);
        if (app != null) builder.app(app);
        return builder.keep(keep).health(starts, seconds * 1_000).clock(publisher.clock).events(this).session(known)
            .build();
    }

    private void end() {
        if (session != null) session.close();
        session = null;
    }

    private String play(String step) throws Exception {
        String[] words = step.split(" ");
        switch (words[0]) {
            case "embedded": ship(words[1]); return null;
            case "shell":
                end();
                shell = words[1];
                return null;
            case "app":
                end();
                app = words[1];
                return null;
            case "attempts": attempts = Integer.parseInt(words[1]); return null;
            case "metered": isMetered = words[1].equals("on"); return null;
            case "revoke":
                end();
                isRevoked = true;
                return null;
            case "damage": damage(words[1]); return null;
            case "request": return request(words[1]);
            case "reject":
                BundleVersion next = session.rejectBlocking();
                String rejected = session.version() + " was rejected; next is " + next;
                end();
                return rejected;
            case "keep": keep = Integer.parseInt(words[1]); return null;
            case "health":
                starts = Integer.parseInt(words[1]);
                seconds = Long.parseLong(words[3]);
                return null;
            case "offer":
                String[] bounds = words[3].split("\\.\\.", -1);
                publisher.offer(words[1], bounds[0], bounds[1].isEmpty() ? null : bounds[1]);
                size = publisher.archives.get("v" + words[1] + ".zip").length;
                return null;
            case "withdraw": publisher.withdraw(words[1]); return null;
            case "retire": publisher.retire(words[1]); return null;
            case "update":
                publisher.isCut = words.length > 1;
                return update();
            case "start": return start();
            case "confirm": return confirm();
            case "crash":
                String ended = session == null ? "nothing runs" : "the session of " + session.version() + " ends";
                end();
                return ended;
            case "hang": return hang();
            case "wait": publisher.clock.waitMillis(1_000 * Long.parseLong(words[1])); return null;
            case "list": return String.join(", ", store().statusBlocking().versions());
            case "expect": return words[1].equals(shown) ? "yes" : "no: the last start has shown " + shown;
            default: throw new IllegalArgumentException(step);
        }
    }

    /** Changes a byte of a file of a stored bundle: {@code v1.5.0/index.html}. */
    private void damage(String path) throws IOException {
        byte[] bytes = BundleDriver.read(new File(root, path));
        bytes[bytes.length / 2] ^= 1;
        BundleDriver.write(new File(root, path), bytes);
    }

    private String request(String path) throws Exception {
        BundleResponder responder = new BundleResponder(session, "builds");
        return "" + responder.respond("GET", "builds/" + path, Collections.<String, String>emptyMap()).status();
    }

    private void ship(final String version) {
        end();
        embedded = EmbeddedBundle.assets(version, new Assets() {
            @Override public InputStream open(String path) throws IOException {
                byte[] bytes = Publisher.files(version).get(path);
                if (bytes == null) throw new FileNotFoundException(path);
                return new ByteArrayInputStream(bytes);
            }
        });
    }

    private String start() throws Exception {
        end();
        BundleStore store = store();
        session = store.startBlocking();
        shown = session.version().toString();
        allShown.add(shown);
        if (session.folder() != null) {
            BundleDriver.expect("what is shown is whole",
                Publisher.hexFiles(session.semanticVersion().toString()), BundleDriver.files(session.folder()));
        }
        List<String> words = new ArrayList<>();
        words.add("shows " + shown + (session.version().isEmbedded() ? " " + session.semanticVersion() : ""));
        for (SemanticVersion failure : session.failures()) {
            words.add("v" + failure + " has failed: not confirmed in " + starts + (starts == 1 ? " start" : " starts"));
        }
        if (session.needsConfirmation()) {
            words.add("must be confirmed, start " + store.statusBlocking().trialStarts() + " of " + starts);
        }
        return String.join("; ", words);
    }

    private String confirm() throws Exception {
        if (session == null) return "nothing runs";
        if (!session.needsConfirmation()) return session.version() + " needs no confirmation";
        return session.version() + (session.confirmBlocking() ? " works" : " was given up or withdrawn before");
    }

    private String hang() throws Exception {
        if (session == null) return "nothing runs";
        publisher.clock.waitMillis(session.millisLeft());
        HealthOutcome outcome = session.outcomeBlocking();
        if (!outcome.isFailed()) return session.version() + " needs no confirmation";
        String said = session.version() + " has failed: not confirmed in time; next is " + outcome.next();
        end();
        return said;
    }

    private String update() throws Exception {
        UpdateOutcome outcome = Publisher.updater(store(), publisher, publisher).attempts(attempts, 30_000)
            .unmeteredOnly(new BundleUpdater.Network() {
                @Override public boolean isUnmetered() { return !isMetered; }
            }).build().updateBlocking();
        switch (outcome.kind()) {
            case UP_TO_DATE: return "nothing better";
            case INSTALLED: return "installed v" + outcome.version() + ", for the next start";
            case APP_UPDATE_NEEDED:
                return "v" + outcome.version() + " needs shell " + outcome.minimumShell() + ": the app "
                    + (outcome.isRequired() ? "must" : "should") + " be updated";
            case WITHDRAWN_CURRENT: return "what is shown is withdrawn; next is " + outcome.next();
            default: return "came to nothing: " + outcome.message();
        }
    }

    /** Those of ScenarioTests.swift: what they are for, their steps, and what their starts show. */
    private static final String[][] POLICIES = {
        {"nothing but what is shipped", "update\nstart", "embedded"},
        {"a page that hangs", "offer 1.1.0 for 2..\nupdate\nstart\nhang\nstart", "v1.1.0 embedded"},
        {"a failed version is not tried again, a newer one is",
            "health 1 starts 9 seconds\noffer 1.1.0 for 2..\nupdate\nstart\nstart\nupdate\nstart\n"
                + "offer 1.1.1 for 2..\nupdate\nstart", "v1.1.0 embedded embedded v1.1.1"},
        {"an update of the app that ships a newer one",
            "offer 1.1.0 for 2..\nupdate\nstart\nconfirm\nembedded 1.2.0\nstart", "v1.1.0 embedded"},
        {"an update of the shell that is too new",
            "offer 1.1.0 for 2..2.5\nupdate\nstart\nconfirm\nshell 2.6\nstart", "v1.1.0 embedded"},
        {"the newest that fits", "offer 1.1.0 for 2..\noffer 1.2.0 for 3..\nupdate\nstart", "v1.1.0"},
        {"a network that goes away", "offer 1.1.0 for 2..\nupdate cut\nstart\nupdate\nstart", "embedded v1.1.0"},
        {"a withdrawn version",
            "offer 1.1.0 for 2..\noffer 1.2.0 for 2..\nupdate\nstart\nconfirm\nwithdraw 1.2.0\nupdate\n"
                + "start\nupdate\nstart", "v1.2.0 v1.1.0 v1.1.0"},
        {"a retired version stays, and is not installed anew",
            "offer 1.1.0 for 2..\noffer 1.2.0 for 2..\nupdate\nstart\nconfirm\nretire 1.2.0\nupdate\nstart\n"
                + "retire 1.1.0\nupdate\nstart\nwithdraw 1.2.0\nupdate\nstart", "v1.2.0 v1.2.0 v1.2.0 embedded"},
        {"an embedded version that is withdrawn, though it was never offered",
            "start\nwithdraw 1.0.0\nupdate\nstart\noffer 0.9.0 for 2..\nupdate\nstart", "embedded embedded v0.9.0"},
        {"what is retired can be offered again",
            "offer 1.1.0 for 2..\nretire 1.1.0\nupdate\nstart\noffer 1.1.0 for 2..\nupdate\nstart",
            "embedded v1.1.0"},
        {"a pre-release is below its release",
            "offer 1.1.0-rc.1 for 2..\nupdate\nstart\noffer 1.1.0 for 2..\nupdate\nstart", "v1.1.0-rc.1 v1.1.0"},
    };
}
