package signet.bundles;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import signet.Clock;
import signet.Nullable;

/*
 * Own: all of it. What updaters of others have taught: the pointer to a bundle is written before anything is deleted,
 * the trial is counted before a page is loaded, and which bundle is shown is decided before the first page, not after
 * it. Proved by the driver's "scenarios", which are those of the library for iOS, and by its "store" and "kill".
 */

/**
 * The web bundles of an app: which exist, which one to show, and which one to go back to.
 *
 * <p>Whatever happened to its folder, a store opens, and it starts a whole bundle: the highest version that fits the
 * shell and has neither failed nor been withdrawn, otherwise the embedded one. Several processes may use one folder. A
 * crash at any point leaves at most leftovers, which the next start removes.
 *
 * <p>All of this reads and writes files: call it on a worker.
 */
public final class BundleStore {
    final StoreFolder folder;
    final EmbeddedBundle embedded;
    final Selection selection;
    final Clock clock;
    private final String app;
    private final int keep;
    private final int healthStarts;
    final long healthMillis;

    BundleStore(BundleStoreBuilder builder) {
        folder = new StoreFolder(builder.folder);
        embedded = builder.embedded;
        selection = new Selection(builder.shell, builder.embedded.version);
        clock = builder.clock;
        app = builder.app != null ? builder.app : builder.shell + " " + builder.embedded.version;
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
     * @throws IllegalArgumentException when that is not a version of one to three numbers
     */
    public static BundleStoreBuilder builder(File folder, EmbeddedBundle embedded, String shell) {
        return new BundleStoreBuilder(folder, embedded, shell);
    }

    /** The time in whole seconds since 1970; 0 when the clock shows no plausible time. */
    long seconds() {
        long seconds = clock.now() / 1_000;
        return seconds >= 0 && seconds <= Integer.MAX_VALUE * 100L ? seconds : 0;
    }

    // What it holds.

    /** The state of the store. */
    public StoreStatus statusBlocking() throws StoreException {
        return folder.locked(new StoreFolder.Work<StoreStatus>() {
            @Override public StoreStatus run() throws IOException { return new StoreStatus(folder.state(), selection); }
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

    /** Changes the current state of the store in one step. */
    <Result> Result update(final Change<Result> change) throws StoreException {
        return folder.locked(new StoreFolder.Work<Result>() {
            @Override public Result run() throws IOException, StoreException {
                StoreState state = folder.state();
                state.forgive(app, seconds());
                Result result = change.make(state);
                folder.save(state);
                return result;
            }
        });
    }

    /**
     * Decides which bundle to show; call it when the app starts, before the first page is loaded, and to show another
     * one.
     *
     * <p>For a version that was not confirmed before, this counts as one of its allowed starts; confirm it with {@link
     * StartedBundle#confirmBlocking}. When the store cannot be written, no unconfirmed version is shown: its starts
     * could not be counted.
     *
     * @throws StoreException only {@code embedded}, when the embedded bundle would be shown but cannot be used, and
     *     nothing else was confirmed before
     */
    public StartedBundle startBlocking() throws StoreException { return startBlocking(true); }

    /**
     * The same, where a version that was never started may have to wait.
     *
     * @param untried whether such a version may be started: false until an index was fetched in this session, which could
     *     say that it was withdrawn or halted; then the best confirmed one is started
     */
    public StartedBundle startBlocking(boolean untried) throws StoreException {
        long began = clock.elapsed();
        Choice choice;
        try {
            choice = recordedChoice(untried);
        } catch (StoreException e) {
            choice = unrecordedChoice(null, e);
            if (choice == null) choice = new Choice(BundleVersion.EMBEDDED, null, e);
        }
        // A bundle that is served in place is never unpacked, so any unpacked one is of another version of the app.
        String seed = embedded.assets != null ? "" : null;
        if (choice.version.isEmbedded()) {
            try {
                EmbeddedBundle.Opened opened = embedded.open(folder);
                choice.hold = opened.hold;
                if (opened.name != null) choice.folderName = seed = opened.name;
            } catch (StoreException e) {
                // Better one that was confirmed before than none.
                Choice stored = unrecordedChoice(BundleVersion.EMBEDDED, e);
                if (stored == null) throw "embedded".equals(e.code()) ? e : StoreException.embedded(e.getMessage(), e);
                choice = stored;
            }
        }
        clean(seed);
        return new StartedBundle(this, choice, began);
    }

    /** The bundle that a start shows, and why. */
    static final class Choice {
        final BundleVersion version;
        /** Keeps its folder; null for one that is served in place. */
        @Nullable FolderLocks.Hold hold;
        /** Its folder in the store; null for one that is served in place. */
        @Nullable String folderName;
        boolean needsConfirmation;
        final List<SemanticVersion> failures = new ArrayList<>();
        @Nullable final StoreException problem;

        Choice(BundleVersion version, @Nullable FolderLocks.Hold hold, @Nullable StoreException problem) {
            this.version = version;
            this.hold = hold;
            this.problem = problem;
            folderName = version.isEmbedded() ? null : version.toString();
        }
    }

    private Choice recordedChoice(final boolean untried) throws StoreException {
        final FolderLocks.Hold[] held = new FolderLocks.Hold[1];
        try {
            return update(new Change<Choice>() {
                @Override public Choice make(StoreState state) throws IOException {
                    List<SemanticVersion> failures = new ArrayList<>();
                    while (true) {
                        failures.addAll(state.begin(selection, untried, healthStarts, seconds()));
                        StoredBundle bundle = state.bundle(state.current().version());
                        if (bundle != null && isWhole(bundle.folderName())) {
                            held[0] = FolderLocks.share(folder.root, bundle.folderName());
                        }
                        if (bundle == null || held[0] != null) {
                            Choice choice = new Choice(state.current(), held[0], null);
                            choice.failures.addAll(failures);
                            choice.needsConfirmation = bundle != null && !bundle.isConfirmed;
                            return choice;
                        }
                        // The folder is no bundle any more: it counts as missing.
                        state.forget(Collections.singletonList(bundle.version));
                    }
                }
            });
        } catch (StoreException e) {
            if (held[0] != null) held[0].release();
            throw e;
        }
    }

    private boolean isWhole(String name) throws IOException {
        File root = folder.root.getCanonicalFile();
        String page = name + "/" + StoreFolder.START_PAGE;
        return new File(root, page).isFile() && Disk.isWithoutLinks(root, page);
    }

    /** A bundle that was confirmed before and can be shown without a record; null when that is the embedded one. */
    @Nullable private Choice unrecordedChoice(@Nullable BundleVersion excluded, StoreException problem) {
        try {
            // Without the lock: the state is always replaced in one step.
            StoreState state = folder.state();
            while (true) {
                BundleVersion version = selection.choice(state, true, excluded);
                if (version.isEmbedded()) return null;
                if (isWhole(version.toString())) {
                    return new Choice(version, FolderLocks.shareWithin(folder.root, version.toString()), problem);
                }
                state.forget(Collections.singletonList(version.version()));
            }
        } catch (IOException e) {
            // What cannot be read cannot be shown; the problem that led here is reported.
            return null;
        }
    }

    /** What cannot be removed now stays for the next start: showing the bundle comes first. */
    private void clean(@Nullable final String seed) {
        try {
            folder.locked(new StoreFolder.Work<Void>() {
                @Override public Void run() throws IOException {
                    folder.clean(folder.state(), seed);
                    return null;
                }
            });
        } catch (StoreException e) {
            // The next start cleans again.
            return;
        }
    }

    /**
     * Removes the leftovers of crashes and all versions but the newest, the shown one and the one before it. What is in
     * use stays until the next time. An update that installs something does this by itself.
     *
     * @return the versions that were removed, the lowest first
     */
    public List<SemanticVersion> collectGarbageBlocking() throws StoreException {
        return folder.locked(new StoreFolder.Work<List<SemanticVersion>>() {
            @Override public List<SemanticVersion> run() throws IOException {
                StoreState state = folder.state();
                Set<SemanticVersion> kept = selection.kept(state, keep);
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
                folder.clean(state, null);
                return unused;
            }
        });
    }

    /** Forgets every version that was downloaded, and that any of them failed: the next start shows the embedded one. */
    public void resetBlocking() throws StoreException {
        update(new Change<Void>() {
            @Override public Void make(StoreState state) {
                state.reset();
                return null;
            }
        });
        clean(null);
    }

    /**
     * Makes a checked and unpacked bundle one that can be started.
     *
     * @return whether it was needed; another process may have been faster
     */
    boolean install(final StoredBundle bundle, final StoreFolder.Staging staging) throws StoreException {
        return update(new Change<Boolean>() {
            @Override public Boolean make(StoreState state) throws IOException, StoreException {
                String name = bundle.folderName();
                // It may have been withdrawn, or installed by another process. Some file systems ignore case.
                boolean isTaken = false;
                for (StoredBundle other : state.bundles()) isTaken |= other.folderName().equalsIgnoreCase(name);
                if (isTaken || !state.isUsable(bundle.version)) return false;
                if (!folder.remove(name)) throw StoreException.inUse(bundle.version);
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
            }
        });
    }
}
