package signet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;

// Own: the earliest sight of a rule counts, whoever had it. Proved by sequences-rules.json ("grace counts from the
// first time, …") and sequences-stores.json ("an earlier sight of another gate counts with the next document").

/** When rules were first seen, and the id of the installation, in a store. Not for several threads at once. */
final class SeenTimes {
    private static final String SUFFIX = ".seen";
    private static final String INSTALL_ID = "install-id";
    private static final int INSTALL_ID_BYTES = 16;

    @Nullable private final Store store;
    private final String fileName;
    /** Seconds since 1970, by the ids of rules. */
    final Map<String, Long> times = new HashMap<>();
    /** What the store has of them, as far as is known. */
    private Map<String, Long> kept = Collections.emptyMap();
    private boolean hasRead;

    SeenTimes(@Nullable Store store, String documentName) {
        this.store = store;
        fileName = documentName + SUFFIX;
    }

    /** The id of this installation, made where there is none; null when it cannot be kept: it must not change. */
    @Nullable String installId(Random random) {
        byte[] bytes = new byte[INSTALL_ID_BYTES];
        random.nextBytes(bytes);
        String made = Bytes.hexadecimal(bytes);
        // It lasts for the session.
        if (store == null) return made;
        try {
            for (int i = 0; i < Limits.STORE_ATTEMPTS; i++) {
                byte[] kept = store.load(INSTALL_ID, Limits.NAME_BYTES);
                String id = kept == null ? null : new String(kept, StandardCharsets.US_ASCII).trim();
                if (Names.isInstallId(id)) return id;
                byte[] content = (made + "\n").getBytes(StandardCharsets.US_ASCII);
                if (store.replace(INSTALL_ID, kept, content, Limits.NAME_BYTES)) return made;
            }
        } catch (IOException | RuntimeException e) {
            // As if others had always been faster.
            return null;
        }
        return null;
    }

    boolean areKept() { return times.equals(kept); }

    /** Another gate may have written since. */
    void readAgain() {
        hasRead = false;
        readOnce();
    }

    void readOnce() {
        try {
            if (!hasRead) read();
        } catch (IOException | RuntimeException e) {
            // It is tried again.
        }
    }

    /** Takes over what was seen earlier; returns what the store has. */
    @Nullable private byte[] read() throws IOException {
        hasRead = false;
        byte[] bytes = store == null ? null : store.load(fileName, Limits.STATE_BYTES);
        hasRead = true;
        JsonObject object = JsonObject.ofKept(bytes);
        kept = new HashMap<>();
        for (String id : object.names()) {
            Long instant = SignedDate.parseInstant(object.value(id));
            if (instant == null || !Names.isId(id)) continue;
            kept.put(id, instant);
            Long known = times.get(id);
            if (known == null || known > instant) times.put(id, instant);
        }
        return bytes;
    }

    /** Holds what a decision was the first to see. */
    void add(Decision decision) { if (decision.seenRule != null) times.put(decision.seenRule, decision.seenTime); }

    /** Keeps the times of the rules that the document still has. */
    void keep(Set<String> ids) {
        try {
            for (int i = 0; !areKept() && i < Limits.STORE_ATTEMPTS; i++) {
                // Another gate may have written since.
                byte[] bytes = read();
                times.keySet().retainAll(ids);
                if (areKept()) return;
                boolean isKept = store == null || store.replace(fileName, bytes, content(), Limits.STATE_BYTES);
                if (isKept) kept = new HashMap<>(times);
            }
        } catch (IOException | RuntimeException e) {
            // That they are not kept is to be seen.
        }
    }

    private byte[] content() {
        Map<String, String> members = new LinkedHashMap<>();
        for (Map.Entry<String, Long> entry : times.entrySet()) {
            members.put(entry.getKey(), Json.quote(String.valueOf(SignedDate.of(entry.getValue()))));
        }
        return Json.object(members);
    }
}
