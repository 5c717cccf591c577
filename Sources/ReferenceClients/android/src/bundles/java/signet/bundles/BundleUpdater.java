package signet.bundles;

import signet.Nullable;

// Own: what a call does while another one is at work. A download may take hours, and a withdrawal does not wait for it.
// Proved by the driver's "updates".

/**
 * Looks for a new bundle, checks it and puts it into a store, where the next start finds it.
 *
 * <p>A document older than the last one is refused. After any failure the store works as before, and another run goes on
 * with what was downloaded. Calls at the same time share one run. While that downloads an archive, another call fetches
 * the index at once by itself, and waits for the run unless what is shown must be left.
 */
public final class BundleUpdater {
    private final BundleStore store;
    private final DownloadRules rules;
    private final UpdateRun run;
    /** What other calls may join; null while no update runs. */
    @Nullable private Running running;

    /** What an app knows about the network, such as {@code !connectivityManager.isActiveNetworkMetered()}. */
    public interface Network {
        /** Whether the network costs nothing; asked for at most once a second, on a thread of the updater's. */
        boolean isUnmetered();
    }

    /** Takes the progress of a download, on a thread of the updater's. */
    public interface Progress {
        /** So many bytes of all of them are there, those of earlier attempts included. */
        void on(long bytes, long size);
    }

    BundleUpdater(BundleUpdaterBuilder builder) {
        store = builder.store;
        rules = builder.rules;
        run = new UpdateRun(builder);
    }

    /**
     * An updater of a store that fetches {@code builds/index.json.jws}.
     *
     * @param store where bundles are kept; several updaters, even in several processes, may share one
     * @param origin where the published tree of the environment is: {@code https://distribution.example.com}
     * @throws IllegalArgumentException when the origin is not an https address
     */
    public static BundleUpdaterBuilder builder(BundleStore store, String origin) {
        return new BundleUpdaterBuilder(store, origin);
    }

    /**
     * Decides which bundle to show, as {@link BundleStore#startBlocking} does; call it when the app starts, before the first
     * page is loaded, and to show another one.
     *
     * <p>A version that was never started needs an index of this session, which may say that it was withdrawn. Where such a
     * version waits, an update begins here, and goes on behind a start that waits no longer.
     *
     * @param patienceMillis how long to wait: 3000 is what people do not mind
     * @throws StoreException as {@link BundleStore#startBlocking}
     */
    public StartedBundle startBlocking(long patienceMillis) throws StoreException {
        if (isWaited()) {
            Thread update = new Thread(this::updateBlocking, "signet-update");
            update.start();
            try {
                update.join(Math.max(1, patienceMillis));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return store.startBlocking();
    }

    private boolean isWaited() {
        try {
            return store.statusBlocking().isNextWaiting();
        } catch (StoreException e) {
            // The start has the same trouble, and says so.
            return false;
        }
    }

    /** Ends the update that runs, if one does: it fails as {@code cancelled}. For any thread. */
    public void cancel() { rules.cancel(); }

    private static final class Running {
        /** Null until it has ended, and when it ended for its caller alone. */
        @Nullable UpdateOutcome outcome;
    }

    /**
     * Fetches the index, and the archive of a bundle that is better than those in the store. A thread that is interrupted
     * gets {@code cancelled}; other calls go on.
     */
    public UpdateOutcome updateBlocking() {
        while (true) {
            Running mine = new Running();
            Running other;
            synchronized (this) {
                other = running;
                if (other == null) {
                    running = mine;
                    rules.begin();
                }
            }
            if (other == null) return outcome(mine);
            UpdateOutcome outcome = run.isDownloading() ? left() : null;
            if (outcome == null) outcome = join(other);
            if (outcome != null) return outcome;
        }
    }

    private UpdateOutcome outcome(Running mine) {
        long start = store.clock.elapsed();
        try {
            UpdateOutcome outcome = run.outcome();
            if (!Thread.currentThread().isInterrupted()) mine.outcome = outcome;
            return told(outcome, start);
        } finally {
            synchronized (this) {
                running = null;
                notifyAll();
            }
        }
    }

    /** The outcome where an index of this moment says that what is shown must be left; null otherwise. */
    @Nullable private UpdateOutcome left() {
        long start = store.clock.elapsed();
        UpdateOutcome outcome = run.left();
        return outcome == null ? null : told(outcome, start);
    }

    private UpdateOutcome told(UpdateOutcome outcome, long start) {
        store.tell(outcome.event().with("millis", store.clock.elapsed() - start));
        return outcome;
    }

    /** The outcome of an update of another call; null when it had none for this one. */
    @Nullable private synchronized UpdateOutcome join(Running other) {
        try {
            while (running == other) wait();
            return other.outcome;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UpdateOutcome.failed(UpdateFailure.cancelled());
        }
    }
}
