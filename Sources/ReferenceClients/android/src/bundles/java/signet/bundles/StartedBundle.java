package signet.bundles;

import java.io.Closeable;
import java.io.File;
import java.util.Collections;
import java.util.List;
import signet.Nullable;

// Own: a trial that ends by time. Timers of other updaters run while an app is in the background, where a page cannot
// answer, and take the answer of one page for that of another: here time can be paused, and each start is an object of
// its own. Proved by the driver's "scenarios" and "store" ("time").

/** The bundle that a session shows. It keeps the folder from being removed until it is closed. */
public final class StartedBundle implements Closeable {
    final BundleStore store;
    private final StoreStart.Choice choice;
    private final long began;
    private boolean isClosed;
    private boolean isGiven;
    /** When it was paused; null while it is not. */
    @Nullable private Long pausedAt;
    private long away;

    StartedBundle(BundleStore store, StoreStart.Choice choice, long began) {
        this.store = store;
        this.choice = choice;
        this.began = began;
    }

    /** Which bundle it is. */
    public BundleVersion version() { return choice.version; }

    /** Its version, which the embedded bundle has as well. */
    public SemanticVersion semanticVersion() {
        SemanticVersion version = choice.version.version();
        return version == null ? store.embedded.version : version;
    }

    /** Where its files are; null for an embedded bundle that is served in place. */
    @Nullable public File folder() {
        return choice.files == null ? null : choice.files.folder;
    }

    BundleFiles files() { return choice.files == null ? BundleFiles.of(store.embedded.assets) : choice.files; }

    /** Whether the version has not proved yet that it works, and must be confirmed when it does. */
    public boolean needsConfirmation() { return choice.trial > 0; }

    /** The versions that this start gave up: they were not confirmed in their allowed number of starts. */
    public List<SemanticVersion> failures() { return Collections.unmodifiableList(choice.failures); }

    /** Why the start could not be recorded, so that only a confirmed bundle could be shown; null when it was. */
    @Nullable public StoreException problem() { return choice.problem; }

    /**
     * Confirms that the bundle works: it was loaded and serves its purpose. When that cannot be written, it holds for
     * this session only.
     *
     * @return whether the version may still be used; false when it was given up, withdrawn or halted meanwhile
     */
    public boolean confirmBlocking() throws StoreException {
        final SemanticVersion version = choice.version.version();
        if (version == null || !needsConfirmation()) return true;
        boolean wasGiven;
        synchronized (this) {
            wasGiven = isGiven;
            isGiven = true;
        }
        boolean isThere = store.update(state -> state.confirm(version));
        if (isThere && !wasGiven) store.tell(new BundleEvent("confirmed").with("bundle", choice.version));
        return isThere;
    }

    /**
     * Gives the bundle up: something of the app or of its page says that it does not work, even if it was confirmed
     * before. It gets another trial as one that was not confirmed in time does.
     *
     * @return the bundle to show instead: call {@link BundleStore#startBlocking()}; null for the embedded one,
     *     which cannot be given up
     */
    @Nullable public BundleVersion rejectBlocking() throws StoreException {
        final SemanticVersion version = choice.version.version();
        if (version == null) return null;
        return giveUp(version, "rejected", true).next();
    }

    private HealthOutcome giveUp(final SemanticVersion version, String reason, final boolean evenConfirmed)
        throws StoreException {
        HealthOutcome outcome = store.update(state -> {
            StoredBundle bundle = state.bundle(version);
            // Another process may have confirmed it, or given it up.
            if (bundle != null && bundle.isConfirmed && !evenConfirmed) return HealthOutcome.CONFIRMED;
            if (bundle != null) state.fail(version, store.seconds());
            return HealthOutcome.failed(store.selection(state).choice(state));
        });
        if (outcome.isFailed()) store.tell(BundleEvent.failed(version, reason));
        return outcome;
    }

    /**
     * Looks at every file of the bundle. It is for an app that lets another handler serve {@link #folder}, such as that
     * of Capacitor: call it before the first page is loaded, and start again when it is not whole, as that bundle has
     * stepped aside. It holds at that moment only; {@link BundleResponder} checks each file as it is served.
     */
    public FolderCheck verifyAllBlocking() {
        long start = store.clock.elapsed();
        if (choice.files == null) return new FolderCheck(0, 0, 0, null);
        try {
            long bytes = choice.files.checkAll();
            return new FolderCheck(choice.files.list.paths().size(), bytes, store.clock.elapsed() - start, null);
        } catch (Proof.Refusal e) {
            return new FolderCheck(0, 0, store.clock.elapsed() - start, e);
        }
    }

    /**
     * Counts more or fewer starts of its trial: one in the background, which may end before any page runs, proves
     * nothing. One that cannot be written counts as it did.
     */
    public void countStartsBlocking(final int starts) {
        final SemanticVersion version = choice.version.version();
        if (version == null || !needsConfirmation()) return;
        try {
            store.update(state -> {
                state.count(starts, version);
                return null;
            });
        } catch (StoreException e) {
            return;
        }
    }

    /** How long the session may still last without a confirmation: look at the outcome then. */
    public synchronized long millisLeft() {
        long now = pausedAt != null ? pausedAt : store.clock.elapsed();
        return Math.max(0, store.healthMillis - (now - began - away));
    }

    /** Stops the time while the app is in the background, where a page cannot confirm. */
    public synchronized void pause() {
        if (pausedAt == null) pausedAt = store.clock.elapsed();
    }

    /** Lets the time go on. */
    public synchronized void resume() {
        if (pausedAt == null) return;
        away += store.clock.elapsed() - pausedAt;
        pausedAt = null;
    }

    /**
     * Whether the bundle works: call it when {@link #millisLeft} is over. Then a version that was not confirmed is
     * given up, and gets another trial a day later or after an update of the app.
     *
     * @throws StoreException when its failure cannot be recorded; the count of its starts remains
     */
    public HealthOutcome outcomeBlocking() throws StoreException {
        final SemanticVersion version = choice.version.version();
        if (version == null || !needsConfirmation()) return HealthOutcome.CONFIRMED;
        synchronized (this) {
            if (isGiven) return HealthOutcome.CONFIRMED;
            if (millisLeft() > 0) return HealthOutcome.UNDECIDED;
        }
        return giveUp(version, "time", false);
    }

    /** The bundle is no longer shown. */
    @Override public synchronized void close() {
        if (!isClosed && choice.hold != null) choice.hold.release();
        isClosed = true;
    }
}
