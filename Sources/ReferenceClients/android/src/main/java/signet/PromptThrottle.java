package signet;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

// Own: when a recommendation is shown again. Proved by prompts.json, and by the driver's "races" for several objects at
// once.

/**
 * Limits how often a recommended update is shown: once per session, not for three days after "Later", and at once
 * when more is recommended.
 *
 * <p>One object is one session. "Later" is kept in the store, separately for updates of the system, of the app and
 * of each rule.
 */
public final class PromptThrottle {
    private static final long INTERVAL_SECONDS = 3 * 24 * 3_600;
    private static final String FILE = "prompts";

    @Nullable private final Store store;
    private final Clock clock;
    private final long intervalSeconds;
    /** Writes what nobody waits for. */
    private final Executor writer;
    /** Held while the store works; what is below is guarded by this object, for which nobody waits long. */
    private final Object writing = new Object();
    private final Map<String, Update> shown = new HashMap<>();
    private final Map<String, Update> postponed = new LinkedHashMap<>();
    private final Map<String, Long> postponedAt = new HashMap<>();
    /** What this session has postponed and the store does not have. */
    private final Set<String> unkept = new HashSet<>();

    PromptThrottle(@Nullable Store store, Clock clock, long intervalSeconds, Executor writer) {
        this.store = store == null || store instanceof FileStore ? store : new Patient(store);
        this.clock = clock;
        this.intervalSeconds = intervalSeconds;
        this.writer = writer;
    }

    /** A throttle with an interval of three days; without a store, null, "Later" holds for this session. */
    public static PromptThrottle openBlocking(@Nullable Store store) {
        return openBlocking(store, Clock.SYSTEM, INTERVAL_SECONDS);
    }

    /** A throttle with a clock and with an interval in seconds. */
    public static PromptThrottle openBlocking(@Nullable Store store, Clock clock, long intervalSeconds) {
        Executor writer = work -> Gate.startThread("signet-prompts", work);
        return new PromptThrottle(store, clock, intervalSeconds, writer).read();
    }

    PromptThrottle read() {
        try {
            merge(load());
        } catch (IOException | RuntimeException e) {
            // What cannot be read counts as missing: the user is asked once more.
            postponed.clear();
        }
        return this;
    }

    /** Whether to show this recommendation now; true counts as shown in this session. */
    public synchronized boolean shouldShow(Update update) {
        String slot = slot(update);
        if (shown.containsKey(slot) && !isMore(update, shown.get(slot))) return false;
        if (postponed.containsKey(slot) && !isMore(update, postponed.get(slot)) && isStillPostponed(slot)) {
            return false;
        }
        shown.put(slot, update);
        return true;
    }

    /** The user said "Later"; that is kept in the background, and holds for this session in any case. */
    public void postpone(Update update) {
        hold(update, clock.now());
        writer.execute(() -> postponeBlocking(update));
    }

    private boolean isStillPostponed(String slot) {
        double elapsed = (double) clock.now() - postponedAt.get(slot);
        if (elapsed >= 0) return elapsed < intervalSeconds * 1_000.0;
        // The clock was set back, or was wrong at that time. The interval begins anew, so that it ends.
        postpone(postponed.get(slot));
        return true;
    }

    /** Postpones from a time on; the latest comes last, so that the oldest can be dropped. */
    private synchronized void hold(Update update, long time) {
        String slot = slot(update);
        postponed.remove(slot);
        postponed.put(slot, update);
        postponedAt.put(slot, time);
        unkept.add(slot);
    }

    private static String slot(Update update) {
        return update.rule != null ? "rule:" + update.rule : Names.lowercase(update.subject.name());
    }

    /** Whether an update asks for more than another one of its slot; what cannot be compared counts as more. */
    private static boolean isMore(Update update, Update other) {
        boolean isOfVersions = update.build == null && other.build == null && update.sdk == null && other.sdk == null;
        boolean haveVersions = isOfVersions && update.version != null && other.version != null;
        if (update.rule != null) return haveVersions && update.version.compareTo(other.version) > 0;
        if (update.build != null && other.build != null) return update.build > other.build;
        if (update.sdk != null && other.sdk != null) return update.sdk > other.sdk;
        return !haveVersions || update.version.compareTo(other.version) > 0;
    }

    /** The same; adds it to what the store has, which other objects write as well, and returns whether it was kept. */
    public boolean postponeBlocking(Update update) {
        long time = clock.now();
        synchronized (writing) {
            hold(update, time);
            try {
                for (int i = 0; store != null && i < Limits.STORE_ATTEMPTS; i++) {
                    byte[] kept = load();
                    Set<String> written;
                    byte[] content;
                    synchronized (this) {
                        merge(kept);
                        written = new HashSet<>(unkept);
                        content = content();
                    }
                    if (!store.replace(FILE, kept, content, Limits.STATE_BYTES)) continue;
                    synchronized (this) {
                        unkept.removeAll(written);
                    }
                    return true;
                }
            } catch (IOException | RuntimeException e) {
                // It holds for this session, as without a store.
                return false;
            }
            return false;
        }
    }

    @Nullable private byte[] load() throws IOException {
        return store == null ? null : store.load(FILE, Limits.STATE_BYTES);
    }

    private byte[] content() {
        Map<String, String> members = new LinkedHashMap<>();
        for (Map.Entry<String, Update> entry : postponed.entrySet()) {
            Update update = entry.getValue();
            long seconds = postponedAt.get(entry.getKey()) / 1_000;
            StringBuilder json = new StringBuilder("{ ");
            if (update.rule != null) json.append("\"rule\": ").append(Json.quote(update.rule)).append(", ");
            if (update.build != null) json.append("\"build\": ").append(update.build).append(", ");
            if (update.sdk != null) json.append("\"sdk\": ").append(update.sdk).append(", ");
            if (update.version != null && update.build == null) {
                json.append("\"version\": ").append(Json.quote(update.version.toString())).append(", ");
            }
            json.append("\"postponed\": ").append(SignedDate.isWithinYears(seconds) ? seconds : 0).append(" }");
            members.put(entry.getKey(), json.toString());
        }
        return Json.object(members);
    }

    private synchronized void merge(@Nullable byte[] kept) {
        JsonObject slots = JsonObject.ofKept(kept);
        for (String slot : slots.names()) {
            JsonObject members = slots.objectOrNull(slot);
            Long seconds = members == null ? null : members.integer("postponed");
            if (seconds == null || !SignedDate.isWithinYears(seconds)) continue;
            Object rule = members.value("rule");
            Update update = new Update(
                rule != null ? Update.Subject.RULE
                    : slot.equals("system") ? Update.Subject.SYSTEM : Update.Subject.APP);
            if (Names.isId(rule)) update.rule = (String) rule;
            update.build = members.integer("build");
            update.sdk = members.integer("sdk");
            Object version = members.value("version");
            if (version instanceof String) update.version = Version.parse((String) version);
            boolean isEmpty =
                update.rule == null && update.build == null && update.sdk == null && update.version == null;
            if (isEmpty || !slot.equals(slot(update)) || unkept.contains(slot)) continue;
            postponed.put(slot, update);
            postponedAt.put(slot, seconds * 1_000);
        }
        while (postponed.size() > Limits.POSTPONED) {
            postponed.remove(Collections.min(
                postponed.keySet(), (a, b) -> Long.compare(postponedAt.get(a), postponedAt.get(b))));
        }
    }

    /** A store that may never answer: a call that takes too long has failed, and so do all until it ends. */
    private static final class Patient implements Store {
        private final Store store;
        /** The call that has not ended yet. */
        @Nullable private FutureTask<?> running;

        Patient(Store store) { this.store = store; }

        @Override @Nullable public byte[] load(String name, int byteLimit) throws IOException {
            return call(() -> store.load(name, byteLimit));
        }

        @Override public boolean replace(String name, @Nullable byte[] old, byte[] content, int byteLimit)
            throws IOException {
            return call(() -> store.replace(name, old, content, byteLimit));
        }

        private synchronized <T> T call(Callable<T> work) throws IOException {
            if (running != null && !running.isDone()) throw new IOException("the store does not answer");
            FutureTask<T> task = new FutureTask<>(work);
            running = task;
            Gate.startThread("signet-keeping", task);
            try {
                return task.get(Limits.STORE_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while the store works");
            } catch (TimeoutException e) {
                throw new IOException("the store does not answer", e);
            } catch (ExecutionException e) {
                throw new IOException(String.valueOf(e.getCause()), e);
            }
        }
    }
}
