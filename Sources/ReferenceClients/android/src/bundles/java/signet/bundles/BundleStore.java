package signet.bundles;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import signet.Clock;
import signet.KeyRing;
import signet.Nullable;
import signet.Verifier;
import signet.Version;

// Own: all of it. What updaters of others have taught: the pointer to a bundle is written before anything is deleted,
// the trial is counted before a page is loaded, and which bundle is shown is decided before the first page, not after
// it. Proved by the driver's "scenarios", which are those of the library for iOS, and by its "store" and "kill".

/**
 * The web bundles of an app: which exist, which one to show, and which one to go back to.
 *
 * <p>Whatever happened to its folder, a store opens, and it starts a whole bundle: the highest version that fits the
 * shell and has neither failed nor been withdrawn, otherwise the embedded one. The first start of a version needs an index
 * that was fetched in this session and offers it: make one store in a process. Several processes may use one folder. A
 * crash at any point leaves at most leftovers, which the next start removes.
 *
 * <p>All of this reads and writes files: call it on a worker.
 */
public final class BundleStore {
    final StoreFolder folder;
    final EmbeddedBundle embedded;
    private final Version shell;
    private final Channel channel;
    final IndexSession session;
    final Clock clock;
    final Verifier verifier;
    private final BundleEvent.Listener events;
    private final String app;
    private final int keep;
    final int healthStarts;
    final long healthMillis;
    final CheckedFolders opened = new CheckedFolders(this);

    BundleStore(BundleStoreBuilder builder) {
        folder = new StoreFolder(builder.folder);
        embedded = builder.embedded;
        shell = builder.shell;
        channel = builder.channel;
        session = builder.session;
        clock = builder.clock;
        app = (builder.app == null ? "" : builder.app + " ") + builder.shell + " " + builder.embedded.version;
        verifier = builder.verifier;
        events = builder.events;
        keep = builder.keep;
        healthStarts = builder.healthStarts;
        healthMillis = builder.healthMillis;
    }

    /**
     * A store in a folder, which is not touched before the first use.
     *
     * @param folder a folder for the store alone, such as {@code new File(context.getNoBackupFilesDir(), "builds")};
     *     one in a backup would come back without its bundles, or on another device
     * @param embedded the bundle that the app ships
     * @param shell the version of the native shell, which bundles name as the oldest or newest that can run them
     * @param keys the keys that the app embeds; bundles of a key that is revoked or gone do not start
     * @param environment the environment that bundles must come from
     * @throws IllegalArgumentException when the shell is not a version of one to three numbers, or the environment not
     *     a name
     */
    public static BundleStoreBuilder builder(
        File folder, EmbeddedBundle embedded, String shell, KeyRing keys, String environment) {
        return new BundleStoreBuilder(folder, embedded, shell, keys, environment);
    }

    /** Says which channel the app follows. */
    public interface Channel {
        /** Such as {@code beta}; null for none. It is asked each time, on any thread. */
        @Nullable String name();
    }

    /** The choice of this device in this session. */
    Selection selection(StoreState state) {
        List<WebBundle> offers = session.offers(channel.name(), state.installId, seconds());
        return new Selection(shell, embedded.version, offers, session.isFetched());
    }

    /** The time in whole seconds since 1970; 0 when the clock shows no plausible time. */
    long seconds() {
        long seconds = clock.now() / 1_000;
        return seconds >= 0 && seconds <= Integer.MAX_VALUE * 100L ? seconds : 0;
    }

    /** Tells the app of an event. It is called without the lock. */
    void tell(BundleEvent event) {
        BundleEvent whole = new BundleEvent(event.name());
        if (seconds() > 0) whole.with("time", seconds());
        events.on(whole.with("shell", shell).with("embedded", embedded.version).with(event));
    }

    // What it holds.

    /** The state of the store. */
    public StoreStatus statusBlocking() throws StoreException {
        return folder.locked(() -> {
            StoreState state = folder.state();
            return new StoreStatus(state, selection(state));
        });
    }

    /**
     * The bundle that was shown before the current one and still works, or that would replace it; null when there is no
     * other.
     */
    @Nullable public BundleVersion previousVersionBlocking() throws StoreException {
        return statusBlocking().previous();
    }

    // What changes it.

    /** A change of the state, with what follows from it. */
    interface Change<Result> {
        Result make(StoreState state) throws IOException, StoreException;
    }

    /** Changes the current state of the store in one step. A new state gets an id of this installation. */
    <Result> Result update(final Change<Result> change) throws StoreException {
        return folder.locked(() -> {
            StoreState state = folder.state();
            session.obey(state);
            if (state.installId == null) state.installId = Disk.randomDigits(16);
            state.forgive(app, seconds());
            Result result = change.make(state);
            folder.save(state);
            return result;
        });
    }

    /**
     * Decides which bundle to show; call it when the app starts, before the first page is loaded, and to show another
     * one.
     *
     * <p>What was downloaded is checked again: the index that offered it by the keys of the app, the list of its files,
     * and its page; the other files when they are served. A bundle that is not what was signed steps aside.
     *
     * <p>For a version that was not confirmed before, this counts as one of its allowed starts; confirm it with {@link
     * StartedBundle#confirmBlocking}. Its first start needs an index of this session that offers it, fetched within the
     * last 48 hours: it is shown by a start after {@link BundleUpdater#updateBlocking}, which could say that it was
     * withdrawn. When the store cannot be written, no unconfirmed version is shown: its starts could not be counted.
     *
     * @throws StoreException only {@code embedded}, when the embedded bundle would be shown but cannot be used, and
     *     nothing else was confirmed before
     */
    public StartedBundle startBlocking() throws StoreException {
        long began = clock.elapsed();
        StoreStart.Choice choice = new StoreStart(this).choice();
        for (BundleEvent verdict : choice.verdicts) tell(verdict);
        tell(
            new BundleEvent("start").with("bundle", choice.version)
                .with("trial", choice.trial > 0 ? choice.trial : null)
                .with("code", choice.problem == null ? null : choice.problem.code()));
        return new StartedBundle(this, choice, began);
    }

    /**
     * Removes the leftovers of crashes and all versions but the newest, the shown one and the one before it. What is in
     * use stays until the next time. An update that installs something does this by itself.
     *
     * @return the versions that were removed, the lowest first
     */
    public List<SemanticVersion> collectGarbageBlocking() throws StoreException {
        return folder.locked(() -> {
            StoreState state = folder.state();
            Set<SemanticVersion> kept = selection(state).kept(state, keep);
            List<SemanticVersion> unused = new ArrayList<>();
            List<FolderLocks.Hold> holds = new ArrayList<>();
            try {
                for (StoredBundle bundle : state.bundles()) {
                    if (kept.contains(bundle.version)) continue;
                    FolderLocks.Hold hold = FolderLocks.take(folder.root, bundle.folderName());
                    if (hold == null) continue;
                    holds.add(hold);
                    unused.add(bundle.version);
                }
                state.forget(unused);
                folder.save(state);
            } finally {
                for (FolderLocks.Hold hold : holds) hold.release();
            }
            clean(state, null);
            return unused;
        });
    }

    /** Removes what does not count, under the lock of the folder, and closes what is open of it. */
    void clean(StoreState state, @Nullable String seed) throws IOException {
        opened.keep(state);
        folder.clean(state, seed);
    }

    /** Forgets every version that was downloaded, and that any of them failed: the next start shows the embedded one. */
    public void resetBlocking() throws StoreException {
        update(state -> {
            state.reset();
            folder.forgetDownloads(null);
            return null;
        });
        new StoreStart(this).clean(null);
    }

    /**
     * Lets a bundle that is here already be started by the shells for which an index offers it now.
     *
     * @return whether it is here; what is not whole is forgotten
     */
    boolean renew(final StoredBundle bundle, final byte[] jws) throws StoreException {
        return update(state -> {
            StoredBundle record = state.bundle(bundle.version);
            if (record == null || !record.hasFilesOf(bundle) || !state.isInstallable(bundle.version)) return false;
            Proof proof = Proof.renewed(folder.root, bundle, jws);
            if (proof == null) {
                state.forget(Collections.singletonList(bundle.version));
                return false;
            }
            // What was opened before goes by the former record.
            opened.close(bundle.folderName());
            proof.save(folder.root, bundle);
            bundle.isConfirmed = record.isConfirmed;
            state.install(bundle);
            return true;
        });
    }

    /**
     * Makes a checked and unpacked bundle one that can be started.
     *
     * @return whether it was needed; another process may have been faster
     */
    boolean install(final StoredBundle bundle, final Proof proof, final StoreFolder.Staging staging)
        throws StoreException {
        return update(state -> {
            String name = bundle.folderName();
            // It may have been withdrawn, or installed by another process. Some file systems ignore case.
            boolean isTaken = false;
            for (StoredBundle other : state.bundles()) isTaken |= other.folderName().equalsIgnoreCase(name);
            if (isTaken || !state.isInstallable(bundle.version)) return false;
            if (!folder.remove(name)) throw StoreException.inUse(bundle.version);
            opened.close(name);
            proof.save(folder.root, bundle);
            folder.publish(staging, name);
            state.install(bundle);
            try {
                folder.save(state);
            } catch (IOException e) {
                // Without its record the folder does not count; if it cannot be removed, it is a leftover.
                folder.remove(name);
                throw e;
            }
            return true;
        });
    }
}
