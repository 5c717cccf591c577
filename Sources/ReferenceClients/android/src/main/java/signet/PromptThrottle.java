package signet;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

// Own: when a recommendation is shown again. Proved by prompts.json, and by the driver's "races" for several objects.

/**
 * Limits how often a recommended update is shown: once per session, not for three days after "Later", and at once
 * when more is recommended. One object is one session. "Later" is kept for the system, the app and each rule.
 */
public final class PromptThrottle {
    private static final long INTERVAL_SECONDS = 3 * 24 * 3_600;
    private static final String FILE = "prompts";

    private static final class Later {
        final Update update;
        final long millis;
        boolean isKept;

        Later(Update update, long millis, boolean isKept) {
            this.update = update;
            this.millis = millis;
            this.isKept = isKept;
        }
    }

    @Nullable private final Store store;
    private final Clock clock;
    private final long intervalSeconds;
    /** Writes what nobody waits for. */
    private final Executor writer;
    /** Held while the store works; what is below is guarded by this object, for which nobody waits long. */
    private final Object writing = new Object();
    private final Map<String, Update> shown = new HashMap<>();
    private final Map<String, Later> postponed = new LinkedHashMap<>();
    /** The last use of the store. */
    @Nullable private FutureTask<?> running;

    PromptThrottle(@Nullable Store store, Clock clock, long intervalSeconds, Executor writer) {
        this.store = store;
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
        // What cannot be read counts as missing: the user is asked once more.
        if (store != null) merge(inTime(() -> store.load(FILE, Limits.STATE_BYTES)));
        return this;
    }

    /** Whether to show this recommendation now; true counts as shown in this session. */
    public boolean shouldShow(Update update) {
        String slot = slot(update);
        Later later;
        double elapsed;
        synchronized (this) {
            if (shown.containsKey(slot) && !isMore(update, shown.get(slot))) return false;
            later = postponed.get(slot);
            elapsed = later == null ? 0 : (double) clock.now() - later.millis;
            if (later == null || isMore(update, later.update) || elapsed >= intervalSeconds * 1_000.0) {
                shown.put(slot, update);
                return true;
            }
        }
        // The clock was set back, or was wrong at that time. The interval begins anew, so that it ends.
        if (elapsed < 0) postpone(later.update);
        return false;
    }

    /** The user said "Later"; that is kept in the background, and holds for this session in any case. */
    public void postpone(Update update) {
        hold(update);
        writer.execute(() -> postponeBlocking(update));
    }

    /** The same; adds it to what the store has, which other objects write as well, and returns whether it was kept. */
    public boolean postponeBlocking(Update update) {
        synchronized (writing) {
            hold(update);
            if (store == null) return false;
            return Boolean.TRUE.equals(
                inTime(() -> Keeping.keep(store, FILE, Limits.STATE_BYTES, this, this::next)));
        }
    }

    /** What the store says in time, or null; one of the app's own that does not end is not asked before it does. */
    @Nullable private <T> T inTime(Callable<T> work) {
        try {
            if (store instanceof FileStore) return work.call();
            if (running != null && !running.isDone()) return null;
            FutureTask<T> task = new FutureTask<>(work);
            running = task;
            Gate.startThread("signet-keeping", task);
            return task.get(Limits.STORE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (Exception e) {
            return null;
        }
    }

    /** Postpones from now on; the latest comes last, so that the oldest can be dropped. */
    private synchronized void hold(Update update) {
        String slot = slot(update);
        postponed.remove(slot);
        postponed.put(slot, new Later(update, clock.now(), false));
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

    @Nullable private synchronized byte[] next(@Nullable byte[] kept) {
        merge(kept);
        byte[] content = content();
        if (!Arrays.equals(kept, content)) return content;
        for (Later later : postponed.values()) later.isKept = true;
        return null;
    }

    private byte[] content() {
        Map<String, String> members = new LinkedHashMap<>();
        for (Map.Entry<String, Later> entry : postponed.entrySet()) {
            Update update = entry.getValue().update;
            long seconds = entry.getValue().millis / 1_000;
            StringBuilder json = new StringBuilder("{ ");
            if (update.rule != null) json.append("\"rule\": \"").append(update.rule).append("\", ");
            if (update.build != null) json.append("\"build\": ").append(update.build).append(", ");
            if (update.sdk != null) json.append("\"sdk\": ").append(update.sdk).append(", ");
            if (update.version != null && update.build == null) {
                json.append("\"version\": \"").append(update.version).append("\", ");
            }
            json.append("\"postponed\": ").append(SignedDate.isWithinYears(seconds) ? seconds : 0).append(" }");
            members.put(entry.getKey(), json.toString());
        }
        return JsonObject.file(members);
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
            Later known = postponed.get(slot);
            if (isEmpty || !slot.equals(slot(update)) || (known != null && !known.isKept)) continue;
            postponed.put(slot, new Later(update, seconds * 1_000, true));
        }
        while (postponed.size() > Limits.POSTPONED) {
            postponed.remove(Collections.min(
                postponed.keySet(), (a, b) -> Long.compare(postponed.get(a).millis, postponed.get(b).millis)));
        }
    }
}
