package signet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

// Own: compare and set over what other gates may write at any moment, in a store that may take its time. Proved by
// sequences-stores.json, and by the driver's "stress" and "races".

/**
 * The store of a gate. A thread of its own takes over what other gates have written, and keeps what is newer here; the
 * gate's lock is not held while the store works. Methods are called with that lock.
 */
final class Keeping {
    private static final int DOCUMENT = 1;
    private static final int SEEN = 2;
    private static final int NEW_SEEN = 4;
    private static final int INSTALL_ID_BYTES = 16;
    /** How long an interrupted thread waits for the store, which may hold a block. */
    private static final long INTERRUPTED_MILLIS = 200;

    /** Remembers for one session. */
    private static final Store NONE = new Store() {
        @Override @Nullable public byte[] load(String name, int limit) { return null; }
        @Override public boolean replace(String name, @Nullable byte[] old, byte[] content, int limit) { return true; }
    };

    interface Part {
        /** Takes over what is kept; returns what is to be kept in its place, or null. */
        @Nullable byte[] next(@Nullable byte[] kept);
    }

    /** Reads a file, and replaces it until a part wants nothing else there; only the part needs the lock. */
    static boolean keep(Store store, String name, int limit, Object lock, Part part) throws IOException {
        byte[] kept = store.load(name, limit);
        for (int i = 0; i < Limits.STORE_ATTEMPTS; i++) {
            byte[] next;
            synchronized (lock) {
                next = part.next(kept);
            }
            if (next == null) return true;
            kept = store.replace(name, kept, next, limit) ? next : store.load(name, limit);
        }
        return false;
    }

    private final Gate gate;
    private final GateBuilder configuration;
    private final Knowledge knowledge;
    private final Store store;
    private final String fileName;
    private final int documentLimit;
    /** What the next run is for. */
    private int todo = DOCUMENT | SEEN;
    /** Counts the runs that were asked for. */
    private int asked;
    /** The last of them that has ended. */
    private int ended;
    private boolean isRunning;
    /** Whether a run took longer than callers wait; until it ends, they do not wait for it. */
    private boolean isLate;
    /** Whether the store has what was last accepted, or something newer. */
    private boolean isDocumentKept = true;

    Keeping(Gate gate, GateBuilder configuration, Knowledge knowledge, Verifier verifier) {
        this.gate = gate;
        this.configuration = configuration;
        this.knowledge = knowledge;
        store = configuration.store == null ? NONE : configuration.store;
        // A path may be longer than the name of a file.
        byte[] name = (verifier.environment + "/" + configuration.path).getBytes(StandardCharsets.UTF_8);
        fileName = Bytes.hexadecimal(Bytes.sha256().digest(name));
        long limit = Download.Envelope.JWS.byteLimit(verifier.bodyLimit) + Limits.KEPT_HEADERS_BYTES;
        documentLimit = (int) Math.min(Integer.MAX_VALUE, limit);
    }

    /** Whether a run is under way that callers wait for. */
    boolean isBusy() { return isRunning && !isLate; }

    /** Whether the next session is going to know what this one does, as far as is known. */
    boolean isKept() {
        boolean isSeenKept = knowledge.device.installId != null && knowledge.seen.areKept();
        return isBusy() || (isDocumentKept && (isSeenKept || !knowledge.hasRules()));
    }

    /** Begins a run, if something is to be read or was not kept. */
    void begin() { begin((isDocumentKept ? 0 : DOCUMENT) | (knowledge.device.installId == null ? SEEN : 0)); }

    private void begin(int parts) {
        todo |= parts;
        if (!configuration.reader.goesByDate()) todo &= DOCUMENT;
        if (todo == 0) return;
        asked++;
        if (!isRunning) Gate.startThread("signet-keeping", this::run);
        isRunning = true;
    }

    /** Reads again what others may have written, as long as there is time. */
    void readAgain(long deadline) {
        begin(DOCUMENT | SEEN);
        await(deadline);
    }

    /** Begins to keep the newest document. */
    void keepDocument() {
        isDocumentKept = false;
        begin();
    }

    /** Begins to keep what was seen of the document that decides, unless the store has just that: what comes again is new. */
    void keepSeen() {
        if (!knowledge.hasRules()) return;
        boolean areKept = knowledge.seen.areKept()
            && knowledge.standing.rules.ids().containsAll(knowledge.seen.times.keySet());
        if (!areKept) begin(SEEN | NEW_SEEN);
    }

    /** Waits for all runs that were asked for, as long as there is time. */
    void await(long deadline) {
        int last = asked;
        long end = deadline;
        boolean isInterrupted = false;
        while (ended < last && !isLate) {
            long left = end - configuration.clock.elapsed();
            if (left <= 0) {
                if (!isInterrupted) giveUp();
                break;
            }
            try {
                gate.lock.wait(left);
            } catch (InterruptedException e) {
                isInterrupted = true;
                end = Math.min(end, configuration.clock.elapsed() + INTERRUPTED_MILLIS);
            }
        }
        if (isInterrupted) Thread.currentThread().interrupt();
    }

    /** Ends all waiting; what was held back until the store answers is told without it. */
    private void giveUp() {
        isLate = true;
        gate.lock.notifyAll();
        Gate.startThread("signet-late", gate::deliver);
    }

    /** Without the lock. */
    private void run() {
        while (true) {
            int last;
            int parts;
            synchronized (gate.lock) {
                last = asked;
                parts = todo;
                todo = 0;
            }
            boolean isNew = (parts & NEW_SEEN) != 0;
            // It may block, so it comes first.
            if ((parts & DOCUMENT) != 0) attempt(DOCUMENT, store, fileName, documentLimit, this::document);
            if ((parts & SEEN) != 0) {
                WithDocument both = new WithDocument();
                attempt(
                    SEEN, isNew ? both : store, fileName + ".seen", Limits.STATE_BYTES,
                    kept -> seen(kept, isNew, both.document));
                attempt(0, store, "install-id", Limits.NAME_BYTES, this::installId);
            }
            synchronized (gate.lock) {
                if (ended == 0) knowledge.considerEmbedded(configuration.clock.now());
                ended = last;
                isLate = false;
                isRunning = ended < asked;
                gate.publish();
                gate.lock.notifyAll();
                if (!isRunning) break;
            }
        }
        // A listener that takes its time on this thread delays no other run.
        gate.deliver();
    }

    /** Without the lock. Whatever a store of the app's own throws, it is tried again. */
    private void attempt(int part, Store store, String name, int limit, Part work) {
        AtomicBoolean isRead = new AtomicBoolean();
        try {
            keep(store, name, limit, gate.lock, kept -> {
                isRead.set(true);
                return work.next(kept);
            });
        } catch (Throwable e) {
            // It was not read, or not kept.
        }
        synchronized (gate.lock) {
            if (!isRead.get()) todo |= part;
            gate.publish();
            if (isLate) Gate.startThread("signet-late", gate::deliver);
        }
    }

    @Nullable private byte[] document(@Nullable byte[] kept) {
        if (isKept(kept)) return null;
        Download stored = Download.decode(kept, configuration.envelopes());
        if (stored != null) knowledge.adoptStored(stored, configuration.clock.now());
        if (isDocumentKept || isKept(kept) || !knowledge.mayReplace(stored)) return null;
        return knowledge.newest.download().encode();
    }

    /** Whether the document that was to be kept is. */
    private boolean isKept(@Nullable byte[] kept) {
        boolean isOne = !isDocumentKept && Arrays.equals(kept, knowledge.newest.download().encode());
        isDocumentKept |= isOne;
        return isOne;
    }

    /** Reads the document after what was seen: another gate keeps its own before what it has seen by that. */
    private final class WithDocument implements Store {
        @Nullable byte[] document;

        @Override @Nullable public byte[] load(String name, int limit) throws IOException {
            byte[] seen = store.load(name, limit);
            document = store.load(fileName, documentLimit);
            return seen;
        }

        @Override public boolean replace(String name, @Nullable byte[] old, byte[] content, int limit)
            throws IOException {
            return store.replace(name, old, content, limit);
        }
    }

    /** @param document what is kept as the document; rules are forgotten only by one that is kept */
    @Nullable private byte[] seen(@Nullable byte[] kept, boolean isNew, @Nullable byte[] document) {
        Knowledge.SeenTimes seen = knowledge.seen;
        seen.merge(kept);
        if (!isNew || !knowledge.hasRules()) return null;
        if (Arrays.equals(document, knowledge.newest.download().encode())) {
            seen.times.keySet().retainAll(knowledge.standing.rules.ids());
        }
        return seen.areKept() ? null : seen.content();
    }

    /** There is none that cannot be kept: it must not change. */
    @Nullable private byte[] installId(@Nullable byte[] kept) {
        if (knowledge.device.installId != null) return null;
        String id = kept == null ? null : new String(kept, StandardCharsets.US_ASCII).trim();
        if (Names.isInstallId(id)) {
            knowledge.device = knowledge.device.with(id);
            return null;
        }
        byte[] bytes = new byte[INSTALL_ID_BYTES];
        new SecureRandom().nextBytes(bytes);
        return (Bytes.hexadecimal(bytes) + "\n").getBytes(StandardCharsets.US_ASCII);
    }
}
