package signet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import signet.classic.Classic;

/** What a client with a store does over several fetches, and how often it recommends. */
final class Sequences {
    private Sequences() {}

    /** A store in memory, which may be {@code locked}, {@code full}, or {@code damaged} once. */
    static final class Memory implements Store {
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
    static final class Hands implements Clock {
        volatile long now;

        @Override public long now() {
            return now;
        }

        @Override public long elapsed() {
            return System.nanoTime() / 1_000_000;
        }
    }

    private static final class Scripted implements Transport {
        volatile Transport.Response response;

        @Override public Transport.Response fetch(String url, long byteLimit, long timeLimitMillis)
            throws Transport.TransportException {
            if (response == null) throw new Transport.TransportException("there is no network here", true);
            return response;
        }
    }

    static void run(
        String place, VectorDriver.Members vector, Map<String, byte[]> documents, Map<String, String> rings) {
        GateBuilder builder = new GateBuilder(rings.get(vector.text("ring"))).origin("https://example.com").document(vector.text("path"))
            .environment(vector.text("environment")).device(VectorDriver.device(vector.object("device")))
            .reader(VectorDriver.reader(vector.text("format"), vector.object("select"))).knownFormats(Classic.READERS)
            .embedded(VectorDriver.download(vector.object("embedded"), vector, documents))
            .allowWhenUnreachable("allow".equals(vector.text("whenUnreachable"))).storeUrl(vector.text("storeURL"))
            .attempts(1, 0, 0, TimeUnit.SECONDS).checkLimit(60, TimeUnit.SECONDS)
            // Nothing but a step that says so fetches.
            .observationInterval(Long.MAX_VALUE, TimeUnit.MILLISECONDS);
        Download.Envelope headers = VectorDriver.headers(vector);
        if (vector.text("envelope").equals("headers")) builder.envelope(headers);
        Long maximumAge = vector.integer("maximumAge");
        if (maximumAge != null) builder.maximumAge(maximumAge, TimeUnit.SECONDS);
        if (vector.has("bodyLimit")) builder.bodyLimit((int) (long) vector.integer("bodyLimit"));
        if (vector.has("clockSkew")) builder.clockSkew(vector.integer("clockSkew"), TimeUnit.SECONDS);
        if (vector.has("backends")) builder.backends(vector.list("backends").toArray(new String[0]));
        Memory store = new Memory();
        Hands clock = new Hands();
        Scripted transport = new Scripted();
        Map<Long, Gate> gates = new HashMap<>();
        int index = 0;
        for (Object value : vector.list("steps")) {
            String at = place + ", step " + ++index;
            VectorDriver.Members step = new VectorDriver.Members(at, value);
            clock.now = step.instant("now") * 1_000;
            Download download = VectorDriver.download(step.object("download"), vector, documents);
            Long status = step.integer("status");
            int code = status == null ? 200 : (int) (long) status;
            Transport.Response response =
                download == null ? null : new Transport.Response(code, download.headers, download.bytes);
            if (download == null && status != null) response = new Transport.Response(code, new ArrayList<Transport.Header>(), new byte[0]);
            Long number = step.integer("gate");
            String state = step.text("store");
            if (state != null) store.become(state);
            String todo = step.text("do");
            Gate gate = todo.equals("restart") ? null : gates.get(number);
            if (gate == null) gate = builder.transport(transport).store(store).clock(clock).build();
            gates.put(number, gate);
            Decision decision;
            switch (todo) {
                case "fetch":
                    transport.response = response;
                    decision = gate.checkBlocking();
                    break;
                case "observe":
                    transport.response = null;
                    decision = gate.observeBlocking(step.text("host"), code, response.body);
                    break;
                default:
                    decision = gate.currentBlocking(null);
            }
            String scope = step.text("scope");
            if (scope != null) decision = gate.currentBlocking(scope);
            VectorDriver.Members then = step.object("then");
            if (then != null) {
                Gate.Failure failure = gate.lastFailure();
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
        PromptThrottle throttle = new PromptThrottle(store, clock, interval, Runnable::run).read();
        int index = 0;
        for (Object value : vector.list("steps")) {
            String at = place + ", step " + ++index;
            VectorDriver.Members step = new VectorDriver.Members(at, value);
            clock.now = step.instant("now") * 1_000;
            VectorDriver.Members members = step.object("update");
            Update update = members == null ? null : update(members);
            String what = step.text("do");
            if (what.equals("restart")) throttle = new PromptThrottle(store, clock, interval, Runnable::run).read();
            if (what.equals("later")) throttle.postpone(update);
            if (what.equals("show")) {
                boolean isShown = throttle.shouldShow(update);
                if (!step.get("then").equals(isShown)) VectorDriver.fail(at, step.get("then"), isShown);
            }
            step.end();
        }
    }

    private static Update update(VectorDriver.Members members) {
        Update update = new Update(Update.Subject.valueOf(members.text("subject").toUpperCase()));
        String version = members.text("version");
        update.version = version == null ? null : Version.parse(version);
        update.build = members.integer("build");
        update.sdk = members.integer("sdk");
        update.rule = members.text("rule");
        members.end();
        return update;
    }
}
