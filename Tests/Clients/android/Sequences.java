package signet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;

/** What a client with a store does over several fetches, and how often it recommends. */
final class Sequences {
    private Sequences() {}

    /** A store in memory, which may be {@code locked}, {@code full}, or {@code damaged} once. */
    static final class Memory implements Signet.Store {
        final Map<String, byte[]> files = new HashMap<>();
        volatile String state = "ready";

        @Override public synchronized byte[] load(String name, int byteLimit) throws IOException {
            if (state.equals("locked")) throw new IOException(state);
            byte[] file = files.get(name);
            return file == null || file.length > byteLimit ? null : file.clone();
        }

        @Override public synchronized boolean replace(String name, byte[] old, byte[] content, int byteLimit)
            throws IOException {
            if (!state.equals("ready")) throw new IOException(state);
            if (!Arrays.equals(load(name, byteLimit), old)) return false;
            files.put(name, content.clone());
            return true;
        }

        synchronized void become(String state) {
            this.state = state.equals("damaged") ? "ready" : state;
            if (!state.equals("damaged")) return;
            for (Map.Entry<String, byte[]> file : files.entrySet()) file.setValue("damaged".getBytes(StandardCharsets.UTF_8));
        }
    }

    /** A clock that a test sets; what is measured goes on by itself, so that a time limit ends. */
    static final class Hands implements Signet.Clock {
        volatile long now;

        @Override public long now() {
            return now;
        }

        @Override public long elapsed() {
            return System.nanoTime() / 1_000_000;
        }
    }

    private static final class Scripted implements Signet.Transport {
        volatile Signet.Response response;

        @Override public Signet.Response fetch(String url, long byteLimit, long timeLimitMillis)
            throws Signet.TransportException {
            if (response == null) throw new Signet.TransportException("there is no network here", true);
            return response;
        }
    }

    static void run(
        String place, VectorDriver.Members vector, Map<String, byte[]> documents, Map<String, Signet.KeyRing> rings)
        throws Signet.DocumentException {
        Signet.Format format = Signet.Format.of(vector.text("format"));
        Signet.Verifier verifier = VectorDriver.verifier(vector, format, rings);
        Signet.Envelope envelope = Signet.Envelope.valueOf(vector.text("envelope").toUpperCase());
        Signet.Configuration configuration =
            new Signet.Configuration("https://example.com", vector.text("path"), envelope, verifier);
        Signet.Device device = VectorDriver.device(vector.object("device"));
        configuration.embedded = VectorDriver.download(vector.object("embedded"), documents);
        configuration.maximumAgeSeconds = vector.integer("maximumAge");
        configuration.allowsWhenUnreachable = "allow".equals(vector.text("whenUnreachable"));
        if (vector.has("backends")) {
            configuration.backends = new HashSet<>();
            for (Object host : vector.list("backends")) configuration.backends.add((String) host);
        }
        VectorDriver.Members select = vector.object("select");
        if (select != null) {
            configuration.selection = select.has("environment")
                ? Signet.Selection.ofEnvironment(select.text("environment"))
                : Signet.Selection.ofParameters(select.text("force"), select.text("optional"));
            select.end();
        }
        configuration.storeUrl = vector.text("storeURL");
        configuration.attempts = 1;
        configuration.checkTimeLimitMillis = 60_000;
        // Nothing but a step that says so fetches.
        configuration.observationIntervalMillis = Long.MAX_VALUE;
        Memory store = new Memory();
        Hands clock = new Hands();
        Scripted transport = new Scripted();
        Map<Long, Signet.Gate> gates = new HashMap<>();
        int index = 0;
        for (Object value : vector.list("steps")) {
            String at = place + ", step " + ++index;
            VectorDriver.Members step = new VectorDriver.Members(at, value);
            clock.now = step.instant("now") * 1_000;
            Signet.Download download = VectorDriver.download(step.object("download"), documents);
            Long status = step.integer("status");
            int code = status == null ? 200 : (int) (long) status;
            Signet.Response response =
                download == null ? null : new Signet.Response(code, download.headers, download.bytes);
            if (download == null && status != null) response = new Signet.Response(code, new ArrayList<Signet.Header>(), new byte[0]);
            Long number = step.integer("gate");
            String state = step.text("store");
            if (state != null) store.become(state);
            String todo = step.text("do");
            Signet.Gate gate = todo.equals("restart") ? null : gates.get(number);
            if (gate == null) gate = new Signet.Gate(configuration, device, transport, store, null, clock);
            gates.put(number, gate);
            Signet.Decision decision;
            switch (todo) {
                case "fetch":
                    transport.response = response;
                    decision = gate.check();
                    break;
                case "observe":
                    transport.response = null;
                    decision = gate.observe(step.text("host"), code, response.body);
                    break;
                default:
                    decision = gate.decision();
            }
            String scope = step.text("scope");
            if (scope != null) decision = gate.decision(scope);
            VectorDriver.Members then = step.object("then");
            if (then != null) {
                Signet.Failure failure = gate.lastFailure();
                // What is kept is seen in later steps.
                decision.seenRule = null;
                String expected = then.text("failure") + " " + then.text("phrase") + " " + then.text("source") + " "
                    + verdict(then.get("decision"));
                String found = (failure == null ? "null null" : failure.code() + " " + failure.phrase()) + " "
                    + decision.source().name().toLowerCase() + " " + VectorDriver.describe(decision, null);
                if (!expected.equals(found)) VectorDriver.fail(at, expected, found);
                then.end();
            }
            step.end();
        }
    }

    private static String verdict(Object value) {
        return VectorDriver.write(value);
    }

    static void prompts(String place, VectorDriver.Members vector) {
        Memory store = new Memory();
        Hands clock = new Hands();
        long interval = vector.integer("interval");
        Signet.PromptThrottle throttle = new Signet.PromptThrottle(store, clock, interval);
        int index = 0;
        for (Object value : vector.list("steps")) {
            String at = place + ", step " + ++index;
            VectorDriver.Members step = new VectorDriver.Members(at, value);
            clock.now = step.instant("now") * 1_000;
            VectorDriver.Members members = step.object("update");
            Signet.Update update = members == null ? null : update(members);
            String what = step.text("do");
            if (what.equals("restart")) throttle = new Signet.PromptThrottle(store, clock, interval);
            if (what.equals("later")) throttle.postpone(update);
            if (what.equals("show")) {
                boolean isShown = throttle.shouldShow(update);
                if (!step.get("then").equals(isShown)) VectorDriver.fail(at, step.get("then"), isShown);
            }
            step.end();
        }
    }

    private static Signet.Update update(VectorDriver.Members members) {
        Signet.Update update = new Signet.Update(Signet.Update.Subject.valueOf(members.text("subject").toUpperCase()));
        String version = members.text("version");
        update.version = version == null ? null : Signet.Version.parse(version);
        update.build = members.integer("build");
        update.sdk = members.integer("sdk");
        update.rule = members.text("rule");
        members.end();
        return update;
    }
}
