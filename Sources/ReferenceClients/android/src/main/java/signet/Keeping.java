package signet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

// Own: compare and set over what another gate may write at any moment, by a store that may take its time. Proved by
// sequences-stores.json, and by the driver's "stress" and "races".

/**
 * The store of a gate. A thread of its own reads what other gates have written, takes it over, and keeps what is newer
 * here; the gate's lock is never held while the store works. Methods are called with that lock.
 */
final class Keeping {
    private static final int DOCUMENT = 1;
    private static final int SEEN = 2;
    private static final int NEW_SEEN = 4;
    private static final int INSTALL_ID = 8;
    private static final String INSTALL_ID_FILE = "install-id";
    private static final int INSTALL_ID_BYTES = 16;
    /** How long a thread that was interrupted waits for a store, which may have a block. */
    private static final long INTERRUPTED_MILLIS = 200;

    /** Remembers for one session. */
    private static final Store NONE = new Store() {
        @Override @Nullable public byte[] load(String name, int byteLimit) { return null; }

        @Override public boolean replace(String name, @Nullable byte[] old, byte[] content, int byteLimit) {
            return true;
        }
    };

    private interface Part {
        void run() throws IOException;
    }

    private final Gate gate;
    private final GateBuilder configuration;
    private final Knowledge knowledge;
    private final Store store;
    private final String fileName;
    private final int documentLimit;
    /** What is to be read, at first or again. */
    private int unread = DOCUMENT | SEEN;
    /** What the next run is for. */
    private int todo;
    /** Counts the runs that were asked for. */
    private int asked;
    /** The last of them that has ended. */
    private int ended;
    private boolean isRunning;
    /** Whether a run took longer than one waits; nobody waits for it any more. */
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

    /** Whether a run is under way for which one waits. */
    boolean isBusy() { return isRunning && !isLate; }
    /** Whether the document could be kept, as far as is known. */
    boolean isDocumentKept() { return isDocumentKept || isBusy(); }
    /** The same of what rules need to be remembered. */
    boolean isSeenKept() { return !knowledge.hasRules() || hasSeen() || isBusy(); }
    private boolean hasSeen() { return knowledge.device.installId != null && knowledge.seen.areKept(); }

    /** Begins a run, if something is to be read or kept. */
    void begin() {
        int needed = unread | (isDocumentKept ? 0 : DOCUMENT) | (knowledge.device.installId == null ? INSTALL_ID : 0);
        begin(configuration.reader.goesByDate() ? needed : needed & DOCUMENT);
    }

    private void begin(int parts) {
        if (parts == 0) return;
        todo |= parts;
        asked++;
        if (!isRunning) Gate.startThread("signet-keeping", this::run);
        isRunning = true;
    }

    /** Begins to read again what others may have written. */
    void readAgain() {
        unread = DOCUMENT | SEEN;
        begin();
    }

    /** Begins to keep the newest document. */
    void keepDocument() {
        isDocumentKept = false;
        begin();
    }

    /** Begins to keep what was seen of the document that decides, unless the store has it. */
    void keepSeen() { if (knowledge.hasRules() && !knowledge.seen.areKept()) begin(SEEN | NEW_SEEN); }

    /** Waits for all runs that were asked for, as long as there is time. */
    void await(long deadline) {
        int last = asked;
        long end = deadline;
        boolean isInterrupted = false;
        while (ended < last && !isLate) {
            long left = end - configuration.clock.elapsed();
            if (left <= 0) {
                // What was held back until the store answers is told without it.
                if (!isInterrupted) Gate.startThread("signet-late", gate::deliver);
                isLate = !isInterrupted;
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

    // All below is called without the lock, by the thread of the runs.

    private void run() {
        while (true) {
            final int last;
            final int parts;
            synchronized (gate.lock) {
                last = asked;
                parts = todo;
                todo = 0;
                unread &= ~parts;
            }
            // It may block, so it comes first.
            if ((parts & DOCUMENT) != 0) attempt(this::runDocument);
            if ((parts & SEEN) != 0) attempt(() -> runSeen((parts & NEW_SEEN) != 0));
            if ((parts & INSTALL_ID) != 0) attempt(this::runInstallId);
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
        // A listener that takes its time here delays no other run.
        gate.deliver();
    }

    private void attempt(Part part) {
        try {
            part.run();
        } catch (Throwable e) {
            // Whatever an app's own store throws, it is tried again.
        }
        synchronized (gate.lock) {
            gate.publish();
            if (isLate) Gate.startThread("signet-late", gate::deliver);
        }
    }

    @Nullable private byte[] load(int part, String name, int byteLimit) throws IOException {
        boolean isRead = false;
        try {
            byte[] kept = store.load(name, byteLimit);
            isRead = true;
            return kept;
        } finally {
            synchronized (gate.lock) {
                if (!isRead) unread |= part;
            }
        }
    }

    /** Takes over the document, or keeps the newest in its place unless that is older. */
    private void runDocument() throws IOException {
        for (int i = 0; i < Limits.STORE_ATTEMPTS; i++) {
            byte[] kept = load(DOCUMENT, fileName, documentLimit);
            Download stored = Download.decode(kept, configuration.envelopes());
            Verifier.Manifest newest;
            byte[] content;
            synchronized (gate.lock) {
                if (stored != null) knowledge.adoptStored(stored, configuration.clock.now());
                if (isDocumentKept) return;
                newest = knowledge.newest;
                content = newest.download().encode();
                isDocumentKept = Arrays.equals(kept, content);
                if (isDocumentKept || !knowledge.mayReplace(stored)) return;
            }
            if (!store.replace(fileName, kept, content, documentLimit)) continue;
            synchronized (gate.lock) {
                isDocumentKept = newest == knowledge.newest;
            }
            return;
        }
    }

    /** Takes over what was seen earlier, and may keep what is new of the rules that the document still has. */
    private void runSeen(boolean isNew) throws IOException {
        String name = fileName + ".seen";
        Knowledge.SeenTimes seen = knowledge.seen;
        for (int i = 0; i < Limits.STORE_ATTEMPTS; i++) {
            byte[] kept = load(SEEN, name, Limits.STATE_BYTES);
            Map<String, Long> times;
            synchronized (gate.lock) {
                seen.merge(kept);
                if (!isNew || !knowledge.hasRules() || seen.areKept()) return;
                seen.times.keySet().retainAll(knowledge.standing.rules.ids());
                if (seen.areKept()) return;
                times = new HashMap<>(seen.times);
            }
            if (!store.replace(name, kept, Knowledge.SeenTimes.content(times), Limits.STATE_BYTES)) continue;
            synchronized (gate.lock) {
                seen.kept = times;
            }
            return;
        }
    }

    /** Takes over the id of this installation, or makes one; without one that can be kept there is none. */
    private void runInstallId() throws IOException {
        byte[] bytes = new byte[INSTALL_ID_BYTES];
        new SecureRandom().nextBytes(bytes);
        String made = Bytes.hexadecimal(bytes);
        for (int i = 0; i < Limits.STORE_ATTEMPTS; i++) {
            synchronized (gate.lock) {
                if (knowledge.device.installId != null) return;
            }
            byte[] kept = store.load(INSTALL_ID_FILE, Limits.NAME_BYTES);
            String id = kept == null ? null : new String(kept, StandardCharsets.US_ASCII).trim();
            byte[] content = (made + "\n").getBytes(StandardCharsets.US_ASCII);
            if (!Names.isInstallId(id) && store.replace(INSTALL_ID_FILE, kept, content, Limits.NAME_BYTES)) id = made;
            synchronized (gate.lock) {
                if (Names.isInstallId(id)) knowledge.device = knowledge.device.with(id);
            }
        }
    }
}
